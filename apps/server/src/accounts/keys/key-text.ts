/**
 * The text of a key: prefix, 30 random base62 characters, and their CRC-32 as 6 base62 characters,
 * so that a scanner, and the service itself, can refuse a mistyped key without a query.
 */
import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type KeyKind, keyKindNames, keyKinds } from '@footfall/contract/access';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 30;
const checksumLength = 6;
const body = new RegExp(`^[0-9A-Za-z]{${randomLength + checksumLength}}$`);

/** The legacy prefix is part of the others, so the longest match decides. */
const kindsByPrefixLength = [...keyKindNames].sort(
  (a, b) => keyKinds[b].prefix.length - keyKinds[a].prefix.length,
);

export function makeKeyText(kind: KeyKind): string {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(62)]).join('');
  const start = keyKinds[kind].prefix + random;
  return start + checksum(start);
}

/** The kind of a well-formed key; undefined if the text is no key or mistyped. */
export function keyKindOf(text: string): KeyKind | undefined {
  const kind = kindsByPrefixLength.find((name) => text.startsWith(keyKinds[name].prefix));
  if (!kind || !body.test(text.slice(keyKinds[kind].prefix.length))) return undefined;
  const end = text.length - checksumLength;
  return checksum(text.slice(0, end)) === text.slice(end) ? kind : undefined;
}

export function hashKeyText(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function checksum(start: string): string {
  let rest = crc32(start);
  let text = '';
  for (let place = 0; place < checksumLength; place++) {
    text = alphabet[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
