/** Passwords of share links: hashed with scrypt, which costs a tenth of a second and 32 MB per guess. */
import { createHmac, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { ApiError } from '@footfall/contract/errors';

const withScrypt = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const cost = { N: 2 ** 15, r: 8, p: 1 };
const memory = 64 * 1024 * 1024;
const keyBytes = 32;

/** Running and waiting checks: they use threads, which are few and needed elsewhere. */
const most = { running: 1, waiting: 20 };
let running = 0;
const waiting: (() => void)[] = [];

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const { N, r, p } = cost;
  const key = await derive(password, salt, cost);
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** @throws ApiError unavailable if too many are waiting */
export async function isPassword(password: string, kept: string): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = kept.split('$');
  const options = { N: Number(N), r: Number(r), p: Number(p) };
  const derived = await derive(password, Buffer.from(salt, 'base64url'), options);
  return timingSafeEqual(derived, Buffer.from(key, 'base64url'));
}

async function derive(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  await turn();
  try {
    return await withScrypt(password.normalize('NFC'), salt, keyBytes, {
      ...options,
      maxmem: memory,
    });
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

async function turn(): Promise<void> {
  if (running >= most.running) {
    if (waiting.length >= most.waiting) {
      throw new ApiError(
        'unavailable',
        'Too many password checks are in progress. Try again in a few seconds.',
      );
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  running += 1;
}

/** How long a correct password is remembered. */
export const passHours = 12;

/** Proof that somebody entered this link's password; void once the link or password changes. */
export function makePass(shareId: string, kept: string, now = Date.now()): string {
  const until = Math.floor(now / 1000) + passHours * 3600;
  return `${until}.${signature(shareId, kept, String(until))}`;
}

export function isPass(pass: string, shareId: string, kept: string, now = Date.now()): boolean {
  const [until = '', passwordText = ''] = pass.split('.');
  if (!/^\d{1,12}$/.test(until) || Number(until) * 1000 <= now) return false;
  const expected = Buffer.from(signature(shareId, kept, until));
  const password = Buffer.from(passwordText);
  return password.length === expected.length && timingSafeEqual(password, expected);
}

function signature(shareId: string, kept: string, until: string): string {
  return createHmac('sha256', kept).update(`${shareId}.${until}`).digest('base64url');
}
