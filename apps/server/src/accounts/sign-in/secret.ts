/**
 * The keys of the installation: by the first cookies are signed and one-time codes are encrypted, by the others what is
 * older can be read. They are in SECRET_KEY, or beside the embedded database (key-file.ts). Where there are none, a PostgreSQL of
 * one's own without SECRET_KEY, the one that the database stores for its owner serves.
 */
import { createHash } from 'node:crypto';
import type { Database, Tx } from '../../platform/db/connect.ts';

export async function selectSecret(tx: Tx): Promise<string> {
  const [row] = await tx<{ secret: string }[]>`select secret from account_secrets`;
  if (!row) throw new Error('there is no secret of accounts');
  return row.secret;
}

/** The stored one, asked for once: it changes while no service runs. */
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

/** As better-auth takes them: it writes the version before what it encrypts, to know the key again. */
export interface VersionedKey {
  version: number;
  value: string;
}

export const versioned = (keys: readonly string[]): VersionedKey[] =>
  keys.map((value) => ({ version: versionOf(value), value }));

function versionOf(key: string): number {
  const digest = createHash('sha256').update(`footfall key ${key}`).digest();
  // Without the sign, so that it is the same number everywhere.
  return digest.readUInt32BE(0) & 0x7f_ff_ff_ff;
}
