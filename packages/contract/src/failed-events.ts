import Type, { type Static } from 'typebox';
import { operation } from './operation.ts';
import { fromOperator, fromVisitor } from './origins.ts';
import { reasonCode, refusalReasons } from './reasons.ts';
import {
  Closed,
  createdRange,
  listOf,
  listQuery,
  Nullable,
  ordered,
  recordOf,
  selectable,
  Text,
  Timestamp,
  Uuid,
} from './schema.ts';

/** The reason for programs. */
const refusalParts = {
  reason_code: reasonCode(refusalReasons),
  field: fromVisitor(
    Type.String({ description: 'Which field of the message it is about; empty where none alone.' }),
  ),
};

export const FailedEvent = Closed(
  {
    id: Uuid('Assigned by the service.'),
    created_at: Timestamp('When it was received.'),
    reason: fromVisitor(
      Type.String({ description: 'Why it was refused, as the sender was told.' }),
    ),
    ...refusalParts,
    key_id: Nullable(
      Uuid('The write key with which it came.'),
      'Null for what an older version stored.',
    ),
    key_name: fromOperator(Type.String({ description: 'Of the key; empty when it is not known.' })),
    body: fromVisitor(
      Type.String({
        description:
          'The message as it came, its first 4,096 bytes; nothing is shortened or masked.',
      }),
      'hidden',
    ),
  },
  {
    $id: 'FailedEvent',
    description: 'A message that was refused.',
    examples: [
      {
        id: '01a1f848-6666-7c3e-9d52-3b1f60a7c006',
        created_at: '2026-05-04T09:30:00Z',
        reason: 'name: must not have fewer than 1 characters',
        reason_code: 'field',
        field: 'name',
        key_id: '01a1f840-22bb-7c3e-9d52-3b1f60a7c002',
        key_name: 'Production',
        body: '{"type":"event","name":""}',
      },
    ],
  },
);
export type FailedEvent = Static<typeof FailedEvent>;

export const failedReasonLimits = {
  /** Reasons in one answer. */
  reasons: 50,
  /** Messages that are looked at: the newest. */
  messages: 100_000,
};

export const FailedReasons = Closed(
  {
    total: Type.Integer({
      description: `How many were counted: the newest, ${failedReasonLimits.messages} at most.`,
    }),
    reasons: Type.Array(
      Closed({
        reason: fromVisitor(Type.String({ description: 'Why they were refused.' })),
        ...refusalParts,
        count: Type.Integer({ description: 'How many of them.' }),
        last_at: Timestamp('When the latest was received.'),
      }),
      { description: `The most frequent first, ${failedReasonLimits.reasons} at most.` },
    ),
  },
  {
    $id: 'FailedReasons',
    examples: [
      {
        total: 3,
        reasons: [
          {
            reason: 'name: must not have fewer than 1 characters',
            reason_code: 'field',
            field: 'name',
            count: 3,
            last_at: '2026-05-04T09:30:00Z',
          },
        ],
      },
    ],
  },
);
export type FailedReasons = Static<typeof FailedReasons>;

export const failedEventOperations = {
  listFailedEvents: operation({
    id: 'listFailedEvents',
    method: 'GET',
    path: '/failed-events',
    tag: 'Refused messages',
    summary: 'List messages that were refused',
    description:
      'Newest first. Filters combine. They never change: created_after tells what is new. Not every one is kept: what comes too fast, or is out of proportion, is refused all the same.',
    scopes: ['audit:read'],
    feature: 'api',
    query: listQuery({
      reason: Text(200, 'Only those whose reason has this text in it, in any case.'),
      key_id: Uuid('Only those that came with this key.'),
      ...createdRange,
      ...ordered(['created_at']),
      ...selectable(FailedEvent),
    }),
    status: 200,
    ok: listOf(FailedEvent),
  }),
  countFailedEvents: operation({
    id: 'countFailedEvents',
    method: 'GET',
    path: '/failed-events/reasons',
    tag: 'Refused messages',
    summary: 'Count messages that were refused, by reason',
    description: `Of the newest ${failedReasonLimits.messages.toLocaleString('en')}.`,
    scopes: ['audit:read'],
    feature: 'api',
    query: Closed({
      test: Type.Optional(
        Type.Boolean({ default: false, description: 'true: of development keys instead.' }),
      ),
      ...Type.Partial(Type.Object(createdRange)).properties,
    }),
    status: 200,
    ok: recordOf(FailedReasons),
  }),
};
