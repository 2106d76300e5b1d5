/** Erasures: a person or visitor is removed with everything stored about them. */
import Type, { type Static } from 'typebox';
import { Actor } from './identity-overrides.ts';
import { operation } from './operation.ts';
import { fromService } from './origins.ts';
import {
  Closed,
  idParams,
  listOf,
  listQuery,
  Nullable,
  ordered,
  recordOf,
  selectable,
  Timestamp,
  Uuid,
} from './schema.ts';
import { type ErasureTotals, erasureTotals } from './settings.ts';

export type { ErasureTotals };

const subjects = ['identity', 'visitor'] as const;
export type ErasureSubject = (typeof subjects)[number];

const states = ['planned', 'running', 'done', 'failed'] as const;
export type ErasureState = (typeof states)[number];

/** What is counted, by kind. */
export const erasedKinds = {
  people: 'People.',
  visitors: 'Visitors that belong to nobody else.',
  shared_visitors: 'Visitors shared with other people. Only the visits of this person go.',
  sessions: 'Visits.',
  events: 'Events and other messages.',
  links: 'Messages that identified the person, also from visitors of others.',
  conversions: 'Conversions.',
  leads: 'Leads.',
  list_memberships: 'Memberships in lists.',
  company_links: 'Evidence that links visitors to companies.',
  consents: 'Recorded consents.',
  suggestions: 'Suggestions.',
  overrides: 'Overrides of bots, companies and identities.',
  rejected_events: 'Rejected events.',
  other: 'Scores, stored responses and other records that mention the person.',
} as const;
export type ErasedKind = keyof typeof erasedKinds;
export const erasedKindNames = Object.keys(erasedKinds) as ErasedKind[];
export type ErasedCounts = Record<ErasedKind, number>;

const keptKinds = ['totals', 'shared_visitors', 'erased_names', 'record_of_erasure'] as const;
export type KeptKind = (typeof keptKinds)[number];

/** Most people who are listed as sharing a device. */
export const mostSharers = 100;

const chosen = <T extends string>(values: readonly T[], description: string) =>
  Type.Unsafe<T>(Type.String({ enum: [...values], description }));

const counts = Closed(
  Object.fromEntries(
    Object.entries(erasedKinds).map(([kind, description]) => [kind, Type.Integer({ description })]),
  ) as Record<ErasedKind, ReturnType<typeof Type.Integer>>,
  { description: 'Numbers by kind: what an erasure has removed, or what a dry run would remove.' },
);

export const Erasure = Closed(
  {
    id: Nullable(Uuid('Assigned by the service.'), 'Null for a dry run.'),
    subject: chosen<ErasureSubject>(subjects, 'What is erased: an identity or a visitor.'),
    state: chosen<ErasureState>(
      states,
      'planned: a dry run. running: data is being removed; the person is already out of reach. done: nothing is left. failed: retry it under failed jobs.',
    ),
    test: Type.Boolean({ description: 'true: test data.' }),
    totals: chosen<ErasureTotals>(
      erasureTotals,
      'keep: figures of past periods stay as they were. recount: they are counted again without the person.',
    ),
    removed: counts,
    shared_with: Type.Array(Uuid('Another person.'), {
      maxItems: mostSharers,
      description: `People who share a device with the person, at most ${mostSharers}; their data stays. Empty after a dry run.`,
    }),
    kept: Type.Array(chosen<KeptKind>(keptKinds, 'Kind of data.'), {
      description:
        'What stays. totals: figures without the person. shared_visitors: visits of other people on the same devices. erased_names: keyed hashes that refuse old messages. record_of_erasure: this record, without personal data.',
    }),
    requested_at: Timestamp('When the erasure was requested. Older messages are refused.'),
    requested_by: Nullable(Actor, 'Null for a dry run.'),
    finished_at: Nullable(Timestamp('When nothing was left.'), 'Null until then.'),
    waiting_for: Type.Unsafe<'clickhouse' | null>({
      type: ['string', 'null'],
      enum: ['clickhouse', null],
      description:
        'clickhouse: everything is removed here, and visits are being removed from ClickHouse. Null otherwise.',
    }),
    reason: Nullable(
      fromService(Type.String({ description: 'Error of the last attempt, without values.' })),
      'Null without an error.',
    ),
  },
  {
    $id: 'Erasure',
    description: 'The removal of a person or visitor with all data about them.',
    examples: [
      {
        id: '01a1f850-7777-7c3e-9d52-3b1f60a7c007',
        subject: 'identity',
        state: 'done',
        test: false,
        totals: 'keep',
        removed: {
          people: 1,
          visitors: 2,
          shared_visitors: 0,
          sessions: 7,
          events: 61,
          links: 3,
          conversions: 1,
          leads: 1,
          list_memberships: 1,
          company_links: 2,
          consents: 1,
          suggestions: 0,
          overrides: 0,
          rejected_events: 0,
          other: 2,
        },
        shared_with: [],
        kept: ['totals', 'erased_names', 'record_of_erasure'],
        requested_at: '2026-05-07T10:00:00Z',
        requested_by: { kind: 'key', id: '01a1f840-22bb-7c3e-9d52-3b1f60a7c002' },
        finished_at: '2026-05-07T10:00:02Z',
        waiting_for: null,
        reason: null,
      },
    ],
  },
);
export type Erasure = Static<typeof Erasure>;

const scopes = ['privacy:write'] as const;
const [tag, feature] = ['Privacy', 'api'] as const;
const dryRun = Closed({
  dry_run: Type.Optional(Type.Boolean({ description: 'true: only count what would be removed.' })),
});
const inBackground =
  'The person can no longer be read when the response arrives; the rest follows in the background. Later messages with an older timestamp are refused. This cannot be undone. With `dry_run`, returns 200 and removes nothing.';

export const erasureOperations = {
  eraseIdentity: operation({
    id: 'eraseIdentity',
    method: 'DELETE',
    path: '/identities/{id}',
    tag,
    summary: 'Erase a person',
    description: `Removes the person with all visitors, visits, events, conversions, leads and everything derived from them. On devices shared with other people, removes only the visits of this person. ${inBackground}`,
    scopes,
    feature,
    agent: [{ tool: 'erase_person' }],
    params: idParams,
    query: dryRun,
    auditedAs: 'erasures',
    status: 202,
    ok: recordOf(Erasure),
  }),
  eraseVisitor: operation({
    id: 'eraseVisitor',
    method: 'DELETE',
    path: '/visitors/{id}',
    tag,
    summary: 'Erase a visitor',
    description: `Removes the visitor with all visits, events, conversions and leads, and people known only from this visitor. People with other visitors stay, without what this visitor said. ${inBackground}`,
    scopes,
    feature,
    params: idParams,
    query: dryRun,
    auditedAs: 'erasures',
    status: 202,
    ok: recordOf(Erasure),
  }),
  listErasures: operation({
    id: 'listErasures',
    method: 'GET',
    path: '/erasures',
    tag,
    summary: 'List erasures',
    description: 'Returns the newest first. The records hold no personal data and stay.',
    scopes,
    feature,
    query: listQuery({ ...ordered(['requested_at']), ...selectable(Erasure) }),
    status: 200,
    ok: listOf(Erasure),
  }),
  getErasure: operation({
    id: 'getErasure',
    method: 'GET',
    path: '/erasures/{id}',
    tag,
    summary: 'Get an erasure',
    description: 'Shows the progress. `removed` grows until `state` is `done`.',
    scopes,
    feature,
    params: idParams,
    status: 200,
    ok: recordOf(Erasure),
  }),
};
