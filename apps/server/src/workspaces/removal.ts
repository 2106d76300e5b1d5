/**
 * The end of a workspace: at once nobody has access and nothing is taken any more; then all that is stored of it goes in
 * slices, each in a transaction of its own, and the workspace itself as the last.
 */
import type { Database, Tx } from '../db/connect.ts';
import { lockClasses } from '../db/lock-classes.ts';

const rowsAtOnce = 5_000;
/** What was under way when it was deleted has ended by then, also in other processes. */
const graceSeconds = 60;
/** What others would go on working on goes first. */
const firstTables = ['jobs', 'list_upkeep', 'stats_marks', 'search_pending'];

/** In the transaction of a request. Without features nothing that was shared of it answers either. */
export async function endWorkspace(tx: Tx, workspaceId: string): Promise<void> {
  await tx`
    update api_keys set revoked_at = now() where workspace_id = ${workspaceId} and revoked_at is null`;
  await tx`
    update signing_secrets set revoked_at = now() where workspace_id = ${workspaceId} and revoked_at is null`;
  await tx`delete from invitations where workspace_id = ${workspaceId}`;
  await tx`delete from workspace_members where workspace_id = ${workspaceId}`;
  await tx`
    update workspaces set deleted_at = now(), features = '{}' where workspace_id = ${workspaceId}`;
}

/** Of all workspaces, for the owner; those that were deleted first. */
export async function selectDeletedWorkspaces(tx: Tx): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select workspace_id as id from workspaces where deleted_at is not null order by deleted_at, workspace_id`;
  return rows.map(({ id }) => id);
}

/** Kept until the sink has removed there what is gone here. */
const keptTables = ['workspaces', 'sink_positions'];

/** Every table with data of workspaces, whichever there are. */
async function selectTables(tx: Tx): Promise<string[]> {
  const rows = await tx<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname = 'workspace_id'
      and not a.attisdropped and c.relname <> all(${keptTables})
    order by array_position(${firstTables}::text[], c.relname::text), c.relname`;
  return rows.map(({ name }) => name);
}

/** What one step came to: rows went; nothing is left to go just now; another process is about it; all is gone. */
export type Step = 'removed' | 'waiting' | 'not ours' | 'gone';

/** One slice, of the first table that has any rows. */
export async function removeSlice(db: Database, workspaceId: string): Promise<Step> {
  const remove = async (tx: Tx) => {
    const [turn] = await tx<{ ours: boolean }[]>`
      select pg_try_advisory_xact_lock(${lockClasses.removal}, hashtext(${workspaceId})) as ours`;
    if (!turn?.ours) return 'not ours';
    for (const table of await selectTables(tx)) {
      const stored = tx(tx.stored(table));
      const { count } = await tx`
        delete from ${stored} where workspace_id = ${workspaceId} and ctid = any(array(
          select ctid from ${stored} where workspace_id = ${workspaceId} limit ${rowsAtOnce}))`;
      if (count > 0) return 'removed';
    }
    const { count } = await tx`
      delete from workspaces where workspace_id = ${workspaceId}
        and deleted_at < now() - make_interval(secs => ${graceSeconds})`;
    return count > 0 ? 'gone' : 'waiting';
  };
  return db.upkeep(remove, workspaceId);
}
