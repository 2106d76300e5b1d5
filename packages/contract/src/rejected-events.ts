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

/** Machine-readable reason. */
const refusalParts = {
  reason_code: reasonCode(refusalReasons),
  field: fromVisitor(
    Type.String({
      description: 'Invalid field of the message. Empty if the reason is not about one field.',
    }),
  ),
};

export const RejectedEvent = Closed(
  {
    id: Uuid('Assigned by the service.'),
    created_at: Timestamp('When the message was received.'),
    reason: fromVisitor(
      Type.String({ description: 'Reason for the rejection, as in the response to the sender.' }),
    ),
    ...refusalParts,
    key_id: Nullable(Uuid('Write key of the message.'), 'Null for messages from older versions.'),
    key_name: fromOperator(Type.String({ description: 'Name of the key. Empty when unknown.' })),
    body: fromVisitor(
      Type.String({
        description: 'First 4,096 bytes of the message, unmasked.',
      }),
      'hidden',
    ),
  },
  {
    $id: 'RejectedEvent',
    description: 'A rejected message.',
    examples: [
      {
        id: '01a1f848-6666-7c3e-9d52-3b1f60a7c006',
        created_at: '2026-05-04T09:30:00Z',
        reason: 'name: must not be empty',
        reason_code: 'field',
        field: 'name',
        key_id: '01a1f840-22bb-7c3e-9d52-3b1f60a7c002',
        key_name: 'Production',
        body: '{"type":"event","name":""}',
      },
    ],
  },
);
export type RejectedEvent = Static<typeof RejectedEvent>;

export const rejectionReasonLimits = {
  /** Most reasons in one response. */
  reasons: 50,
  /** Counts at most this many of the newest messages. */
  messages: 100_000,
};

export const RejectionReasons = Closed(
  {
    total: Type.Integer({
      description: `Number of counted messages: the newest, at most ${rejectionReasonLimits.messages}.`,
    }),
    reasons: Type.Array(
      Closed({
        reason: fromVisitor(Type.String({ description: 'Reason for the rejection.' })),
        ...refusalParts,
        count: Type.Integer({ description: 'Number of messages.' }),
        last_at: Timestamp('When the latest message was received.'),
      }),
      { description: `Reasons, most frequent first; at most ${rejectionReasonLimits.reasons}.` },
    ),
  },
  {
    $id: 'RejectionReasons',
    description: 'Rejected events by reason.',
    examples: [
      {
        total: 3,
        reasons: [
          {
            reason: 'name: must not be empty',
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
export type RejectionReasons = Static<typeof RejectionReasons>;

export const rejectedEventOperations = {
  listRejectedEvents: operation({
    id: 'listRejectedEvents',
    method: 'GET',
    path: '/rejected-events',
    tag: 'Rejected events',
    summary: 'List rejected events',
    description:
      'Returns the newest first. Records must match all filters. Rejected events never change; use created_after to get new ones. Under heavy load, only some are stored.',
    scopes: ['audit:read'],
    feature: 'api',
    query: listQuery({
      reason: Text(200, 'Only rejected events with this text in the reason, in any letter case.'),
      key_id: Uuid('Only rejected events sent with this key.'),
      ...createdRange,
      ...ordered(['created_at']),
      ...selectable(RejectedEvent),
    }),
    status: 200,
    ok: listOf(RejectedEvent),
  }),
  countRejectedEvents: operation({
    id: 'countRejectedEvents',
    method: 'GET',
    path: '/rejected-events/reasons',
    tag: 'Rejected events',
    summary: 'Count rejected events by reason',
    description: `Counts the newest ${rejectionReasonLimits.messages.toLocaleString('en')}.`,
    scopes: ['audit:read'],
    feature: 'api',
    query: Closed({
      test: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'true: return test data from development keys instead of live data.',
        }),
      ),
      ...Type.Partial(Type.Object(createdRange)).properties,
    }),
    status: 200,
    ok: recordOf(RejectionReasons),
  }),
};
