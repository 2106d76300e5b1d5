import Type, { type Static } from 'typebox';
import { companyOperations } from './companies.ts';
import { conversionOperations } from './conversions.ts';
import { identityOperations } from './identities.ts';
import { leadOperations } from './leads.ts';
import { listOperations } from './lists.ts';
import { type OperationSpec, operation } from './operation.ts';
import { fromService } from './origins.ts';
import { Closed, pageQuery, Timestamp, Uuid } from './schema.ts';
import { sessionOperations } from './sessions.ts';
import { visitorOperations } from './visitors.ts';

/** Whoever may read records of a kind is told of their changes: by the operation that reads them. */
export const changeKinds = {
  session: sessionOperations.getSession,
  identity: identityOperations.getIdentity,
  lead: leadOperations.getLead,
  conversion: conversionOperations.getConversion,
  list: listOperations.getList,
  visitor: visitorOperations.getVisitor,
  company: companyOperations.getCompany,
} as const satisfies Record<string, OperationSpec>;

export type ChangeKind = keyof typeof changeKinds;
export const changeKindNames = Object.keys(changeKinds) as ChangeKind[];

const scopes = [...new Set(Object.values(changeKinds).flatMap((reading) => reading.scopes))];

export const changeActions = ['changed', 'removed'] as const;
export type ChangeAction = (typeof changeActions)[number];

const Position = (description: string) =>
  fromService(
    Type.String({
      maxLength: 60,
      pattern: String.raw`^\d{1,15}(?:-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})?$`,
      description,
      examples: ['48213-01a1f846-4444-7c3e-9d52-3b1f60a7c004'],
    }),
  );

export const Change = Closed(
  {
    position: Position('Where it stands in the sequence; opaque.'),
    kind: Type.Unsafe<ChangeKind>({
      type: 'string',
      enum: changeKindNames,
      description: 'What kind of record it is about.',
    }),
    action: Type.Unsafe<ChangeAction>({
      type: 'string',
      enum: [...changeActions],
      description:
        'changed: the records are new or not as before; read them. removed: they are gone, or became part of others.',
    }),
    ids: Type.Array(Uuid(''), { description: 'The records, 50 at most.' }),
    visitor_ids: Type.Array(Uuid(''), {
      description: 'Of sessions: the visitor of each, in the same order; else empty.',
    }),
    created_at: Timestamp('When it was stored.'),
  },
  {
    $id: 'Change',
    description: 'What one transaction changed. It tells which records, not what is in them.',
    examples: [
      {
        position: '48213-01a1f846-4444-7c3e-9d52-3b1f60a7c004',
        kind: 'session',
        action: 'changed',
        ids: ['01a1f843-7a01-7d11-8c6e-0f6d0f6f2a10'],
        visitor_ids: ['01a1f843-753c-76b8-835a-667c2bb1be56'],
        created_at: '2026-05-06T14:02:11Z',
      },
    ],
  },
);
export type Change = Static<typeof Change>;

const test = Type.Optional(
  Type.Boolean({
    default: false,
    description: 'true: the test data of development keys instead of the live data.',
  }),
);

const text =
  'Which records of the workspace changed, in one order for everybody: each committed change once. A kind is told to keys that may read its records: sessions and identities with visitors:read, leads with leads:read, conversions with conversions:read, lists with visitors:read or lists:write. Visitors and companies are told of where somebody decided about them (docs/guides/why.md): visitors with visitors:read, companies with companies:read. Changes are kept for 24 hours, at most 500,000.';

export const changeOperations = {
  listChanges: operation({
    id: 'listChanges',
    method: 'GET',
    path: '/changes',
    tag: 'Changes',
    summary: 'List changes after a position',
    description: `${text} Oldest first. Without \`after\` there are none yet: \`next\` is where to begin. A position whose successors are no longer kept answers 410.`,
    scopes,
    feature: 'api',
    query: Closed({
      after: Type.Optional(Position('The `next` of the answer before.')),
      limit: pageQuery.properties.limit,
      test,
    }),
    status: 200,
    ok: Closed({
      data: Type.Array(Change),
      next: Position('Where to go on; also when nothing changed.'),
    }),
  }),
  streamChanges: operation({
    id: 'streamChanges',
    method: 'GET',
    path: '/changes/stream',
    tag: 'Changes',
    summary: 'Follow changes as server-sent events',
    description: `${text} Each is an event \`change\`, whose id is its position: a client that connects again with \`Last-Event-ID\`, or \`after\`, misses none and gets none twice. \`reset\`: what followed that position is no longer kept, so read anew what you need; the stream goes on from now. \`end\`: the reason why the service ends the stream (slow, unauthorized, stopping, time). A comment every 15 seconds says that it lives.`,
    scopes,
    feature: 'api',
    query: Closed({
      after: Type.Optional(
        Position('A position, where `Last-Event-ID` cannot be sent. Absent: from now on.'),
      ),
      seconds: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 86_400, description: 'End after so many seconds.' }),
      ),
      test,
    }),
    status: 200,
    stream: {
      example:
        'retry: 1000\n\nevent: change\nid: 48213-01a1f846-4444-7c3e-9d52-3b1f60a7c004\ndata: {"position":"48213-01a1f846-4444-7c3e-9d52-3b1f60a7c004","kind":"lead","action":"changed","ids":["01a1f846-4444-7c3e-9d52-3b1f60a7c004"],"visitor_ids":[],"created_at":"2026-05-04T09:30:00Z"}\n\n',
    },
  }),
};
