/**
 * Exact totals of long lists from daily counts: `record_counts`, maintained by triggers. Whole days are
 * summed; days cut by a filter are counted.
 */
import type { Sql, Tx } from '../db/connect.ts';
import type { CreatedRange } from './created-range.ts';

export interface Counted extends CreatedRange {
  workspaceId: string;
  kind: 'lead' | 'suspect lead' | 'identity';
  isTest: boolean;
  /** For leads, the source; undefined for all. */
  label?: string;
}

const inDays = (tx: Tx, { workspaceId, kind, isTest, label }: Counted) => tx`
  workspace_id = ${workspaceId} and kind = ${kind} and is_test = ${isTest}
  ${label === undefined ? tx`` : tx`and label = ${label}`}`;

const dayOf = (tx: Tx, instant: string) =>
  tx`(${instant}::text::timestamptz at time zone 'UTC')::date`;
const startOf = (tx: Tx, day: Sql) => tx`(${day})::timestamp at time zone 'UTC'`;

/** The list, with a further condition on created_at, starting with `and`. */
export type Rows = (also: Sql) => Sql;

/** Options for the list's total; empty if daily counts do not apply. */
export function countedByDay(tx: Tx, counted: Counted | undefined, rows: Rows) {
  if (!counted) return {};
  const count = async () => {
    const [row] = await tx<{ total: number }[]>`select ${totalOf(tx, counted, rows)} as total`;
    return row?.total ?? 0;
  };
  return { count };
}

/** As an SQL expression. */
function totalOf(tx: Tx, counted: Counted, rows: Rows): Sql {
  const { createdAfter: after, createdBefore: before } = counted;
  const firstDay = after === undefined ? undefined : dayOf(tx, after);
  const lastDay = before === undefined ? undefined : dayOf(tx, before);
  const secondDay = firstDay && startOf(tx, tx`${firstDay} + 1`);
  const count = (also: Sql) => tx`+ (select count(*) from ${rows(also)})`;
  const ofFirst = secondDay ? count(tx`and created_at < ${secondDay}`) : tx``;
  const isLater = secondDay ? tx`and created_at >= ${secondDay}` : tx``;
  const ofLast = lastDay ? count(tx`and created_at >= ${startOf(tx, lastDay)} ${isLater}`) : tx``;
  return tx`((select coalesce(sum(records), 0) from record_counts where ${inDays(tx, counted)}
      ${firstDay ? tx`and day > ${firstDay}` : tx``} ${lastDay ? tx`and day < ${lastDay}` : tx``})
    ${ofFirst} ${ofLast})::integer`;
}

/** Most unmerged rows of one day's count. */
const compactAbove = 50;

/** Merges the rows that many statements added for one day. */
export async function compactRecordCounts(tx: Tx): Promise<void> {
  await tx`
    with many as (
      select workspace_id, kind, is_test, day, label from record_counts
      group by workspace_id, kind, is_test, day, label having count(*) > ${compactAbove}
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
