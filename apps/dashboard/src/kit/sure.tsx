import { useMessages } from '../messages/language.tsx';
import { useFormat } from './format.ts';
import { Mark, type MarkLook } from './mark.tsx';

/** A confidence from 0 to 1. */
export function Sure({ share }: { share: number }) {
  const { why } = useMessages();
  const format = useFormat();
  return <Mark look={lookOf(share)}>{why.sure(format.percent(share))}</Mark>;
}

function lookOf(share: number): MarkLook {
  if (share >= 0.9) return 'good';
  return share >= 0.5 ? 'accent' : 'quiet';
}
