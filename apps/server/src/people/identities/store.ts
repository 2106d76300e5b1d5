/** Identities in the database: finds, inserts, updates and merges them for messages. */
import type { VerificationLevel } from '@footfall/contract/verification-levels';
import {
  type Column,
  columnValues,
  nameList,
  selectList,
  unnestClause,
} from '../../platform/db/columns.ts';
import type { StatementPart } from '../../platform/db/combined-statement.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { sharedRows } from '../../platform/db/shared-values.ts';
import type { TraitTimes } from '../../records/person/edited-traits.ts';
import { type IdentityMerge, mergedIds } from '../../records/person/merges.ts';
import { inheritEdits, keepEdits, restoreEdits } from './past-edits.ts';

/**
 * Sources of a person's data: the first visitor or others at device strength; only signatures that cover all names;
 * or several, so that new data needs the whole history.
 */
export type ClaimedBy = 'device' | 'signed' | 'several';

/** Limits per person; what exceeds them becomes a suggestion. */
export const traitLimits = { names: 512, bytes: 32 * 1024 };

/** Lower-cases addresses as PostgreSQL does, which differs from JavaScript beyond ASCII. */
export async function emailFolder(tx: Tx, emails: string[]): Promise<(email: string) => string> {
  const others = emails.filter((email) => /[^ -~]/.test(email));
  if (others.length === 0) return (email) => email.toLowerCase();
  const rows = await tx<{ email: string; folded: string }[]>`
    select email, lower(email) as folded from unnest(${others}::text[]) email`;
  const folded = new Map(rows.map((row) => [row.email, row.folded]));
  return (email) => folded.get(email) ?? email.toLowerCase();
}

/** A row of the table, without manual edits. */
export interface StoredIdentity {
  id: string;
  isTest: boolean;
  visitorId: string;
  email: string;
  userId: string | null;
  name: string;
  /** Verification level; null without a name. */
  nameLevel: VerificationLevel | null;
  traits: Record<string, unknown>;
  traitLevels: Record<string, VerificationLevel>;
  /** Times of the proved traits, in milliseconds since 1970. */
  traitTimes: TraitTimes;
  claimedBy: ClaimedBy;
  createdAt: string;
  updatedAt: string;
}

const columns: Column<StoredIdentity>[] = [
  { name: 'id', type: 'uuid', value: (identity) => identity.id },
  { name: 'is_test', type: 'boolean', value: (identity) => identity.isTest },
  { name: 'visitor_id', type: 'uuid', value: (identity) => identity.visitorId },
  { name: 'email', type: 'text', value: (identity) => identity.email },
  { name: 'user_id', type: 'text', value: (identity) => identity.userId },
  { name: 'name', type: 'text', value: (identity) => identity.name },
  { name: 'name_right', type: 'text', value: (identity) => identity.nameLevel },
  { name: 'traits', type: 'jsonb', value: (identity) => JSON.stringify(identity.traits) },
  {
    name: 'trait_rights',
    type: 'jsonb',
    value: (identity) => JSON.stringify(identity.traitLevels),
  },
  {
    name: 'trait_times',
    type: 'jsonb',
    value: (identity) => JSON.stringify(identity.traitTimes),
  },
  { name: 'told_by', type: 'text', value: (identity) => identity.claimedBy },
  { name: 'created_at', type: 'timestamptz', value: (identity) => identity.createdAt },
  { name: 'updated_at', type: 'timestamptz', value: (identity) => identity.updatedAt },
];

const insertInto = (rows: string) => `
  insert into identities as i (workspace_id, ${nameList(columns)})
  select $1::uuid, ${selectList(columns)} from ${rows}
  order by t.id`;

/** Returns how many were inserted: others may insert the same ones concurrently. */
export function insertIdentities(identities: StoredIdentity[]): StatementPart {
  return {
    name: 'made_identities',
    change: (first) =>
      `${insertInto(sharedRows(columns, first))} on conflict do nothing returning id`,
    tells: 'select count(*)::integer from made_identities',
    parameters: (shared) => shared.columnValues(columns, identities),
  };
}

// Applies Profile's rule to stored and new values. In SQL, since others may change the row meanwhile. Traits
// that may exceed the limits are left to the whole history.
const fits = `(t.traits = '{}' or octet_length((i.traits || t.traits::jsonb)::text) <= ${traitLimits.bytes}
    and (select count(*) from jsonb_object_keys(i.traits || t.traits::jsonb)) <= ${traitLimits.names})`;
