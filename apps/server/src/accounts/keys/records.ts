/** Keys and signing secrets, as workspace administrators see them. */
import { type KeyKind, keyKinds } from '@footfall/contract/access';
import { type ApiKey, type SigningSecret, unusedAfterDays } from '@footfall/contract/keys';
import { type Dated, withTimestamps } from '../../platform/common/timestamp.ts';
import type { Sql, Tx } from '../../platform/db/connect.ts';
import {
  byCreation,
  countOf,
  listPage,
  type OrderedPage,
} from '../../platform/resource-kit/paging.ts';
import { makerOf } from '../members/makers.ts';
import { expiresSoon } from './store.ts';

export interface KeyFilter {
  kind?: KeyKind | undefined;
  isRevoked?: boolean | undefined;
  expiresSoon?: boolean | undefined;
}

type KeyRow = Dated<Omit<ApiKey, 'prefix'>>;

const makers = (tx: Tx) => tx`
  ${makerOf(tx, tx`k.created_by`)} as created_by,
  case when k.revoked_at is not null then ${makerOf(tx, tx`k.revoked_by`)} end as revoked_by`;

const keyColumns = (tx: Tx) => tx`
  k.id, k.kind, k.name, k.key_text as key, k.hint, k.scopes, k.origins, k.server_only, k.pii, k.rate_limit_per_minute,
  ${tx.unsafe(expiresSoon)} as expires_soon, k.replaces, k.created_at, k.last_used_at, k.expires_at, k.revoked_at, ${makers(tx)},
  k.revoked_at is null and coalesce(k.last_used_at, k.created_at) < now() - make_interval(days => ${unusedAfterDays})
    as unused_for_90_days`;

const where = (
  tx: Tx,
  workspaceId: string,
  { kind, isRevoked, expiresSoon: isSoon }: KeyFilter,
): Sql => tx`
  k.workspace_id = ${workspaceId}
  ${kind === undefined ? tx`` : tx`and k.kind = ${kind}`}
  ${isRevoked === undefined ? tx`` : tx`and (k.revoked_at is not null) = ${isRevoked}`}
  ${isSoon === undefined ? tx`` : tx`and ${tx.unsafe(expiresSoon)} = ${isSoon}`}`;

const order = (tx: Tx) => byCreation(tx, tx`k.id`, tx`k.created_at`);

export function listKeys(tx: Tx, workspaceId: string, filter: KeyFilter, page: OrderedPage) {
  return listPage<KeyRow, ApiKey>(tx, page, {
    columns: keyColumns(tx),
    records: tx`api_keys k where ${where(tx, workspaceId, filter)}`,
    orders: order(tx),
    toRecord: toKey,
  });
}

export const countKeys = (tx: Tx, workspaceId: string, filter: KeyFilter) =>
  countOf(tx, tx`api_keys k where ${where(tx, workspaceId, filter)}`);

export async function selectKey(tx: Tx, workspaceId: string, id: string) {
  const [row] = await tx<KeyRow[]>`
    select ${keyColumns(tx)} from api_keys k where k.workspace_id = ${workspaceId} and k.id = ${id}`;
  return row && toKey(row);
}

const toKey = (row: KeyRow): ApiKey =>
  withTimestamps<ApiKey>({ ...row, prefix: keyKinds[row.kind].prefix });

type SecretFilter = Pick<KeyFilter, 'isRevoked'>;

const secretColumns = (tx: Tx) => tx`
  k.id, k.name, right(k.secret, 4) as hint, k.created_at, k.revoked_at, ${makers(tx)}`;

export function listSecrets(tx: Tx, workspaceId: string, filter: SecretFilter, page: OrderedPage) {
  return listPage<Dated<SigningSecret>, SigningSecret>(tx, page, {
    columns: secretColumns(tx),
    records: tx`signing_secrets k where ${where(tx, workspaceId, filter)}`,
    orders: order(tx),
    toRecord: withTimestamps,
  });
}

export const countSecrets = (tx: Tx, workspaceId: string, filter: SecretFilter) =>
  countOf(tx, tx`signing_secrets k where ${where(tx, workspaceId, filter)}`);

export async function selectSecret(tx: Tx, workspaceId: string, id: string) {
  const [row] = await tx<Dated<SigningSecret>[]>`
    select ${secretColumns(tx)} from signing_secrets k where k.workspace_id = ${workspaceId} and k.id = ${id}`;
  return row && withTimestamps<SigningSecret>(row);
}
