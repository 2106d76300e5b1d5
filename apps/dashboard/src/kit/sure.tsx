import { Badge } from '@mantine/core';
import { useMessages } from '../messages/language.tsx';
import { useFormat } from './format.ts';

/** How sure something is, from 0 to 1. */
export function Sure({ share }: { share: number }) {
  const { why } = useMessages();
  const format = useFormat();
  return (
    <Badge variant="light" size="sm" color={colorOf(share)} tt="none">
      {why.sure(format.percent(share))}
    </Badge>
  );
}

function colorOf(share: number): string {
  if (share >= 0.9) return 'green';
  return share >= 0.5 ? 'accent' : 'gray';
}
