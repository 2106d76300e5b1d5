/** Personalities in the database: written in the background, read by the REST API. */
import type { Personality } from '@footfall/contract/personalities';
import { selectSettings } from '../../accounts/workspaces/settings.ts';
import { timestamp } from '../../platform/common/timestamp.ts';
import {
  type Column,
  columnValues,
  nameList,
  selectList,
  unnestClause,
} from '../../platform/db/columns.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { type Assessment, assess, modelVersion, onDay } from '../../records/person/personality.ts';
import { selectBehaviour } from './behaviour.ts';

/** As of the person's latest activity. */
export interface StoredPersonality extends Assessment {
  lastActiveAt: Date;
}

interface Computed extends StoredPersonality {
  identityId: string;
  isTest: boolean;
  eventCount: number;
}

/** Computes from the history in this transaction without writing. Omits people who do not exist. */
export async function computePersonalities(
  tx: Tx,
  workspaceId: string,
  identityIds: string[],
): Promise<Computed[]> {
  const { key_pages } = await selectSettings(tx, workspaceId);
  const people = await selectBehaviour(tx, workspaceId, identityIds, key_pages);
  return people.map(({ facts, ...person }) => ({ ...person, ...assess(facts) }));
}

const columns: Column<Computed>[] = [
  { name: 'identity_id', type: 'uuid', value: (row) => row.identityId },
  { name: 'is_test', type: 'boolean', value: (row) => row.isTest },
  { name: 'intent_score', type: 'integer', value: (row) => row.intent_score },
  { name: 'stage', type: 'text', value: (row) => row.stage },
  { name: 'persona', type: 'text', value: (row) => row.persona },
  { name: 'reasons', type: 'jsonb', value: (row) => JSON.stringify(row.reasons) },
  { name: 'model_version', type: 'text', value: () => modelVersion },
  { name: 'last_active_at', type: 'timestamptz', value: (row) => row.lastActiveAt.toISOString() },
  { name: 'event_count', type: 'numeric', value: (row) => row.eventCount },
];

// Waits for a concurrent merge of the person, then omits them.
const upsert = `
  insert into personalities (workspace_id, ${nameList(columns)})
  select $1::uuid, ${selectList(columns)} from ${unnestClause(columns, 2)}
  join identities i on i.workspace_id = $1::uuid and i.id = t.identity_id
  order by t.identity_id
  for key share of i
  on conflict (workspace_id, identity_id) do update set
    ${columns.map(({ name }) => `${name} = excluded.${name}`).join(', ')}`;

/** Computes and stores personalities, and deletes those of people who no longer exist. */
export async function refreshPersonalities(
  tx: Tx,
  workspaceId: string,
  identityIds: string[],
): Promise<void> {
  const computed = await computePersonalities(tx, workspaceId, identityIds);
  if (computed.length > 0) {
    await tx.unsafe(upsert, [workspaceId, ...columnValues(columns, computed)], { prepare: true });
  }
  const existing = new Set(computed.map(({ identityId }) => identityId));
  const gone = identityIds.filter((id) => !existing.has(id));
  if (gone.length > 0) await deletePersonalities(tx, workspaceId, gone);
}

/** In key order, as they are written, to avoid deadlocks. */
export async function deletePersonalities(tx: Tx, workspaceId: string, identityIds: string[]) {
  await tx`
    with own as materialized (
      select identity_id from personalities
      where workspace_id = ${workspaceId} and identity_id = any(${identityIds}::uuid[])
      order by identity_id for update
    )
    delete from personalities p using own
    where p.workspace_id = ${workspaceId} and p.identity_id = own.identity_id`;
}

type Row = Omit<StoredPersonality, 'lastActiveAt'> & { id: string; last_active_at: Date };

/** Undefined if the person does not exist; `stored` is undefined if this model has not computed it yet. */
export async function selectPersonality(
  tx: Tx,
  workspaceId: string,
  identityId: string,
): Promise<{ identityId: string; stored: StoredPersonality | undefined } | undefined> {
  const [row] = await tx<(Omit<Row, 'intent_score'> & { intent_score: number | null })[]>`
    select i.id, p.intent_score, p.stage, p.persona, p.reasons, p.last_active_at
    from identities i left join personalities p
      on p.workspace_id = ${workspaceId} and p.identity_id = i.id and p.model_version = ${modelVersion}
    where i.workspace_id = ${workspaceId} and i.id = ${identityId}`;
  if (!row) return undefined;
  const { id, intent_score, last_active_at, ...rest } = row;
  if (intent_score === null) return { identityId: id, stored: undefined };
  return { identityId: id, stored: { ...rest, intent_score, lastActiveAt: last_active_at } };
}

/** By person, as of today; computed if this model has not assessed the behavior yet. */
export async function selectPersonalities(
  tx: Tx,
  workspaceId: string,
  identityIds: string[],
): Promise<Map<string, Personality>> {
  const rows = await tx<Row[]>`
    select identity_id as id, intent_score, stage, persona, reasons, last_active_at from personalities
    where workspace_id = ${workspaceId} and identity_id = any(${identityIds}::uuid[]) and model_version = ${modelVersion}`;
  const personalities = new Map(
    rows.map(({ id, last_active_at: lastActiveAt, ...rest }) => [
      id,
      asOfToday(workspaceId, id, { ...rest, lastActiveAt }),
    ]),
  );
  const others = identityIds.filter((id) => !personalities.has(id));
  if (others.length === 0) return personalities;
  for (const { identityId, ...computed } of await computePersonalities(tx, workspaceId, others)) {
    personalities.set(identityId, asOfToday(workspaceId, identityId, computed));
  }
  return personalities;
}

export function asOfToday(
  workspaceId: string,
  identityId: string,
  { lastActiveAt, ...assessment }: StoredPersonality,
): Personality {
  const { intent_score, stage, persona, reasons } = onDay(assessment, lastActiveAt, new Date());
  return {
    identity_id: identityId,
    workspace_id: workspaceId,
    intent_score,
    stage,
    persona,
    reasons,
    model_version: modelVersion,
    computed_at: timestamp(lastActiveAt),
  };
}
