/**
 * A list page and its total from one search, if a filter has to read many rows for either. Events are read once, and the
 * page's records are then found by id.
 */
import type { CheckedFilter } from '@footfall/contract/filter-check';
import type { RecordKind } from '@footfall/contract/filter-fields';
import type { Sql, Tx } from '../../platform/db/connect.ts';
import type { OperationContext } from '../../platform/resource-kit/operation-context.ts';
import {
  countOf,
  type Marked,
  marked,
  type OrderedPage,
  type Orders,
  orderedAnswer,
  ordering,
} from '../../platform/resource-kit/paging.ts';
import { leavesOf } from './leaves.ts';
import { type ListFilter, plannedAnew, unprepared } from './list-filter.ts';
import { workedOut } from './record-columns.ts';

export interface MatchPage {
  total: number;
  /** Of the page, in its order. */
  ids: string[];
  /** Distinguishes records with the same id. */
  owns: string[];
}

/** The caller's context. */
export type Asker = Pick<OperationContext, 'tx' | 'needsTotal'>;

interface List<Row, Shaped> {
  kind: RecordKind;
  filter: ListFilter;
  /** SQL after `from`, with the list's condition. */
  records: Sql;
  /** The same for the page's records, once known. */
  onPage: (matches: MatchPage) => Sql;
  orders: Orders;
  /** Reads the page's records; `page` is the SQL after `from`. */
  select: (parts: Parts) => Selected<Row>;
  toRecords: (rows: Row[]) => Shaped[] | Promise<Shaped[]>;
  /** Set if the total is known without counting. */
  count?: () => Promise<number>;
}

interface Parts {
  page: Sql;
  mark: Sql;
  orderBy: Sql;
}

type Selected<Row> = Promise<(Row & Marked)[]>;

/** Returns a page of a list, with the exact total, or 0 if not requested. */
export async function listed<Row extends { id: string }, Shaped>(
  { tx, needsTotal }: Asker,
  page: OrderedPage,
  list: List<Row, Shaped>,
) {
  const { kind, filter, records, orders } = list;
  const { filter: checked } = filter;
  const prepared = <T extends object>(query: T) => unprepared(query, filter);
  const count = list.count ?? (() => countOf(tx, records, prepared));
  const isOneSearch = needsTotal && checked !== undefined && looksAtMany(kind, checked);
  const matches = isOneSearch ? await find(tx, page, list) : undefined;
  const { after, orderBy, mark } = ordering(tx, page, orders);
  const onPage = matches
    ? tx`${list.onPage(matches)} ${orderBy}`
    : tx`${records} ${after} ${orderBy} limit ${page.limit} offset ${page.offset}`;
  const [selected, total] = await Promise.all([
    prepared(list.select({ page: onPage, mark, orderBy })),
    matches?.total ?? (needsTotal ? count() : 0),
  ]);
  const { rows, next } = marked(selected, page, matches?.ids.length);
  const data = await list.toRecords(rows as unknown as Row[]);
  return orderedAnswer({ data, next }, page, total);
}

/** The filter reads more than the record's own row. */
function looksAtMany(kind: RecordKind, filter: CheckedFilter): boolean {
  return leavesOf(filter).some((leaf) => {
    if (leaf.is === 'did') return true;
    const { relations, field } = leaf.path;
    return relations.length > 0 || (workedOut[kind] ?? []).some((name) => name === field);
  });
}

/** Condition for the page, for records with unique ids. */
export const isOnPage = (tx: Tx, { id }: Orders, { ids }: MatchPage) =>
  tx`${id} = any(${ids}::uuid[])`;

async function find(
  tx: Tx,
  page: OrderedPage,
  { records, orders }: { records: Sql; orders: Orders },
): Promise<MatchPage> {
  const { id, own, by } = orders;
  const order = by[page.by];
  if (!order) throw new Error(`the list has no order ${page.by}`);
  const { after, orderBy } = ordering(tx, page, {
    id: tx`p.id`,
    ...(own && { own: tx`p.own` }),
    by: { [page.by]: { ...order, column: tx`p.place` } },
  });
  const [row] = await plannedAnew(tx<MatchPage[]>`
    with listed as materialized (
      select ${id} as id, ${own ?? tx`''`} as own, ${order.column} as place from ${records}
    ),
    page as materialized (
      select p.* from listed p where true ${after} ${orderBy} limit ${page.limit} offset ${page.offset}
    )
    select (select count(*) from listed)::integer as total,
           array(select p.id from page p ${orderBy}) as ids, array(select p.own from page p ${orderBy}) as owns`);
  return row ?? { total: 0, ids: [], owns: [] };
}
