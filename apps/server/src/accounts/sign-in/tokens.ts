/** Tokens of links and sessions; the database only has their hash. */
import { createHash, randomBytes } from 'node:crypto';

export function makeToken(): string {
  return randomBytes(24).toString('base64url');
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
