/** Deterministic ids: the same fact always gets the same id. */
import { createHmac, hash } from 'node:crypto';

/** A UUID (version 8, RFC 9562) with the time in its first 48 bits and a hash in the others. */
export function timedId(timeMs: number, name: string): string {
  const digest = hash('sha256', name, 'hex');
  return uuidOf(timeMs.toString(16).padStart(12, '0') + digest);
}

/** A UUID (version 8) from a hash of the name. */
export function namedId(name: string): string {
  return uuidOf(hash('sha256', name, 'hex'));
}

/** The same with a secret, without which nobody can derive the id of a known name. */
export function keyedId(secret: string, name: string): string {
  return uuidOf(createHmac('sha256', secret).update(name).digest('hex'));
}

/**
 * Whether a UUID is random by its version (4, or 7 after its time), so that it cannot be derived. Versions 3,
 * 5 and 8 derive from a name, and the others can be guessed.
 */
export function isRandomId(id: string): boolean {
  const version = id.charAt(14);
  return version === '4' || version === '7';
}

const variants = ['8', '9', 'a', 'b'];

function uuidOf(hex: string): string {
  const variant = variants[Number.parseInt(hex.charAt(15), 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(12, 15)}-${variant}${hex.slice(16, 19)}-${hex.slice(19, 31)}`;
}

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Whether the text is a UUIDv7 in lower case. */
export function isUuidV7(text: string): boolean {
  return text.length === 36 && uuidV7.test(text);
}

/** The time at the start of an id (`timedId`, UUIDv7), in milliseconds. */
export function idTime(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
