import { invalidRequest } from '@footfall/contract/errors';
import {
  defaultListColor,
  type listOperations,
  maxMembersPerRequest,
} from '@footfall/contract/lists';
import type { HandlersOf } from '@footfall/contract/operation';
import { uuidv7 } from 'uuidv7';
import { askedOf } from '../filters/asked.ts';
import { selectSurvivors } from '../identities/survivors.ts';
import { type ChangedRecord, recordChanges } from '../resource-kit/changes/record.ts';
import { existing } from '../resource-kit/not-found.ts';
import type { OperationContext } from '../resource-kit/operation-context.ts';
import { orderedAnswer, orderedPageOf } from '../resource-kit/paging.ts';
import {
  countListMembers,
  countLists,
  deleteList,
  deleteListMembers,
  holdList,
  insertList,
  insertListMembers,
  lockList,
  selectList,
  selectListMembers,
  selectLists,
  selectUnknownMembers,
} from './store.ts';

export const listHandlers: HandlersOf<typeof listOperations, OperationContext> = {
  async listLists({ tx, workspaceId, last }, { query }) {
    const page = orderedPageOf(query);
    const filter = askedOf(query);
    const [lists, total] = await last(
      Promise.all([
        selectLists(tx, workspaceId, filter, page),
        countLists(tx, workspaceId, filter),
      ]),
    );
    return orderedAnswer(lists, page, total);
  },

  async createList({ tx, workspaceId }, { body }) {
    const { name, description = '', color = defaultListColor } = body;
    const id = uuidv7();
    const list = await insertList(tx, workspaceId, { id, name, description, color });
    await recordChanges(tx, workspaceId, [changeOf(id)]);
    return { data: list };
  },

  async getList({ tx, workspaceId, last }, { params }) {
    return { data: existing(await last(selectList(tx, workspaceId, params.id)), 'list') };
  },

  async deleteList({ tx, workspaceId, requireMatch }, { params }) {
    requireMatch(existing(await lockList(tx, workspaceId, params.id), 'list'));
    await deleteList(tx, workspaceId, params.id);
    await recordChanges(tx, workspaceId, [{ ...changeOf(params.id), isRemoved: true }]);
    return undefined;
  },

  async listListMembers({ tx, workspaceId, last }, { params, query }) {
    existing(await selectList(tx, workspaceId, params.id), 'list');
    const page = orderedPageOf(query);
    const [members, total] = await last(
      Promise.all([
        selectListMembers(tx, workspaceId, params.id, page),
        countListMembers(tx, workspaceId, params.id),
      ]),
    );
    return orderedAnswer(members, page, total);
  },

  async addListMembers({ tx, workspaceId }, { params, body }) {
    const { visitorIds, identityIds: givenIds } = membersIn(body);
    existing((await holdList(tx, workspaceId, params.id)) || undefined, 'list');
    const [visitors, notCurrent] = await Promise.all([
      selectUnknownMembers(tx, workspaceId, 'visitor', visitorIds),
      selectUnknownMembers(tx, workspaceId, 'identity', givenIds),
    ]);
    // Who was joined goes on the list as the survivor.
    const survivors = await selectSurvivors(tx, workspaceId, notCurrent);
    const identities = notCurrent.filter((id) => !survivors.has(id));
    const identityIds = distinct(givenIds.map((id) => survivors.get(id) ?? id));
    const unknown = (path: string) => (id: string) => ({ path, message: `${id} is not known` });
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
    const { visitorIds, identityIds: givenIds } = membersIn(body);
    existing(await selectList(tx, workspaceId, params.id), 'list');
    const notCurrent = await selectUnknownMembers(tx, workspaceId, 'identity', givenIds);
    // Who was joined is on the list as the survivor.
    const survivors = await selectSurvivors(tx, workspaceId, notCurrent);
    const identityIds = distinct(givenIds.map((id) => survivors.get(id) ?? id));
    const [visitor_ids, identity_ids] = await Promise.all([
      deleteListMembers(tx, workspaceId, params.id, 'visitor', visitorIds),
      deleteListMembers(tx, workspaceId, params.id, 'identity', identityIds),
    ]);
    const removed = visitor_ids.length + identity_ids.length;
    if (removed > 0) {
      await recordChanges(tx, workspaceId, [{ kind: 'list', id: params.id, isTest: false }]);
    }
    if (removed > 0) await recordChanges(tx, workspaceId, [changeOf(params.id)]);
    const not_there = visitorIds.length + identityIds.length - removed;
    return { data: { removed, not_there, visitor_ids, identity_ids } };
  },
};

function changeOf(id: string): ChangedRecord {
  return { kind: 'list', id: id.toLowerCase(), isTest: false };
}

/** @throws ApiError invalid_request */
function membersIn(body: { visitor_ids?: string[]; identity_ids?: string[] }) {
  const visitorIds = distinct(body.visitor_ids);
  const identityIds = distinct(body.identity_ids);
  if (visitorIds.length + identityIds.length > maxMembersPerRequest) {
    throw invalidRequest([
      { path: 'body', message: `must name ${maxMembersPerRequest} members at most` },
    ]);
  }
  return { visitorIds, identityIds };
}

function distinct(ids: string[] = []): string[] {
  return [...new Set(ids.map((id) => id.toLowerCase()))];
}
