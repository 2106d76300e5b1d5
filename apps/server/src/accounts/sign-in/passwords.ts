/** Passwords: rules, hashing and comparison. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { ApiError, invalidRequest } from '@footfall/contract/errors';
import { uuidv7 } from 'uuidv7';
import type { Tx } from '../../platform/db/connect.ts';
import { isCommonPassword } from './common-passwords.ts';

const passwordLength = { min: 10, max: 128 };

/** Cost of scrypt per password. */
export interface PasswordCost {
  N: number;
  r: number;
  p: number;
}

/** One of OWASP's recommended settings; 16 MiB and some 0.2 s of CPU each. */
export const usualCost: PasswordCost = { N: 2 ** 14, r: 8, p: 5 };
const keyBytes = 32;

/** Serializes hashing, or a flood of attempts would occupy all processors. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/** @throws ApiError invalid_request if too easy to guess; `email` and `name`: of its owner */
export function requireGoodPassword(
  password: string,
  about: { email: string; name: string },
): void {
  const fault = faultOf(password, about);
  if (fault) throw invalidRequest([{ path: 'body.password', message: fault }]);
}

function faultOf(password: string, { email, name }: { email: string; name: string }) {
  const { min, max } = passwordLength;
  const length = [...password].length;
  if (length < min) return `must have at least ${min} characters`;
  if (length > max) return `must have at most ${max} characters`;
  const plain = password.normalize('NFKC').toLowerCase();
  const own = [email, email.split('@')[0] ?? '', name, 'footfall'].map((text) =>
    text.toLowerCase(),
  );
  const rest = own.reduce(
    (left, text) => (text.length > 3 ? left.replaceAll(text, '') : left),
    plain,
  );
  if (new Set(plain).size < 4 || rest.length < 4) return 'is too easy to guess';
  if (isCommonPassword(plain)) return 'is a common password. Choose another one';
  return undefined;
}

export class PasswordHasher {
  readonly #gate: Gate;
  readonly #cost: PasswordCost;

  constructor(gate: Gate, cost: PasswordCost) {
    this.#gate = gate;
    this.#cost = cost;
  }

  async hash(password: string): Promise<string> {
    const salt = randomBytes(16);
    const { N, r, p } = this.#cost;
    const key = await this.#derive(password, salt, this.#cost);
    return `scrypt$${N}$${r}$${p}$${salt.toString('base64')}$${key.toString('base64')}`;
  }

  async verify(hash: string, password: string): Promise<boolean> {
    const [kind, N, r, p, salt = '', stored = ''] = hash.split('$');
    if (kind !== 'scrypt') return false;
    const right = Buffer.from(stored, 'base64');
    const key = await this.#derive(password, Buffer.from(salt, 'base64'), {
      N: Number(N),
      r: Number(r),
      p: Number(p),
    });
    return key.length === right.length && timingSafeEqual(key, right);
  }

  #derive(password: string, salt: Buffer, by: PasswordCost): Promise<Buffer> {
    if (password.length > passwordLength.max * 4) {
      throw new ApiError('invalid_request', 'The password is too long.');
    }
    return this.#gate(
      () =>
        new Promise((resolve, reject) => {
          scrypt(
            password.normalize('NFKC'),
            salt,
            keyBytes,
            { ...by, maxmem: 64 * 1024 * 1024 },
            (error, key) => (error ? reject(error) : resolve(key)),
          );
        }),
    );
  }
}

export async function selectPassword(tx: Tx, userId: string): Promise<string | undefined> {
  const [row] = await tx<{ password: string }[]>`
    select password from user_accounts
    where user_id = ${userId} and provider_id = 'credential' and password is not null`;
  return row?.password;
}

/** Replaces the previous one. */
export async function setPassword(tx: Tx, userId: string, hash: string): Promise<void> {
  await tx`
    insert into user_accounts (id, user_id, provider_id, account_id, password)
    values (${uuidv7()}, ${userId}, 'credential', ${userId}, ${hash})
    on conflict (provider_id, account_id) do update set password = excluded.password, updated_at = now()`;
}
