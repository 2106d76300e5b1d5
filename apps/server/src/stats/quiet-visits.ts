/** Open facts of finished visits. */
import { columnValues, unnestClause } from '../platform/db/columns.ts';
import type { Tx } from '../platform/db/connect.ts';
import { keyColumns, type VisitKey } from './facts.ts';
import type { CountedRow } from './sums.ts';

const quiet = (tx: Tx, workspaceId: string, quietMs: number) => tx`
  workspace_id = ${workspaceId} and active_at <= now() - ${quietMs}::integer * interval '1 ms'`;

export async function countQuietVisits(tx: Tx, workspaceId: string, quietMs: number) {
  const [row] = await tx<{ rows: number; waitedMs: number; firstDay: number | null }[]>`
    select count(*)::integer as rows,
           coalesce(extract(epoch from now() - min(active_at)) * 1000, 0)::float8 as "waitedMs", min(day) as "firstDay"
    from open_facts where ${quiet(tx, workspaceId, quietMs)}`;
  return row ?? { rows: 0, waitedMs: 0, firstDay: null };
}

/** Oldest first: visits of a day share sums. */
export async function selectQuietVisits(
  tx: Tx,
  workspaceId: string,
  quietMs: number,
  limit: number,
): Promise<VisitKey[]> {
  return tx<VisitKey[]>`
    select distinct session_id as "sessionId", visitor_id as "visitorId", is_test as "isTest"
    from (select * from open_facts where ${quiet(tx, workspaceId, quietMs)}
          order by day limit ${limit}) f`;
}

const ofVisits = `${unnestClause(keyColumns, 2)}
  join open_facts f on f.workspace_id = $1::uuid and f.session_id = t.session_id
    and f.visitor_id = t.visitor_id and f.is_test = t.is_test`;

/** Those with pages not read yet. */
export async function selectUnreadVisits(
  tx: Tx,
  workspaceId: string,
  keys: VisitKey[],
): Promise<VisitKey[]> {
  return tx.unsafe<VisitKey[]>(
    `select f.session_id as "sessionId", f.visitor_id as "visitorId", f.is_test as "isTest"
     from ${ofVisits} where f.pages is null`,
    [workspaceId, ...columnValues(keyColumns, keys)],
    { prepare: true },
  );
}

export async function selectOpenRows(
  tx: Tx,
  workspaceId: string,
  keys: VisitKey[],
): Promise<CountedRow[]> {
  return tx.unsafe<CountedRow[]>(
    `select f.session_id as "sessionId", f.visitor_id as "visitorId", f.is_test as "isTest", f.quarter, f.day,
            f.revenue::text as revenue
     from ${ofVisits}`,
    [workspaceId, ...columnValues(keyColumns, keys)],
    { prepare: true },
  );
}
