import { ApiError, invalidRequest } from '@footfall/contract/errors';
import {
  changeSubjects,
  type ListChange,
  type listChangeOperations,
  matchedAtOnce,
  mostMatched,
  mostRemembered,
  mostUnfinished,
} from '@footfall/contract/list-changes';
import type { HandlersOf } from '@footfall/contract/operation';
import { uuidv7 } from 'uuidv7';
import { timestamp } from '../../platform/common/timestamp.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { existing } from '../../platform/resource-kit/not-found.ts';
import { memberId, type OperationContext } from '../../platform/resource-kit/operation-context.ts';
import { orderedPageOf } from '../../platform/resource-kit/paging.ts';
import { requireByHand } from '../by-hand.ts';
import { readFilter } from '../filter.ts';
import { holdList } from '../store.ts';
import { countMatched, storeMatched, type Wanted } from './matched.ts';
import { askForRest, doAll, forgetRest, tryRestAgain } from './steps.ts';
import {
  countForRoom,
  deleteUndoneSlices,
  insertChange,
  listChanges,
  lockChange,
  selectChange,
  toChange,
  updateChange,
} from './store.ts';

export const listChangeHandlers: HandlersOf<typeof listChangeOperations, OperationContext> = {
  listListChanges: ({ tx, workspaceId }, { query }) =>
    listChanges(tx, workspaceId, query.list_id, orderedPageOf(query)),

  async createListChange(context, { body }) {
    const { tx, workspaceId, permissions, actor } = context;
    const { of, action, filter } = body;
    const list_id = body.list_id.toLowerCase();
    requireByHand(existing(await holdList(tx, workspaceId, list_id), 'list'));
    const isAll = filter === undefined || filter === '';
    const wanted: Wanted = {
      of,
      isTest: body.test ?? false,
      isBot: body.bots ?? false,
      filter: isAll
        ? undefined
        : readFilter(filter, changeSubjects[of], permissions, 'body.filter').checked,
    };
    if (body.dry_run) {
      const matched = await countMatched(tx, workspaceId, wanted);
      return { data: tried({ list_id, action, of, matched }) };
    }
    await requireRoom(tx, workspaceId);
    const id = uuidv7();
    const bounds = { most: mostMatched, inSlice: matchedAtOnce };
    const matched = await storeMatched(tx, workspaceId, id, wanted, bounds);
    if (matched > mostMatched) throw tooMany(matched);
    const createdBy = memberId(actor);
    await insertChange(tx, workspaceId, { id, list_id, action, of, matched, createdBy });
    return { data: await carriedOut(tx, workspaceId, id) };
  },

  async getListChange({ tx, workspaceId }, { params }) {
    const change = await selectChange(tx, workspaceId, params.id);
    return { data: toChange(existing(change, 'bulk change')) };
  },

  async undoListChange({ tx, workspaceId }, { params }) {
    const lockedChange = await lockChange(tx, workspaceId, params.id);
    const change = existing(lockedChange, 'bulk change that can be undone');
    if (change.state === 'undoing' || change.state === 'undone') return { data: toChange(change) };
    if (change.state === 'running') await forgetRest(tx, workspaceId, change);
    await deleteUndoneSlices(tx, workspaceId, change.id);
    await updateChange(tx, workspaceId, { ...change, state: 'undoing', seen: 0 });
    return { data: await carriedOut(tx, workspaceId, change.id) };
  },

  async retryListChange({ tx, workspaceId }, { params }) {
    const lockedChange = await lockChange(tx, workspaceId, params.id);
    const change = existing(lockedChange, 'bulk change that can be retried');
    const isOpen = change.state === 'running' || change.state === 'undoing';
    if (!isOpen) return { data: toChange(change) };
    await tryRestAgain(tx, workspaceId, change);
    return { data: await read(tx, workspaceId, change.id) };
  },
};

/** Immediate for few records; else returns the state when the background work begins. */
async function carriedOut(tx: Tx, workspaceId: string, id: string): Promise<ListChange> {
  const change = existing(await lockChange(tx, workspaceId, id), 'change');
  if (change.matched <= matchedAtOnce) await doAll(tx, workspaceId, change);
  else await askForRest(tx, workspaceId, change);
  return read(tx, workspaceId, id);
}

async function read(tx: Tx, workspaceId: string, id: string): Promise<ListChange> {
  return toChange(existing(await selectChange(tx, workspaceId, id), 'change'));
}

function tried(request: Pick<ListChange, 'list_id' | 'action' | 'of' | 'matched'>): ListChange {
  return {
    id: null,
    ...request,
    state: 'done',
    reason: null,
    seen: 0,
    changed: 0,
    created_at: timestamp(new Date()),
    created_by: null,
    undo_until: null,
  };
}

function tooMany(matched: number): ApiError {
  const message = `matches ${matched} records, but one change is limited to ${mostMatched}. Narrow the filter, or create a self-updating list`;
  return invalidRequest([{ path: 'body.filter', message }]);
}

/** @throws ApiError conflict */
async function requireRoom(tx: Tx, workspaceId: string): Promise<void> {
  const { unfinished, remembered } = await countForRoom(tx, workspaceId);
  if (unfinished < mostUnfinished && remembered < mostRemembered) return;
  const message =
    unfinished >= mostUnfinished
      ? `${mostUnfinished} bulk changes are still in progress. Wait until one is finished.`
      : 'Bulk changes of the last day reached their limit. Try again later, or create a self-updating list.';
  throw new ApiError('conflict', message);
}
