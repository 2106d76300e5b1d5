/** Identity resolution by hand: the links of a person, and identity overrides that can be undone. */

import Type, { type Static } from 'typebox';
import { operation } from './operation.ts';
import { asksFor, fromService, fromVisitor } from './origins.ts';
import { type LinkReason, linkReasons } from './reasons.ts';
import {
  Closed,
  idParams,
  listOf,
  listQuery,
  Nullable,
  ordered,
  pageOfList,
  recordOf,
  selectable,
  Text,
  Timestamp,
  Uuid,
  updatedAfter,
} from './schema.ts';
import { type VerificationLevel, verificationLevels } from './verification-levels.ts';

/** These limits bound the cost of an identity override. */
export const identityOverrideLimits = {
  /** Most links, and most conversions, of the people involved. */
  links: 5_000,
  /** Most identity overrides of the same people, including undone ones. */
  ofPeople: 200,
  /** Most identity overrides and undos in a workspace. */
  ofWorkspace: 100_000,
  /** Most visitors, addresses and user IDs of a split, each. */
  selected: 100,
} as const;

export const strengthNames = ['anybody', 'device', 'proved'] as const;
export const identityOverrideKinds = ['detach', 'split', 'join'] as const;
export const actorKinds = ['key', 'member', 'command'] as const;

export const chosen = <T extends string>(values: readonly T[], description: string) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], description });

export const IdentityLink = Closed(
  {
    id: Uuid('Id of the message that identified the person.'),
    visitor_id: Uuid('Visitor who sent the message.'),
    created_at: Timestamp('When the message was sent.'),
    verification_level: chosen<VerificationLevel>(
      verificationLevels,
      'Verification level of the message.',
    ),
    proved_name: fromService(
      Nullable(
        Type.String({
          description: 'Signed identifier if only one is signed: email or user_id.',
        }),
        'Null if the verification level applies to all identifiers.',
      ),
    ),
    strength: chosen(
      strengthNames,
      'Strength of the link: proved (signed), device (from a device of the person) or anybody (unverified).',
    ),
    evidence: Closed(
      {
        email: fromVisitor(
          Type.String({ description: 'Email address as sent. Empty without one.' }),
          'hidden',
        ),
        user_id: fromVisitor(
          Type.String({ description: 'User ID as sent. Empty without one.' }),
          'hidden',
        ),
      },
      { description: 'Identifiers in the message.' },
    ),
    counts: Type.Boolean({ description: 'true: the message links the visitor to the person.' }),
    email_counts: Type.Boolean({ description: 'true: the email address belongs to the person.' }),
    reason: fromService(
      Nullable(
        Type.String({ description: 'Reason the link or its email address does not count.' }),
        'Null if both count.',
      ),
    ),
    reason_code: Type.Unsafe<LinkReason | null>({
      type: ['string', 'null'],
      enum: [...linkReasons, null],
      description: 'Code of the reason. Null if both count.',
    }),
    detached_by: Nullable(
      Uuid('The identity override that detached the link.'),
      'Null if not detached.',
    ),
  },
  {
    $id: 'IdentityLink',
    description: 'A message that identified a person, as evidence that a visitor is this person.',
    examples: [
      {
        id: '01a1f843-8001-8a3b-9c1d-52f0a7b6d3e4',
        visitor_id: '01a1f843-753c-76b8-835a-667c2bb1be56',
        created_at: '2026-05-04T09:41:10Z',
        verification_level: 'public',
        proved_name: null,
        strength: 'device',
        evidence: { email: 'ada@example.com', user_id: '' },
        counts: true,
        email_counts: true,
        reason: null,
        reason_code: null,
        detached_by: null,
      },
    ],
  },
);
export type IdentityLink = Static<typeof IdentityLink>;

export const Actor = Closed(
  {
    kind: chosen(actorKinds, 'Secret key, member or command line.'),
    id: Nullable(Uuid('Id of the key or member.'), 'Null for the command line.'),
  },
  { description: 'Who made the change.' },
);

