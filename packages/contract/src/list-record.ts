/** Visitor lists as the API shows them: kept by hand, or by a filter. */
import Type, { type Static } from 'typebox';
import { fromOperator, fromService } from './origins.ts';
import { Closed, JsonObject, Nullable, Timestamp, Uuid } from './schema.ts';

export const colorPattern = '^#[0-9A-Fa-f]{6}$';

/** The colour of a list that was made without one. */
export const defaultListColor = '#2563EB';

/** Lists of a workspace that keep themselves. */
export const mostKeptLists = 50;
export const mostKeptMembers = 1_000_000;

/** Of whom a list is that keeps itself; by name, the kind of record that its filter is about. */
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
  error: fromService(
    Type.Unsafe<UpkeepError | null>({
      type: ['string', 'null'],
      pattern: `^(${upkeepErrors.join('|')})$`,
      description: `takes_too_long: ask for less, such as a shorter \`within\`. too_many_members: more than ${mostKeptMembers}; narrow the filter. events_removed: the filter asks for events of a time whose events retention has removed; ask with a shorter \`within\`. failed: the log of the service tells why. Null while it does not fail.`,
    }),
  ),
  retry_at: Nullable(Timestamp('When it is tried again.'), 'Null while it does not fail.'),
});

export const VisitorList = Closed(
  {
    id: Uuid('Assigned by the service.'),
    name: fromOperator(Type.String({ description: 'Name of the list.' })),
    description: fromOperator(Type.String({ description: 'Empty when not given.' })),
    color: fromOperator(
      Type.String({ pattern: colorPattern, description: 'Hex colour, #RRGGBB.' }),
    ),
    created_at: Timestamp('When the list was made.'),
    of: Type.Optional(
      ListSubjectName(
        'Of whom the list is, where it keeps itself. Absent from lists that are kept by hand, as are the following.',
      ),
    ),
    filter: Type.Optional(
      fromOperator(
        Type.String({ description: 'Who is on the list: those of whom this is true. As text.' }),
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

export const ListAddition = Closed(
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

export const ListRemoval = Closed(
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

export const ListPreview = Closed(
  {
    of: ListSubjectName('Of whom.'),
    total: Type.Integer({ description: 'Of how many the filter is true now.' }),
    approximate: Type.Boolean({
      description:
        'true: `total` is estimated from a part of the visitors or identities, with `total_error`. false: it is exact.',
    }),
    total_error: Type.Optional(
      Type.Integer({
        description:
          'Only where `approximate` is true: the exact number lies this far from `total` at most, in 95 of 100 cases.',
      }),
    ),
    sample: Type.Array(Uuid('Of a visitor or identity.'), {
      description:
        'Ids of the newest of them, 20 at most; of those that were looked at, where that was a part.',
    }),
  },
  {
    $id: 'ListPreview',
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
