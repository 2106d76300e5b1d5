import Type, { type Static } from 'typebox';
import { companyOperations } from './companies.ts';
import { identityOperations } from './identities.ts';
import { leadOperations } from './leads.ts';
import { type OperationSpec, operation } from './operation.ts';
import { fromVisitor } from './origins.ts';
import { Closed, commaList, listItem, Uuid } from './schema.ts';
import { visitorOperations } from './visitors.ts';

/** Kinds of records, with the operation that reads each. Callers find the kinds they may read. Sorts hits of equal rank. */
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
  description: 'Kind of record.',
});

export const SearchHit = Closed(
  {
    kind: Kind,
    id: Uuid('Id of the record.'),
    title: fromVisitor(
      Type.String({
        description:
          'Name, email or user ID of a person; name or domain of a company; code of a lead; id of a visitor.',
      }),
      { where: 'kind', is: ['identity'] },
    ),
    subtitle: fromVisitor(
      Type.String({
        description:
          'Email of a person, domain of a company, person or source of a lead, source of a visitor. May be empty.',
      }),
      { where: 'kind', is: ['identity', 'lead'] },
    ),
    matched: Closed(
      {
        field: Type.Unsafe<MatchedField>({
          type: 'string',
          enum: [...matchedFields],
          description: 'Matched field. For leads, name, email and user_id are those of the person.',
        }),
        value: fromVisitor(Type.String({ description: 'Value of the field.' }), {
          where: 'field',
          is: ['email', 'user_id'],
        }),
      },
      { description: 'What matched.' },
    ),
    rank: Type.Integer({
      minimum: 1,
      maximum: 3,
      description:
        '1: matches the whole field. 2: matches the start of a word. 3: matches inside a word.',
    }),
  },
  {
    $id: 'SearchHit',
    description: 'A matching record.',
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

const more = Type.Optional(Type.Boolean({ description: 'true: there may be more matches.' }));

const HasMore = Closed(
  { identity: more, company: more, lead: more, visitor: more } satisfies Record<
    SearchKind,
    typeof more
  >,
  {
    description: 'Whether each searched kind has more matches. Refine the query to see them.',
    examples: [{ identity: false, company: false, lead: true, visitor: false }],
  },
);

export const searchOperations = {
  searchRecords: operation({
    id: 'searchRecords',
    method: 'GET',
    path: '/search',
    tag: 'Search',
    summary: 'Search records',
    description:
      'Finds people, companies, leads and visitors by part of a name, email, user ID, domain or code, or by the start of an id. Ignores letter case, accents, punctuation and the order of words. Best matches first. People and visitors need visitors:read, leads leads:read, companies companies:read.',
    scopes,
    feature: 'api',
    agent: [{ tool: 'search' }],
    query: Closed({
      q: Type.Optional(
        Type.String({
          maxLength: searchLimits.query,
          description:
            'Search text. No special characters. Text without letters and digits has no matches.',
          examples: ['ann'],
        }),
      ),
      kinds: Type.Optional(
        commaList(listItem(searchKindNames), {
          minItems: 1,
          maxItems: searchKindNames.length,
          description: `Only these kinds, separated by commas: ${searchKindNames.join(', ')}. Absent: all kinds the key may read.`,
          examples: [['identity', 'company']],
        }),
      ),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: searchLimits.hits,
          default: searchLimits.defaultHits,
          description: 'Most hits per kind.',
        }),
      ),
      test: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'true: return test data from development keys instead of live data.',
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