export const IdentityOverride = Closed(
  {
    id: Uuid('Assigned by the service.'),
    kind: chosen(identityOverrideKinds, 'Kind of identity override.'),
    identity_id: Uuid('The corrected person, by its id at the time.'),
    other_identity_id: Nullable(
      Uuid('For a join, the other person. For a split, the new person.'),
      'Null otherwise.',
    ),
    link_id: Nullable(Uuid('The detached link.'), 'Null otherwise.'),
    visitor_ids: Type.Array(Type.String({ format: 'uuid' }), {
      description: 'Visitors moved by a split. Empty otherwise.',
    }),
    emails: fromVisitor(
      Type.Array(Type.String(), {
        description: 'Email addresses moved by a split, in lower case. Empty otherwise.',
      }),
      'hidden',
    ),
    user_ids: fromVisitor(
      Type.Array(Type.String(), {
        description: 'User IDs moved by a split. Empty otherwise.',
      }),
      'hidden',
    ),
    by: Actor,
    created_at: Timestamp('When the identity override was made.'),
    undone_at: Nullable(
      Timestamp('When the identity override was undone.'),
      'Null while in effect.',
    ),
    undone_by: Nullable(Actor, 'Null while in effect.'),
  },
  {
    $id: 'IdentityOverride',
    description: 'A manual override of who is who.',
    examples: [
      {
        id: '01a1f850-1111-7c3e-9d52-3b1f60a7c004',
        kind: 'join',
        identity_id: '7d3f0a61-2b4c-8e5d-9f60-1a2b3c4d5e6f',
        other_identity_id: '2c9e1b70-4d5f-8a61-b823-9f0e1d2c3b4a',
        link_id: null,
        visitor_ids: [],
        emails: [],
        user_ids: [],
        by: { kind: 'key', id: '01a1f840-22bb-7c3e-9d52-3b1f60a7c002' },
        created_at: '2026-05-06T15:00:00Z',
        undone_at: null,
        undone_by: null,
      },
    ],
  },
);
export type IdentityOverride = Static<typeof IdentityOverride>;

const PersonOutline = Closed(
  {
    id: Uuid('Id of the person.'),
    name: fromVisitor(Type.String({ description: 'Full name. Empty when unknown.' }), 'hidden'),
    email: fromVisitor(Type.String({ description: 'Main email address.' }), 'hidden'),
    emails: fromVisitor(
      Type.Array(Type.String(), {
        description: 'All email addresses; at most 100.',
      }),
      'hidden',
    ),
    user_ids: fromVisitor(
      Type.Array(Type.String(), {
        description: 'All user IDs; at most 100.',
      }),
      'hidden',
    ),
    visitor_ids: Type.Array(Type.String({ format: 'uuid' }), {
      description: 'Linked visitors; at most 100.',
    }),
    visitors: Type.Integer({ description: 'Number of linked visitors.' }),
    links: Type.Integer({ description: 'Number of messages that identified the person.' }),
    leads: Type.Integer({ description: 'Number of leads.' }),
    conversions: Type.Integer({ description: 'Number of conversions.' }),
  },
  { description: 'A person before or after an identity override.' },
);
export type PersonOutline = Static<typeof PersonOutline>;

export const IdentityOverrideOutcome = Closed(
  {
    dry_run: Type.Boolean({ description: 'true: nothing was stored.' }),
    identity_override_id: Nullable(
      Uuid('The identity override.'),
      'Null for a dry run of a new identity override.',
    ),
    before: Type.Array(PersonOutline, {
      description: 'Affected people before the identity override; at most 100.',
    }),
    after: Type.Array(PersonOutline, {
      description: 'Affected people after the identity override; at most 100.',
    }),
    moved: Closed(
      {
        links: Type.Integer({ description: 'Links moved to another person or to nobody.' }),
        leads: Type.Integer({ description: 'Leads moved, added or removed.' }),
        conversions: Type.Integer({ description: 'Conversions moved to another person.' }),
      },
      { description: 'Number of moved records.' },
    ),
  },
  {
    $id: 'IdentityOverrideOutcome',
    description: 'The result of an identity override: the people before and after it.',
    examples: [
      {
        dry_run: true,
        identity_override_id: null,
        before: [],
        after: [],
        moved: { links: 3, leads: 1, conversions: 0 },
      },
    ],
  },
);
export type IdentityOverrideOutcome = Static<typeof IdentityOverrideOutcome>;

const dry_run = Type.Optional(
  Type.Boolean({
    default: false,
    description: 'true: return the exact result without storing anything.',
  }),
);
const limited = `Returns 409 for people with more than ${identityOverrideLimits.links} links or conversions, or with ${identityOverrideLimits.ofPeople} identity overrides, and for workspaces with ${identityOverrideLimits.ofWorkspace} identity overrides.`;
const selection = (item: ReturnType<typeof Text>, description: string) =>
  Type.Array(item, { maxItems: identityOverrideLimits.selected, description });
const selectedNames = (item: ReturnType<typeof Text>, description: string) =>
  Type.Optional(asksFor('hidden', selection(item, description)));

