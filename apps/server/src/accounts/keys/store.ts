/** Keys in the database, found by their hash. */
import type { Feature, KeyKind, PiiMode, Scope } from '@footfall/contract/access';
import { type ApiKey, expiryNoticeDays } from '@footfall/contract/keys';
import { uuidv7 } from 'uuidv7';
import type { Dated } from '../../platform/common/timestamp.ts';
import type { StatementPart } from '../../platform/db/combined-statement.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { hashKeyText, makeKeyText } from './key-text.ts';

export interface NewKey {
  workspaceId: string;
  kind: KeyKind;
  name: string;
  /** For secret keys only. */
  scopes?: Scope[];
  origins?: string[];
  serverOnly?: boolean;
  pii?: PiiMode;
  rateLimitPerMinute?: number | null;
  /** As ISO 8601; null: never expires. */
  expiresAt?: string | null;
  /** A member; absent: the command line, or the service itself. */
  createdBy?: string | null;
  /** The key it replaces. */
  replaces?: string | null;
}

/** Immutable facts of a key, safe to cache. */
export interface KeyFacts {
  id: string;
  workspaceId: string;
  kind: KeyKind;
  scopes: ReadonlySet<Scope>;
  origins: ReadonlySet<string>;
  serverOnly: boolean;
  pii: PiiMode;
  rateLimitPerMinute: number | null;
  /** Undefined: never expires. */
  expiresAt: Date | undefined;
}

export type KeyRow = Omit<
  Dated<ApiKey>,
  'prefix' | 'expires_soon' | 'replaces' | 'unused_for_90_days' | 'created_by' | 'revoked_by'
>;

/** Neither revoked nor expired at the time of the transaction. */
const isGood = 'revoked_at is null and (expires_at is null or expires_at > now())';

export const expiresSoon = `(${isGood} and expires_at is not null
  and expires_at < now() + make_interval(days => ${expiryNoticeDays}))`;

export function isGoodKey({ revoked_at, expires_at }: Pick<KeyRow, 'revoked_at' | 'expires_at'>) {
  return revoked_at === null && (expires_at === null || expires_at.getTime() > Date.now());
}

export async function createKey(tx: Tx, key: NewKey): Promise<{ id: string; key: string }> {
  const id = uuidv7();
  const text = makeKeyText(key.kind);
  await tx`
    insert into api_keys (workspace_id, id, kind, name, key_hash, key_text, hint,
                          scopes, origins, server_only, pii, rate_limit_per_minute, expires_at, created_by,
                          replaces)
    values (${key.workspaceId}, ${id}, ${key.kind}, ${key.name}, ${hashKeyText(text)},
            ${key.kind === 'secret' ? null : text}, ${text.slice(-4)},
            ${key.scopes ?? []}, ${key.origins ?? []}, ${key.serverOnly ?? false},
            ${key.pii ?? 'shown'}, ${key.rateLimitPerMinute ?? null},
            ${key.expiresAt ?? null}, ${key.createdBy ?? null}, ${key.replaces ?? null})`;
  return { id, key: text };
}

/** In any workspace. Finds revoked and expired keys too, so that the error can say so. */
export async function findKeyByHash(
  tx: Tx,
  hash: Buffer,
): Promise<{ facts: KeyFacts; isRevoked: boolean } | undefined> {
  const [row] = await tx<
    {
      id: string;
      workspace_id: string;
      kind: KeyKind;
      scopes: Scope[];
      origins: string[];
      server_only: boolean;
      pii: PiiMode;
      rate_limit_per_minute: number | null;
      expires_at: Date | null;
      is_revoked: boolean;
    }[]
  >`
    select id, workspace_id, kind, scopes, origins, server_only, pii, rate_limit_per_minute, expires_at,
           revoked_at is not null as is_revoked
    from api_keys where key_hash = ${hash}`;
  if (!row) return undefined;
  const facts = {
    id: row.id,
    workspaceId: row.workspace_id,
    kind: row.kind,
    scopes: new Set(row.scopes),
    origins: new Set(row.origins),
    serverOnly: row.server_only,
    pii: row.pii,
    rateLimitPerMinute: row.rate_limit_per_minute,
    expiresAt: row.expires_at ?? undefined,
  };
  return { facts, isRevoked: row.is_revoked };
}

/** Which of these keys are valid in this transaction. */
export async function selectLiveKeys(tx: Tx, workspaceId: string, ids: string[]) {
  const rows = await tx<{ id: string }[]>`
    select id from api_keys
    where workspace_id = ${workspaceId} and id = any(${ids}::uuid[]) and ${tx.unsafe(isGood)}`;
  return new Set(rows.map(({ id }) => id));
}

