import Type, { type Static } from 'typebox';
import { operation } from './operation.ts';
import { fromOperator } from './origins.ts';
import {
  askAnything,
  Closed,
  idParams,
  listOf,
  Nullable,
  ordered,
  pageOfList,
  recordOf,
  selectable,
  Text,
  Timestamp,
  Uuid,
  writeBody,
} from './schema.ts';

const colorPattern = '^#[0-9A-Fa-f]{6}$';

/** The colour of a list that was made without one. */
export const defaultListColor = '#2563EB';

export const VisitorList = Closed(
  {
    id: Uuid('Assigned by the service.'),
    name: fromOperator(Type.String({ description: 'Name of the list.' })),
    description: fromOperator(Type.String({ description: 'Empty when not given.' })),
    color: fromOperator(
      Type.String({ pattern: colorPattern, description: 'Hex colour, #RRGGBB.' }),
    ),
    created_at: Timestamp('When the list was made.'),
  },
  {
    $id: 'VisitorList',
    description: 'A segment: a list of visitors.',
    examples: [
      {
        id: '01a1f844-3333-7c3e-9d52-3b1f60a7c003',
        name: 'Asked for a demo',
        description: 'To call this week.',
        color: '#2563EB',
        created_at: '2026-05-04T09:30:00Z',
      },
    ],
  },
);
export type VisitorList = Static<typeof VisitorList>;

export const ListMember = Closed(
  {
    id: Uuid('The visitor or identity that is on the list.'),
    type: Type.String({ enum: ['visitor', 'identity'], description: 'Which of the two.' }),
    visitor_id: Nullable(Uuid('The visitor.'), 'Null for an identity.'),
    identity_id: Nullable(Uuid('The identity.'), 'Null for a visitor.'),
    created_at: Timestamp('When it was added.'),
  },
  {
    $id: 'ListMember',
    description: 'A visitor or identity on a list.',
    examples: [
      {
        id: '01a1f843-753c-76b8-835a-667c2bb1be56',
        type: 'visitor',
        visitor_id: '01a1f843-753c-76b8-835a-667c2bb1be56',
        identity_id: null,
        created_at: '2026-05-04T09:30:00Z',
      },
    ],
  },
);
export type ListMember = Static<typeof ListMember>;

const ListAddition = Closed(
  {
    added: Type.Integer({ description: 'How many were not on the list before.' }),
    already_there: Type.Integer({ description: 'How many were on it already.' }),
    visitor_ids: Type.Array(Uuid('A visitor.'), { description: 'Visitors who were added.' }),
    identity_ids: Type.Array(Uuid('An identity.'), { description: 'Identities that were added.' }),
  },
  {
    $id: 'ListAddition',
    examples: [
      {
        added: 1,
        already_there: 1,
        visitor_ids: ['01a1f843-753c-76b8-835a-667c2bb1be56'],
        identity_ids: [],
      },
    ],
  },
);

const ListRemoval = Closed(
  {
    removed: Type.Integer({ description: 'How many were on the list.' }),
    not_there: Type.Integer({ description: 'How many were not on it.' }),
    visitor_ids: Type.Array(Uuid('A visitor.'), { description: 'Visitors who were removed.' }),
    identity_ids: Type.Array(Uuid('An identity.'), {
      description: 'Identities that were removed.',
    }),
  },
  {
    $id: 'ListRemoval',
    examples: [
      {
        removed: 1,
        not_there: 0,
        visitor_ids: ['01a1f843-753c-76b8-835a-667c2bb1be56'],
        identity_ids: [],
      },
    ],
  },
);

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
    query: pageOfList({ ...askAnything('list', ['created_at']), ...selectable(VisitorList) }),
    status: 200,
    ok: listOf(VisitorList),
  }),
  createList: operation({
    id: 'createList',
    method: 'POST',
    path: '/lists',
    tag: 'Lists',
    summary: 'Create a visitor list',
    scopes: ['lists:write'],
    feature: 'lists',
    agent: [{ tool: 'create_list' }],
    body: writeBody(
      VisitorList,
      {
        name: Type.String({ minLength: 1, maxLength: 200, description: 'Name of the list.' }),
        description: Text(2000, 'Absent: empty.'),
        color: Type.String({
          pattern: colorPattern,
          description: `Hex colour, #RRGGBB; absent: ${defaultListColor}.`,
        }),
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
      'All or none: when an id is of no visitor or identity of the workspace, the answer is a 400 that names every such id.',
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
    description: 'Those of the body. Ids that are not on the list, or of nobody, change nothing.',
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