const write = {
  tag: 'Identities',
  scopes: ['leads:write'],
  feature: 'api',
  params: idParams,
} as const;

export const identityOverrideOperations = {
  listIdentityLinks: operation({
    id: 'listIdentityLinks',
    method: 'GET',
    path: '/identities/{id}/links',
    tag: 'Identities',
    summary: 'List the links of an identity',
    description:
      'Messages that link visitors to this person, newest first. Includes detached links.',
    scopes: ['visitors:read'],
    feature: 'api',
    agent: [
      { tool: 'get', kind: 'person', include: 'links' },
      { tool: 'explain', what: 'person' },
    ],
    params: idParams,
    query: pageOfList({ ...ordered(['created_at']), ...selectable(IdentityLink) }),
    status: 200,
    ok: listOf(IdentityLink),
  }),
  detachIdentityLink: operation({
    ...write,
    id: 'detachIdentityLink',
    method: 'POST',
    path: '/identities/{id}/detach',
    summary: 'Detach a link from an identity',
    description: `Ignores these identifiers from this visitor, now and in later messages. ${limited}`,
    body: Closed({ link_id: Uuid('Link to detach.'), dry_run }),
    bodyExample: { link_id: '01a1f843-8001-8a3b-9c1d-52f0a7b6d3e4', dry_run: true },
    status: 200,
    ok: recordOf(IdentityOverrideOutcome),
  }),
  splitIdentity: operation({
    ...write,
    id: 'splitIdentity',
    method: 'POST',
    path: '/identities/{id}/split',
    summary: 'Split an identity in two',
    description: `Moves these visitors, email addresses and user IDs to a new person, with their past and later messages. The old person keeps its id, and identifiers that both used. ${limited}`,
    body: Closed({
      visitor_ids: Type.Optional(selection(Uuid('A visitor of the person.'), 'Visitors to move.')),
      emails: selectedNames(
        Text(320, 'In any letter case.'),
        'Email addresses to move, in any letter case.',
      ),
      user_ids: selectedNames(Text(200, 'As sent.'), 'User IDs to move.'),
      dry_run,
    }),
    bodyExample: { visitor_ids: ['01a1f843-753c-76b8-835a-667c2bb1be56'], dry_run: true },
    status: 200,
    ok: recordOf(IdentityOverrideOutcome),
  }),
  joinIdentities: operation({
    ...write,
    id: 'joinIdentities',
    method: 'POST',
    path: '/identities/{id}/join',
    summary: 'Join two identities',
    description: `Merges two people and all their identifiers. The person identified first keeps its id. Requests for the other id return the merged person. ${limited}`,
    body: Closed({ identity_id: Uuid('Person to merge.'), dry_run }),
    bodyExample: { identity_id: '2c9e1b70-4d5f-8a61-b823-9f0e1d2c3b4a', dry_run: true },
    status: 200,
    ok: recordOf(IdentityOverrideOutcome),
  }),
  listIdentityOverrides: operation({
    id: 'listIdentityOverrides',
    method: 'GET',
    path: '/identity-overrides',
    tag: 'Identities',
    summary: 'List identity overrides',
    description: 'Returns the newest first. Includes undone identity overrides.',
    scopes: ['visitors:read'],
    feature: 'api',
    query: listQuery({
      identity_id: Uuid('Only identity overrides of this person, by its current or an earlier id.'),
      undone: Type.Boolean({ description: 'true: only undone ones. false: only those in effect.' }),
      ...ordered(['created_at', 'updated_at']),
      ...updatedAfter,
      ...selectable(IdentityOverride),
    }),
    status: 200,
    ok: listOf(IdentityOverride),
  }),
  getIdentityOverride: operation({
    id: 'getIdentityOverride',
    method: 'GET',
    path: '/identity-overrides/{id}',
    tag: 'Identities',
    summary: 'Get one identity override',
    scopes: ['visitors:read'],
    feature: 'api',
    params: idParams,
    status: 200,
    ok: recordOf(IdentityOverride),
  }),
  undoIdentityOverride: operation({
    ...write,
    id: 'undoIdentityOverride',
    method: 'POST',
    path: '/identity-overrides/{id}/undo',
    summary: 'Undo an identity override',
    description: `Reverses the identity override, including its effect on later messages. You can undo identity overrides in any order, each once, and make them again. Returns 409 for people with more than ${identityOverrideLimits.links} links or conversions.`,
    body: Closed({ dry_run }),
    bodyExample: { dry_run: true },
    status: 200,
    ok: recordOf(IdentityOverrideOutcome),
  }),
};
