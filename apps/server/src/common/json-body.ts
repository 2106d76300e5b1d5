/**
 * Bodies as bytes to JSON values that PostgreSQL can store: unpacked within a limit, parsed, NUL
 * characters removed, lone surrogates replaced by U+FFFD, numbers finite, nesting bounded.
 */
import { promisify } from 'node:util';
import { gunzip as gunzipWithCallback } from 'node:zlib';
import { ApiError } from '@footfall/contract/errors';

const gunzipBounded = promisify(gunzipWithCallback);

/** Bytes that came plain are returned as they are, at once. */
export function unpackBody(
  bytes: Buffer,
  encoding: string | undefined,
  limit: number,
): Buffer | Promise<Buffer> {
  switch (encoding?.trim().toLowerCase()) {
    case undefined:
    case '':
    case 'identity':
      return bytes;
    case 'gzip':
    case 'x-gzip':
      return gunzip(bytes, limit);
    default:
      throw new ApiError(
        'unsupported_media_type',
        'This Content-Encoding is not supported: send the body plain or as gzip.',
      );
  }
}

async function gunzip(bytes: Buffer, limit: number): Promise<Buffer> {
  try {
    return await gunzipBounded(bytes, { maxOutputLength: limit });
  } catch (error) {
    throw gzipFault(error, limit);
  }
}

function gzipFault(error: unknown, limit: number): ApiError {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') {
    return tooLarge(limit, 'when unpacked');
  }
  return new ApiError('invalid_request', 'The body is not valid gzip data.');
}

function tooLarge(limit: number, when = ''): ApiError {
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

/** Only an escape can put NUL or a lone surrogate into text that was valid UTF-8. */
export function mayNeedCleaning(text: string): boolean {
  return text.includes('\\u');
}

/** The same value with its texts storable. */
export function cleanJson(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(cleanJson);
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [cleanText(name), cleanJson(part)]),
  );
}

/** Without NUL, which PostgreSQL cannot store, and without lone surrogates, which UTF-8 has not. */
export function cleanText(text: string): string {
  const withoutNul = text.includes('\0') ? text.replaceAll('\0', '') : text;
  return withoutNul.toWellFormed();
}

/**
 * No less than the bytes of the value as JSON, escapes apart: one cheap walk, so that only what may
 * be too large is measured exactly.
 * @throws UnstorableJson when it is nested deeper than `depth` or holds a number that is not finite
 */
export function sizeAtMost(value: unknown, depth: number): number {
  if (typeof value === 'string') return value.length * 3 + 3;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new UnstorableJson('holds a number that is too large');
    return 32;
  }
  if (typeof value !== 'object' || value === null) return 8;
  if (depth <= 0) throw new UnstorableJson('is nested too deeply');
  let size = 3;
  for (const name in value) {
    size += name.length * 3 + 4 + sizeAtMost((value as Record<string, unknown>)[name], depth - 1);
  }
  return size;
}
