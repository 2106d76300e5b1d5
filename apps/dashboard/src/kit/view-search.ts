/** Maps saved views to URL search parameters. */
import type { View } from '@footfall/contract/views';
import { frameSearch, listSearch, type RawSearch } from '../shell/search.ts';

export type ViewContent = Pick<View, 'filter' | 'sort' | 'columns' | 'range' | 'test'>;

export function viewOf(raw: RawSearch): ViewContent {
  const { filter = '', sort = '', columns = '' } = listSearch(raw);
  const { range = '', from, to, test = false } = frameSearch(raw);
  return {
    filter,
    sort,
    columns: columns === '' ? [] : columns.split(','),
    range: from && to ? `${from}..${to}` : range,
    test,
  };
}

/** Search parameters that show it, from the first page. */
export function searchOf({ filter, sort, columns, range, test }: ViewContent): RawSearch {
  const [from, to] = range.split('..');
  const days = to === undefined ? { range, from: '', to: '' } : { range: '', from, to };
  const shown = { filter, sort, columns: columns.join(','), ...days };
  const entries = Object.entries(shown).map(([name, value]) => [name, value || undefined]);
  return { ...Object.fromEntries(entries), test: test || undefined, page: undefined };
}

export function isSameView(one: ViewContent, other: ViewContent): boolean {
  const text = ({ filter, sort, columns, range, test }: ViewContent) =>
    JSON.stringify([filter, sort, columns, range, test]);
  return text(one) === text(other);
}
