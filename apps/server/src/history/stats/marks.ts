/** The marks of `jobs/stats-marks.ts`, as they are worked off. */
import type { Tx } from '../../db/connect.ts';
import type { VisitKey } from './facts.ts';
import { visitKeyText } from './visits.ts';

/** Takes the oldest away, for the transaction that counts what they mark; each visit once. */
export async function takeMarks(tx: Tx, workspaceId: string, limit: number): Promise<VisitKey[]> {
  // Planned each time: the table is empty at one time and long at another.
  const rows = await tx<VisitKey[]>`
    with oldest as (
      select marked_at, id from stats_marks
      where workspace_id = ${workspaceId} and marked_at <= now()
      order by marked_at, id limit ${limit}
    )
    delete from stats_marks m using oldest o
    where m.workspace_id = ${workspaceId} and m.marked_at = o.marked_at and m.id = o.id
    returning m.session_id as "sessionId", m.visitor_id as "visitorId", m.is_test as "isTest"`;
  return [...new Map(rows.map((row) => [visitKeyText(row), { ...row }])).values()];
}

/** So that what cannot be counted keeps nothing else waiting for long. */
export async function postponeOldestMark(tx: Tx, workspaceId: string): Promise<void> {
  await tx`
    with oldest as (
      select marked_at, id from stats_marks where workspace_id = ${workspaceId}
      order by marked_at, id limit 1
    )
    update stats_marks m set marked_at = now() + interval '1 minute' from oldest o
    where m.workspace_id = ${workspaceId} and m.marked_at = o.marked_at and m.id = o.id`;
}
