/** Events in a time range, as SQL: by the time in their ids, and through a separate index for the few that differ. */
import type { Tx } from '../../platform/db/connect.ts';
import type { Sql } from '../../platform/db/fragments.ts';

/** How far an id's time may differ from the event's for a lookup by id. */
export const offClockMs = 300_000;

/** Follows `from`, as `e`. `isInWindow`: condition on `e.occurred_at`, within these bounds. */
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

/** The smallest id at a time. */
export function idAt(iso: string, shiftMs: number): string {
  const ms = Math.min(Math.max(0, Date.parse(iso) + shiftMs), 2 ** 48 - 1);
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** The event columns that count since a time, which is SQL by the database's clock. */
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
