import type { CheckedFilter, FieldPath } from '@footfall/contract/filter-check';

type Leaf = Exclude<CheckedFilter, { is: 'and' | 'or' | 'not' }>;

/** The conditions of a filter: single fields and event criteria. */
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

/** All fields in a filter, including those of event criteria. */
export function pathsIn(filter: CheckedFilter): FieldPath[] {
  return leavesOf(filter).flatMap((leaf) => {
    if (leaf.is !== 'did') return [leaf.path];
    return leaf.where ? pathsIn(leaf.where) : [];
  });
}
