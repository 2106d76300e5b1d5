/** Who is who, looked at and put right by hand: the links of a person, and corrections that can be undone. */

import Type, { type Static } from 'typebox';
import { operation } from './operation.ts';
import { asksFor, fromService, fromVisitor } from './origins.ts';
import { type LinkReason, linkReasons } from './reasons.ts';
import { type Right, rightNames } from './rights.ts';
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

/** What a correction costs is bounded by these. */
export const correctionLimits = {
  /** Links, and conversions, of the people whom it concerns. */
  links: 5_000,
  /** Of the same people, undone ones included. */
  ofPeople: 200,
  /** Of a workspace, undone ones and what undid them included. */
  ofWorkspace: 100_000,
  /** Visitors of a split, and so many addresses and user_ids. */
  selected: 100,
} as const;

export const strengthNames = ['anybody', 'device', 'proved'] as const;
export const correctionKinds = ['detach', 'split', 'join'] as const;
export const actorKinds = ['key', 'member', 'command'] as const;

export const chosen = <T extends string>(values: readonly T[], description: string) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], description });

export const IdentityLink = Closed(
  {
    id: Uuid('The id of the message that named the person.'),
    visitor_id: Uuid('The visitor who sent it.'),
    created_at: Timestamp('When it was said.'),
    right: chosen<Right>(rightNames, 'By what right it was said.'),
    proved_name: fromService(
      Nullable(
        Type.String({
          description: 'Which of its two names a signature proves: email or user_id.',
        }),
        'Null where the right is that of all its names.',
      ),
    ),
    strength: chosen(
      strengthNames,
      "What it weighs for this person: proved, a device's of the person, or anybody's word.",
    ),
    evidence: Closed(
      {
        email: fromVisitor(
          Type.String({ description: 'As it was given; empty when none was.' }),
          'hidden',
        ),
        user_id: fromVisitor(Type.String({ description: 'Empty when none was given.' }), 'hidden'),
      },
      { description: 'The names that the message gave.' },
    ),
    counts: Type.Boolean({ description: 'Whether it links the visitor to the person.' }),
    email_counts: Type.Boolean({ description: "Whether its address is the person's." }),
    reason: fromService(
      Nullable(
        Type.String({ description: 'Why it, or its address, does not count.' }),
        'Null when all of it counts.',
      ),
    ),
    reason_code: Type.Unsafe<LinkReason | null>({
      type: ['string', 'null'],
      enum: [...linkReasons, null],
      description: 'The same as a word for programs. Null when all of it counts.',
    }),
    detached_by: Nullable(Uuid('The correction that detached it.'), 'Null when none did.'),
  },
  {
    $id: 'IdentityLink',
    description: 'One message that named a person: the evidence that a visitor is this person.',
    examples: [
      {
        id: '01a1f843-8001-8a3b-9c1d-52f0a7b6d3e4',
        visitor_id: '01a1f843-753c-76b8-835a-667c2bb1be56',
        created_at: '2026-05-04T09:41:10Z',
        right: 'public',
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
    kind: chosen(actorKinds, 'A secret key, a member, or the command line.'),
    id: Nullable(Uuid('Of the key or the member.'), 'Null for the command line.'),
  },
  { description: 'Who did it.' },
);

export const Correction = Closed(
  {
    id: Uuid('Assigned by the service.'),
    kind: chosen(correctionKinds, 'What was done.'),
    identity_id: Uuid('The person whom it was about, by the id of that time.'),
    other_identity_id: Nullable(
      Uuid('Of a join the other person, of a split the person that it made.'),
      'Null otherwise.',
    ),
    link_id: Nullable(Uuid('The link that was detached.'), 'Null otherwise.'),
    visitor_ids: Type.Array(Type.String({ format: 'uuid' }), {
      description: 'Of a split: the visitors that were taken; else empty.',
    }),
    emails: fromVisitor(
      Type.Array(Type.String(), {
        description: 'Of a split: the addresses that were taken, in lower case; else empty.',
      }),
      'hidden',
    ),
    user_ids: fromVisitor(
      Type.Array(Type.String(), {
        description: 'Of a split: the user_ids that were taken; else empty.',
      }),
      'hidden',
    ),
    by: Actor,
    created_at: Timestamp('When it was made.'),
    undone_at: Nullable(Timestamp('When it was undone.'), 'Null while it is in force.'),
    undone_by: Nullable(Actor, 'Null while it is in force.'),
  },
  {
    $id: 'Correction',
    description: 'What somebody put right about who is who.',
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
export type Correction = Static<typeof Correction>;

const PersonOutline = Closed(
  {
    id: Uuid('The id of the identity.'),
    name: fromVisitor(Type.String({ description: 'Empty when not known.' }), 'hidden'),
    email: fromVisitor(Type.String({ description: 'The address that is shown.' }), 'hidden'),
    emails: fromVisitor(
      Type.Array(Type.String(), {
        description: 'All addresses that are theirs; 100 at most.',
      }),
      'hidden',
    ),
    user_ids: fromVisitor(
      Type.Array(Type.String(), {
        description: 'All user_ids that name them; 100 at most.',
      }),
      'hidden',
    ),
    visitor_ids: Type.Array(Type.String({ format: 'uuid' }), {
      description: 'Visitors that are linked to them; 100 at most.',
    }),
    visitors: Type.Integer({ description: 'How many visitors are linked to them.' }),
    links: Type.Integer({ description: 'How many messages named them.' }),
    leads: Type.Integer({ description: 'How many leads are theirs.' }),
    conversions: Type.Integer({ description: 'How many conversions are theirs.' }),
  },
  { description: 'A person before or after a correction.' },
);
export type PersonOutline = Static<typeof PersonOutline>;

export const CorrectionOutcome = Closed(
  {
    dry_run: Type.Boolean({ description: 'true: nothing was stored.' }),
    correction_id: Nullable(
      Uuid('The correction that was made or undone.'),
      'Null where nothing was stored and it does not exist.',
    ),
    before: Type.Array(PersonOutline, {
      description: 'The people who change, as they were; 100 at most.',
    }),
    after: Type.Array(PersonOutline, {
      description: 'The same as they are, or would be, after it; 100 at most.',
    }),
    moved: Closed(
      {
        links: Type.Integer({ description: 'Links that go to somebody else, or to nobody.' }),
        leads: Type.Integer({ description: 'Leads that change hands, open or vanish.' }),
        conversions: Type.Integer({ description: 'Conversions that go to somebody else.' }),
      },
      { description: 'What changes hands.' },
    ),
  },
  {
    $id: 'CorrectionOutcome',
    examples: [
      {
        dry_run: true,
        correction_id: null,
        before: [],
        after: [],
        moved: { links: 3, leads: 1, conversions: 0 },
      },
    ],
  },
);
export type CorrectionOutcome = Static<typeof CorrectionOutcome>;

const dry_run = Type.Optional(
  Type.Boolean({
    default: false,
    description: 'true: answer exactly what would come of it, and store nothing.',
  }),
);
const limited = `People with more than ${correctionLimits.links} links or conversions, or with ${correctionLimits.ofPeople} corrections, are refused with 409, and so is the ${correctionLimits.ofWorkspace}th correction of a workspace.`;
const selection = (item: ReturnType<typeof Text>, description: string) =>
  Type.Array(item, { maxItems: correctionLimits.selected, description });
const selectedNames = (item: ReturnType<typeof Text>, description: string) =>
  Type.Optional(asksFor('hidden', selection(item, description)));

const write = {
  tag: 'Identities',
  scopes: ['leads:write'],
  feature: 'api',
  params: idParams,
} as const;

export const correctionOperations = {
  listIdentityLinks: operation({
    id: 'listIdentityLinks',
    method: 'GET',
    path: '/identities/{id}/links',
    tag: 'Identities',
    summary: 'List links of an identity',
    description:
      'Why visitors are thought to be this person: each message that named them, newest first, those that were detached from them included.',
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
    description: `The visitor is not who the link says: the same names from the same visitor do not count, however often they come. ${limited}`,
    body: Closed({ link_id: Uuid('A link of the person.'), dry_run }),
    bodyExample: { link_id: '01a1f843-8001-8a3b-9c1d-52f0a7b6d3e4', dry_run: true },
    status: 200,
    ok: recordOf(CorrectionOutcome),
  }),
  splitIdentity: operation({
    ...write,
    id: 'splitIdentity',
    method: 'POST',
    path: '/identities/{id}/split',
    summary: 'Split an identity in two',
    description: `What any of these visitors, or any of these names, said of the person is somebody else's, now and later. The person keeps the id; an address or user_id that both were named by stays with them. ${limited}`,
    body: Closed({
      visitor_ids: Type.Optional(
        selection(Uuid('A visitor of the person.'), 'Visitors who are somebody else.'),
      ),
      emails: selectedNames(Text(320, 'In any case.'), 'Addresses of somebody else, in any case.'),
      user_ids: selectedNames(Text(200, 'As it was sent.'), 'user_ids of somebody else.'),
      dry_run,
    }),
    bodyExample: { visitor_ids: ['01a1f843-753c-76b8-835a-667c2bb1be56'], dry_run: true },
    status: 200,
    ok: recordOf(CorrectionOutcome),
  }),
  joinIdentities: operation({
    ...write,
    id: 'joinIdentities',
    method: 'POST',
    path: '/identities/{id}/join',
    summary: 'Join two identities',
    description: `They are one person, whatever messages say: all names of both mean the same from now on. Whoever was named first keeps the id; the other id goes on answering with the survivor. ${limited}`,
    body: Closed({ identity_id: Uuid('The other person.'), dry_run }),
    bodyExample: { identity_id: '2c9e1b70-4d5f-8a61-b823-9f0e1d2c3b4a', dry_run: true },
    status: 200,
    ok: recordOf(CorrectionOutcome),
  }),
  listCorrections: operation({
    id: 'listCorrections',
    method: 'GET',
    path: '/corrections',
    tag: 'Identities',
    summary: 'List corrections of who is who',
    description: 'Newest first, those that were undone included.',
    scopes: ['visitors:read'],
    feature: 'api',
    query: listQuery({
      identity_id: Uuid('Only corrections of this identity, by this or an earlier id.'),
      undone: Type.Boolean({ description: 'Only those that were undone, or that are in force.' }),
      ...ordered(['created_at', 'updated_at']),
      ...updatedAfter,
      ...selectable(Correction),
    }),
    status: 200,
    ok: listOf(Correction),
  }),
  getCorrection: operation({
    id: 'getCorrection',
    method: 'GET',
    path: '/corrections/{id}',
    tag: 'Identities',
    summary: 'Get one correction',
    scopes: ['visitors:read'],
    feature: 'api',
    params: idParams,
    status: 200,
    ok: recordOf(Correction),
  }),
  undoCorrection: operation({
    ...write,
    id: 'undoCorrection',
    method: 'POST',
    path: '/corrections/{id}/undo',
    summary: 'Undo a correction',
    description: `Everything is as if it had never been made; what came meanwhile counts as it would have then. Corrections may be undone in any order, each once; the same one can be made again. People with more than ${correctionLimits.links} links or conversions are refused with 409.`,
    body: Closed({ dry_run }),
    bodyExample: { dry_run: true },
    status: 200,
    ok: recordOf(CorrectionOutcome),
  }),
};
