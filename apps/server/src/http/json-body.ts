/**
 * Bodies as bytes to JSON values that PostgreSQL can store: unpacked within a limit, parsed, NUL
 * characters removed, lone surrogates replaced by U+FFFD, numbers finite, nesting bounded.
 */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { ApiError } from '@footfall/contract/errors';

const gunzipBounded = promisify(gunzip);

export interface BodyText {
  text: string;
  /** Whether the text can hold anything that `cleanJson` would change or refuse, nesting apart. */
  suspicious: boolean;
}

/** A JSON escape can make NUL or a lone surrogate; a long number or one with a large exponent, infinity. */
const suspiciousText = /\\u|[:[,\s]-?\d[\d.]*[eE]\+?\d{3}|\d{300}/;

/** @throws ApiError payload_too_large, unsupported_media_type or invalid_request */
export async function readBodyText(
  bytes: Buffer,
  encoding: string | undefined,
  unpackedBytes: number,
): Promise<BodyText> {
  const text = (await unpack(bytes, encoding, unpackedBytes)).toString('utf8');
  return { text, suspicious: suspiciousText.test(text) };
}

async function unpack(bytes: Buffer, encoding: string | undefined, limit: number) {
  switch (encoding?.trim().toLowerCase()) {
    case undefined:
    case '':
    case 'identity':
      return bytes;
    case 'gzip':
    case 'x-gzip':
      return gunzipBounded(bytes, { maxOutputLength: limit }).catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') {
          throw tooLarge(limit, 'when unpacked');
        }
        throw new ApiError('invalid_request', 'The body is not valid gzip data.');
      });
    default:
      throw new ApiError(
        'unsupported_media_type',
        'This Content-Encoding is not supported: send the body plain or as gzip.',
      );
  }
}

export function tooLarge(limit: number, when = ''): ApiError {
  return new ApiError(
    'payload_too_large',
    `The body is larger than ${limit} bytes${when && ` ${when}`}: send less at once.`,
    { limit_bytes: limit },
  );
}

/** @throws ApiError invalid_request, with where the parser stopped */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw jsonFault(error);
  }
}

/** The parser's message quotes the body, which may hold anything; its position is enough. */
function jsonFault(error: unknown): ApiError {
  const position = error instanceof Error ? /position \d+/.exec(error.message)?.[0] : undefined;
  const where = position ? ` (at ${position})` : '';
  return new ApiError('invalid_request', `The body is not valid JSON${where}.`);
}

/** Why a value cannot be stored. */
export class UnstorableJson extends Error {}

/**
 * The same value with its texts storable; copies only what it changes.
 * @throws UnstorableJson when a number is not finite or the nesting is deeper than `depth`
 */
export function cleanJson(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new UnstorableJson('holds a number that is too large');
    return value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth <= 0) throw new UnstorableJson('is nested too deeply');
  if (Array.isArray(value)) return value.map((item) => cleanJson(item, depth - 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [cleanText(name), cleanJson(part, depth - 1)]),
  );
}

/** Without NUL, which PostgreSQL cannot store, and without lone surrogates, which UTF-8 has not. */
export function cleanText(text: string): string {
  const withoutNul = text.includes('\0') ? text.replaceAll('\0', '') : text;
  return withoutNul.toWellFormed();
}

/**
 * No less than the bytes of the value as JSON, escapes apart; infinite when it is nested deeper than
 * `depth`. One cheap walk, so that only what may be too large is measured exactly.
 */
export function sizeAtMost(value: unknown, depth: number): number {
  if (typeof value === 'string') return value.length * 3 + 3;
  if (typeof value !== 'object' || value === null) return 32;
  if (depth <= 0) return Number.POSITIVE_INFINITY;
  let size = 3;
  for (const name in value) {
    size += name.length * 3 + 4 + sizeAtMost((value as Record<string, unknown>)[name], depth - 1);
  }
  return size;
}
