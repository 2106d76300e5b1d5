/**
 * The messages of a body. A large one is read piece by piece, with pauses for others: read at once, an
 * object of 300,000 names alone takes the thread for a quarter of a second, and 4 MiB are allowed.
 */
import { ApiError, invalidRequest } from '@footfall/contract/errors';
import { ingestLimits } from '@footfall/contract/ingest';
import { isObject } from '../common/is-object.ts';
import { mayNeedCleaning, parseJson } from '../common/json-body.ts';
import { Pauses } from '../common/pauses.ts';
import {
  eachMember,
  elements,
  endOfValue,
  JsonFault,
  onlyValue,
  type Place,
  rawMessages,
} from './raw-messages.ts';

export interface ReadBody {
  /** The message, or the batch with what it holds beside its messages. */
  value: unknown;
  messages: unknown[];
  /** It may hold texts that cannot be stored as they are. */
  mayNeedCleaning: boolean;
  /** The bytes of the message at an index, as they came. */
  rawBytes: (index: number) => Buffer;
}

/** Stands for a message that was not read, since it is too large however it is written. */
export class OversizedMessage {}

/** A character may be written with six; few are. */
const writtenLimit = ingestLimits.messageBytes * 4;

/** @throws ApiError invalid_request, payload_too_large */
export function readBody(body: Buffer, isBatch: boolean): ReadBody {
  const text = body.toString('utf8');
  const value = parseJson(text);
  const messages = isBatch ? batchOf(batchIn(value)) : [value];
  let raw: Buffer[] | undefined;
  const rawBytes = (index: number) => {
    raw ??= isBatch ? rawMessages(body) : [body];
    return raw[index] ?? Buffer.alloc(0);
  };
  return { value, messages, mayNeedCleaning: mayNeedCleaning(text), rawBytes };
}

/** The same for a large body. */
export async function readPiecewise(body: Buffer, isBatch: boolean): Promise<ReadBody> {
  const { value, places } = placesIn(body, isBatch);
  const messages: unknown[] = [];
  const pauses = new Pauses();
  for (const place of places) {
    messages.push(
      place.end - place.start > writtenLimit ? new OversizedMessage() : parsed(body, place),
    );
    if (pauses.isDue()) await pauses.take();
  }
  const rawBytes = (index: number) => {
    const { start, end } = places[index] ?? { start: 0, end: 0 };
    return isBatch ? body.subarray(start, end) : body;
  };
  // As `mayNeedCleaning` asks of a text.
  const mayBeUnclean = body.includes('\\u');
  return {
    value: isBatch ? value : messages[0],
    messages,
    mayNeedCleaning: mayBeUnclean,
    rawBytes,
  };
}

function placesIn(body: Buffer, isBatch: boolean) {
  try {
    if (!isBatch) return { value: undefined, places: [onlyValue(body)] };
    const value: Record<string, unknown> = Object.create(null);
    let places: Place[] | undefined;
    eachMember(body, (name, start) => {
      if (name === 'batch') {
        const found = elements(body, start, ingestLimits.messagesPerBatch);
        places = found.end === undefined ? undefined : found.places;
        return found.end;
      }
      const end = endOfValue(body, start);
      if (end - start > writtenLimit) throw memberTooLarge();
      value[name] = parsed(body, { start, end });
      return end;
    });
    return { value, places: batchOf(places) };
  } catch (error) {
    throw error instanceof JsonFault ? notJson() : error;
  }
}

function parsed(body: Buffer, { start, end }: Place): unknown {
  return parseJson(body.toString('utf8', start, end));
}

function batchIn(value: unknown): unknown[] | undefined {
  return isObject(value) && Array.isArray(value.batch) ? value.batch : undefined;
}

function batchOf<T>(batch: T[] | undefined): T[] {
  if (!batch) {
    throw invalidRequest([{ path: 'body.batch', message: 'must be an array of messages' }]);
  }
  if (batch.length > ingestLimits.messagesPerBatch) {
    throw new ApiError(
      'payload_too_large',
      `The batch has more than ${ingestLimits.messagesPerBatch} messages: send it in parts.`,
      { limit_messages: ingestLimits.messagesPerBatch },
    );
  }
  return batch;
}

function notJson(): ApiError {
  return new ApiError('invalid_request', 'The body is not valid JSON.');
}

function memberTooLarge(): ApiError {
  return new ApiError(
    'payload_too_large',
    `A member of the body beside its messages is larger than ${writtenLimit} bytes.`,
    { limit_bytes: writtenLimit },
  );
}
