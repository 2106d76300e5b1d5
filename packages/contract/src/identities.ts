import Type, { type Static } from 'typebox';
import { Activity } from './activity.ts';
import { Company } from './companies.ts';
import { Consent } from './consents.ts';
import { operation } from './operation.ts';
import { asksFor, fromNetwork, fromVisitor } from './origins.ts';
import { Personality } from './personalities.ts';
import { referenceNeeds } from './reference-needs.ts';
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
import { type VerificationLevel, verificationLevels } from './verification-levels.ts';

const level = (description: string) =>
  Type.Unsafe<VerificationLevel>({ type: 'string', enum: [...verificationLevels], description });

/** An email address of a person. */
const PersonAddress = Closed({
  email: fromVisitor(Type.String({ description: 'Email address as first sent.' }), 'hidden'),
  verification_level: level('Highest verification level of a message with this address.'),
  first_seen_at: Timestamp('First message with this address.'),
  last_seen_at: Timestamp('Last message with this address.'),
});
export type PersonAddress = Static<typeof PersonAddress>;

/** Verification levels of a person's name and traits. */
const PersonLevels = Closed(
  {
    name: Type.Optional(level('Verification level of the name. Absent without a name.')),
    traits: fromVisitor(
      Type.Unsafe<Record<string, VerificationLevel>>({
        type: 'object',
        additionalProperties: { type: 'string', enum: [...verificationLevels] },
        description: 'Verification level of each trait, by name.',
      }),
    ),
  },
  {
    description:
      'With `expand=verification_levels`: verification level of the name and of each trait. Values set over this API have the level `api`.',
  },
);

export const Identity = Closed(
  {
    id: Uuid('Assigned by the service.'),
    workspace_id: Uuid("Always the caller's workspace."),
    visitor_id: Uuid('First visitor linked to this person.'),
    email: fromVisitor(
      Type.String({
        description:
          'Email address with the highest verification level, then the newest. Empty when unknown.',
      }),
      'hidden',
    ),
    name: fromVisitor(Type.String({ description: 'Full name. Empty when unknown.' }), 'hidden'),
    traits: fromVisitor(JsonObject('Custom traits.'), 'hidden'),
    first_seen: Timestamp('Start of the first visit.'),
    last_seen: Timestamp('Latest activity.'),
    ip: fromNetwork(
      Type.String({
        description:
          'IP address of the latest visit. Shortened or empty if the workspace stores it that way.',
      }),
      'hidden',
    ),
    city: fromNetwork(
      Type.String({ description: 'City of the latest visit. Empty when unknown.' }),
    ),
    country: fromNetwork(
      Type.String({ description: 'Country of the latest visit. Empty when unknown.' }),
    ),
    is_favorite: Type.Boolean({ description: 'true: marked as a favorite.' }),
    created_at: Timestamp('When the person was first identified.'),
    addresses: Type.Optional(
      Type.Array(PersonAddress, {
        description:
          'With `expand=addresses`: all email addresses of the person, newest first; at most 50.',
        maxItems: 50,
      }),
    ),
    verification_levels: Type.Optional(PersonLevels),
    personality: Type.Optional(Personality),
    company: Type.Optional(Company),
  },
  {
    $id: 'Identity',
    description: 'A person identified by an email address or a user ID, across devices.',
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

/** Limits for the traits of one identity that are set over the API. */
export const editedTraitLimits = { traits: 512, bytes: 32 * 1024 };

const { expand } = expandable(
  ['addresses', 'verification_levels', 'personality', 'company'],
  'addresses: all email addresses with verification level and times. verification_levels: verification level of the name and each trait. personality: score and stage as of today; absent until the first score. company: the most likely company of the person; needs the scope companies:read.',
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
    description: 'Returns the newest first. Records must match all filters.',
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
        Text(320, 'Only the person with exactly this email address, in any letter case.'),
      ),
      visitor_id: Uuid('Only people linked to this visitor.'),
      is_favorite: Type.Boolean({ description: 'true: only favorites. false: only others.' }),
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
      'Identities that belong to the same person are merged under the older id. Requests for the other id return the merged identity.',
    scopes: ['visitors:read'],
    feature: 'api',
    agent: [
      { tool: 'get', kind: 'person' },
      {
        tool: 'explain',
        what: 'person',
        fields: ['id', 'visitor_id', 'verification_levels'],
        query: { expand: 'verification_levels' },
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
      'Changes `is_favorite` and `traits`; other fields are ignored. Traits set or removed here stay until a later signed message changes them.',
    scopes: ['leads:write'],
    feature: 'api',
    agent: [{ tool: 'set_favorite' }],
    params: idParams,
    body: writeBody(Identity, {
      is_favorite: Type.Boolean({ description: 'true: marked as a favorite.' }),
      traits: JsonObject(
        `Merged into the traits (RFC 7396). null removes a trait. A person can have at most ${editedTraitLimits.traits} traits and ${editedTraitLimits.bytes} bytes of JSON set over the API.`,
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
  listIdentityConsents: operation({
    id: 'listIdentityConsents',
    method: 'GET',
    path: '/identities/{id}/consents',
    tag: 'Identities',
    summary: 'List consents of an identity',
    description:
      'Consents of all visitors of this person while they were this person, the latest first.',
    scopes: ['visitors:read'],
    feature: 'api',
    params: idParams,
    query: pageOfList({ ...ordered(['last_given_at']), ...selectable(Consent) }),
    status: 200,
    ok: listOf(Consent),
  }),
};
