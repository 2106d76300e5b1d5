/** The list behind a link to a saved view. */
import { beginningOf } from '@footfall/contract/day-beginning';
import { invalidRequest } from '@footfall/contract/errors';
import {
  type SharedTable,
  sharedColumns,
  sharedSorts,
  sharedTableOf,
} from '@footfall/contract/shared-tables';
import type { Share, ShareQuery, ShareReveal } from '@footfall/contract/shares';
import type { View } from '@footfall/contract/views';
import type { Permissions } from '../../../platform/resource-kit/operation-context.ts';
import { dayBefore, readRange, requireSharable, sharesNot } from './query.ts';

/** Content of a view; changing it ends links to it. */
export type SharedView = Pick<View, 'filter' | 'sort' | 'columns' | 'test'>;

interface TableFacts {
  page: Share['page'];
  query: ShareQuery;
  view: SharedView;
}

export interface ReadShare {
  query: ShareQuery;
  reveals: ShareReveal[];
}

/** The link's stored form. @throws ApiError invalid_request, forbidden */
export function readViewShare(
  { page, query, reveals }: { page: Share['page']; query: ShareQuery; reveals: unknown },
  view: SharedView & Pick<View, 'page'>,
  creator: Permissions,
): ReadShare {
  const table = tableOf(page);
  if (view.page !== page) {
    throw fault('body.page', `must be ${view.page}, the page of the view`);
  }
  if (reveals !== undefined) {
    throw fault('body.reveals', 'is only for the overview. A view shows what its page shows');
  }
  for (const name of ['filter', 'compare', 'test'] as const) {
    if (query[name] !== undefined)
      throw fault(`body.query.${name}`, 'is set by the view. Change it there');
  }
  for (const name of ['days', 'from', 'to'] as const) {
    if (query[name] === undefined || table.hasPeriod) continue;
    throw fault(
      `body.query.${name}`,
      `is not supported for ${page}: the page always shows all records`,
    );
  }
  const shown = [...table.reveals];
  const columns = sharedColumns(table, view.columns);
  if (columns.length === 0) {
    throw sharesNot('view_id', 'The view has no column that a link can show');
  }
  if (view.sort !== '' && !sortsOf(table, view).includes(view.sort)) {
    throw sharesNot('view_id', 'The view is sorted by a column that the link cannot show');
  }
  const { filter } = view;
  if (filter !== '') requireSharable(filter, table.about, shown, creator, 'view_id');
  const range = readRange(query);
  const { days: _, ...timeless } = range;
  return { query: table.hasPeriod ? range : timeless, reveals: shown };
}

/** The operation that readers of the link may run; undefined for the overview. */
export function tableOperation(page: Share['page']): string | undefined {
  return sharedTableOf(page)?.operation;
}

/** The table's description, before any rows. */
export function sharedTable({ page, view }: TableFacts): { columns: string[]; sort: string } {
  const table = tableOf(page);
  return { columns: sharedColumns(table, view.columns), sort: view.sort || table.sort };
}

/** Fields that readers may sort by. */
export function tableSorts({ page, view }: TableFacts): string[] {
  return sortsOf(tableOf(page), view);
}

/** The fixed part of the list query, as text. */
export function tableQueryOf({ page, query, view }: TableFacts, now = new Date()) {
  const table = tableOf(page);
  const columns = sharedColumns(table, view.columns);
  const fields = new Set([
    table.id,
    ...columns.flatMap((name) => table.columns[name]?.fields ?? []),
  ]);
  return {
    ...table.query,
    ...(table.hasPeriod && periodOf(query, now)),
    ...(view.filter !== '' && { filter: view.filter }),
    test: String(view.test),
    fields: [...fields].join(','),
  };
}

function periodOf(
  { days, from, to, time_zone: timeZone = 'UTC' }: ShareQuery,
  now: Date,
): Record<string, string> {
  const instant = (at: string) => (/^\d{4}-\d\d-\d\d$/.test(at) ? beginningOf(at, timeZone) : at);
  const first = days === undefined ? from : dayBefore(days - 1, timeZone, now);
  return {
    ...(first !== undefined && { from: instant(first) }),
    ...(to !== undefined && { to: instant(to) }),
  };
}

/** The page's default order reveals no column; hidden columns cannot be sorted by. */
function sortsOf(table: SharedTable, { columns }: SharedView): string[] {
  return [table.sort, ...sharedSorts(table, sharedColumns(table, columns))];
}

function tableOf(page: Share['page']): SharedTable {
  const table = sharedTableOf(page);
  if (!table)
    throw fault('body.page', 'must be the page of the view. Share the overview without a view');
  return table;
}

function fault(path: string, message: string) {
  return invalidRequest([{ path, message }]);
}
