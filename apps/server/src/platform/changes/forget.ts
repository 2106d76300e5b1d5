/** Deletes changes after a day, or earlier if there are very many. */
import type { Database, Tx } from '../db/connect.ts';
import { lockClasses } from '../db/lock-classes.ts';

const keptHours = 24;
const keptChanges = 500_000;
const batchSize = 5_000;

/** Batches per workspace and run; the rest follows next time. */
const mostBatches = 200;

/** For all workspaces, one transaction per batch. */
export async function forgetChanges(db: Database): Promise<void> {
  const workspaces = await db.everywhere(
    (tx) =>
      tx<{ id: string }[]>`select workspace_id as id from workspaces where deleted_at is null`,
  );
  for (const { id } of workspaces.flat()) {
    for (let batches = 0; batches < mostBatches; batches++) {
      const forgotten = await db.upkeep((tx) => forgetOldChanges(tx, id), id);
      if (forgotten < batchSize) break;
    }
  }
}

/**
 * Deletes one workspace's oldest changes, at most a batch. Returns their number; less than a batch means none
 * are left. One process at a time.
 */
export async function forgetOldChanges(
  tx: Tx,
  workspaceId: string,
  { batch = batchSize, kept = keptChanges } = {},
): Promise<number> {
  const [row] = await tx<{ forgotten: number }[]>`
    with turn as materialized (
      select pg_try_advisory_xact_lock(${lockClasses.forgetting}, hashtext(${workspaceId})) as is_ours
    ),
    excess as (
      select xact, id from changes where workspace_id = ${workspaceId}
      order by xact desc, id desc offset ${kept} limit 1
    ),
    oldest as (
      (select xact, id from changes
       where workspace_id = ${workspaceId} and (select is_ours from turn)
         and created_at < now() - ${keptHours}::integer * interval '1 hour'
       order by created_at limit ${batch})
      union
      (select xact, id from changes
       where workspace_id = ${workspaceId} and (select is_ours from turn)
         and (xact, id) <= (select xact, id from excess)
       order by xact, id limit ${batch})
    ),
    gone as (
      delete from changes c using oldest o
      where c.workspace_id = ${workspaceId} and c.xact = o.xact and c.id = o.id
      returning c.xact, c.id
    ),
    floor as (
      insert into change_floors (workspace_id, xact, id)
      select ${workspaceId}, xact, id from gone order by xact desc, id desc limit 1
      on conflict (workspace_id) do update set xact = excluded.xact, id = excluded.id
    )
    select count(*)::integer as forgotten from gone`;
  return row?.forgotten ?? 0;
}
