/** Daily stored amounts per write key, with signed data counted separately. */

import type { Amounts } from '@footfall/contract/settings';
import {
  type Column,
  columnValues,
  nameList,
  selectList,
  unnestClause,
} from '../../platform/db/columns.ts';
import type { Tx } from '../../platform/db/connect.ts';

/** One key on one day. */
export interface UsageRow extends Amounts {
  workspaceId: string;
  /** YYYY-MM-DD, in UTC. */
  day: string;
  keyId: string;
  isSigned: boolean;
}

const amount = (name: keyof Amounts): Column<UsageRow> => {
  return { name, type: 'numeric', value: (row) => row[name] };
};

const columns: Column<UsageRow>[] = [
  { name: 'workspace_id', type: 'uuid', value: (row) => row.workspaceId },
  { name: 'day', type: 'text', value: (row) => row.day },
  { name: 'key_id', type: 'uuid', value: (row) => row.keyId },
  { name: 'is_signed', type: 'boolean', value: (row) => row.isSigned },
  amount('rows'),
  amount('bytes'),
  amount('people'),
  amount('leads'),
];

// In key order, so that concurrent processes wait instead of deadlocking.
const add = `
  insert into daily_usage as u (${nameList(columns)})
  select ${selectList(columns).replace('t.day', 't.day::date')} from ${unnestClause(columns, 1)}
  order by t.workspace_id, t.day, t.key_id, t.is_signed
  on conflict (workspace_id, day, key_id, is_signed) do update set
    rows = u.rows + excluded.rows, bytes = u.bytes + excluded.bytes,
    people = u.people + excluded.people, leads = u.leads + excluded.leads`;

/** For any workspaces, by the owner. A database crash may lose the last additions. */
export async function addUsage(tx: Tx, rows: UsageRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx`set local synchronous_commit = off`;
  await tx.unsafe(add, columnValues(columns, rows));
}

/** For these workspaces and day, across processes. */
export async function selectUsage(
  tx: Tx,
  workspaceIds: string[],
  day: string,
): Promise<UsageRow[]> {
  return tx<UsageRow[]>`
    select workspace_id as "workspaceId", day::text as day, key_id as "keyId", is_signed as "isSigned",
           rows::float8 as rows, bytes::float8 as bytes, people::float8 as people, leads::float8 as leads
    from daily_usage where workspace_id = any(${workspaceIds}::uuid[]) and day = ${day}::text::date`;
}

/** For all workspaces that stored something today. */
export async function selectUsageOfToday(tx: Tx): Promise<UsageRow[]> {
  const [clock] = await tx<{ day: string; ids: string[] }[]>`
    select d.day::text as day, array(select distinct workspace_id from daily_usage where day = d.day) as ids
    from (select (now() at time zone 'utc')::date as day) d`;
  return clock ? selectUsage(tx, clock.ids, clock.day) : [];
}

const keptDays = 90;

export async function forgetOldUsage(tx: Tx): Promise<void> {
  await tx`delete from daily_usage where day < (now() at time zone 'utc')::date - ${keptDays}::integer`;
}
