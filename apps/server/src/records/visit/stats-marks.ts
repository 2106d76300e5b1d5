/**
 * Marks visits whose figures must be recounted (`stats`). Changes to visits, leads or conversions outside ingest
 * append a mark in the same transaction; for ingest, its recorded changes suffice. Counting happens after COMMIT.
 */
import type { Tx } from '../../platform/db/connect.ts';

/** Replaces a session id for data without a session. */
export const noSession = '00000000-0000-0000-0000-000000000000';

export interface MarkedSession {
  visitorId: string;
  sessionId: string;
  isTest: boolean;
}

export async function markSessions(
  tx: Tx,
  workspaceId: string,
  sessions: MarkedSession[],
): Promise<void> {
  if (sessions.length === 0) return;
  await tx`
    insert into stats_marks (workspace_id, visitor_id, session_id, is_test)
    select ${workspaceId}, t.visitor_id, t.session_id, t.is_test
    from unnest(${sessions.map(({ visitorId }) => visitorId)}::uuid[],
                ${sessions.map(({ sessionId }) => sessionId)}::uuid[],
                ${sessions.map(({ isTest }) => String(isTest))}::text[]::boolean[])
      as t (visitor_id, session_id, is_test)`;
}

/** SQL of an update of leads `l` that marks the visits of changed leads; `$1` is the workspace. */
export function updateAndMark(update: string): string {
  return `
    with changed as (${update} returning l.visitor_id, l.session_id, l.is_test)
    insert into stats_marks (workspace_id, visitor_id, session_id, is_test)
    select $1::uuid, visitor_id, coalesce(session_id, '${noSession}'::uuid), is_test from changed`;
}

/** Marks the visits that these leads belong to now. */
export async function markLeads(tx: Tx, workspaceId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx`
    insert into stats_marks (workspace_id, visitor_id, session_id, is_test)
    select workspace_id, visitor_id, coalesce(session_id, ${noSession}::uuid), is_test
    from leads where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])`;
}
