/**
 * Processes the marks of `records/visit/stats-marks.ts`, and marks visits touched by ingest from the workspace's changes
 * (`platform/changes`), once per visit for all its messages.
 */

import {
  cutOfNew,
  isNewChange,
  knownSnapshot,
  snapshotBefore,
} from '../platform/changes/collected.ts';
import type { Sql, Tx } from '../platform/db/connect.ts';
import { plannedAnew } from '../records/filters/list-filter.ts';
import type { VisitKey } from './facts.ts';
import { selectState } from './state.ts';
import { visitKeyText } from './visits.ts';

/** Removes the oldest marks within the transaction that counts their visits; each visit once. */
export async function takeMarks(tx: Tx, workspaceId: string, limit: number): Promise<VisitKey[]> {
  const marks = tx(tx.stored('stats_marks'));
  // By row position, and planned each time: the table alternates between empty and long, and a plan for an empty one would
  // scan a long one for each mark.
  const rows = await plannedAnew(tx<VisitKey[]>`
    delete from ${marks}
    where workspace_id = ${workspaceId} and ctid = any(array(
      select ctid from ${marks} where workspace_id = ${workspaceId} and marked_at <= now()
      order by marked_at, id limit ${limit}))
    returning session_id as "sessionId", visitor_id as "visitorId", is_test as "isTest"`);
  return [...new Map(rows.map((row) => [visitKeyText(row), { ...row }])).values()];
}

/** Keeps a visit that cannot be counted from blocking others for long. */
export async function postponeOldestMark(tx: Tx, workspaceId: string): Promise<void> {
  await tx`
    with oldest as (
      select marked_at, id from stats_marks where workspace_id = ${workspaceId}
      order by marked_at, id limit 1
    )
    update stats_marks m set marked_at = now() + interval '1 minute' from oldest o
    where m.workspace_id = ${workspaceId} and m.marked_at = o.marked_at and m.id = o.id`;
}

/** Rows of changes collected at once, plus the rest of the last transaction. */
const collectedAtOnce = 4_000;

/** Marks the visits touched since the last call, or a part of very many. Returns whether more is left. */
export async function collectMarks(
  tx: Tx,
  workspaceId: string,
  atOnce = collectedAtOnce,
): Promise<boolean> {
  await selectState(tx, workspaceId);
  const [row] = await tx<{ more: boolean }[]>`
    with state as materialized (
      select ${knownSnapshot(tx, tx`s.collected`)} as collected, pg_current_snapshot() as taken
      from stats_state s where s.workspace_id = ${workspaceId}
    ),
    -- The first transaction that is left to the next time.
    cut as materialized (
      select ${cutOfNew(tx, workspaceId, tx`state`, atOnce)} as xact
    ),
    marked as (
      insert into stats_marks (workspace_id, marked_at, visitor_id, session_id, is_test)
      select ${workspaceId}::uuid, min(c.created_at), t.visitor_id, t.id, c.is_test
      from state s, cut, changes c, unnest(c.visitor_ids, c.ids) as t (visitor_id, id)
      where c.workspace_id = ${workspaceId} and c.kind = 'session' and ${isNewChange(tx)} and c.xact < cut.xact
      group by 3, 4, 5
    )
    update stats_state s set collected = ${snapshotBefore(tx, tx`taken`, tx`cut.xact`)}
    from state, cut where s.workspace_id = ${workspaceId}
    returning cut.xact < pg_snapshot_xmax(taken)::text::bigint as more`;
  return row?.more ?? false;
}

/** Workspaces with changes not collected yet. */
export async function selectUncollectedWorkspaces(tx: Tx): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select w.workspace_id as id from workspaces w
    left join stats_state t on t.workspace_id = w.workspace_id
    cross join lateral (select ${knownSnapshot(tx, tx`t.collected`)} as collected) s
    where w.deleted_at is null and exists (
      select from changes c where c.workspace_id = w.workspace_id and ${isNewChange(tx)})`;
  return rows.map(({ id }) => id);
}

/** Since when anything waits to be counted; null if nothing does. */
export function waitingSince(tx: Tx, workspaceId: string): Sql {
  const state = tx`(select collected from stats_state where workspace_id = ${workspaceId})`;
  return tx`
    least(
      (select marked_at from stats_marks where workspace_id = ${workspaceId} and marked_at <= now()
       order by marked_at, id limit 1),
      (select c.created_at from changes c, (select ${knownSnapshot(tx, state)} as collected) s
       where c.workspace_id = ${workspaceId} and c.kind = 'session' and ${isNewChange(tx)}
       order by c.xact, c.id limit 1))`;
}