const updateSql = `
  update identities i set
    email = case when i.email = '' then t.email else i.email end,
    user_id = coalesce(i.user_id, t.user_id),
    name = case when t.name <> '' then t.name else i.name end,
    name_right = coalesce(t.name_right, i.name_right),
    traits = case when ${fits} then i.traits || t.traits::jsonb else i.traits end,
    trait_rights = case when ${fits} then i.trait_rights || t.trait_rights::jsonb else i.trait_rights end,
    trait_times = case when ${fits} then i.trait_times || t.trait_times::jsonb else i.trait_times end,
    told_by = case when i.told_by = t.told_by and ${fits} then i.told_by else 'several' end,
    visitor_id = case when t.created_at < i.created_at then t.visitor_id else i.visitor_id end,
    created_at = least(i.created_at, t.created_at),
    updated_at = greatest(i.updated_at, t.updated_at)
  from ${unnestClause(columns, 2)}
  where i.workspace_id = $1::uuid and i.id = t.id
  returning i.id, i.traits @> t.traits::jsonb as "isTaken"`;

/** Merges new data into stored identities. Returns the ids of those without room for it. */
export async function updateIdentities(
  tx: Tx,
  workspaceId: string,
  identities: StoredIdentity[],
): Promise<Set<string>> {
  if (identities.length === 0) return new Set();
  const parameters = [workspaceId, ...columnValues(columns, identities)];
  const rows = await tx.unsafe<{ id: string; isTaken: boolean }[]>(updateSql, parameters, {
    prepare: true,
  });
  return new Set(rows.filter(({ isTaken }) => !isTaken).map(({ id }) => id));
}

// Clears all names first, since names can move between identities.
const releaseNamesSql = `
  update identities set email = '', user_id = null where workspace_id = $1::uuid and id = any($2::uuid[])`;
const replaceSql = `${insertInto(unnestClause(columns, 2))}
  on conflict (workspace_id, id) do update set ${columns
    .map(({ name }) => name)
    .filter((name) => name !== 'id' && name !== 'is_test')
    .map((name) => `${name} = excluded.${name}`)
    .join(', ')}`;

const isSame = columns
  .slice(1)
  .map(({ name, type }) => `i.${name} is not distinct from t.${name}::${type}`)
  .join(' and ');
const differingSql = `
  select t.id from ${unnestClause(columns, 2)}
  where not exists (select from identities i where i.workspace_id = $1::uuid and i.id = t.id and ${isSame})`;

/** Replaces stored identities; merged ones lose their names. */
export async function replaceIdentities(
  tx: Tx,
  workspaceId: string,
  identities: StoredIdentity[],
  merges: IdentityMerge[],
): Promise<void> {
  const values = [workspaceId, ...columnValues(columns, identities)];
  const differing = await tx.unsafe<{ id: string }[]>(differingSql, values);
  const others = new Set(differing.map(({ id }) => id));
  const replaced = identities.filter(({ id }) => others.has(id));
  await tx.unsafe(releaseNamesSql, [workspaceId, [...mergedIds(merges), ...others]]);
  if (replaced.length === 0) return;
  await tx.unsafe(replaceSql, [workspaceId, ...columnValues(columns, replaced)]);
}

/**
 * Deletes ids that nobody has now. Their manual edits are kept: the survivor inherits them while merged, and the id
 * gets them back when it is in use again.
 */
export async function mergeIdentities(
  tx: Tx,
  workspaceId: string,
  merges: IdentityMerge[],
): Promise<void> {
  const gone = mergedIds(merges);
  await keepEdits(tx, workspaceId, gone);
  await tx`
    delete from identities where workspace_id = ${workspaceId} and id = any(${gone}::uuid[])`;
  await restoreEdits(tx, workspaceId, merges);
  await inheritEdits(tx, workspaceId, merges);
}

/** Locks the people against new leads until the transaction ends. Returns their addresses. */
export async function lockIdentities(
  tx: Tx,
  workspaceId: string,
  ids: string[],
): Promise<Map<string, string>> {
  const rows = await tx<{ id: string; email: string }[]>`
    select id, email from identities where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])
    order by id for no key update`;
  return new Map(rows.map(({ id, email }) => [id, email]));
}

/** Whether the identity is test data. */
export async function selectIdentityEnvironment(
  tx: Tx,
  workspaceId: string,
  id: string,
): Promise<{ id: string; isTest: boolean } | undefined> {
  const [row] = await tx<{ id: string; isTest: boolean }[]>`
    select id, is_test as "isTest" from identities where workspace_id = ${workspaceId} and id = ${id}`;
  return row;
}
