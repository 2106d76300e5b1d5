/**
 * Translates a body of another service's sender (`senders/`): items become messages, and results are mapped back
 * to items.
 */
import type { IngestAnswer, IngestResult } from '@footfall/contract/ingest';
import { isObject } from '../../platform/common/is-object.ts';
import { Pauses } from '../../platform/common/pauses.ts';
import { type Dialect, fieldsOf, type Ids, type Mapped } from '../senders/mapping.ts';
import { OversizedMessage, type ReadBody } from './read-body.ts';

export interface ForeignBody {
  dialect: Dialect;
  items: ReadBody;
  /** A signing secret sent after the write key. */
  secret: string | undefined;
}

/** Placeholder for an item without a message. */
export class UnmappedItem {
  readonly message_id: string;
  readonly reason: string;

  constructor(messageId: string, reason: string) {
    this.message_id = messageId;
    this.reason = reason;
  }
}

export interface Translation {
  read: ReadBody;
  /** Maps results to item positions, including dropped items. */
  answerOf: (answer: IngestAnswer) => IngestAnswer;
}

export async function translate({ dialect, items }: ForeignBody, ids: Ids): Promise<Translation> {
  const messages: unknown[] = [];
  const places: number[] = [];
  const dropped: IngestResult[] = [];
  const pauses = new Pauses();
  for (const [index, item] of items.messages.entries()) {
    if (pauses.isDue()) await pauses.take();
    const outcome = mapped(dialect, item, ids);
    const messageId = dialect.messageId(fieldsOf(item)) ?? '';
    if ('dropped' in outcome) dropped.push(resultOfDropped(index, messageId, outcome.dropped));
    for (const message of messagesOf(outcome, messageId)) {
      messages.push(message);
      places.push(index);
    }
  }
  const sentAt = dialect.sentAt(fieldsOf(items.value), fieldsOf(items.messages[0]));
  return {
    read: {
      value: { sent_at: sentAt },
      messages,
      mayNeedCleaning: items.mayNeedCleaning,
      rawBytes: (place) => items.rawBytes(places[place] ?? 0),
    },
    answerOf: ({ data }) => ({ data: withDropped(data, places, dropped) }),
  };
}

function mapped(dialect: Dialect, item: unknown, ids: Ids): Mapped | { messages: unknown[] } {
  if (item instanceof OversizedMessage) return { messages: [item] };
  return isObject(item) ? dialect.map(item, ids) : { refused: 'message: must be an object' };
}

function messagesOf(outcome: Mapped | { messages: unknown[] }, messageId: string): unknown[] {
  if ('messages' in outcome) return outcome.messages;
  return 'refused' in outcome ? [new UnmappedItem(messageId, outcome.refused)] : [];
}

function withDropped(
  data: IngestAnswer['data'],
  places: number[],
  dropped: IngestResult[],
): IngestAnswer['data'] {
  const shifted = data.results.map((result) => ({ ...result, index: places[result.index] ?? 0 }));
  const results = [...shifted, ...dropped].sort((one, other) => one.index - other.index);
  const ignored = (data.ignored ?? 0) + dropped.length;
  return { ...data, ...(ignored > 0 ? { ignored } : {}), results };
}

function resultOfDropped(index: number, messageId: string, reason: string): IngestResult {
  return {
    index,
    message_id: messageId,
    status: 'ignored',
    visitor_id: null,
    session_id: null,
    reason,
  };
}
