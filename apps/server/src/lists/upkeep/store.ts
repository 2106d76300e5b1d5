/** Progress of list updates, in the database. */
import type { FilterTree } from '@footfall/contract/filter';
import { type ListSubject, listSubjects, type UpkeepError } from '@footfall/contract/list-record';
import { recordChanges } from '../../platform/changes/record.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { utcMicros } from '../../platform/db/instants.ts';
import { lockClasses } from '../../platform/db/lock-classes.ts';
import { firstUnfollowed, followedUntil, isForgotten } from './changed-subjects.ts';
import type { Difference } from './listed.ts';

/** One process evaluates a workspace at a time. */
export async function takeTurn(tx: Tx, workspaceId: string): Promise<boolean> {
  const [turn] = await tx<{ ours: boolean }[]>`
    select pg_try_advisory_xact_lock(${lockClasses.listUpkeep}, hashtext(${workspaceId})) as ours`;
  return turn?.ours === true;
}

/** Number of automatic lists; locks new ones until the transaction ends. */
export async function countKeptLists(tx: Tx, workspaceId: string): Promise<number> {
  await tx`select pg_advisory_xact_lock(${lockClasses.keptListRoom}, hashtext(${workspaceId}))`;
  const [row] = await tx<{ lists: number }[]>`
    select count(*)::integer as lists from list_upkeep where workspace_id = ${workspaceId}`;
  return row?.lists ?? 0;
}

/** Starts automatic updates with a full evaluation. */
export async function startUpkeep(
  tx: Tx,
  workspaceId: string,
  listId: string,
  isTimed: boolean,
): Promise<void> {
  await tx`
    insert into list_upkeep as u (workspace_id, list_id, is_timed) values (${workspaceId}, ${listId}, ${isTimed})
    on conflict (workspace_id, list_id) do update set is_timed = excluded.is_timed, step = u.step + 1,
      is_filling = true, evaluate_at = now(), failures = 0, error = null, retry_at = '-infinity'`;
}

export interface DueList {
  workspaceId: string;
  listId: string;
  /** A full evaluation is due. */
  isDue: boolean;
  /** Applying changes would not suffice. */
  isFilling: boolean;
  hasChanges: boolean;
  /** How long the first change has been waiting. */
  waitedSeconds: number;
}

/**
 * In all workspaces, for the owner, alternating between workspaces. `isTimedDue`: includes those that time changes, whenever
 * they were evaluated.
 */
export async function selectDueLists(tx: Tx, isTimedDue = false): Promise<DueList[]> {
  return tx<DueList[]>`
    select * from (
      select u.workspace_id as "workspaceId", u.list_id as "listId",
        u.evaluate_at <= now() or ${isForgotten(tx)} or (${isTimedDue} and u.is_timed) as "isDue",
        u.is_filling or ${isForgotten(tx)} as "isFilling",
        w.since is not null as "hasChanges",
        extract(epoch from now() - coalesce(w.since, now()))::float8 as "waitedSeconds"
      from list_upkeep u cross join lateral ${followedUntil(tx)} s
      cross join lateral (select ${firstUnfollowed(tx)} as since) w
      where u.retry_at <= now()
    ) t where "isDue" or "hasChanges"
    order by row_number() over (partition by "workspaceId" order by "waitedSeconds" desc, "listId"), "listId"`;
}

export interface KeptList {
  id: string;
  of: ListSubject;
  tree: FilterTree;
  isTimed: boolean;
  step: string;
  /** Transactions that had ended then. */
  snapshot: string;
  /** UTC, with microseconds. */
  readAt: string;
}

export async function selectKeptList(tx: Tx, workspaceId: string, listId: string) {
  const [row] = await tx<KeptList[]>`
    select vl.id, vl.of, vl.filter as tree, u.is_timed as "isTimed", u.step::text,
           pg_current_snapshot()::text as snapshot, ${utcMicros(tx, tx`now()`)} as "readAt"
    from visitor_lists vl join list_upkeep u on u.workspace_id = ${workspaceId} and u.list_id = vl.id
    where vl.workspace_id = ${workspaceId} and vl.id = ${listId} and vl.filter is not null`;
  return row;
}

/** New state after writing members; undefined fields stay unchanged. */
export interface Progress {
  /** Snapshot of the changes already applied. */
  collected?: string;
  /** A full evaluation, as of then, with the seconds until the next. */
  evaluated?: { at: string; againSeconds: number };
}

/**
 * Writes nothing if another process wrote since `step`, or the list has another filter or was deleted. Returns the
 * next step, or undefined.
 */
export async function writeMembers(
  tx: Tx,
  workspaceId: string,
  { id, of, step }: Pick<KeptList, 'id' | 'of' | 'step'>,
  { entering, leaving }: Omit<Difference, 'total'>,
  { collected, evaluated }: Progress,
): Promise<string | undefined> {
  const rows = await tx`
    select from list_upkeep
    where workspace_id = ${workspaceId} and list_id = ${id} and step = ${step}::text::bigint for update`;
  if (rows.length === 0) return undefined;
  const type = listSubjects[of];
  const gone =
    leaving.length === 0
      ? { count: 0 }
      : await tx`
    delete from visitor_list_members
    where workspace_id = ${workspaceId} and list_id = ${id} and type = ${type} and member_id = any(${leaving}::uuid[])`;
  const added =
    entering.length === 0
      ? { count: 0 }
      : await tx`
    insert into visitor_list_members (workspace_id, list_id, type, member_id, shown_id)
    select ${workspaceId}, ${id}, ${type}, m.id, m.id from unnest(${entering}::uuid[]) m (id) order by m.id
    on conflict do nothing`;
  const [row] = await tx<{ step: string }[]>`
    update list_upkeep set
      step = step + 1, member_count = member_count + ${added.count - gone.count}::integer,
      collected = coalesce(${collected ?? null}::text::pg_snapshot, collected),
      failures = 0, error = null, retry_at = '-infinity',
      evaluated_at = coalesce(${evaluated?.at ?? null}::text::timestamptz, evaluated_at),
      is_filling = is_filling and ${evaluated === undefined},
      evaluate_at = coalesce(now() + ${evaluated?.againSeconds ?? null}::float8 * interval '1 second', evaluate_at)
    where workspace_id = ${workspaceId} and list_id = ${id} returning step::text`;
  if (added.count + gone.count > 0) {
    await recordChanges(tx, workspaceId, [{ kind: 'list', id, isTest: false }]);
  }
  return row?.step;
}

/** Requests a full evaluation. */
export async function askForAll(tx: Tx, workspaceId: string, listId: string): Promise<void> {
  await tx`update list_upkeep set evaluate_at = now() where workspace_id = ${workspaceId} and list_id = ${listId}`;
}

/** Retries after one minute, two, four … up to an hour. */
export async function noteFailure(
  tx: Tx,
  workspaceId: string,
  listId: string,
  error: UpkeepError,
): Promise<void> {
  const { count } = await tx`
    update list_upkeep set failures = least(failures + 1, 100), error = ${error}, evaluate_at = now(),
      retry_at = now() + least(3600, 60 * power(2, least(failures, 10))) * interval '1 second'
    where workspace_id = ${workspaceId} and list_id = ${listId}`;
  if (count > 0) {
    await recordChanges(tx, workspaceId, [{ kind: 'list', id: listId, isTest: false }]);
  }
}
