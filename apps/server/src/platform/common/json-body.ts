/**
 * Turns request bodies into JSON that PostgreSQL can store: unpacked within a limit, parsed, without NUL,
 * lone surrogates replaced by U+FFFD, numbers finite, nesting limited.
 */
import { promisify } from 'node:util';
import { gunzip as gunzipWithCallback } from 'node:zlib';
import { ApiError } from '@footfall/contract/errors';

const gunzipBounded = promisify(gunzipWithCallback);

/** Deflate's highest compression ratio. */
const mostPerPackedByte = 1032;
const gzipFrameBytes = 18;

/**
 * The body's unpacked size, before unpacking: gzip states it in its last four bytes, and `unpackBody`
 * enforces it.
 * @throws ApiError if it is more than `limit`
 */
export function unpackedSize(bytes: Buffer, encoding: string | undefined, limit: number): number {
  if (!isPacked(encoding)) return bytes.length;
  if (bytes.length < gzipFrameBytes) throw notGzip();
  const size = bytes.readUInt32LE(bytes.length - 4);
  if (size > bytes.length * mostPerPackedByte) throw notGzip();
  if (size > limit) throw tooLarge(limit, 'when unpacked');
  return size;
}

/** Unpacks to `size` bytes, from `unpackedSize`. Returns uncompressed bytes immediately. */
export function unpackBody(
  bytes: Buffer,
  encoding: string | undefined,
  size: number,
): Buffer | Promise<Buffer> {
  return isPacked(encoding) ? gunzip(bytes, size) : bytes;
}

function isPacked(encoding: string | undefined): boolean {
  switch (encoding?.trim().toLowerCase()) {
    case undefined:
    case '':
    case 'identity':
      return false;
    case 'gzip':
    case 'x-gzip':
      return true;
    default:
      throw new ApiError(
        'unsupported_media_type',
        'This Content-Encoding is not supported. Send the body uncompressed or as gzip.',
      );
  }
}

async function gunzip(bytes: Buffer, size: number): Promise<Buffer> {
  try {
    // One buffer of the right size: no concatenation, and a false size fails there.
    const chunkSize = Math.max(64, size + 1);
    return await gunzipBounded(bytes, { maxOutputLength: Math.max(1, size), chunkSize });
  } catch (error) {
    throw notGzip(error);
  }
}

function notGzip(cause?: unknown): ApiError {
  const fault = new ApiError(
    'invalid_request',
    'The body is not valid gzip data with a single member.',
  );
  return Object.assign(fault, { cause });
}

function tooLarge(limit: number, when = ''): ApiError {
  return new ApiError(
    'payload_too_large',
    `The body is larger than ${limit} bytes${when && ` ${when}`}. Send less data per request.`,
    { limit_bytes: limit },
  );
}

/** @throws ApiError invalid_request, with the parser's position */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw jsonFault(error);
  }
}

/** Only the position, since the parser's message quotes the body. */
function jsonFault(error: unknown): ApiError {
  const position = error instanceof Error ? /position \d+/.exec(error.message)?.[0] : undefined;
  const where = position ? ` (at ${position})` : '';
  return new ApiError('invalid_request', `The body is not valid JSON${where}.`);
}

/** Why a value cannot be stored. */
export class UnstorableJson extends Error {}

/** In valid UTF-8, only an escape can produce NUL or a lone surrogate. */
export function mayNeedCleaning(text: string): boolean {
  return text.includes('\\u');
}

/** The same value with storable texts. */
export function cleanJson(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(cleanJson);
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [cleanText(name), cleanJson(part)]),
  );
}

/** Without NUL, which PostgreSQL cannot store, and lone surrogates, which are invalid in UTF-8. */
export function cleanText(text: string): string {
  const withoutNul = text.includes('\0') ? text.replaceAll('\0', '') : text;
  return withoutNul.toWellFormed();
}

/**
 * Upper bound of the value's JSON bytes, without escapes: a cheap check, so that only suspects are measured
 * exactly.
 * @throws UnstorableJson if nested deeper than `depth`, or with a number that is not finite
 */
export function sizeAtMost(value: unknown, depth: number): number {
  if (typeof value === 'string') return value.length * 3 + 3;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new UnstorableJson('contains a number that is too large');
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
