import { isDeepStrictEqual } from 'node:util';
import { ApiError, invalidRequest } from '@footfall/contract/errors';
import {
  defaultListColor,
  type ListSubject,
  mostKeptLists,
  type VisitorList,
} from '@footfall/contract/list-record';
import { type listOperations, maxMembersPerRequest } from '@footfall/contract/lists';
import type { HandlersOf } from '@footfall/contract/operation';
import { uuidv7 } from 'uuidv7';
import { type ChangedRecord, recordChanges } from '../platform/changes/record.ts';
import type { Tx } from '../platform/db/connect.ts';
import { existing } from '../platform/resource-kit/not-found.ts';
import type { OperationContext, Permissions } from '../platform/resource-kit/operation-context.ts';
import { orderedPageOf } from '../platform/resource-kit/paging.ts';
import { listFilterOf } from '../records/filters/list-filter.ts';
import { selectSurvivors } from '../records/person/survivors.ts';
import { requireByHand } from './by-hand.ts';
import { isTimed, type ListFilter, readListFilter } from './filter.ts';
import {
  deleteListMembers,
  insertListMembers,
  listMembers,
  selectUnknownMembers,
} from './members.ts';
import { exactPreviewOf, previewOf } from './preview.ts';
import {
  deleteList,
  holdList,
  insertList,
  listLists,
  lockList,
  selectList,
  updateList,
} from './store.ts';
import { countKeptLists, startUpkeep } from './upkeep/store.ts';

export const listHandlers: HandlersOf<typeof listOperations, OperationContext> = {
  listLists: ({ tx, workspaceId }, { query }) =>
    listLists(tx, workspaceId, listFilterOf(query), orderedPageOf(query)),

  async createList({ tx, workspaceId, permissions }, { body }) {
    const { name, description = '', color = defaultListColor, of } = body;
    const filter = await newFilter(tx, workspaceId, permissions, body);
    const id = uuidv7();
    const kept = filter && of ? { of, filter: filter.tree } : { of: null, filter: null };
    await insertList(tx, workspaceId, { id, name, description, color, ...kept });
    if (filter) await startUpkeep(tx, workspaceId, id, isTimed(filter));
    await recordChanges(tx, workspaceId, [changeOf(id)]);
    return { data: existing(await selectList(tx, workspaceId, id), 'list') };
  },

  async updateList({ tx, workspaceId, permissions, requireMatch }, { params, body }) {
    const list = existing(await lockList(tx, workspaceId, params.id), 'list');
    requireMatch(list);
    const { name, description, color } = body;
    const filter = await changedFilter(list, permissions, body.filter);
    await updateList(tx, workspaceId, list.id, { name, description, color, filter: filter?.tree });
    if (filter) await startUpkeep(tx, workspaceId, list.id, isTimed(filter));
    await recordChanges(tx, workspaceId, [changeOf(list.id)]);
    return { data: existing(await selectList(tx, workspaceId, list.id), 'list') };
  },

  async previewList({ tx, workspaceId, permissions }, { body }) {
    const { of = 'visitors', filter: text, exact = false } = body;
    const filter = text ? readListFilter(text, of, permissions, 'body.filter').checked : undefined;
    const preview = exact ? exactPreviewOf : previewOf;
    return { data: await preview(tx, workspaceId, of, filter) };
  },

  async getList({ tx, workspaceId }, { params }) {
    return { data: existing(await selectList(tx, workspaceId, params.id), 'list') };
  },

  async deleteList({ tx, workspaceId, requireMatch }, { params }) {
    requireMatch(existing(await lockList(tx, workspaceId, params.id), 'list'));
    await deleteList(tx, workspaceId, params.id);
    await recordChanges(tx, workspaceId, [{ ...changeOf(params.id), isRemoved: true }]);
    return undefined;
  },

  async listListMembers({ tx, workspaceId, needsTotal }, { params, query }) {
    existing(await selectList(tx, workspaceId, params.id), 'list');
    const total = needsTotal ? undefined : 0;
    return listMembers(tx, workspaceId, params.id, orderedPageOf(query), total);
  },

  async addListMembers({ tx, workspaceId }, { params, body }) {
    const { visitorIds, identityIds: ids } = membersIn(body);
    requireByHand(existing(await holdList(tx, workspaceId, params.id), 'list'));
    const [visitors, notCurrent] = await Promise.all([
      selectUnknownMembers(tx, workspaceId, 'visitor', visitorIds),
      selectUnknownMembers(tx, workspaceId, 'identity', ids),
    ]);
    // A merged person is added as the survivor.
    const survivors = await selectSurvivors(tx, workspaceId, notCurrent);
    const identities = notCurrent.filter((id) => !survivors.has(id));
    const identityIds = distinct(ids.map((id) => survivors.get(id) ?? id));
    const unknown = (path: string) => (id: string) => ({
      path,
      message: `${id} does not exist in this workspace`,
    });
    const issues = [
      ...visitors.map(unknown('body.visitor_ids')),
      ...identities.map(unknown('body.identity_ids')),
    ];
    if (issues.length > 0) throw invalidRequest(issues);
    const [visitor_ids, identity_ids] = await Promise.all([
      insertListMembers(tx, workspaceId, params.id, 'visitor', visitorIds),
      insertListMembers(tx, workspaceId, params.id, 'identity', identityIds),
    ]);
    const added = visitor_ids.length + identity_ids.length;
    if (added > 0) await recordChanges(tx, workspaceId, [changeOf(params.id)]);
    const already_there = visitorIds.length + identityIds.length - added;
    return { data: { added, already_there, visitor_ids, identity_ids } };
  },

  async removeListMembers({ tx, workspaceId }, { params, body }) {
    const { visitorIds, identityIds: ids } = membersIn(body);
    requireByHand(existing(await selectList(tx, workspaceId, params.id), 'list'));
    const notCurrent = await selectUnknownMembers(tx, workspaceId, 'identity', ids);
    // A merged person is on the list as the survivor.
    const survivors = await selectSurvivors(tx, workspaceId, notCurrent);
    const identityIds = distinct(ids.map((id) => survivors.get(id) ?? id));
    const [visitor_ids, identity_ids] = await Promise.all([
      deleteListMembers(tx, workspaceId, params.id, 'visitor', visitorIds),
      deleteListMembers(tx, workspaceId, params.id, 'identity', identityIds),
    ]);
    const removed = visitor_ids.length + identity_ids.length;
    if (removed > 0) await recordChanges(tx, workspaceId, [changeOf(params.id)]);
    const not_there = visitorIds.length + identityIds.length - removed;
    return { data: { removed, not_there, visitor_ids, identity_ids } };
  },
};

