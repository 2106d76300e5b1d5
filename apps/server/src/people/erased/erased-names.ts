/**
 * Keyed hashes of the names of erased people, to refuse messages from before the erasure. The key is random and stored
 * encrypted with the installation's key: a database dump reveals no name, and rotating the installation's key keeps
 * the hashes.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { StartError } from '../../platform/common/start-error.ts';
import { type Column, columnValues, unnestClause } from '../../platform/db/columns.ts';
import type { StatementPart } from '../../platform/db/combined-statement.ts';
import type { Database, Tx } from '../../platform/db/connect.ts';
import { sharedRows } from '../../platform/db/shared-values.ts';

export type NameKind = 'visitor' | 'email' | 'user_id';

/** The hash of a name. */
export function erasedHash(
  key: Buffer,
  workspaceId: string,
  isTest: boolean,
  kind: NameKind,
  name: string,
): Buffer {
  const folded = kind === 'user_id' ? name : name.toLowerCase();
  return createHmac('sha256', key)
    .update(JSON.stringify([workspaceId, isTest, kind, folded]))
    .digest();
}

/** Reads the key once; it never changes. `keys`: the installation's; the first encrypts. */
export function erasureKey(db: Database, keys: readonly string[]): () => Promise<Buffer> {
  let key: Promise<Buffer> | undefined;
  return () => {
    key ??= db
      .system((tx) => openErasureKey(tx, keys))
      .catch((error: unknown) => {
        key = undefined;
        throw error;
      });
    return key;
  };
}

/** Creates a missing key. @throws if none of the keys can read it */
async function openErasureKey(tx: Tx, keys: readonly string[]): Promise<Buffer> {
  await tx`
    insert into erasure_secrets (only_row, secret) values (true, ${seal(randomBytes(32), keys)})
    on conflict (only_row) do nothing`;
  const [row] = await tx<{ secret: string }[]>`select secret from erasure_secrets`;
  const key = row && open(row.secret, keys);
  if (!key) {
    throw new StartError(
      'No key of this installation can read the key of erased names. Restore the former key in SECRET_KEY or secret.key.',
    );
  }
  return key;
}

/** Re-encrypts with the first of `keys`. No change if none can read it. */
export async function sealErasureKey(tx: Tx, keys: readonly string[]): Promise<void> {
  const [row] = await tx<{ secret: string }[]>`select secret from erasure_secrets for update`;
  const key = row && open(row.secret, keys);
  if (key) await tx`update erasure_secrets set secret = ${seal(key, keys)}`;
}

const algorithm = 'aes-256-gcm';
const plainMark = 'plain:';

const derived = (key: string) => createHash('sha256').update(`footfall erasures ${key}`).digest();

/** An external PostgreSQL without SECRET_KEY stores the only key. */
function seal(secret: Buffer, [key]: readonly string[]): string {
  if (key === undefined) return plainMark + secret.toString('base64url');
  const nonce = randomBytes(12);
  const cipher = createCipheriv(algorithm, derived(key), nonce);
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  return [nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')).join('.');
}

function open(text: string, keys: readonly string[]): Buffer | undefined {
  if (text.startsWith(plainMark)) return Buffer.from(text.slice(plainMark.length), 'base64url');
  const [nonce, tag, sealed] = text.split('.').map((part) => Buffer.from(part, 'base64url'));
  if (!nonce || !tag || !sealed) return undefined;
  for (const key of keys) {
    try {
      const cipher = createDecipheriv(algorithm, derived(key), nonce);
      cipher.setAuthTag(tag);
      return Buffer.concat([cipher.update(sealed), cipher.final()]);
    } catch {
      // Encrypted with another key.
    }
  }
  return undefined;
}

export interface ErasedName {
  kind: NameKind;
  name: string;
  since?: string;
  /** Undefined: the time of the erasure. */
  until?: string;
}

/** Refuses messages with one of the names from before the erasure. */
export async function insertErasedNames(
  tx: Tx,
  workspaceId: string,
  isTest: boolean,
  key: Buffer,
  names: ErasedName[],
  erasedAt: Date,
): Promise<void> {
  const at = erasedAt.toISOString();
  const hashes = names.map(({ kind, name }) =>
    erasedHash(key, workspaceId, isTest, kind, name).toString('hex'),
  );
  await tx`
    insert into erased_names as e (workspace_id, hash, since, until)
    select ${workspaceId}, decode(t.hash, 'hex'), t.since, max(least(t.until, ${at}::timestamptz))
    from unnest(${hashes}::text[], ${names.map(({ since }) => since ?? '-infinity')}::text[]::timestamptz[],
      ${names.map(({ until }) => until ?? 'infinity')}::text[]::timestamptz[]) t (hash, since, until)
    group by t.hash, t.since order by t.hash, t.since
    on conflict (workspace_id, hash, since) do update set until = greatest(e.until, excluded.until)`;
}

/** A name in a message, and the message's time. */
export interface DatedHash {
  kind: NameKind;
  hash: Buffer;
  at: string;
}

const dated: Column<DatedHash>[] = [
  { name: 'hash', type: 'text', value: ({ hash }) => hash.toString('hex') },
  { name: 'at', type: 'timestamptz', value: ({ at }) => at },
];

const isErased = `
  e.workspace_id = $1::uuid and e.hash = decode(t.hash, 'hex') and t.at >= e.since and t.at <= e.until`;

/** Fails if the workspace has erasures. */
export const requireNoErasedNames: StatementPart = {
  name: 'no_erased_names',
  must: () => 'not exists (select from erased_names where workspace_id = $1::uuid)',
  parameters: () => [],
};

/** Fails if a name was erased after the message's time. */
export function requireNotErased(hashes: DatedHash[]): StatementPart {
  return {
    name: 'not_erased',
    must: (first) =>
      `not exists (select from ${sharedRows(dated, first)} join erased_names e on ${isErased})`,
    parameters: (shared) => shared.columnValues(dated, hashes),
  };
}

export async function hasErasedNames(tx: Tx, workspaceId: string): Promise<boolean> {
  const rows = await tx`select from erased_names where workspace_id = ${workspaceId} limit 1`;
  return rows.length > 0;
}

const find = `
  select t.hash, t.place::integer - 1 as place from (
    select t.*, row_number() over () as place from ${unnestClause(dated, 2)}) t
  where exists (select from erased_names e where ${isErased})`;

/** Returns the refused ones: hash in hexadecimal, and time as given. */
export async function selectErased(
  tx: Tx,
  workspaceId: string,
  hashes: DatedHash[],
): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await tx.unsafe<{ hash: string; place: number }[]>(find, [
    workspaceId,
    ...columnValues(dated, hashes),
  ]);
  return new Set(rows.map(({ hash, place }) => `${hash} ${hashes[place]?.at}`));
}
