/** Generates lead codes: short, easy to read aloud, without similar letters. */
import { randomInt } from 'node:crypto';

const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Such as `K7QX-2MPA`: 40 random bits. */
export function makeLeadCode(random: () => number = () => randomInt(letters.length)): string {
  const text = Array.from({ length: 8 }, () => letters[random()]).join('');
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}

/** Deterministic, so that a repeated message opens one lead. */
export function leadCodeFrom(bytes: Uint8Array): string {
  let place = 0;
  return makeLeadCode(() => (bytes[place++] ?? 0) % letters.length);
}
