import Type, { type Static } from 'typebox';
import { companyOperations } from './companies.ts';
import { identityOperations } from './identities.ts';
import { leadOperations } from './leads.ts';
import { type OperationSpec, operation } from './operation.ts';
import { fromVisitor } from './origins.ts';
import { Closed, Uuid } from './schema.ts';
import { visitorOperations } from './visitors.ts';

/** Whoever may read records of a kind finds them: by the operation that reads them. In the order in which equals are told. */
export const searchKinds = {
  identity: identityOperations.getIdentity,
  company: companyOperations.getCompany,
  lead: leadOperations.getLead,
  visitor: visitorOperations.getVisitor,
} as const satisfies Record<string, OperationSpec>;

export type SearchKind = keyof typeof searchKinds;
export const searchKindNames = Object.keys(searchKinds) as SearchKind[];

const scopes = [...new Set(Object.values(searchKinds).flatMap((reading) => reading.scopes))];

export const searchLimits = { query: 80, hits: 20, defaultHits: 5 };

const matchedFields = ['name', 'email', 'user_id', 'domain', 'code', 'id'] as const;
export type MatchedField = (typeof matchedFields)[number];

const Kind = Type.Unsafe<SearchKind>({
  type: 'string',
  enum: searchKindNames,
  description: 'What kind of record it is.',
});

export const SearchHit = Closed(
  {
    kind: Kind,
    id: Uuid('The record, as the operations of its kind take it.'),
    title: fromVisitor(
      Type.String({
        description: 'Name, else email or user_id; name, else domain; code; id of a visitor.',
      }),
      { where: 'kind', is: ['identity'] },
    ),
    subtitle: fromVisitor(
      Type.String({
        description:
          "What else tells it from others: a person's email, a company's domain, a lead's person (to keys that may read people) or source, a visitor's source. May be empty.",
      }),
      { where: 'kind', is: ['identity', 'lead'] },
    ),
    matched: Closed({
      field: Type.Unsafe<MatchedField>({
        type: 'string',
        enum: [...matchedFields],
        description: "What matched; of a lead, name, email and user_id are its person's.",
      }),
      value: fromVisitor(Type.String({ description: 'Its value.' }), {
        where: 'field',
        is: ['email', 'user_id'],
      }),
    }),
    rank: Type.Integer({
      minimum: 1,
      maximum: 3,
      description: '1: the whole field. 2: from the beginning of a word. 3: inside a word.',
    }),
  },
  {
    $id: 'SearchHit',
    description: 'A record that was found.',
    examples: [
      {
        kind: 'identity',
        id: '01a1f844-1111-7d0c-8a7f-6f3f1c2b4d5e',
        title: 'Ann Miller',
        subtitle: 'ann@acme.example',
        matched: { field: 'name', value: 'Ann Miller' },
        rank: 2,
      },
    ],
  },
);
export type SearchHit = Static<typeof SearchHit>;

const more = Type.Optional(Type.Boolean({ description: 'There are more, or there may be.' }));

const HasMore = Closed(
  { identity: more, company: more, lead: more, visitor: more } satisfies Record<
    SearchKind,
    typeof more
  >,
  {
    description: 'By kind that was searched. Type on to see them.',
    examples: [{ identity: false, company: false, lead: true, visitor: false }],
  },
);

const names = searchKindNames.join('|');

export const searchOperations = {
  searchRecords: operation({
    id: 'searchRecords',
    method: 'GET',
    path: '/search',
    tag: 'Search',
    summary: 'Search as one types',
    description:
      'People, companies, leads and visitors at once, by any part of a name, email, user_id or domain, by the parts of a code and by the beginning of an id. Case, accents and what stands between words make no difference; several words may come in any order. Best first. People and visitors are found with visitors:read, leads with leads:read, companies with companies:read.',
    scopes,
    feature: 'api',
    agent: [{ tool: 'search' }],
    query: Closed({
      q: Type.Optional(
        Type.String({
          maxLength: searchLimits.query,
          description:
            'What was typed so far. No character is special. Nothing is found by nothing, nor by what has neither letter nor digit.',
          examples: ['ann'],
        }),
      ),
      kinds: Type.Optional(
        Type.String({
          pattern: `^(?:${names})(?:,(?:${names})){0,${searchKindNames.length - 1}}$`,
          maxLength: 60,
          description: `Only these kinds, with commas between: ${searchKindNames.join(', ')}. Absent: all that the key may read.`,
          examples: ['identity,company'],
        }),
      ),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: searchLimits.hits,
          default: searchLimits.defaultHits,
          description: 'Of each kind, at most.',
        }),
      ),
      test: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'true: the test data of development keys instead of the live data.',
        }),
      ),
    }),
    status: 200,
    ok: Closed({
      data: Type.Array(SearchHit),
      has_more: HasMore,
    }),
  }),
};
