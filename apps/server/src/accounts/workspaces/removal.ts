/**
 * Deletes a workspace: access and ingest end at once; then its data is removed in slices, each in one transaction, and
 * the workspace itself last.
 */
import type { Database, Tx } from '../../platform/db/connect.ts';
import { lockClasses } from '../../platform/db/lock-classes.ts';

const rowsAtOnce = 5_000;
/** Requests in progress at deletion have ended by then, in all processes. */
const graceSeconds = 60;
/** Removed first, since background work would continue on them. */
const firstTables = ['jobs', 'list_upkeep', 'stats_marks', 'search_pending'];

/** Call in the request's transaction. */
export async function endWorkspace(tx: Tx, workspaceId: string): Promise<void> {
  await closeDoors(tx, workspaceId);
  await tx`update workspaces set deleted_at = now() where workspace_id = ${workspaceId}`;
}

/** Like `endWorkspace`, but keeps the data for some days so that the operator can restore it. Returns the end of that time. */
export async function closeWorkspace(tx: Tx, workspaceId: string, days: number): Promise<Date> {
  await tx`
    update workspaces w set closed_at = now(), removed_after = now() + make_interval(days => ${days}),
      closed_with = jsonb_build_object('features', to_jsonb(w.features), 'members',
        (select coalesce(jsonb_agg(m), '[]') from workspace_members m where m.workspace_id = ${workspaceId}))
    where workspace_id = ${workspaceId}`;
  await closeDoors(tx, workspaceId);
  const [row] = await tx<{ removed_after: Date }[]>`
    select removed_after from workspaces where workspace_id = ${workspaceId}`;
  if (!row) throw new Error('a closed workspace is not there');
  return row.removed_after;
}

/** Restores its keys, secrets, members and features. For the owner; false if there is nothing to restore. */
export async function reopenWorkspace(tx: Tx, workspaceId: string): Promise<boolean> {
  const [closed] = await tx<{ closed_at: Date }[]>`
    select closed_at from workspaces
    where workspace_id = ${workspaceId} and removed_after > now() and deleted_at is null for update`;
  if (!closed) return false;
  for (const table of ['api_keys', 'signing_secrets']) {
    await tx`
      update ${tx(table)} k set revoked_at = null from workspaces w
      where w.workspace_id = ${workspaceId} and k.workspace_id = ${workspaceId} and k.revoked_at = w.closed_at`;
  }
  // Skips people without an account by now.
  await tx`
    insert into workspace_members (workspace_id, user_id, workspace_role, joined_at, pii)
    select m.workspace_id, m.user_id, m.workspace_role, m.joined_at, coalesce(m.pii, 'shown') from workspaces w
    cross join lateral jsonb_populate_recordset(null::workspace_members, w.closed_with -> 'members') m
    where w.workspace_id = ${workspaceId} and exists (select from users u where u.id = m.user_id)
    on conflict do nothing`;
  await tx`
    update workspaces set closed_at = null, removed_after = null, closed_with = null,
      features = array(select jsonb_array_elements_text(closed_with -> 'features'))
    where workspace_id = ${workspaceId}`;
  return true;
}

/** For the owner: workspaces past the time for restoring. */
export async function selectExpiredWorkspaces(tx: Tx): Promise<{ id: string }[]> {
  return tx`
    select workspace_id as id from workspaces where removed_after < now() and deleted_at is null`;
}

/** Marks it as deleted. */
export async function endExpiredWorkspace(tx: Tx, workspaceId: string): Promise<void> {
  await tx`
    update workspaces set deleted_at = now(), removed_after = null, closed_with = null
    where workspace_id = ${workspaceId} and removed_after < now() and deleted_at is null`;
}

export interface ClosedWorkspace {
  id: string;
  name: string;
  removed_after: Date;
}

/** Workspaces that can be restored, for the owner. */
export async function selectClosedWorkspaces(tx: Tx): Promise<ClosedWorkspace[]> {
  return tx<ClosedWorkspace[]>`
    select workspace_id as id, name, removed_after from workspaces
    where removed_after > now() and deleted_at is null order by removed_after, workspace_id`;
}

/** Without features, its share links do not respond either. */
async function closeDoors(tx: Tx, workspaceId: string): Promise<void> {
  await tx`
    update api_keys set revoked_at = now() where workspace_id = ${workspaceId} and revoked_at is null`;
  await tx`
    update signing_secrets set revoked_at = now() where workspace_id = ${workspaceId} and revoked_at is null`;
  await tx`delete from invitations where workspace_id = ${workspaceId}`;
  await tx`delete from workspace_members where workspace_id = ${workspaceId}`;
  await tx`update workspaces set features = '{}' where workspace_id = ${workspaceId}`;
}

/** In all workspaces, for the owner; first deleted first. */
export async function selectDeletedWorkspaces(tx: Tx): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select workspace_id as id from workspaces where deleted_at is not null order by deleted_at, workspace_id`;
  return rows.map(({ id }) => id);
}

/** Kept until the sink has removed its copy; the security log outlives the workspace. */
const keptTables = ['workspaces', 'sink_positions', 'security_events'];

/** Every table with workspace data. */
async function selectTables(tx: Tx): Promise<string[]> {
  const rows = await tx<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname = 'workspace_id'
      and not a.attisdropped and c.relname <> all(${keptTables})
    order by array_position(${firstTables}::text[], c.relname::text), c.relname`;
  return rows.map(({ name }) => name);
}

/** Result of a step: rows removed; nothing to remove yet; another process is working on it; all gone. */
export type Step = 'removed' | 'waiting' | 'not ours' | 'gone';

/** Removes one slice, from the first table with rows. */
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
