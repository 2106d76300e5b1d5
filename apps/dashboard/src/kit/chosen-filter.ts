/** Selected rows as filters, since bulk actions apply to everybody who matches a filter. */
import { filterLimits } from '@footfall/contract/filter';
import type { ListState } from '../shell/frame-context.tsx';
import type { Selection } from './selection.tsx';

/** Most ids in one filter. */
export const mostNamed = filterLimits.values;

/** Undefined: everybody. Several if more ids are selected than fit in one filter. */
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
