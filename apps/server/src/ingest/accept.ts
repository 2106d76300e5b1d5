/** A request's messages: each checked by itself, written together, answered one by one. */
import type { IngestAnswer, IngestResult } from '@footfall/contract/ingest';
import { uuidv7 } from 'uuidv7';
import { checkMessage } from './check-message.ts';
import type { GroupCommit } from './group-commit.ts';
import type { FailedMessage, Message } from './message.ts';
import { MessageRefused } from './message-refused.ts';
import type { Sender } from './sender.ts';
import { unauthorizedToSend } from './write-key.ts';

/** @throws ApiError unauthorized when the key was revoked, unavailable when nothing can be stored */
export async function acceptMessages(
  raw: unknown[],
  sender: Sender,
  /** The bytes of the message at an index, as they came. */
  rawBytes: (index: number) => Buffer,
  commit: GroupCommit,
): Promise<IngestAnswer> {
  const messages: Message[] = [];
  const failed: FailedMessage[] = [];
  const checked = raw.map((value, index): Message | IngestResult => {
    try {
      const message = checkMessage(value, index, sender, () => rawBytes(index));
      messages.push(message);
      return message;
    } catch (error) {
      if (!(error instanceof MessageRefused)) throw error;
      failed.push(failedMessage(sender, error.message, rawBytes(index)));
      return rejected(index, messageIdOf(value), error.message);
    }
  });
  await commit.write(messages, failed);
  const results = checked.map((item, index) => ('eventId' in item ? resultOf(item, index) : item));
  const counts = { accepted: 0, duplicate: 0, rejected: 0 };
  for (const { status } of results) counts[status] += 1;
  const { accepted, duplicate: duplicates, rejected: refused } = counts;
  return { data: { accepted, duplicates, rejected: refused, results } };
}

function resultOf(message: Message, index: number): IngestResult {
  const { outcome, messageId } = message;
  if (!outcome) throw new Error('a message has no outcome');
  if (outcome === 'revoked') throw unauthorizedToSend();
  if (typeof outcome === 'object') return rejected(index, messageId, outcome.rejected);
  return {
    index,
    message_id: messageId,
    status: outcome,
    visitor_id: message.visitorId,
    session_id: message.sessionId,
  };
}

function rejected(index: number, messageId: string, error: string): IngestResult {
  return {
    index,
    message_id: messageId,
    status: 'rejected',
    visitor_id: null,
    session_id: null,
    error,
  };
}

function failedMessage(sender: Sender, reason: string, body: Buffer): FailedMessage {
  return {
    key: sender.key,
    workspaceId: sender.key.workspaceId,
    isTest: sender.isTest,
    id: uuidv7(),
    receivedAt: sender.receivedAt,
    reason,
    body,
  };
}

/** The sender's own id, where there is one to answer with. */
function messageIdOf(value: unknown): string {
  const id =
    typeof value === 'object' && value !== null && 'message_id' in value ? value.message_id : '';
  return typeof id === 'string' ? id.slice(0, 100).toWellFormed() : '';
}
