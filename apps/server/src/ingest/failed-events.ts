/** Messages that were refused, kept as they came. */
import { type Column, columnValues, nameList, unnestClause } from '../db/columns.ts';
import type { Tx } from '../db/connect.ts';
import type { FailedMessage } from './message.ts';

const columns: Column<FailedMessage>[] = [
  { name: 'id', type: 'uuid', value: (failed) => failed.id },
  { name: 'is_test', type: 'boolean', value: (failed) => failed.isTest },
  { name: 'received_at', type: 'timestamptz', value: (failed) => failed.receivedAt },
  { name: 'reason', type: 'text', value: (failed) => failed.reason },
  { name: 'body', type: 'text', value: (failed) => failed.body.toString('hex') },
];

const insert = `
  insert into failed_events (workspace_id, ${nameList(columns)})
  select $1::uuid, t.id, t.is_test, t.received_at, t.reason, decode(t.body, 'hex')
  from ${unnestClause(columns, 2)}`;

export async function insertFailedEvents(tx: Tx, workspaceId: string, failed: FailedMessage[]) {
  await tx.unsafe(insert, [workspaceId, ...columnValues(columns, failed)], { prepare: true });
}
