/** What a filter is put together of. */
import type { CheckedFilter, FieldPath } from '@footfall/contract/filter-check';

type Leaf = Exclude<CheckedFilter, { is: 'and' | 'or' | 'not' }>;

/** Its conditions, each of one field or of what somebody did. */
export function leavesOf(filter: CheckedFilter): Leaf[] {
  switch (filter.is) {
    case 'and':
    case 'or':
      return filter.of.flatMap(leavesOf);
    case 'not':
      return leavesOf(filter.of);
    default:
      return [filter];
  }
}

/** The fields that it speaks of, also those of what somebody did. */
export function pathsIn(filter: CheckedFilter): FieldPath[] {
  return leavesOf(filter).flatMap((leaf) => {
    if (leaf.is !== 'did') return [leaf.path];
    return leaf.where ? pathsIn(leaf.where) : [];
  });
}
