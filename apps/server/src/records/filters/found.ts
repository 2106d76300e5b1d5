/**
 * A page of a list and its total from one search, where a filter has to look at many rows for either: what was done is read
 * once, and the records of the page are found by their ids.
 */
import type { CheckedFilter } from '@footfall/contract/filter-check';
import type { RecordKind } from '@footfall/contract/filter-fields';
import type { Sql, Tx } from '../../platform/db/connect.ts';
import type { OperationContext } from '../../platform/resource-kit/operation-context.ts';
import { type OrderedPage, type Orders, ordering } from '../../platform/resource-kit/paging.ts';
import { plannedAnew } from './asked.ts';
import { workedOut } from './record-columns.ts';

export interface Found {
  total: number;
  /** Of the page, in its order. */
  ids: string[];
  /** What tells records of one id apart, where an id may be there twice. */
  owns: string[];
}

/** Who asks, as an operation's context has it. */
export type Asker = Pick<OperationContext, 'tx' | 'needsTotal'>;

interface List<Told> {
  kind: RecordKind;
  asked: CheckedFilter | undefined;
  /** What follows `from`, with the list's condition. */
  records: () => Sql;
  orders: Orders;
  /** `found`: of which records the page is, where that is known already. */
  select: (found: Found | undefined) => Promise<{ data: Told[]; next: string | null }>;
  count: () => Promise<number>;
}

/** A page of a list with the exact total; 0 where nobody asks for it. */
export async function listed<Told>(
  { tx, needsTotal }: Asker,
  page: OrderedPage,
  list: List<Told>,
): Promise<{ data: Told[]; next: string | null; total: number }> {
  const { kind, asked } = list;
  const isOneSearch = needsTotal && asked !== undefined && looksAtMany(kind, asked);
  const found = isOneSearch ? await find(tx, page, list) : undefined;
  const [records, total] = await Promise.all([
    list.select(found),
    found?.total ?? (needsTotal ? list.count() : 0),
  ]);
  return { ...records, total };
}

/** It is told by more than the record's own row. */
function looksAtMany(kind: RecordKind, asked: CheckedFilter): boolean {
  switch (asked.is) {
    case 'and':
    case 'or':
      return asked.of.some((part) => looksAtMany(kind, part));
    case 'not':
      return looksAtMany(kind, asked.of);
    case 'did':
      return true;
    default: {
      const { relations, field } = asked.path;
      return relations.length > 0 || (workedOut[kind] ?? []).some((name) => name === field);
    }
  }
}

/** The condition of the page, on records that have one id each. */
export const isOnPage = (tx: Tx, { id }: Orders, { ids }: Found) => tx`${id} = any(${ids}::uuid[])`;

async function find(tx: Tx, page: OrderedPage, { records, orders }: List<unknown>): Promise<Found> {
  const { id, own, by } = orders;
  const order = by[page.by];
  if (!order) throw new Error(`the list has no order ${page.by}`);
  const { after, orderBy } = ordering(tx, page, {
    id: tx`p.id`,
    ...(own && { own: tx`p.own` }),
    by: { [page.by]: { ...order, column: tx`p.place` } },
  });
  const [row] = await plannedAnew(tx<Found[]>`
    with listed as materialized (
      select ${id} as id, ${own ?? tx`''`} as own, ${order.column} as place from ${records()}
    ),
    page as materialized (
      select p.* from listed p where true ${after} ${orderBy} limit ${page.limit} offset ${page.offset}
    )
    select (select count(*) from listed)::integer as total,
           array(select p.id from page p ${orderBy}) as ids, array(select p.own from page p ${orderBy}) as owns`);
  return row ?? { total: 0, ids: [], owns: [] };
}
