/** Data retention: the settings of admins, and what they delete. */
import Type, { type Static } from 'typebox';
import { operation } from './operation.ts';
import { fromService } from './origins.ts';
import {
  longestRetention,
  type RetentionKind,
  retentionKindNames,
  retentionKinds,
} from './retention-limits.ts';
import { Closed, Nullable, recordOf, Timestamp } from './schema.ts';

const Days = (kind: RetentionKind, what: string) =>
  Nullable(
    Type.Integer({
      minimum: retentionKinds[kind].least,
      maximum: longestRetention,
      description: `Days to keep ${what}`,
    }),
    'Null: forever.',
  );

export const RetentionDays = {
  events: Days(
    'events',
    'events. Deleting events does not change people, leads, conversions, visits, statistics and scores. The service ignores messages from before the cutoff.',
  ),
  refused_messages: Days('refused_messages', 'rejected events.'),
  consents: Days('consents', 'evidence of consent after its last message.'),
  audit_log: Days('audit_log', 'entries of the audit log.'),
};

export const EventsKeptSince = Nullable(
  Timestamp('Older events are or will be deleted; older messages are ignored. Never moves back.'),
  'Null while all events are kept.',
);

export const retentionCount = 100_000;

const RetentionState = Closed({
  events_kept_since: EventsKeptSince,
  kinds: Type.Array(
    Closed({
      kind: fromService(
        Type.Unsafe<RetentionKind>(
          Type.String({ enum: [...retentionKindNames], description: 'Kind of data.' }),
        ),
      ),
      days: Nullable(Type.Integer({ description: 'Days to keep the data.' }), 'Null: forever.'),
      removes_before: Nullable(Timestamp('Older data is deleted.'), 'Null: nothing is deleted.'),
      rows: Type.Integer({
        description: `Number of older rows, counted up to ${retentionCount}. Events stay until their visit is over.`,
      }),
      has_more: Type.Boolean({ description: 'true: there are more rows than counted.' }),
      removing: Type.Boolean({ description: 'true: deletion is in progress.' }),
      removed: Type.Integer({ description: 'Rows deleted so far in the last or current run.' }),
    }),
    { description: 'State of each kind of data.' },
  ),
});
export type RetentionState = Static<typeof RetentionState>;
const tried = (kind: RetentionKind) =>
  Type.Optional(
    Type.Integer({
      minimum: retentionKinds[kind].least,
      maximum: longestRetention,
      description: 'Preview: days to keep the data.',
    }),
  );

export const retentionOperations = {
  getRetention: operation({
    id: 'getRetention',
    method: 'GET',
    path: '/settings/retention',
    tag: 'Settings',
    summary: 'Preview data retention',
    description:
      'Shows what the current settings delete. With days in the query, shows what these would delete, without changing anything. The audit log records deletions as `retention`.',
    scopes: [],
    roles: ['admin'],
    feature: 'api',
    query: Closed({
      events: tried('events'),
      refused_messages: tried('refused_messages'),
      consents: tried('consents'),
      audit_log: tried('audit_log'),
    }),
    status: 200,
    ok: recordOf(RetentionState),
  }),
};
