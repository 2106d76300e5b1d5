/** For how long what is kept: chosen by administrators as a setting, and what it comes to. */
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
      description: `For how many days ${what}`,
    }),
    'Null: without end.',
  );

export const RetentionDays = {
  events: Days(
    'events',
    'events are kept. People, leads, conversions, visits, figures and scores stay as they are when events go; messages from before are ignored from then on.',
  ),
  refused_messages: Days('refused_messages', 'messages that were refused are kept.'),
  consents: Days('consents', 'evidence of consent is kept, after it was told last.'),
  audit_log: Days('audit_log', 'entries of the audit log are kept.'),
};

export const EventsKeptSince = Nullable(
  Timestamp('Events from before are removed, or will be; messages from before are ignored.'),
  'Null while all events are kept. It never goes back.',
);

export const retentionCount = 100_000;

const RetentionState = Closed({
  events_kept_since: EventsKeptSince,
  kinds: Type.Array(
    Closed({
      kind: fromService(
        Type.Unsafe<RetentionKind>(
          Type.String({ enum: [...retentionKindNames], description: 'What is kept.' }),
        ),
      ),
      days: Nullable(Type.Integer({ description: 'For so many days.' }), 'Null: without end.'),
      removes_before: Nullable(Timestamp('What is older goes.'), 'Null where nothing goes.'),
      rows: Type.Integer({
        description: `How many are older now, counted up to ${retentionCount}. Events of a visit that has not ended before stay with it.`,
      }),
      has_more: Type.Boolean({ description: 'There are more than were counted.' }),
      removing: Type.Boolean({ description: 'They are being removed just now.' }),
      removed: Type.Integer({ description: 'How many went in the last removal, so far.' }),
    }),
    { description: 'Each kind of data.' },
  ),
});
export type RetentionState = Static<typeof RetentionState>;
const tried = (kind: RetentionKind) =>
  Type.Optional(
    Type.Integer({
      minimum: retentionKinds[kind].least,
      maximum: longestRetention,
      description: 'As though it were kept for so many days.',
    }),
  );

export const retentionOperations = {
  getRetention: operation({
    id: 'getRetention',
    method: 'GET',
    path: '/settings/retention',
    tag: 'Settings',
    summary: 'Read what retention keeps and what would go',
    description:
      'With days given, what would go if they were set: nothing is changed. What was removed is told by the audit log, as `retention`.',
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
