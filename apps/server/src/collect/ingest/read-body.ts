/**
 * Parses the messages of a body. A large one is parsed in pieces, with pauses for other requests: at once, an
 * object of 300,000 names blocks the thread for a quarter of a second, and 4 MiB are allowed.
 */
import { ApiError, invalidRequest } from '@footfall/contract/errors';
import { ingestLimits } from '@footfall/contract/ingest';
import { isObject } from '../../platform/common/is-object.ts';
import { mayNeedCleaning, parseJson } from '../../platform/common/json-body.ts';
import { Pauses } from '../../platform/common/pauses.ts';
import {
  eachMember,
  elements,
  endOfValue,
  JsonFault,
  onlyList,
  onlyValue,
  openBracket,
  type Place,
  rawMessages,
  skipSpace,
} from './raw-messages.ts';

export interface ReadBody {
  /** The message, or the batch without its messages. */
  value: unknown;
  messages: unknown[];
  /** Some texts may not be storable unchanged. */
  mayNeedCleaning: boolean;
  /** The original bytes of the message at an index. */
  rawBytes: (index: number) => Buffer;
}

/** Placeholder for a message that is too large in any encoding, and was not parsed. */
export class OversizedMessage {}

/** A character may be escaped with six; few are. */
const writtenLimit = ingestLimits.messageBytes * 4;

/** @throws ApiError invalid_request, payload_too_large */
export function readBody(body: Buffer, isBatch: boolean): ReadBody {
  const text = body.toString('utf8');
  const value = parseJson(text);
  const messages = isBatch ? batchOf(batchOfValue(value)) : [value];
  let raw: Buffer[] | undefined;
  const rawBytes = (index: number) => {
    raw ??= isBatch ? rawMessages(body) : [body];
    return raw[index] ?? Buffer.alloc(0);
  };
  return { value, messages, mayNeedCleaning: mayNeedCleaning(text), rawBytes };
}

/** The same for a large body. */
export async function readPiecewise(body: Buffer, isBatch: boolean): Promise<ReadBody> {
  return readPlaces(body, isBatch ? batchIn(body) : oneIn(body));
}

/** The same for third-party senders: a list of items, an object with a `batch`, or a single item. */
export async function readItems(body: Buffer): Promise<ReadBody> {
  return readPlaces(body, itemsIn(body));
}

async function readPlaces(body: Buffer, { value, places }: Places): Promise<ReadBody> {
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
    return body.subarray(start, end);
  };
  // The check of `mayNeedCleaning`, on bytes.
  const mayBeUnclean = body.includes('\\u');
  return {
    value: value ?? messages[0],
    messages,
    mayNeedCleaning: mayBeUnclean,
    rawBytes,
  };
}

interface Places {
  /** The body beside its messages; undefined if it is a single message. */
  value: unknown;
  places: Place[];
}

function oneIn(body: Buffer): Places {
  return { value: undefined, places: [orNotJson(() => onlyValue(body))] };
}

function batchIn(body: Buffer): Places {
  const members = orNotJson(() => membersOf(body));
  return { value: valuesOf(body, members), places: batchOf(members.places) };
}

function itemsIn(body: Buffer): Places {
  const start = skipSpace(body, 0);
  if (body[start] === openBracket) {
    return { value: {}, places: batchOf(orNotJson(() => onlyList(body, start))) };
  }
  const members = orNotJson(() => membersOf(body, mostMembersOfItem));
  if (!members.places) return oneIn(body);
  return { value: valuesOf(body, members), places: batchOf(members.places) };
}

interface Members {
  others: (Place & { name: string })[];
  /** Positions of the messages, if they are in a list. */
  places: Place[] | undefined;
}

/** Members of an item, or beside a list of items; more would block the thread too long. */
const mostMembersOfItem = 1_000;

function membersOf(body: Buffer, most = Number.POSITIVE_INFINITY): Members {
  const others: Members['others'] = [];
  let places: Place[] | undefined;
  let seen = 0;
  eachMember(body, (name, start) => {
    seen += 1;
    if (seen > most) throw tooManyMembers(most);
    if (name === 'batch') {
      const members = elements(body, start, ingestLimits.messagesPerBatch);
      places = members.end === undefined ? undefined : members.places;
      return members.end;
    }
    const end = endOfValue(body, start);
    others.push({ name, start, end });
    return end;
  });
  return { others, places };
}

function valuesOf(body: Buffer, { others }: Members): Record<string, unknown> {
  const value: Record<string, unknown> = Object.create(null);
  for (const { name, ...place } of others) {
    if (place.end - place.start > writtenLimit) throw memberTooLarge();
    value[name] = parsed(body, place);
  }
  return value;
}

function orNotJson<T>(find: () => T): T {
  try {
    return find();
  } catch (error) {
    throw error instanceof JsonFault ? notJson() : error;
  }
}

function parsed(body: Buffer, { start, end }: Place): unknown {
  return parseJson(body.toString('utf8', start, end));
}

function batchOfValue(value: unknown): unknown[] | undefined {
  return isObject(value) && Array.isArray(value.batch) ? value.batch : undefined;
}

function batchOf<T>(batch: T[] | undefined): T[] {
  if (!batch) {
    throw invalidRequest([{ path: 'body.batch', message: 'must be an array of messages' }]);
  }
  if (batch.length > ingestLimits.messagesPerBatch) {
    throw new ApiError(
      'payload_too_large',
      `The batch has more than ${ingestLimits.messagesPerBatch} messages. Split it into several requests.`,
      { limit_messages: ingestLimits.messagesPerBatch },
    );
  }
  return batch;
}

function notJson(): ApiError {
  return new ApiError('invalid_request', 'The body is not valid JSON.');
}

function tooManyMembers(most: number): ApiError {
  return new ApiError(
    'payload_too_large',
    `The body has more than ${most} fields. Send less data per request.`,
  );
}

function memberTooLarge(): ApiError {
  return new ApiError(
    'payload_too_large',
    `A field of the body other than the messages is larger than ${writtenLimit} bytes. Make it smaller.`,
    { limit_bytes: writtenLimit },
  );
}
