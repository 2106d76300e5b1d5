import type { ListUpkeep, VisitorList } from '@footfall/contract/list-record';
import { Badge } from '@mantine/core';
import { useMessages } from '../../messages/language.tsx';

const colors = { filling: 'accent', kept: 'green', failing: 'red' } as const;

/** Whether a list that keeps itself is as its filter says. */
export function UpkeepState({ upkeep }: { upkeep: ListUpkeep }) {
  const { lists } = useMessages();
  return (
    <Badge
      size="sm"
      variant="light"
      color={colors[upkeep.state]}
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
