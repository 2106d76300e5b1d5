/** The rows that are selected, as filters: what is done with many at once is done with those of whom a filter is true. */
import { filterLimits } from '@footfall/contract/filter';
import type { ListState } from '../shell/frame-context.tsx';
import type { Selection } from './selection.tsx';

/** Rows that one filter can name by their ids. */
export const mostNamed = filterLimits.values;

/** Undefined: everybody. Several where more ids are chosen than one filter holds. */
export function chosenFilters(
  { isAll, ids }: Pick<Selection, 'isAll' | 'ids'>,
  { filter }: Pick<ListState, 'filter'>,
): (string | undefined)[] {
  if (isAll) return [filter];
  const all = [...ids];
  const parts = Math.ceil(all.length / mostNamed);
  return Array.from({ length: parts }, (_, part) =>
    idFilter(all.slice(part * mostNamed, (part + 1) * mostNamed)),
  );
}

export function idFilter(ids: readonly string[]): string {
  return `id IN (${ids.join(', ')})`;
}
