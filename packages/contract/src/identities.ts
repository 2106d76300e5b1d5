import Type, { type Static } from 'typebox';
import { Activity } from './activity.ts';
import { Company } from './companies.ts';
import { operation } from './operation.ts';
import { asksFor, fromNetwork, fromVisitor } from './origins.ts';
import { Personality } from './personalities.ts';
import { referenceNeeds } from './reference-needs.ts';
import { type Right, rightNames } from './rights.ts';
import {
  askAnything,
  Closed,
  createdRange,
  expandable,
  idParams,
  JsonObject,
  listOf,
  listQuery,
  ordered,
  pageOfList,
  recordOf,
  selectable,
  selectedOf,
  Text,
  Timestamp,
  Uuid,
  updatedAfter,
  writeBody,
} from './schema.ts';

const right = (description: string) =>
  Type.Unsafe<Right>({ type: 'string', enum: [...rightNames], description });

/** An email address of a person. */
const PersonAddress = Closed({
  email: fromVisitor(Type.String({ description: 'As it was first given.' }), 'hidden'),
  right: right('The strongest by which it was said to be theirs.'),
  first_seen_at: Timestamp('When it was first given.'),
  last_seen_at: Timestamp('When it was last given.'),
});
export type PersonAddress = Static<typeof PersonAddress>;

/** By what right what is known of a person is believed. */
const PersonRights = Closed(
  {
    name: Type.Optional(right('Of the name; left out when there is none.')),
    traits: fromVisitor(
      Type.Unsafe<Record<string, Right>>({
        type: 'object',
        additionalProperties: { type: 'string', enum: [...rightNames] },
        description: 'Of each trait, by its name.',
      }),
    ),
  },
  {
    description:
      'With `expand=rights`: by what right the name and each of the traits are believed. What was set over this API has the right `api`.',
  },
);

export const Identity = Closed(
  {
    id: Uuid('Assigned by the service.'),
    workspace_id: Uuid("Always the caller's workspace."),
    visitor_id: Uuid('The first visitor that was linked to this identity.'),
    email: fromVisitor(
      Type.String({
        description:
          'Of the addresses the newest that was said by the strongest right; empty when not known.',
      }),
      'hidden',
    ),
    name: fromVisitor(Type.String({ description: 'Full name; empty when not known.' }), 'hidden'),
    traits: fromVisitor(JsonObject('Custom traits.'), 'hidden'),
    first_seen: Timestamp('First visit.'),
    last_seen: Timestamp('Last visit.'),
    ip: fromNetwork(
      Type.String({
        description: 'Of the latest visit; shortened or empty where the workspace stores it so.',
      }),
      'hidden',
    ),
    city: fromNetwork(Type.String({ description: 'Of the latest visit; empty when not known.' })),
    country: fromNetwork(
      Type.String({ description: 'Of the latest visit; empty when not known.' }),
    ),
    is_favorite: Type.Boolean({ description: 'Whether the identity is marked favorite.' }),
    created_at: Timestamp('When the person was first identified.'),
    addresses: Type.Optional(
      Type.Array(PersonAddress, {
        description:
          'With `expand=addresses`: every email address of the person, the newest first; at most 50.',
        maxItems: 50,
      }),
    ),
    rights: Type.Optional(PersonRights),
    personality: Type.Optional(Personality),
    company: Type.Optional(Company),
  },
  {
    $id: 'Identity',
    description: 'A person who was named by an email address or a user_id, across devices.',
    examples: [
      {
        id: '7d3f0a61-2b4c-8e5d-9f60-1a2b3c4d5e6f',
        workspace_id: '01a1f840-11aa-7c3e-9d52-3b1f60a7c001',
        visitor_id: '01a1f843-753c-76b8-835a-667c2bb1be56',
        email: 'ada@example.com',
        name: 'Ada Lovelace',
        traits: { plan: 'team' },
        first_seen: '2026-05-04T09:30:00Z',
        last_seen: '2026-05-06T14:02:11Z',
        ip: '203.0.113.7',
        city: 'Munich',
        country: 'Germany',
        is_favorite: false,
        created_at: '2026-05-04T09:41:10Z',
      },
    ],
  },
);
export type Identity = Static<typeof Identity>;

