/**
 * Exact totals of long lists, from the numbers of each day: `record_counts`, which triggers keep with the
 * records. Whole days are added up; days that a filter cuts are counted.
 */
import type { Sql, Tx } from '../db/connect.ts';
import type { CreatedRange } from './created-range.ts';

export interface Counted extends CreatedRange {
  workspaceId: string;
  kind: 'lead' | 'suspect lead' | 'identity';
  isTest: boolean;
  /** Of leads the source; undefined for all. */
  label?: string;
}

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
