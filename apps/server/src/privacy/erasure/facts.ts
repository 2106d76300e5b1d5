/**
 * Settles the figures. To keep totals, facts stay with random visit and visitor ids that are stored nowhere else. To
 * recount, the visits are marked, and their days are counted again.
 */
import { randomUUID } from 'node:crypto';
import type { Tx } from '../../platform/db/connect.ts';
import { markSessions, noSession } from '../../records/visit/stats-marks.ts';
import type { RunningErasure } from './store.ts';

/** `sessionIds`: some visits of a shared visitor; undefined: all facts of the visitor, under a random id. */
export async function settleFacts(
  tx: Tx,
  workspaceId: string,
  { totals, isTest }: Pick<RunningErasure, 'totals' | 'isTest'>,
  visitorId: string,
  sessionIds: string[] | undefined,
): Promise<void> {
  const of = tx`workspace_id = ${workspaceId} and visitor_id = ${visitorId} and is_test = ${isTest}
    ${sessionIds ? tx`and session_id = any(${sessionIds}::uuid[])` : tx``}`;
  const facts = await tx<{ id: string }[]>`
    select distinct session_id as id from session_facts where ${of} order by 1`;
  const ids = facts.map(({ id }) => id);
  if (totals === 'recount') {
    const marked = new Set([...ids, ...(sessionIds ?? [noSession])]);
    await markSessions(
      tx,
      workspaceId,
      [...marked].map((sessionId) => ({ visitorId, sessionId, isTest })),
    );
    return;
  }
  await tx`delete from stats_marks where ${of}`;
  if (ids.length === 0) return;
  const newVisitorId = sessionIds ? visitorId : randomUUID();
  const newIds = ids.map((id) => (id === noSession ? noSession : randomUUID()));
  for (const table of ['session_facts', 'open_facts']) {
    await tx`
      update ${tx(table)} f set visitor_id = ${newVisitorId}, session_id = t.new_id,
        pages = coalesce(f.pages, '{}')
      from unnest(${ids}::uuid[], ${newIds}::uuid[]) t (id, new_id)
      where f.workspace_id = ${workspaceId} and f.visitor_id = ${visitorId} and f.is_test = ${isTest}
        and f.session_id = t.id`;
  }
}