/** What is kept of the traits that were set over the API, for one identity. */
export const editedTraitLimits = { traits: 512, bytes: 32 * 1024 };

const { expand } = expandable(
  ['addresses', 'rights', 'personality', 'company'],
  'addresses, every email address with its right and time; rights, by what right the name and each trait are believed; personality, score and stage as of today, absent until the behaviour was looked at; company, that of the visitors whose person this is by now, of several the surest, which needs the scope to read companies.',
);
const withMore = {
  expand: {
    ...expand,
    'x-needs': [
      { scopes: [], features: ['personalities'], values: ['personality'] },
      { ...referenceNeeds.company, values: ['company'] },
    ],
  },
};

export const identityOperations = {
  listIdentities: operation({
    id: 'listIdentities',
    method: 'GET',
    path: '/identities',
    tag: 'Identities',
    summary: 'List identities',
    description: 'Newest first. Filters combine.',
    scopes: ['visitors:read'],
    feature: 'api',
    agent: [
      {
        tool: 'list',
        kind: 'person',
        fields: ['id', 'name', 'email', 'traits', 'last_seen', 'country', 'is_favorite'],
      },
    ],
    query: listQuery({
      email: asksFor(
        'hidden',
        Text(
          320,
          'Only the identity that has exactly this address among its addresses, in any case.',
        ),
      ),
      visitor_id: Uuid('Only identities that this visitor was linked to.'),
      is_favorite: Type.Boolean({ description: 'Only favorites, or only others.' }),
      ...createdRange,
      ...askAnything('identity', ['created_at', 'updated_at', 'intent_score']),
      ...updatedAfter,
      ...withMore,
      ...selectable(Identity),
    }),
    status: 200,
    ok: listOf(Identity),
  }),
  getIdentity: operation({
    id: 'getIdentity',
    method: 'GET',
    path: '/identities/{id}',
    tag: 'Identities',
    summary: 'Get one identity',
    description:
      'Two identities that turn out to be one person become one under the id of the earlier; the other id answers with the survivor from then on.',
    scopes: ['visitors:read'],
    feature: 'api',
    agent: [
      { tool: 'get', kind: 'person' },
      {
        tool: 'explain',
        what: 'person',
        fields: ['id', 'visitor_id', 'rights'],
        query: { expand: 'rights' },
      },
    ],
    params: idParams,
    query: selectedOf(Identity, withMore),
    status: 200,
    ok: recordOf(Identity),
  }),
  updateIdentity: operation({
    id: 'updateIdentity',
    method: 'PATCH',
    path: '/identities/{id}',
    tag: 'Identities',
    summary: 'Update an identity',
    description:
      'The favourite mark and traits. Other fields of an identity are ignored. A trait that is set or removed here stays so whatever messages tell, until a signed one of later tells it.',
    scopes: ['leads:write'],
    feature: 'api',
    agent: [{ tool: 'set_favourite' }],
    params: idParams,
    body: writeBody(Identity, {
      is_favorite: Type.Boolean({ description: 'Whether the identity is marked favorite.' }),
      traits: JsonObject(
        `Merged into the traits (RFC 7396): null removes one. At most ${editedTraitLimits.traits} traits and ${editedTraitLimits.bytes} bytes of JSON are kept of all that was set here.`,
      ),
    }),
    bodyExample: { is_favorite: true, traits: { plan: 'team' } },
    status: 200,
    ok: recordOf(Identity),
  }),
  listIdentityActivity: operation({
    id: 'listIdentityActivity',
    method: 'GET',
    path: '/identities/{id}/activity',
    tag: 'Identities',
    summary: 'List activity of an identity',
    description:
      'Events, session starts, identify calls, conversions and leads of this person, newest first.',
    scopes: ['visitors:read'],
    feature: 'api',
    agent: [{ tool: 'get', kind: 'person', include: 'activity' }],
    params: idParams,
    query: pageOfList({ ...createdRange, ...ordered(['created_at']), ...selectable(Activity) }),
    status: 200,
    ok: listOf(Activity),
  }),
};
