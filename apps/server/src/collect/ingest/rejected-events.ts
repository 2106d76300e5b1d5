/** Rejected messages as sent, cut to a maximum length. */
import { type Column, columnValues, nameList, unnestClause } from '../../platform/db/columns.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { markSessions } from '../../records/visit/stats-marks.ts';
import { isNumbered } from '../../stats/completeness/numbers.ts';
import type { FailedMessage, NumberedRefusal } from './message.ts';

/** A stranger can send invalid data as fast as the network allows. */
const keptBytes = 4096;

/** Copies, so that the stored part does not keep the whole body in memory. */
export function keptOf(body: Buffer): Buffer {
  return Buffer.from(body.subarray(0, keptBytes));
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Checked here because the message itself was rejected. */
export function numberedRefusal(
  messageId: unknown,
  visitorId: unknown,
  sessionId: unknown,
): NumberedRefusal | undefined {
  if (typeof messageId !== 'string' || typeof visitorId !== 'string') return undefined;
  if (typeof sessionId !== 'string' || !uuid.test(visitorId) || !uuid.test(sessionId)) {
    return undefined;
  }
  return isNumbered(messageId, sessionId) ? { messageId, visitorId, sessionId } : undefined;
}

const columns: Column<FailedMessage>[] = [
  { name: 'id', type: 'uuid', value: (failed) => failed.id },
  { name: 'is_test', type: 'boolean', value: (failed) => failed.isTest },
  { name: 'received_at', type: 'timestamptz', value: (failed) => failed.receivedAt },
  { name: 'reason', type: 'text', value: (failed) => failed.reason },
  { name: 'key_id', type: 'uuid', value: (failed) => failed.key.id },
  { name: 'visitor_id', type: 'uuid', value: ({ numbered }) => numbered?.visitorId ?? null },
  { name: 'session_id', type: 'uuid', value: ({ numbered }) => numbered?.sessionId ?? null },
  { name: 'message_id', type: 'uuid', value: ({ numbered }) => numbered?.messageId ?? null },
  { name: 'body', type: 'text', value: (failed) => failed.body.toString('hex') },
];

const insert = `
  insert into failed_events (workspace_id, ${nameList(columns)})
  select $1::uuid, t.id, t.is_test, t.received_at, t.reason, t.key_id, t.visitor_id, t.session_id, t.message_id, decode(t.body, 'hex')
  from ${unnestClause(columns, 2)}`;

export async function insertRejectedEvents(tx: Tx, workspaceId: string, failed: FailedMessage[]) {
  await tx.unsafe(insert, [workspaceId, ...columnValues(columns, failed)], { prepare: true });
  const visits = failed.flatMap(({ numbered, isTest }) =>
    numbered ? { ...numbered, isTest } : [],
  );
  await markSessions(tx, workspaceId, visits);
}
