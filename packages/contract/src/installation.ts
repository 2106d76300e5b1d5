/** Whether messages arrive: for who has just put the script into a page, or the library into a backend. */
import Type, { type Static } from 'typebox';
import { messageTypes } from './ingest.ts';
import { operation } from './operation.ts';
import { fromOperator, fromService, fromVisitor } from './origins.ts';
import { Closed, Nullable, recordOf, Timestamp, Uuid } from './schema.ts';

const UsedKey = Closed({
  id: Uuid('The key.'),
  name: fromOperator(Type.String({ description: 'Of the key.' })),
  last_used_at: Timestamp('To the minute.'),
});

const Arrival = Closed({
  received_at: Timestamp('When it arrived.'),
  type: Type.Unsafe<(typeof messageTypes)[number]>(
    Type.String({ enum: [...messageTypes], description: 'The kind of message.' }),
  ),
  name: fromVisitor(Type.String({ description: 'Of the event, such as page_view.' })),
  host: fromVisitor(
    Type.String({ description: 'The host of the page; empty where it told no page.' }),
  ),
  library: fromVisitor(
    Type.String({ description: 'What sent it, as name/version; empty when it does not say.' }),
  ),
  visitor_id: Uuid('The visitor.'),
  session_id: Uuid('The visit.'),
  key: Nullable(UsedKey, 'Null until it is known: the write key that was used last.'),
});

const Refusal = Closed({
  received_at: Timestamp('When it arrived.'),
  reason: fromVisitor(Type.String({ description: 'Why it was refused.' })),
});

export const Installation = Closed({
  live: Nullable(Arrival, 'Null where nothing has arrived yet.'),
  test: Nullable(Arrival, 'The same of development keys.'),
  refused: Nullable(
    Refusal,
    'The latest message that was refused; null where there is none, and for who may not read them.',
  ),
  checked_at: fromService(Type.String({ format: 'date-time', description: 'As of when.' })),
});
export type Installation = Static<typeof Installation>;

export const installationOperations = {
  getInstallation: operation({
    id: 'getInstallation',
    method: 'GET',
    path: '/installation',
    tag: 'Settings',
    summary: 'See whether messages arrive',
    description:
      'The latest message with a page of the latest visit, of live and of test data. Cheap enough to be asked every two seconds.',
    scopes: [],
    roles: ['admin', 'member', 'viewer'],
    feature: 'api',
    status: 200,
    ok: recordOf(Installation),
  }),
};
