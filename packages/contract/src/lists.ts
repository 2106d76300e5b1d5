import Type from 'typebox';
import { filterLimits } from './filter.ts';
import {
  colorPattern,
  defaultListColor,
  ListAddition,
  ListMember,
  ListPreview,
  ListRemoval,
  ListSubjectName,
  mostKeptLists,
  VisitorList,
} from './list-record.ts';
import { operation } from './operation.ts';
import {
  askAnything,
  Closed,
  idParams,
  listOf,
  ordered,
  pageOfList,
  recordOf,
  selectable,
  Text,
  Uuid,
  updatedAfter,
  writeBody,
} from './schema.ts';

const writable = {
  name: Type.String({ minLength: 1, maxLength: 200, description: 'Name of the list.' }),
  description: Text(2000, 'Absent: empty.'),
  color: Type.String({
    pattern: colorPattern,
    description: `Hex colour, #RRGGBB; absent: ${defaultListColor}.`,
  }),
  filter: Type.Unsafe<string | Record<string, unknown>>({
    type: ['string', 'object'],
    'x-list-filter': true,
    minLength: 1,
    maxLength: filterLimits.length,
    additionalProperties: true,
    description:
      'Makes it a list that keeps itself: on it are those of whom this is true, such as `country = Germany AND did("page_view", path = "/pricing*", within 30d)`; text or a JSON tree. docs/guides/filters.md tells the language.',
  }),
};

/** Visitors and identities together, in one request. */
export const maxMembersPerRequest = 1000;

const memberIds = (what: string) =>
  Type.Array(Uuid(`An ${what} of the workspace.`), {
    maxItems: maxMembersPerRequest,
    description: `Ids of ${what}s; ${maxMembersPerRequest} at most, together with the others.`,
  });

const members = () =>
  Closed({
    visitor_ids: Type.Optional(memberIds('visitor')),
    identity_ids: Type.Optional(memberIds('identity')),
  });

