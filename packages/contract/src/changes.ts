import Type, { type Static } from 'typebox';
import { companyOperations } from './companies.ts';
import { conversionOperations } from './conversions.ts';
import { identityOperations } from './identities.ts';
import { leadOperations } from './leads.ts';
import { listOperations } from './lists.ts';
import { type OperationSpec, operation } from './operation.ts';
import { fromService } from './origins.ts';
import { patternOf } from './patterns.ts';
import { Closed, pageQuery, Timestamp, Uuid } from './schema.ts';
import { sessionOperations } from './sessions.ts';
import { visitorOperations } from './visitors.ts';

/** Kinds of records, with the operation that reads each. Callers see changes of the kinds they may read. */
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
      ...patternOf(
        String.raw`^\d{1,15}(?:-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})?$`,
        'a position that /changes returned',
      ),
      description,
      examples: ['48213-01a1f846-4444-7c3e-9d52-3b1f60a7c004'],
    }),
  );

export const Change = Closed(
  {
    position: Position('Position in the feed. Opaque.'),
    kind: Type.Unsafe<ChangeKind>({
      type: 'string',
      enum: changeKindNames,
      description: 'Kind of record.',
    }),
    action: Type.Unsafe<ChangeAction>({
      type: 'string',
      enum: [...changeActions],
      description:
        'changed: the records are new or changed; read them again. removed: the records were deleted or merged into others.',
    }),
    ids: Type.Array(Uuid('Id of a record.'), { description: 'Ids of the records; at most 50.' }),
    visitor_ids: Type.Array(Uuid('Id of a visitor.'), {
      description: 'Visitors of the sessions, in the same order. Empty for other kinds.',
    }),
    created_at: Timestamp('When the change was stored.'),
  },
  {
    $id: 'Change',
    description:
      'Records changed by one transaction. Contains only ids; read the records for their data.',
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
    description: 'true: return test data from development keys instead of live data.',
  }),
);

const text =
  'A feed of changed records. It contains each committed change once, in the same order for everybody. You see the kinds your key may read: sessions and identities with visitors:read, leads with leads:read, conversions with conversions:read, lists with visitors:read or lists:write. Visitors (visitors:read) and companies (companies:read) appear only after overrides; see docs/guides/why.md. The service keeps changes for 24 hours, up to 500,000.';

export const changeOperations = {
  listChanges: operation({
    id: 'listChanges',
    method: 'GET',
    path: '/changes',
    tag: 'Changes',
    summary: 'List changes after a position',
    description: `${text} Returns the oldest first. Start without \`after\`: the response is empty, and \`next\` is your first position. A position that is too old returns 410.`,
    scopes,
    feature: 'api',
    query: Closed({
      after: Type.Optional(Position('`next` of the previous response.')),
      limit: pageQuery.properties.limit,
      test,
    }),
    status: 200,
    ok: Closed({
      data: Type.Array(Change),
      next: Position('Send it as `after` in the next request. Always set.'),
    }),
  }),
  streamChanges: operation({
    id: 'streamChanges',
    method: 'GET',
    path: '/changes/stream',
    tag: 'Changes',
    summary: 'Follow changes as server-sent events',
    description: `${text} The stream sends a \`change\` event for each change; its id is the position. Reconnect with \`Last-Event-ID\` or \`after\` to continue without gaps or duplicates. \`reset\`: the position is too old; read your records again. The stream continues from now. \`end\`: the service ends the stream; its data is the reason (slow, unauthorized, stopping, time). A comment every 15 seconds keeps the connection open.`,
    scopes,
    feature: 'api',
    query: Closed({
      after: Type.Optional(
        Position('Start position for clients that cannot send `Last-Event-ID`. Absent: now.'),
      ),
      seconds: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 86_400,
          description: 'End the stream after this many seconds.',
        }),
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
