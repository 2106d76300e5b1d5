import { Button } from '@mantine/core';
import type { ReadRoute } from '../api/routes.ts';
import { useMay } from '../shell/frame-context.tsx';
import { type Decision, useDecide } from './decide.ts';

interface OverrideButtonProps {
  decision: Decision;
  label: string;
  /** More of what it is about, for whoever does not see the line beside it. */
  about?: string;
  /** What comes of it. */
  hint?: string;
  outdates: ReadRoute[];
}

/** Decides against a claim, such as "not this company"; the toast undoes it. Nothing for those who may not. */
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