/** @throws ApiError invalid_request, forbidden, or conflict if there are too many */
async function newFilter(
  tx: Tx,
  workspaceId: string,
  permissions: Permissions,
  { of, filter }: { of?: ListSubject; filter?: string | Record<string, unknown> },
): Promise<ListFilter | undefined> {
  if (filter === undefined && of === undefined) return undefined;
  if (filter === undefined || of === undefined) {
    const message = 'is required: set both `filter` and `of`';
    throw invalidRequest([{ path: filter === undefined ? 'body.filter' : 'body.of', message }]);
  }
  const read = readListFilter(filter, of, permissions, 'body.filter');
  if ((await countKeptLists(tx, workspaceId)) >= mostKeptLists) {
    throw new ApiError(
      'conflict',
      `The workspace already has ${mostKeptLists} self-updating lists. Delete one first, or change the filter of one.`,
    );
  }
  return read;
}

/** Undefined if unchanged. @throws ApiError as above */
async function changedFilter(
  { of, filter_tree: tree }: VisitorList,
  permissions: Permissions,
  input: string | Record<string, unknown> | undefined,
): Promise<ListFilter | undefined> {
  if (input === undefined) return undefined;
  if (!of) {
    const message = 'is not allowed for a manual list. Create a new list with this filter';
    throw invalidRequest([{ path: 'body.filter', message }]);
  }
  const filter = readListFilter(input, of, permissions, 'body.filter');
  return isDeepStrictEqual(filter.tree, tree) ? undefined : filter;
}

function changeOf(id: string): ChangedRecord {
  return { kind: 'list', id: id.toLowerCase(), isTest: false };
}

/** @throws ApiError invalid_request */
function membersIn(body: { visitor_ids?: string[]; identity_ids?: string[] }) {
  const visitorIds = distinct(body.visitor_ids);
  const identityIds = distinct(body.identity_ids);
  if (visitorIds.length + identityIds.length > maxMembersPerRequest) {
    throw invalidRequest([
      { path: 'body', message: `must have at most ${maxMembersPerRequest} members` },
    ]);
  }
  return { visitorIds, identityIds };
}

function distinct(ids: string[] = []): string[] {
  return [...new Set(ids.map((id) => id.toLowerCase()))];
}
