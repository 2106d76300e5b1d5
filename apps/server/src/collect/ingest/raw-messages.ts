/**
 * Locates the messages in a body, the elements of its `batch` array, without parsing them. One pass that skips long
 * strings: 4 MiB block the thread for some 10 ms.
 */

import { ingestLimits } from '@footfall/contract/ingest';

/** The body is not valid JSON, in the part that was scanned. */
export class JsonFault extends Error {}

export interface Place {
  start: number;
  end: number;
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
export const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * The original bytes of each message. `body`: valid JSON, an object. Returns the elements of its last `batch`
 * member (as JSON.parse keeps), or none if it has no such array.
 */
export function rawMessages(body: Buffer): Buffer[] {
  let members: Place[] = [];
  eachMember(body, (name, start) => {
    if (name !== 'batch') return undefined;
    const { places, end } = elements(body, start);
    members = places;
    return end;
  });
  return members.map(({ start, end }) => body.subarray(start, end));
}

/** The single value of a body. @throws JsonFault */
export function onlyValue(body: Buffer): Place {
  const start = skipSpace(body, 0);
  const end = endOfValue(body, start);
  requireEnd(body, end);
  return { start, end };
}

/** The elements of a body that is a list, starting at `open`. @throws JsonFault */
export function onlyList(body: Buffer, open: number): Place[] {
  const { places, end } = elements(body, open, ingestLimits.messagesPerBatch);
  if (typeof end === 'number') requireEnd(body, end);
  return places;
}

/**
 * Visits the members of a body that is an object. `visit` gets the start of each value and may return its end; it stops at `stop`.
 * @throws JsonFault
 */
export function eachMember(
  body: Buffer,
  visit: (name: string, start: number) => number | typeof stop | undefined,
): void {
  const start = skipSpace(body, 0);
  if (body[start] !== openBrace) return;
  const end = eachPart(body, start, closeBrace, (at) => {
    if (body[at] !== quote) throw new JsonFault();
    const nameEnd = endOfString(body, at);
    const afterName = skipSpace(body, nameEnd);
    if (body[afterName] !== colon) throw new JsonFault();
    const begin = skipSpace(body, afterName + 1);
    return visit(nameIn(body, at, nameEnd), begin) ?? endOfValue(body, begin);
  });
  if (end !== stop) requireEnd(body, end);
}

export const stop = Symbol('enough was seen');

/** The elements of the array at `open`, or none; at most one more than `most`. @throws JsonFault */
export function elements(
  body: Buffer,
  open: number,
  most = Number.POSITIVE_INFINITY,
): { places: Place[]; end: number | typeof stop | undefined } {
  const places: Place[] = [];
  if (body[open] !== openBracket) return { places, end: undefined };
  const end = eachPart(body, open, closeBracket, (start) => {
    if (places.length > most) return stop;
    const ended = endOfValue(body, start);
    places.push({ start, end: ended });
    return ended;
  });
  return { places, end };
}

/** Returns the end. `visit` gets the start of each part and returns its end. */
function eachPart(
  body: Buffer,
  open: number,
  close: number,
  visit: (start: number) => number | typeof stop,
): number | typeof stop {
  let at = skipSpace(body, open + 1);
  if (body[at] === close) return at + 1;
  for (;;) {
    const end = visit(at);
    if (end === stop) return stop;
    at = skipSpace(body, end);
    if (body[at] === close) return at + 1;
    if (body[at] !== comma) throw new JsonFault();
    at = skipSpace(body, at + 1);
  }
}

function nameIn(body: Buffer, start: number, end: number): string {
  try {
    return String(JSON.parse(body.toString('utf8', start, end)));
  } catch (cause) {
    throw new JsonFault('a name', { cause });
  }
}

/** The position after the value at `start`, without validating it. */
export function endOfValue(body: Buffer, start: number): number {
  const opening = body[start];
  if (opening === quote) return endOfString(body, start);
  if (opening !== openBrace && opening !== openBracket) return endOfWord(body, start);
  let depth = 0;
  let at = start;
  do {
    const byte = body[at];
    if (byte === undefined) throw new JsonFault();
    if (byte === quote) {
      at = endOfString(body, at);
      continue;
    }
    if (byte === openBrace || byte === openBracket) depth += 1;
    else if (byte === closeBrace || byte === closeBracket) depth -= 1;
    at += 1;
  } while (depth > 0);
  return at;
}

/** A number, true, false or null. */
function endOfWord(body: Buffer, start: number): number {
  let at = start;
  for (;;) {
    const byte = body[at];
    const isEnd = byte === comma || byte === closeBracket || byte === closeBrace;
    if (byte === undefined || isEnd || isSpace(byte)) break;
    at += 1;
  }
  if (at === start) throw new JsonFault();
  return at;
}

/** Byte by byte first: most strings are short, and a native search costs as much as thirty steps. */
const steps = 32;

function endOfString(body: Buffer, open: number): number {
  let at = open + 1;
  for (const last = at + steps; at < last; at += 1) {
    const byte = body[at];
    if (byte === quote) return at + 1;
    if (byte === backslash) at += 1;
  }
  for (;;) {
    const end = body.indexOf(quote, at);
    if (end < 0) throw new JsonFault();
    let escapes = 0;
    while (end - escapes - 1 >= at && body[end - escapes - 1] === backslash) escapes += 1;
    if (escapes % 2 === 0) return end + 1;
    at = end + 1;
  }
}

function requireEnd(body: Buffer, end: number): void {
  if (skipSpace(body, end) < body.length) throw new JsonFault();
}

export function skipSpace(body: Buffer, start: number): number {
  let at = start;
  while (isSpace(body[at])) at += 1;
  return at;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
