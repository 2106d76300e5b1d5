/** Does or undoes one slice of a list change, in a separate transaction if there are many. */

import { recordChanges } from '../../platform/changes/record.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { dropFailedJobsOf, retryJobsOf } from '../../platform/jobs/failed-jobs.ts';
import { enqueueJobs, type Job } from '../../platform/jobs/queue.ts';
import { selectSurvivors } from '../../records/person/survivors.ts';
import { deleteListMembers, insertListMembers, selectUnknownMembers } from '../members.ts';
import { holdList } from '../store.ts';
import {
  deleteSlice,
  finishSlice,
  lockChange,
  type Slice,
  type StoredChange,
  selectNextSlice,
  updateChange,
} from './store.ts';

/** Returns whether more is left. */
async function step(tx: Tx, workspaceId: string, change: StoredChange): Promise<boolean> {
  if (change.state !== 'running' && change.state !== 'undoing') return false;
  const slice = await selectNextSlice(tx, workspaceId, change);
  if (!slice) {
    change.state = change.state === 'running' ? 'done' : 'undone';
    await updateChange(tx, workspaceId, change);
    return false;
  }
  const changed = await move(tx, workspaceId, change, slice);
  if (change.state === 'running') {
    await finishSlice(tx, workspaceId, slice.id, changed);
    change.changed += changed.length;
  } else {
    await deleteSlice(tx, workspaceId, slice.id);
  }
  change.seen += slice.memberIds.length;
  await updateChange(tx, workspaceId, change);
  return true;
}

/** Returns who was added or removed; nobody if the list no longer exists. */
async function move(
  tx: Tx,
  workspaceId: string,
  { list_id: listId, action, state }: StoredChange,
  { type, memberIds, changedIds }: Slice,
): Promise<string[]> {
  if (!(await holdList(tx, workspaceId, listId))) return [];
  const isUndone = state === 'undoing';
  const ids = await currentIds(tx, workspaceId, type, isUndone ? (changedIds ?? []) : memberIds);
  const isAdded = (action === 'add') !== isUndone;
  const write = isAdded ? insertListMembers : deleteListMembers;
  const changed = ids.length > 0 ? await write(tx, workspaceId, listId, type, ids) : [];
  if (changed.length > 0) {
    await recordChanges(tx, workspaceId, [{ kind: 'list', id: listId, isTest: false }]);
  }
  return changed;
}

/** Replaces people merged meanwhile with their survivors. */
async function currentIds(tx: Tx, workspaceId: string, type: Slice['type'], ids: string[]) {
  const unknown = await selectUnknownMembers(tx, workspaceId, type, ids);
  if (unknown.length === 0) return ids;
  const survivors =
    type === 'identity' ? await selectSurvivors(tx, workspaceId, unknown) : new Map();
  const gone = new Set(unknown);
  return [...new Set(ids.flatMap((id) => (gone.has(id) ? (survivors.get(id) ?? []) : id)))];
}

/** All slices, in this transaction. */
export async function doAll(tx: Tx, workspaceId: string, change: StoredChange): Promise<void> {
  while (await step(tx, workspaceId, change));
}

/** Leaves the rest to the background; each job runs one slice, and enqueues the next. */
export async function askForRest(
  tx: Tx,
  workspaceId: string,
  change: Pick<StoredChange, 'id' | 'state'>,
): Promise<void> {
  const subject = await subjectOf(tx, workspaceId, change);
  await enqueueJobs(tx, workspaceId, 'list_change', [{ subject, isTest: false }]);
}

/** Continues at once, even if its job was given up or dropped. */
export async function tryRestAgain(
  tx: Tx,
  workspaceId: string,
  change: Pick<StoredChange, 'id' | 'state'>,
): Promise<void> {
  const subject = await subjectOf(tx, workspaceId, change);
  await retryJobsOf(tx, workspaceId, 'list_change', subject);
  await askForRest(tx, workspaceId, change);
}

/** Drops failed jobs of the change. */
export async function forgetRest(
  tx: Tx,
  workspaceId: string,
  change: Pick<StoredChange, 'id' | 'state'>,
): Promise<void> {
  await dropFailedJobsOf(tx, workspaceId, 'list_change', await subjectOf(tx, workspaceId, change));
}

async function subjectOf(
  tx: Tx,
  workspaceId: string,
  change: Pick<StoredChange, 'id' | 'state'>,
): Promise<string> {
  return (await selectNextSlice(tx, workspaceId, change))?.id ?? change.id;
}

export async function goOnWithListChanges(tx: Tx, workspaceId: string, jobs: Job[]) {
  const rows = await tx<{ id: string }[]>`
    select distinct coalesce(s.change_id, t.subject) as id
    from unnest(${jobs.map(({ subject }) => subject)}::uuid[]) t (subject)
    left join list_change_slices s on s.workspace_id = ${workspaceId} and s.id = t.subject
    order by 1`;
  for (const { id } of rows) {
    const change = await lockChange(tx, workspaceId, id);
    if (change && (await step(tx, workspaceId, change))) await askForRest(tx, workspaceId, change);
  }
}
