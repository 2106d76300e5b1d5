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

const ListFilter = (description: string) =>
  Type.Unsafe<string | Record<string, unknown>>({
    type: ['string', 'object'],
    'x-list-filter': true,
    minLength: 1,
    maxLength: filterLimits.length,
    additionalProperties: true,
    description,
  });

const writable = {
  name: Type.String({ minLength: 1, maxLength: 200, description: 'Name of the list.' }),
  description: Text(2000, 'Description of the list. Absent: empty.'),
  color: Type.String({
    ...colorPattern,
    description: `Hex color, #RRGGBB. Default: ${defaultListColor}.`,
  }),
  filter: ListFilter(
    'Makes the list self-updating: it contains all matches of this filter, such as `country = Germany AND did("page_view", path = "/pricing*", within 30d)`. Text or a JSON tree; see docs/guides/filters.md.',
  ),
};

/** Most visitors and identities in one request, together. */
export const maxMembersPerRequest = 1000;

const memberIds = (one: string, many: string) =>
  Type.Array(Uuid(`Id of ${one}.`), {
    maxItems: maxMembersPerRequest,
    description: `Ids of ${many}. At most ${maxMembersPerRequest} visitors and people per request.`,
  });

const members = () =>
  Closed({
    visitor_ids: Type.Optional(memberIds('a visitor', 'visitors')),
    identity_ids: Type.Optional(memberIds('an identity', 'identities')),
  });

export const listOperations = {
  listLists: operation({
    id: 'listLists',
    method: 'GET',
    path: '/lists',
    tag: 'Lists',
    summary: 'List visitor lists',
    description: 'Returns the newest first.',
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
    description: `Without \`filter\`, you add members yourself. With \`filter\`, the list is self-updating: members change within a minute; \`upkeep\` shows the state. Self-updating lists need the scope visitors:read, and the scopes and features of all records in the filter. A workspace can have ${mostKeptLists} of them.`,
    scopes: ['lists:write'],
    feature: 'lists',
    agent: [{ tool: 'create_list' }],
    body: writeBody(
      VisitorList,
      {
        ...writable,
        of: ListSubjectName('Kind of members. Required with `filter`; ignored without it.'),
      },
      ['name'],
    ),
    bodyExample: { name: 'Asked for a demo', color: '#2563EB' },
    // The specification reserves 201 for creating a lead.
    status: 200,
    ok: recordOf(VisitorList),
  }),
  previewList: operation({
    id: 'previewList',
    method: 'POST',
    path: '/lists/preview',
    tag: 'Lists',
    summary: 'Preview a self-updating list',
    description:
      'Counts the matches of a filter and returns some of them, without creating a list. In large workspaces the count is an estimate from a sample; see `approximate`. Needs the scopes and features of all records in the filter.',
    scopes: ['visitors:read'],
    feature: 'lists',
    readOnly: true,
    body: Closed({
      of: Type.Optional({ ...ListSubjectName('Kind of members.'), default: 'visitors' }),
      filter: Type.Optional(ListFilter('Filter as text or a JSON tree. Absent: everybody.')),
      exact: Type.Optional(
        Type.Boolean({
          description: 'true: count all matches. Fails after 10 seconds.',
        }),
      ),
    }),
    bodyExample: { of: 'identities', filter: 'country = Germany' },
    limit: {
      seconds: 10,
      path: 'body.filter',
      advice: 'narrow the filter, for example with a shorter `within` or a page',
    },
    status: 200,
    ok: recordOf(ListPreview),
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
      'Changes the fields in the body. With a new filter, the old members stay until the new ones are ready. A manual list cannot become self-updating, or the other way around.',
    scopes: ['lists:write'],
    feature: 'lists',
    params: idParams,
    body: writeBody(VisitorList, writable),
    bodyExample: { name: 'Asked for a demo in May' },
    status: 200,
    ok: recordOf(VisitorList),
  }),
  deleteList: operation({
    id: 'deleteList',
    method: 'DELETE',
    path: '/lists/{id}',
    tag: 'Lists',
    summary: 'Delete a visitor list',
    description: 'Deletes the list and its members. The visitors and identities stay.',
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
    description: 'Last added first.',
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
      'Adds all members or none. An unknown id returns 400, which lists all unknown ids. Self-updating lists return 409.',
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
    // POST, because a DELETE request has no body.
    method: 'POST',
    path: '/lists/{id}/members/remove',
    tag: 'Lists',
    summary: 'Remove members from a visitor list',
    description:
      'Removes the members in the body. Ids that are not on the list are ignored. Self-updating lists return 409.',
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
