/**
 * Exact totals and far pages of long lists, from the numbers of each day: `record_counts`, which triggers keep with the
 * records. Whole days are added up; days that a filter cuts are counted.
 */
import type { Sql, Tx } from '../db/connect.ts';
import type { CreatedRange } from './created-range.ts';
import { type OrderedPage, usualLimit } from './paging.ts';

export interface Counted extends CreatedRange {
  workspaceId: string;
  kind: 'lead' | 'suspect lead' | 'identity';
  isTest: boolean;
  /** Of leads the source; undefined for all. */
  label?: string;
}

/** A page that begins within this many records is read from the beginning. */
const nearOffset = 1000;

const inDays = (tx: Tx, { workspaceId, kind, isTest, label }: Counted) => tx`
  workspace_id = ${workspaceId} and kind = ${kind} and is_test = ${isTest}
  ${label === undefined ? tx`` : tx`and label = ${label}`}`;

const dayOf = (tx: Tx, instant: string) =>
  tx`(${instant}::text::timestamptz at time zone 'UTC')::date`;
const startOf = (tx: Tx, day: Sql) => tx`(${day})::timestamp at time zone 'UTC'`;

/** The table with the list's condition but for the range, and with a condition on created_at, from `and` on. */
export type Rows = (range: Sql) => Sql;

/**
 * Of the day in which a list ends, those before the end: counted, or the rest of the day counted and taken off its number,
 * whichever is the shorter part.
 */
function beforeEnd(tx: Tx, counted: Counted, end: string, rows: Rows): Sql {
  const day = dayOf(tx, end);
  const isEarly = new Date(end).getUTCHours() < 12;
  const part = isEarly
    ? tx`and created_at >= ${startOf(tx, day)} and created_at < ${end}::text::timestamptz`
    : tx`and created_at >= ${end}::text::timestamptz and created_at < ${startOf(tx, tx`${day} + 1`)}`;
  const count = tx`(select count(*) from ${rows(part)})`;
  if (isEarly) return count;
  return tx`((select coalesce(sum(records), 0) from record_counts where ${inDays(tx, counted)} and day = ${day}) - ${count})`;
}

/** As an expression. */
export function totalOf(tx: Tx, counted: Counted, rows: Rows): Sql {
  const { createdAfter: after, createdBefore: before } = counted;
  const created = tx`created_at`;
  const first = after === undefined ? undefined : dayOf(tx, after);
  const last = before === undefined ? undefined : dayOf(tx, before);
  const whole = tx`
    (select coalesce(sum(records), 0) from record_counts where ${inDays(tx, counted)}
     ${first ? tx`and day > ${first}` : tx``} ${last ? tx`and day < ${last}` : tx``})`;
  const since = after === undefined ? tx`` : tx`and ${created} > ${after}::text::timestamptz`;
  const until = before === undefined ? tx`` : tx`and ${created} < ${before}::text::timestamptz`;
  const beginning = first
    ? tx`+ (select count(*) from ${rows(tx`${since} ${until} and ${created} < ${startOf(tx, tx`${first} + 1`)}`)})`
    : tx``;
  const isOtherDay = first && last ? tx`${first} < ${last}` : tx`true`;
  const end = before
    ? tx`+ (case when ${isOtherDay} then ${beforeEnd(tx, counted, before, rows)} else 0 end)`
    : tx``;
  return tx`(${whole} ${beginning} ${end})::integer`;
}

/** Where a far page begins: the end of the day in which its first record is, and how many of that day come before. */
export interface PageStart {
  /** Exclusive; undefined: at the beginning. */
  createdBefore: string | undefined;
  offset: number;
}

/** `counted`: undefined where the numbers do not tell the list. Returns undefined when there is no such page. */
export async function findStart(
  tx: Tx,
  counted: Counted | undefined,
  { by, isDescending, offset }: OrderedPage,
  rows: Rows,
): Promise<PageStart | undefined> {
  const near = { createdBefore: undefined, offset };
  const isNewestFirst = by === 'created_at' && isDescending;
  if (!counted || !isNewestFirst || offset <= nearOffset) return near;
  const { createdBefore: end } = counted;
  const last = end === undefined ? undefined : dayOf(tx, end);
  const cut = end === undefined ? tx`0` : beforeEnd(tx, counted, end, rows);
  const [found] = await tx<{ until: string | null; before: number }[]>`
    with cut as materialized (select ${cut}::bigint as n),
    days as (
      select day, sum(records) as n from record_counts
      where ${inDays(tx, counted)} ${last ? tx`and day < ${last}` : tx``}
      group by day having sum(records) > 0
    ), walked as (
      select day, n, (select n from cut) + sum(n) over (order by day desc) - n as before from days
    )
    select null as until, 0 as before from cut where n > ${offset}
    union all
    select (day + 1)::text || 'T00:00:00Z' as until, before::integer from walked
    where before <= ${offset} and before + n > ${offset}`;
  return found && { createdBefore: found.until ?? undefined, offset: offset - found.before };
}

/** The condition of a page that begins there, from `and` on. */
export const beforeStart = (tx: Tx, { createdBefore }: PageStart, column: string) =>
  createdBefore === undefined ? tx`` : tx`and ${tx(column)} < ${createdBefore}::text::timestamptz`;

/**
 * Which rows are the page. The usual first page of a counted list stands in the text: with a parameter, PostgreSQL takes a page for a
 * tenth of the list, and makes a plan anew each time. Where more is asked for, that is for the best.
 */
export function rowsOfPage(
  tx: Tx,
  counted: Counted | undefined,
  { limit }: OrderedPage,
  { offset }: PageStart,
): Sql {
  const isUsual = counted && limit === usualLimit && offset === 0;
  return isUsual ? tx`${tx.unsafe(`limit ${usualLimit}`)}` : tx`limit ${limit} offset ${offset}`;
}

/** How many rows of one day's number may wait to be added up. */
const foldAbove = 50;

/** Adds up what many statements noted of one day. */
export async function foldRecordCounts(tx: Tx): Promise<void> {
  await tx`
    with many as (
      select workspace_id, kind, is_test, day, label from record_counts
      group by workspace_id, kind, is_test, day, label having count(*) > ${foldAbove}
      limit 1000
    ), gone as (
      delete from record_counts r using many m
      where r.workspace_id = m.workspace_id and r.kind = m.kind and r.is_test = m.is_test
        and r.day = m.day and r.label = m.label
      returning r.workspace_id, r.kind, r.is_test, r.day, r.label, r.records
    )
    insert into record_counts (workspace_id, kind, is_test, day, label, records)
    select workspace_id, kind, is_test, day, label, sum(records) from gone
    group by workspace_id, kind, is_test, day, label having sum(records) <> 0`;
}
