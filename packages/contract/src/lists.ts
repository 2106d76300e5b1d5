import Type, { type Static } from 'typebox';
import { filterLimits } from './filter.ts';
import { operation } from './operation.ts';
import {
  askAnything,
  Closed,
  idParams,
  JsonObject,
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

/** Lists of a workspace that keep themselves. */
export const mostKeptLists = 50;
export const mostKeptMembers = 1_000_000;

/** Of whom a list is that keeps itself; by name, the kind of record that its filter is about. */
export const listSubjects = { visitors: 'visitor', identities: 'identity' } as const;
export type ListSubject = keyof typeof listSubjects;

const Subject = (description: string) =>
  Type.Unsafe<ListSubject>({ type: 'string', enum: Object.keys(listSubjects), description });

const upkeepStates = ['filling', 'kept', 'failing'] as const;
export const upkeepErrors = ['takes_too_long', 'too_many_members', 'failed'] as const;
export type UpkeepError = (typeof upkeepErrors)[number];

const ListUpkeep = Closed({
  state: Type.Unsafe<(typeof upkeepStates)[number]>({
    type: 'string',
    enum: [...upkeepStates],
    description:
      'filling: not all members are there yet. kept: they follow what happens. failing: they do not, for the reason in `error`, and are as of `as_of`; it is tried again.',
  }),
  members: Type.Integer({ description: 'How many members there are, exactly.' }),
  as_of: Nullable(
    Timestamp('What happened before then is in the members; what happened later may be missing.'),
    'Null before they were there for the first time.',
  ),
  error: Type.Unsafe<UpkeepError | null>({
    type: ['string', 'null'],
    pattern: `^(${upkeepErrors.join('|')})$`,
    description: `takes_too_long: ask for less, such as a shorter \`within\`. too_many_members: more than ${mostKeptMembers}; narrow the filter. failed: the log of the service tells why. Null while it does not fail.`,
  }),
  retry_at: Nullable(Timestamp('When it is tried again.'), 'Null while it does not fail.'),
});

export const VisitorList = Closed(
  {
    id: Uuid('Assigned by the service.'),
    name: Type.String({ description: 'Name of the list.' }),
    description: Type.String({ description: 'Empty when not given.' }),
    color: Type.String({ pattern: colorPattern, description: 'Hex colour, #RRGGBB.' }),
    created_at: Timestamp('When the list was made.'),
    of: Type.Optional(
      Subject(
        'Of whom the list is, where it keeps itself. Absent from lists that are kept by hand, as are the following.',
      ),
    ),
    filter: Type.Optional(
      Type.String({ description: 'Who is on the list: those of whom this is true. As text.' }),
    ),
    filter_tree: Type.Optional(JsonObject('The same filter as a JSON tree.')),
    upkeep: Type.Optional(ListUpkeep),
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
export type ListUpkeep = Static<typeof ListUpkeep>;

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
  },
  { $id: 'ListAddition', examples: [{ added: 2, already_there: 1 }] },
);

const ListRemoval = Closed(
  {
    removed: Type.Integer({ description: 'How many were on the list.' }),
    not_there: Type.Integer({ description: 'How many were not on it.' }),
  },
  { $id: 'ListRemoval', examples: [{ removed: 1, not_there: 0 }] },
);

export const ListPreview = Closed(
  {
    of: Subject('Of whom.'),
    total: Type.Integer({ description: 'Of how many the filter is true now, exactly.' }),
    sample: Type.Array(Uuid('Of a visitor or identity.'), {
      description: 'Ids of the newest of them, 20 at most.',
    }),
  },
  {
    $id: 'ListPreview',
    examples: [{ of: 'identities', total: 1, sample: ['01a1f843-753c-76b8-835a-667c2bb1be56'] }],
  },
);
export type ListPreview = Static<typeof ListPreview>;

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
    description: `Without \`filter\` its members are put on it by hand. With it the list keeps itself: members follow what happens within a minute, as \`upkeep\` tells. That takes visitors:read, and the scope and feature of whatever else the filter speaks of. A workspace may have ${mostKeptLists} such lists.`,
    scopes: ['lists:write'],
    feature: 'lists',
    body: writeBody(
      VisitorList,
      {
        ...writable,
        of: Subject('Of whom the list is. Needed with `filter`, and of no meaning without.'),
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
      'How many would be on a list with this filter now, and some of them; nothing is made. It takes the scope and feature of whatever the filter speaks of.',
    scopes: ['visitors:read'],
    feature: 'lists',
    query: Closed({
      of: Type.Optional({ ...Subject('Of whom.'), default: 'visitors' }),
      filter: Type.Optional(
        Type.String({
          'x-list-filter': true,
          minLength: 1,
          maxLength: filterLimits.length,
          description: 'The filter, as of a list; text or a JSON tree. Absent: everybody.',
          examples: ['country = Germany'],
        }),
      ),
    }),
    limit: {
      seconds: 3,
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
    params: idParams,
    body: members(),
    bodyExample: { visitor_ids: ['01a1f843-753c-76b8-835a-667c2bb1be56'] },
    status: 200,
    ok: recordOf(ListRemoval),
  }),
};
