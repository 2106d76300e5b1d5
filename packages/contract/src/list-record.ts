/** Visitor lists in the API: manual or self-updating. */
import Type, { type Static } from 'typebox';
import { fromOperator, fromService } from './origins.ts';
import { patternOf } from './patterns.ts';
import { Closed, JsonObject, Nullable, Timestamp, Uuid } from './schema.ts';

export const colorPattern = patternOf('^#[0-9A-Fa-f]{6}$', 'a hex color, such as #1d4ed8');

/** Default color of a list. */
export const defaultListColor = '#2563EB';

/** Most self-updating lists of a workspace, and most members of each. */
export const mostKeptLists = 50;
export const mostKeptMembers = 1_000_000;

/** Kinds of members of a self-updating list, with the record kind of the filter. */
export const listSubjects = { visitors: 'visitor', identities: 'identity' } as const;
export type ListSubject = keyof typeof listSubjects;

export const ListSubjectName = (description: string) =>
  Type.Unsafe<ListSubject>({ type: 'string', enum: Object.keys(listSubjects), description });

const upkeepStates = ['filling', 'kept', 'failing'] as const;
export const upkeepErrors = [
  'takes_too_long',
  'too_many_members',
  'events_removed',
  'failed',
] as const;
export type UpkeepError = (typeof upkeepErrors)[number];

const ListUpkeep = Closed(
  {
    state: Type.Unsafe<(typeof upkeepStates)[number]>({
      type: 'string',
      enum: [...upkeepStates],
      description:
        'filling: still adding the first members. kept: up to date. failing: not updated since `as_of`; `error` has the reason. The service tries again.',
    }),
    members: Type.Integer({ description: 'Exact number of members.' }),
    as_of: Nullable(
      Timestamp('Members are up to date as of this time. Later changes may be missing.'),
      'Null before the first update.',
    ),
    error: fromService(
      Type.Unsafe<UpkeepError | null>({
        type: ['string', 'null'],
        pattern: `^(${upkeepErrors.join('|')})$`,
        description: `takes_too_long: narrow the filter, for example with a shorter \`within\`. too_many_members: more than ${mostKeptMembers} members; narrow the filter. events_removed: the filter covers a time with deleted events; use a shorter \`within\`. failed: see the service log. Null unless the state is failing.`,
      }),
    ),
    retry_at: Nullable(Timestamp('Next attempt.'), 'Null unless the state is failing.'),
  },
  { description: 'Update state of a self-updating list.' },
);

export const VisitorList = Closed(
  {
    id: Uuid('Assigned by the service.'),
    name: fromOperator(Type.String({ description: 'Name of the list.' })),
    description: fromOperator(
      Type.String({ description: 'Description of the list. Empty when not set.' }),
    ),
    color: fromOperator(Type.String({ ...colorPattern, description: 'Hex color, #RRGGBB.' })),
    created_at: Timestamp('When the list was created.'),
    of: Type.Optional(
      ListSubjectName(
        'Kind of members. This and the following fields are absent for manual lists.',
      ),
    ),
    filter: Type.Optional(
      fromOperator(
        Type.String({ description: 'Filter of a self-updating list, as text.' }),
        'hidden',
      ),
    ),
    filter_tree: Type.Optional(
      fromOperator(JsonObject('The same filter as a JSON tree.'), 'hidden'),
    ),
    upkeep: Type.Optional(ListUpkeep),
  },
  {
    $id: 'VisitorList',
    description: 'A list of visitors and people (a segment).',
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
    id: Uuid('Id of the visitor or identity.'),
    type: Type.String({ enum: ['visitor', 'identity'], description: 'Kind of member.' }),
    visitor_id: Nullable(Uuid('The visitor.'), 'Null for an identity.'),
    identity_id: Nullable(Uuid('The identity.'), 'Null for a visitor.'),
    created_at: Timestamp('When the member was added.'),
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

export const ListAddition = Closed(
  {
    added: Type.Integer({ description: 'Number of new members.' }),
    already_there: Type.Integer({
      description: 'Number of members that were already on the list.',
    }),
    visitor_ids: Type.Array(Uuid('A visitor.'), { description: 'Added visitors.' }),
    identity_ids: Type.Array(Uuid('An identity.'), { description: 'Added identities.' }),
  },
  {
    $id: 'ListAddition',
    description: 'The result of adding members to a list.',
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

export const ListRemoval = Closed(
  {
    removed: Type.Integer({ description: 'Number of removed members.' }),
    not_there: Type.Integer({ description: 'Number of ids that were not on the list.' }),
    visitor_ids: Type.Array(Uuid('A visitor.'), { description: 'Removed visitors.' }),
    identity_ids: Type.Array(Uuid('An identity.'), {
      description: 'Removed identities.',
    }),
  },
  {
    $id: 'ListRemoval',
    description: 'The result of removing members from a list.',
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

export const ListPreview = Closed(
  {
    of: ListSubjectName('Kind of members.'),
    total: Type.Integer({ description: 'Number of matches now.' }),
    approximate: Type.Boolean({
      description:
        'true: `total` is estimated from a sample, with `total_error`. false: `total` is exact.',
    }),
    total_error: Type.Optional(
      Type.Integer({
        description: 'Margin of error of `total` at 95% confidence. Only if `approximate` is true.',
      }),
    ),
    sample: Type.Array(Uuid('Id of a visitor or identity.'), {
      description:
        'Ids of the newest matches; at most 20. If `approximate` is true, from the sample.',
    }),
  },
  {
    $id: 'ListPreview',
    description: 'Matches of a filter.',
    examples: [
      {
        of: 'identities',
        total: 1,
        approximate: false,
        sample: ['01a1f843-753c-76b8-835a-667c2bb1be56'],
      },
    ],
  },
);
export type ListPreview = Static<typeof ListPreview>;
