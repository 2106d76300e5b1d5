/**
 * Marks of visits whose figures have to be counted anew (`stats`). What changes a visit, a lead or a
 * conversion beside ingest appends one in the same transaction; what ingest touched is told by the changes that it
 * records. What a visit is counted as is worked out after COMMIT.
 */
import type { Tx } from '../../platform/db/connect.ts';

/** In place of a session's id: what a visitor has without a session. */
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

/** Text of an update of leads `l` that marks the visits of those which it changes; `$1` is the workspace. */
export function updateAndMark(update: string): string {
  return `
    with changed as (${update} returning l.visitor_id, l.session_id, l.is_test)
    insert into stats_marks (workspace_id, visitor_id, session_id, is_test)
    select $1::uuid, visitor_id, coalesce(session_id, '${noSession}'::uuid), is_test from changed`;
}

/** For the visits that these leads belong to, as they are stored now. */
export async function markLeads(tx: Tx, workspaceId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx`
    insert into stats_marks (workspace_id, visitor_id, session_id, is_test)
    select workspace_id, visitor_id, coalesce(session_id, ${noSession}::uuid), is_test
    from leads where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])`;
}