export const listOperations = {
  listLists: operation({
    id: 'listLists',
    method: 'GET',
    path: '/lists',
    tag: 'Lists',
    summary: 'List visitor lists',
    description: 'Newest first.',
    scopes: ['visitors:read', 'lists:write'],
    feature: 'lists',
    agent: [{ tool: 'list', kind: 'list', fields: ['id', 'name', 'description', 'created_at'] }],
    query: pageOfList({
      ...askAnything('list', ['created_at', 'updated_at']),
      ...updatedAfter,
      ...selectable(VisitorList),
    }),
    status: 200,
    ok: listOf(VisitorList),
  }),
  createList: operation({
    id: 'createList',
    method: 'POST',
    path: '/lists',
    tag: 'Lists',
    summary: 'Create a visitor list',
    description: `Without \`filter\` its members are put on it by hand. With it the list keeps itself: members follow what happens within a minute, as \`upkeep\` tells. That takes visitors:read, and the scope and feature of whatever else the filter speaks of. A workspace may have ${mostKeptLists} such lists.`,
    scopes: ['lists:write'],
    feature: 'lists',
    agent: [{ tool: 'create_list' }],
    body: writeBody(
      VisitorList,
      {
        ...writable,
        of: ListSubjectName(
          'Of whom the list is. Needed with `filter`, and of no meaning without.',
        ),
      },
      ['name'],
    ),
    bodyExample: { name: 'Asked for a demo', color: '#2563EB' },
    // 201 is for creating a lead, says the specification, and for nothing else.
    status: 200,
    ok: recordOf(VisitorList),
  }),
  getList: operation({
    id: 'getList',
    method: 'GET',
    path: '/lists/{id}',
    tag: 'Lists',
    summary: 'Get one visitor list',
    scopes: ['visitors:read', 'lists:write'],
    feature: 'lists',
    agent: [{ tool: 'get', kind: 'list' }],
    params: idParams,
    status: 200,
    ok: recordOf(VisitorList),
  }),
  updateList: operation({
    id: 'updateList',
    method: 'PATCH',
    path: '/lists/{id}',
    tag: 'Lists',
    summary: 'Update a visitor list',
    description:
      'What is given is changed. With another filter the members are found anew, and stay what they were until then. A list that is kept by hand cannot be given a filter, nor the other way round.',
    scopes: ['lists:write'],
    feature: 'lists',
    params: idParams,
    body: writeBody(VisitorList, writable),
    bodyExample: { name: 'Asked for a demo in May' },
    status: 200,
    ok: recordOf(VisitorList),
  }),
  previewList: operation({
    id: 'previewList',
    method: 'GET',
    path: '/list-preview',
    tag: 'Lists',
    summary: 'Preview a list that keeps itself',
    description:
      'How many would be on a list with this filter now, and some of them; nothing is made. In a workspace of many visits that is estimated from a part of the visitors or identities, as large as can be read in a moment; `approximate` says so. It takes the scope and feature of whatever the filter speaks of.',
    scopes: ['visitors:read'],
    feature: 'lists',
    query: Closed({
      of: Type.Optional({ ...ListSubjectName('Of whom.'), default: 'visitors' }),
      filter: Type.Optional(
        Type.String({
          'x-list-filter': true,
          minLength: 1,
          maxLength: filterLimits.length,
          description: 'The filter, as of a list; text or a JSON tree. Absent: everybody.',
          examples: ['country = Germany'],
        }),
      ),
      exact: Type.Optional(
        Type.Boolean({
          description: 'true: all are counted, however long that takes; 10 s at most.',
        }),
      ),
    }),
    limit: {
      seconds: 10,
      path: 'query.filter',
      advice: 'ask for less, such as a shorter `within`, or a page that was seen',
    },
    status: 200,
    ok: recordOf(ListPreview),
  }),
  deleteList: operation({
    id: 'deleteList',
    method: 'DELETE',
    path: '/lists/{id}',
    tag: 'Lists',
    summary: 'Delete a visitor list',
    description: 'With its members; the visitors and identities themselves stay.',
    scopes: ['lists:write'],
    feature: 'lists',
    params: idParams,
    status: 204,
  }),
  listListMembers: operation({
    id: 'listListMembers',
    method: 'GET',
    path: '/lists/{id}/members',
    tag: 'Lists',
    summary: 'List members of a visitor list',
    description: 'Latest to be added first.',
    scopes: ['visitors:read', 'lists:write'],
    feature: 'lists',
    agent: [{ tool: 'get', kind: 'list', include: 'members' }],
    params: idParams,
    query: pageOfList({ ...ordered(['created_at']), ...selectable(ListMember) }),
    status: 200,
    ok: listOf(ListMember),
  }),
  addListMembers: operation({
    id: 'addListMembers',
    method: 'POST',
    path: '/lists/{id}/members',
    tag: 'Lists',
    summary: 'Add members to a visitor list',
    description:
      'All or none: when an id is of no visitor or identity of the workspace, the answer is a 400 that names every such id. To a list that keeps itself nobody is added by hand: that is a 409.',
    scopes: ['lists:write'],
    feature: 'lists',
    agent: [{ tool: 'add_to_list' }],
    params: idParams,
    body: members(),
    bodyExample: { visitor_ids: ['01a1f843-753c-76b8-835a-667c2bb1be56'] },
    status: 200,
    ok: recordOf(ListAddition),
  }),
  removeListMembers: operation({
    id: 'removeListMembers',
    // Many at once need a body, which DELETE has no meaning for.
    method: 'POST',
    path: '/lists/{id}/members/remove',
    tag: 'Lists',
    summary: 'Remove members from a visitor list',
    description:
      'Those of the body. Ids that are not on the list, or of nobody, change nothing. From a list that keeps itself nobody is removed by hand: that is a 409.',
    scopes: ['lists:write'],
    feature: 'lists',
    agent: [{ tool: 'remove_from_list' }],
    params: idParams,
    body: members(),
    bodyExample: { visitor_ids: ['01a1f843-753c-76b8-835a-667c2bb1be56'] },
    status: 200,
    ok: recordOf(ListRemoval),
  }),
};
