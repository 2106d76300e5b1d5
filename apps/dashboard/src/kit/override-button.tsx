import { Button } from '@mantine/core';
import type { ReadRoute } from '../api/routes.ts';
import { useMay } from '../shell/frame-context.tsx';
import { type Decision, useDecide } from './decide.ts';

interface OverrideButtonProps {
  decision: Decision;
  label: string;
  /** What it is about, for screen readers. */
  about?: string;
  /** Its effect. */
  hint?: string;
  outdates: ReadRoute[];
}

/** Overrides a claim, such as "not this company", with undo in a toast. Hidden without permission. */
export function OverrideButton({ decision, label, about, hint, outdates }: OverrideButtonProps) {
  const { decide, isDeciding } = useDecide(outdates);
  if (!useMay('admin', 'member')) return null;
  return (
    <Button
      size="compact-xs"
      variant="default"
      title={hint}
      aria-label={about && `${label}: ${about}`}
      loading={isDeciding}
      onClick={() => void decide(decision)}
    >
      {label}
    </Button>
  );
}
