/**
 * The installation's keys: the first signs cookies and encrypts one-time codes, the others decrypt older data. They are in
 * SECRET_KEY, or next to the embedded database (key-file.ts). An external PostgreSQL without SECRET_KEY uses the one stored in
 * the database for its owner.
 */
import { createHash } from 'node:crypto';
import type { Database, Tx } from '../../platform/db/connect.ts';

export async function selectSecret(tx: Tx): Promise<string> {
  const [row] = await tx<{ secret: string }[]>`select secret from account_secrets`;
  if (!row) throw new Error('there is no secret of accounts');
  return row.secret;
}

/** The stored key, read once: it only changes while no service runs. */
export function rememberedSecret(db: Database): () => Promise<string> {
  let secret: Promise<string> | undefined;
  return () => {
    secret ??= db.system(selectSecret).catch((error: unknown) => {
      secret = undefined;
      throw error;
    });
    return secret;
  };
}

/** In better-auth's form: the version precedes encrypted data, to identify the key. */
export interface VersionedKey {
  version: number;
  value: string;
}

export const versioned = (keys: readonly string[]): VersionedKey[] =>
  keys.map((value) => ({ version: versionOf(value), value }));

function versionOf(key: string): number {
  const digest = createHash('sha256').update(`footfall key ${key}`).digest();
  // Without the sign bit, for the same number everywhere.
  return digest.readUInt32BE(0) & 0x7f_ff_ff_ff;
}
