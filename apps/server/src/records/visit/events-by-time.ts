/** Events of a window of time, as SQL: found by the time in their ids, and the few whose id tells another by an index of their own. */
import type { Tx } from '../../platform/db/connect.ts';
import type { Sql } from '../../platform/db/fragments.ts';

/** How far the time in an id may be from when the event happened, for it to be found by its id. */
export const offClockMs = 300_000;

/** Behind `from`, as `e`. `isInWindow`: of `e.occurred_at`, within these bounds. */
export function eventsOfTime(
  tx: Tx,
  workspaceId: string,
  { from, until }: { from: string; until: string | undefined },
  isInWindow: Sql,
): Sql {
  return tx`(
    with off as materialized (
      select e.* from events e where e.workspace_id = ${workspaceId} and e.off_clock and ${isInWindow}
    )
    select e.* from events e
    where e.workspace_id = ${workspaceId} and e.id >= ${idAt(from, -offClockMs)}::uuid
      ${until === undefined ? tx`` : tx`and e.id < ${idAt(until, offClockMs)}::uuid`}
      and ${isInWindow} and not e.off_clock
    union all
    select * from off
  ) e`;
}

/** The smallest id of a time. */
export function idAt(iso: string, shiftMs: number): string {
  const ms = Math.min(Math.max(0, Date.parse(iso) + shiftMs), 2 ** 48 - 1);
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** What counts of the events since a time, which is SQL by the database's own clock. */
export function eventsSince(tx: Tx, workspaceId: string, since: Sql): Sql {
  const columns = tx`visitor_id, session_id, is_test, occurred_at, type, name`;
  const firstMs = tx`(extract(epoch from ${since}) * 1000)::bigint - ${offClockMs}::integer`;
  return tx`
    select ${columns} from events
    where workspace_id = ${workspaceId} and occurred_at > ${since} and not off_clock
      and id >= (lpad(to_hex(${firstMs}), 12, '0') || repeat('0', 20))::uuid
    union all
    select ${columns} from events
    where workspace_id = ${workspaceId} and occurred_at > ${since} and off_clock`;
}