/** The features of the key's workspace; undefined if the key is no longer valid. */
export async function selectKeyFeatures(
  tx: Tx,
  key: KeyFacts,
): Promise<ReadonlySet<Feature> | undefined> {
  const [row] = await tx<{ features: Feature[] }[]>`
    select w.features from api_keys k join workspaces w using (workspace_id)
    where k.workspace_id = ${key.workspaceId} and k.id = ${key.id} and ${tx.unsafe(isGood)}`;
  return row && new Set(row.features);
}

/** Fails if one of these keys is no longer valid. */
export function requireLiveKeys(ids: string[]): StatementPart {
  return {
    name: 'live_keys',
    must: (first) => `$${first}::integer = (select count(*) from api_keys
      where workspace_id = $1::uuid and id = any($${first + 1}::uuid[]) and ${isGood})`,
    parameters: () => [ids.length, `{${ids.join()}}`],
  };
}

export async function listKeys(tx: Tx, workspaceId: string): Promise<KeyRow[]> {
  return tx<KeyRow[]>`
    select id, kind, name, key_text as key, hint, scopes, origins, server_only, pii,
           rate_limit_per_minute, created_at, revoked_at, expires_at, last_used_at
    from api_keys where workspace_id = ${workspaceId} order by created_at, id`;
}

/** Write keys of websites and backends, which are not secret; newest first. */
export async function selectWriteKeys(tx: Tx, workspaceId: string, limit: number) {
  return tx<{ kind: Exclude<KeyKind, 'secret'>; name: string; key: string }[]>`
    select kind, name, key_text as key from api_keys
    where workspace_id = ${workspaceId} and kind <> 'secret' and ${tx.unsafe(isGood)}
    order by created_at desc, id limit ${limit}`;
}

export interface ExpiringKey {
  workspaceId: string;
  name: string;
  expiresAt: Date;
}

/** Valid keys that expire soon, in all workspaces, soonest first. For the owner. */
export async function selectExpiringKeys(tx: Tx): Promise<ExpiringKey[]> {
  return tx<ExpiringKey[]>`
    select workspace_id as "workspaceId", name, expires_at as "expiresAt" from api_keys
    where ${tx.unsafe(expiresSoon)}
    order by expires_at limit 1000`;
}

/**
 * In the workspace, or in any for the owner. Repeating it keeps the first time and author. `by`: a member; absent: the
 * command line.
 */
export async function revokeKey(tx: Tx, id: string, by: string | null = null): Promise<void> {
  await tx`
    update api_keys set revoked_at = now(), revoked_by = ${by}
    where id = ${id} and revoked_at is null`;
}

/** Undefined if the key does not exist. For the owner. */
export async function selectWorkspaceOfKey(tx: Tx, id: string): Promise<string | undefined> {
  const [row] = await tx<{ workspace_id: string }[]>`
    select workspace_id from api_keys where id = ${id}`;
  return row?.workspace_id;
}

export interface UsedKey {
  workspaceId: string;
  id: string;
  secondsAgo: number;
}

/** A key costs one write per interval, however many processes use it. */
export const usedIntervalMs = 60_000;

export interface KnownUse {
  secondsAgo: number;
  isWritten: boolean;
}

/** Returns the stored time by key id, and whether this call wrote it. */
export async function markKeysUsed(tx: Tx, keys: UsedKey[]): Promise<Map<string, KnownUse>> {
  const sorted = [...keys].sort((a, b) => (a.id < b.id ? -1 : 1));
  const workspaceIds = sorted.map(({ workspaceId }) => workspaceId);
  const ids = sorted.map(({ id }) => id);
  const secondsAgo = sorted.map((key) => key.secondsAgo);
  const [written, rows] = await Promise.all([
    tx<{ id: string }[]>`
      update api_keys k set last_used_at = now() - make_interval(secs => used.seconds_ago)
      from unnest(${workspaceIds}::uuid[], ${ids}::uuid[], ${secondsAgo}::float8[])
             as used (workspace_id, id, seconds_ago)
      where k.workspace_id = used.workspace_id and k.id = used.id
        and (k.last_used_at is null
             or k.last_used_at <= now() - make_interval(secs => ${usedIntervalMs / 1000}))
      returning k.id`,
    tx<{ id: string; seconds_ago: number }[]>`
      select k.id, extract(epoch from now() - k.last_used_at)::float8 as seconds_ago
      from api_keys k
      join unnest(${workspaceIds}::uuid[], ${ids}::uuid[]) as used (workspace_id, id)
        using (workspace_id, id)`,
  ]);
  const writtenIds = new Set(written.map(({ id }) => id));
  return new Map(
    rows.map((row) => [row.id, { secondsAgo: row.seconds_ago, isWritten: writtenIds.has(row.id) }]),
  );
}
