import type { ListUpkeep, VisitorList } from '@footfall/contract/list-record';
import { Badge } from '@mantine/core';
import { useMessages } from '../../messages/language.tsx';

const looks = {
  filling: { c: 'var(--accent)', bg: 'var(--accent-fill)' },
  kept: { c: 'var(--good)', bg: 'var(--good-fill)' },
  failing: { c: 'var(--bad)', bg: 'var(--bad-fill)' },
} as const;

/** Whether a list that keeps itself is as its filter says. */
export function UpkeepState({ upkeep }: { upkeep: ListUpkeep }) {
  const { lists } = useMessages();
  return (
    <Badge
      size="sm"
      variant="light"
      {...looks[upkeep.state]}
      title={upkeep.error ? lists.errors[upkeep.error] : undefined}
    >
      {lists.states[upkeep.state]}
    </Badge>
  );
}

/** Of whom it is: of one that is kept by hand, of both. */
export function useSubject() {
  const { lists } = useMessages();
  return ({ of }: Pick<VisitorList, 'of'>) => lists.subjects[of ?? 'both'];
}
