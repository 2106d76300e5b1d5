import { CloseButton } from '@mantine/core';
import { useFormat } from '../../kit/format.ts';
import { useMessages } from '../../messages/language.tsx';
import { labelOf } from './breakdowns.tsx';
import classes from './chosen-filters.module.css';
import { type OverviewState, type ShownDimension, shownDimensions } from './overview-search.ts';
import { useTop } from './overview-stats.ts';

/** Filters from clicks, each removable. */
export function ChosenFilters({ state }: { state: OverviewState }) {
  const { overview } = useMessages();
  const chosen = shownDimensions.filter((dimension) => state.by[dimension] !== undefined);
  if (chosen.length === 0) return null;
  return (
    <ul className={classes.chosen} aria-label={overview.filteredBy}>
      {chosen.map((dimension) => (
        <Chosen key={dimension} dimension={dimension} state={state} />
      ))}
    </ul>
  );
}

function Chosen({ dimension, state }: { dimension: ShownDimension; state: OverviewState }) {
  const { overview, timeline } = useMessages();
  const value = state.by[dimension] ?? '';
  const format = useFormat();
  const name = useName(dimension, value, state);
  const label = labelOf(dimension, value, name, format, timeline) || overview.without[dimension];
  return (
    <li className={classes.one}>
      <span className={classes.dimension}>{overview.dimensions[dimension]}</span>
      {label}
      <CloseButton
        size="xs"
        aria-label={overview.removeFilter(overview.dimensions[dimension], label)}
        onClick={() => state.filterBy(dimension, undefined)}
      />
    </li>
  );
}

/** Campaigns and companies are filtered by id; their table has the name. */
function useName(dimension: ShownDimension, value: string, { by, filter }: OverviewState): string {
  const isNamed = dimension === 'campaign' || dimension === 'company';
  const top = useTop({ by, filter }, { dimension, metric: 'visitors' }, 1, isNamed);
  if (!isNamed) return value;
  return top.data?.data.rows[0]?.dimensions[0]?.label ?? '…';
}
