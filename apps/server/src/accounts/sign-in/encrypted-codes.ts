/** Re-encrypts secrets of one-time codes and backup codes with the current key. */
import { randomBytes } from 'node:crypto';
import type { Tx } from '../../platform/db/connect.ts';
import { selectSecret, versioned } from './secret.ts';

export interface Encrypted {
  /** Accounts with newly encrypted codes. */
  changed: number;
  /** Accounts with codes that no key can decrypt. */
  unreadable: number;
}

interface Codes {
  id: string;
  secret: string;
  backup_codes: string;
}

/**
 * Uses the first of `keys`; without any, the key in the database, which `isRotation` replaces. With keys, the database keeps
 * none that ever decrypted anything.
 */
export async function encryptByCurrent(
  tx: Tx,
  keys: readonly string[],
  { isRotation = false } = {},
): Promise<Encrypted> {
  const rows = await tx<Codes[]>`
    select id, secret, backup_codes from user_two_factors order by id for update`;
  const [current] = versioned(keys);
  const isReplaced = current !== undefined || isRotation;
  const stored = await selectSecret(tx);
  const replacement = randomBytes(36).toString('base64url');
  const keyring: Keyring = {
    keys: new Map(versioned(keys).map(({ version, value }) => [version, value])),
    currentVersion: current?.version ?? 0,
    legacySecret: stored,
  };
  const encrypted: Encrypted = { changed: 0, unreadable: 0 };
  for (const row of rows.filter((codes) => !current || !isBy(codes, current.version))) {
    const plain = await decrypt(row, keyring);
    if (plain === undefined) encrypted.unreadable += 1;
    else if (isReplaced) {
      await encrypt(tx, row.id, plain, current === undefined ? replacement : keyring);
      encrypted.changed += 1;
    }
  }
  if (isReplaced) await tx`update account_secrets set secret = ${replacement}`;
  return encrypted;
}

/** In better-auth's form: versioned keys, and the one for data without a version. */
interface Keyring {
  keys: Map<number, string>;
  currentVersion: number;
  legacySecret: string;
}

/** Slow to load, and most starts do not need it. */
const library = () => import('better-auth/crypto');

async function decrypt(row: Codes, key: Keyring): Promise<string[] | undefined> {
  const { symmetricDecrypt } = await library();
  const decrypted = [row.secret, row.backup_codes].map((data) => symmetricDecrypt({ key, data }));
  return Promise.all(decrypted).catch(() => undefined);
}

async function encrypt(tx: Tx, id: string, plain: string[], key: Keyring | string): Promise<void> {
  const { symmetricEncrypt } = await library();
  const [secret = '', codes = ''] = await Promise.all(
    plain.map((data) => symmetricEncrypt({ key, data })),
  );
  await tx`update user_two_factors set secret = ${secret}, backup_codes = ${codes} where id = ${id}`;
}

function isBy({ secret, backup_codes }: Codes, version: number): boolean {
  return [secret, backup_codes].every((text) => text.startsWith(`$ba$${version}$`));
}

/** better-auth's error when a key is missing or wrong. */
export function isUnreadable(error: unknown): boolean {
  const text = error instanceof Error ? error.message : '';
  return /^Secret version \d+ not found|^Cannot decrypt legacy|invalid tag/.test(text);
}
