/** Whether messages arrive, for people who just added the script to a page or the library to a backend. */
import Type, { type Static } from 'typebox';
import { messageTypes } from './ingest.ts';
import { operation } from './operation.ts';
import { fromOperator, fromService, fromVisitor } from './origins.ts';
import { Closed, Nullable, recordOf, Timestamp, Uuid } from './schema.ts';

const UsedKey = Closed({
  id: Uuid('The key.'),
  name: fromOperator(Type.String({ description: 'Name of the key.' })),
  last_used_at: Timestamp('Last use, to the minute.'),
});

const Arrival = Closed({
  received_at: Timestamp('When the message arrived.'),
  type: Type.Unsafe<(typeof messageTypes)[number]>(
    Type.String({ enum: [...messageTypes], description: 'Kind of message.' }),
  ),
  name: fromVisitor(Type.String({ description: 'Name of the event, such as page_view.' })),
  host: fromVisitor(Type.String({ description: 'Host of the page. Empty without a page.' })),
  library: fromVisitor(
    Type.String({
      description: 'Library that sent the message, as name/version. Empty when unknown.',
    }),
  ),
  visitor_id: Uuid('The visitor.'),
  session_id: Uuid('The visit.'),
  key: Nullable(UsedKey, 'Write key that was used last. Null until known.'),
});

const Refusal = Closed({
  received_at: Timestamp('When the message arrived.'),
  reason: fromVisitor(Type.String({ description: 'Reason for the rejection.' })),
});

export const Installation = Closed({
  live: Nullable(Arrival, 'Latest live message. Null until one arrives.'),
  test: Nullable(Arrival, 'Latest message of a development key. Null until one arrives.'),
  refused: Nullable(
    Refusal,
    'Latest rejected event. Null without one, or if you may not read rejected events.',
  ),
  checked_at: fromService(Type.String({ format: 'date-time', description: 'Time of this check.' })),
});
export type Installation = Static<typeof Installation>;

export const installationOperations = {
  getInstallation: operation({
    id: 'getInstallation',
    method: 'GET',
    path: '/installation',
    tag: 'Settings',
    summary: 'Check whether messages arrive',
    description:
      'Returns the latest live and test messages with a page. You can poll it every two seconds.',
    scopes: [],
    roles: ['admin', 'member', 'viewer'],
    feature: 'api',
    status: 200,
    ok: recordOf(Installation),
  }),
};
