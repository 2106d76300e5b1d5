import type { ListUpkeep, VisitorList } from '@footfall/contract/list-record';
import { Mark } from '../../kit/mark.tsx';
import { useMessages } from '../../messages/language.tsx';

const looks = { filling: 'accent', kept: 'good', failing: 'bad' } as const;

/** Whether an automatic list is up to date. */
export function UpkeepState({ upkeep }: { upkeep: ListUpkeep }) {
  const { lists } = useMessages();
  return (
    <Mark look={looks[upkeep.state]} title={upkeep.error ? lists.errors[upkeep.error] : undefined}>
      {lists.states[upkeep.state]}
    </Mark>
  );
}

/** Kind of members: manual lists can have both. */
export function useSubject() {
  const { lists } = useMessages();
  return ({ of }: Pick<VisitorList, 'of'>) => lists.subjects[of ?? 'both'];
}
