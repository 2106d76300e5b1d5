/** Bulk changes of lists, in the database. */
import { type ListChange, type ListChangeStage, undoHours } from '@footfall/contract/list-changes';
import { makerOf } from '../../accounts/members/makers.ts';
import { timestamp } from '../../platform/common/timestamp.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { lockClasses } from '../../platform/db/lock-classes.ts';
import { jobTrouble } from '../../platform/jobs/failed-jobs.ts';
import { byCreation, listPage, type OrderedPage } from '../../platform/resource-kit/paging.ts';

export type StoredChange = Omit<
  ListChange,
  'id' | 'state' | 'reason' | 'created_at' | 'undo_until'
> & {
  id: string;
  state: ListChangeStage;
  created_at: Date;
};

type ListChangeState = StoredChange & {
  /** Its job was given up. */
  isStuck: boolean;
  reason: string | null;
};

// A change's job is about its next slice, or about itself if none is left (`steps.ts`).
const trouble = (tx: Tx) => tx`
  left join lateral (${jobTrouble(
    tx,
    'list_change',
    tx`c.workspace_id`,
    tx`coalesce((
      select s.id from list_change_slices s
      where s.workspace_id = c.workspace_id and s.change_id = c.id
        and (c.state = 'undoing' or s.changed_ids is null)
      order by s.id limit 1), c.id)`,
  )}) j on c.state in ('running', 'undoing')`;

const isStuck = (tx: Tx) => tx`
  (c.state in ('running', 'undoing') and j.is_given_up is not false)`;

const columns = (tx: Tx) => tx`
  c.id, c.list_id, c.action, c.of, c.state, c.matched, c.seen, c.changed, c.created_at,
  ${isStuck(tx)} as "isStuck", nullif(j.last_error, '') as reason,
  ${makerOf(tx, tx`c.created_by`)} as created_by`;

const where = (tx: Tx, workspaceId: string, listId: string | undefined) => tx`
  c.workspace_id = ${workspaceId} and c.created_at > now() - make_interval(hours => ${undoHours})
  ${listId === undefined ? tx`` : tx`and c.list_id = ${listId}`}`;

export function listChanges(
  tx: Tx,
  workspaceId: string,
  listId: string | undefined,
  page: OrderedPage,
) {
  return listPage<ListChangeState, ListChange>(tx, page, {
    columns: columns(tx),
    records: tx`list_changes c ${trouble(tx)} where ${where(tx, workspaceId, listId)}`,
    orders: byCreation(tx, tx`c.id`, tx`c.created_at`),
    toRecord: toChange,
  });
}

export async function selectChange(tx: Tx, workspaceId: string, id: string) {
  const [row] = await tx<ListChangeState[]>`
    select ${columns(tx)} from list_changes c ${trouble(tx)}
    where ${where(tx, workspaceId, undefined)} and c.id = ${id}`;
  return row;
}

/** Locks the change until the transaction ends. */
export async function lockChange(tx: Tx, workspaceId: string, id: string) {
  const [row] = await tx<ListChangeState[]>`
    select ${columns(tx)} from list_changes c ${trouble(tx)}
    where ${where(tx, workspaceId, undefined)} and c.id = ${id} for update of c`;
  return row;
}

/** Number of changes; locks new ones until the transaction ends. */
export async function countForRoom(tx: Tx, workspaceId: string) {
  await tx`select pg_advisory_xact_lock(${lockClasses.listChangeRoom}, hashtext(${workspaceId}))`;
  const [row] = await tx<{ unfinished: number; remembered: number }[]>`
    select count(*) filter (where c.state in ('running', 'undoing') and not ${isStuck(tx)})::integer as unfinished,
           coalesce(sum(c.matched), 0)::integer as remembered
    from list_changes c ${trouble(tx)} where c.workspace_id = ${workspaceId}`;
  return row ?? { unfinished: 0, remembered: 0 };
}

export async function insertChange(
  tx: Tx,
  workspaceId: string,
  change: Pick<StoredChange, 'id' | 'list_id' | 'action' | 'of' | 'matched'> & {
    createdBy: string | null;
  },
): Promise<void> {
  await tx`
    insert into list_changes (workspace_id, id, list_id, action, of, state, matched, created_by)
    values (${workspaceId}, ${change.id}, ${change.list_id}, ${change.action}, ${change.of}, 'running',
            ${change.matched}, ${change.createdBy})`;
}

export async function updateChange(
  tx: Tx,
  workspaceId: string,
  { id, state, seen, changed }: Pick<StoredChange, 'id' | 'state' | 'seen' | 'changed'>,
): Promise<void> {
  await tx`
    update list_changes set state = ${state}, seen = ${seen}, changed = ${changed}
    where workspace_id = ${workspaceId} and id = ${id}`;
}

export interface Slice {
  id: string;
  type: 'visitor' | 'identity';
  memberIds: string[];
  changedIds: string[] | null;
}

/** The next slice that is not done, or not undone. */
export async function selectNextSlice(
  tx: Tx,
  workspaceId: string,
  { id, state }: Pick<StoredChange, 'id' | 'state'>,
): Promise<Slice | undefined> {
  const [row] = await tx<Slice[]>`
    select id, type, member_ids as "memberIds", changed_ids as "changedIds" from list_change_slices
    where workspace_id = ${workspaceId} and change_id = ${id}
      ${state === 'running' ? tx`and changed_ids is null` : tx``}
    order by id limit 1`;
  return row;
}

export async function finishSlice(tx: Tx, workspaceId: string, id: string, changedIds: string[]) {
  await tx`
    update list_change_slices set changed_ids = ${changedIds}::uuid[]
    where workspace_id = ${workspaceId} and id = ${id}`;
}

export async function deleteSlice(tx: Tx, workspaceId: string, id: string): Promise<void> {
  await tx`delete from list_change_slices where workspace_id = ${workspaceId} and id = ${id}`;
}

/** Deletes slices that were never done. */
export async function deleteUndoneSlices(tx: Tx, workspaceId: string, changeId: string) {
  await tx`
    delete from list_change_slices
    where workspace_id = ${workspaceId} and change_id = ${changeId} and changed_ids is null`;
}

/** In every workspace, for the owner: changes that can no longer be undone. */
export async function forgetOldListChanges(tx: Tx): Promise<void> {
  await tx`
    with old as (
      delete from list_changes where created_at < now() - make_interval(hours => ${undoHours})
      returning workspace_id, id)
    delete from list_change_slices s using old
    where s.workspace_id = old.workspace_id and s.change_id = old.id`;
}

export function toChange({ created_at, isStuck: isFailed, ...row }: ListChangeState): ListChange {
  const canUndo = row.state === 'running' || row.state === 'done';
  const until = new Date(created_at.getTime() + undoHours * 60 * 60_000);
  return {
    ...row,
    state: isFailed ? failedIn(row.state) : row.state,
    created_at: timestamp(created_at),
    undo_until: canUndo ? timestamp(until) : null,
  };
}

function failedIn(stage: ListChangeStage): ListChange['state'] {
  return stage === 'undoing' ? 'undo_failed' : 'failed';
}
