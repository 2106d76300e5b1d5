import type { VisitorList } from '@footfall/contract/list-record';
import { FilterWords } from '../../kit/filter-words.tsx';

/** The filter of an automatic list. */
export function ListFilter({ list: { of, filter } }: { list: VisitorList }) {
  if (!filter) return '–';
  return <FilterWords about={of === 'identities' ? 'identity' : 'visitor'} filter={filter} />;
}
