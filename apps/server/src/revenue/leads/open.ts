/** Writes leads opened or completed by messages. */
import {
  arrayLiteral,
  type Column,
  columnValues,
  nameList,
  selectList,
  unnestClause,
} from '../../platform/db/columns.ts';
import type { StatementPart } from '../../platform/db/combined-statement.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { utcMicrosText } from '../../platform/db/instants.ts';
import type { Question } from '../../platform/db/joint-questions.ts';
import { sharedRows } from '../../platform/db/shared-values.ts';
import { type IdentityMerge, mergeRows } from '../../records/person/merges.ts';
import { markLeads } from '../../records/visit/stats-marks.ts';
import { leadCodeFrom } from './lead-code.ts';
import type { LeadSince, LeadState } from './lead-moments.ts';

/** A lead derived from messages. */
export interface MadeLead {
  id: string;
  isTest: boolean;
  visitorId: string;
  identityId: string | null;
  sessionId: string;
  companyId: string | null;
  /** Empty: a code is generated. */
  code: string;
  source: string;
  /** JSON text. */
  properties: string;
  location: string;
  openedBy: 'conversion' | 'identify';
  /** Hash of the network that opened it; null if proved or not significant. */
  network: string | null;
  createdAt: string;
  updatedAt: string;
}

const columns: Column<MadeLead>[] = [
  { name: 'id', type: 'uuid', value: (lead) => lead.id },
  { name: 'is_test', type: 'boolean', value: (lead) => lead.isTest },
  { name: 'visitor_id', type: 'uuid', value: (lead) => lead.visitorId },
  { name: 'identity_id', type: 'uuid', value: (lead) => lead.identityId },
  { name: 'session_id', type: 'uuid', value: (lead) => lead.sessionId },
  { name: 'company_id', type: 'uuid', value: (lead) => lead.companyId },
  {
    name: 'code',
    type: 'text',
    value: (lead) => lead.code || leadCodeFrom(Buffer.from(lead.id.replaceAll('-', ''), 'hex')),
  },
  { name: 'source', type: 'text', value: (lead) => lead.source },
  { name: 'properties', type: 'jsonb', value: (lead) => lead.properties },
  { name: 'location', type: 'jsonb', value: (lead) => lead.location },
  { name: 'opened_by', type: 'text', value: (lead) => lead.openedBy },
  { name: 'network', type: 'uuid', value: (lead) => lead.network },
  { name: 'created_at', type: 'timestamptz', value: (lead) => lead.createdAt },
  { name: 'updated_at', type: 'timestamptz', value: (lead) => lead.updatedAt },
];

const insertInto = (rows: string) => `
  insert into leads as l (workspace_id, ${nameList(columns)})
  select $1::uuid, ${selectList(columns)} from ${rows}
  order by t.id
  on conflict (workspace_id, id)`;

/** Leaves stored leads unchanged. */
export function insertOpenedLeads(leads: MadeLead[]): StatementPart {
  return {
    name: 'opened_leads',
    change: (first) => `${insertInto(sharedRows(columns, first))} do nothing`,
    parameters: (shared) => shared.columnValues(columns, leads),
  };
}

const recomputed = columns
  .map(({ name }) => name)
  .filter((name) => !['id', 'is_test'].includes(name));
const keptWhenEdited = ['properties', 'location', 'company_id', 'updated_at'];
const keeps = (name: string) =>
  name === 'updated_at' ? `l.edited <> '{}'` : `'${name}' = any(l.edited)`;
const recomputedText = recomputed
  .map((name) => {
    return keptWhenEdited.includes(name)
      ? `${name} = case when ${keeps(name)} then l.${name} else excluded.${name} end`
      : `${name} = excluded.${name}`;
  })
  .concat('told_identity_id = null')
  .join(', ');

const isSame = recomputed
  .map((name) => {
    const type = columns.find((column) => column.name === name)?.type;
    const same = `l.${name} is not distinct from t.${name}::${type}`;
    return keptWhenEdited.includes(name) ? `(${same} or ${keeps(name)})` : same;
  })
  .join(' and ');
const differingText = `
  select t.id from ${unnestClause(columns, 2)}
  where not exists (
    select from leads l
    where l.workspace_id = $1::uuid and l.id = t.id and l.told_identity_id is null and ${isSame})`;
const replaceText = `${insertInto(unnestClause(columns, 2))} do update set ${recomputedText}`;

/** Replaces stored leads with recomputed ones, keeping fields edited through the API. */
export async function replaceLeads(tx: Tx, workspaceId: string, leads: MadeLead[]) {
  if (leads.length === 0) return;
  const values = [workspaceId, ...columnValues(columns, leads)];
  const differing = await tx.unsafe<{ id: string }[]>(differingText, values, { prepare: true });
  if (differing.length === 0) return;
  const ids = differing.map(({ id }) => id);
  const others = new Set(ids);
  const replaced = leads.filter(({ id }) => others.has(id));
  const parameters = [workspaceId, ...columnValues(columns, replaced)];
  // Recounts both its former and its new visit.
  await markLeads(tx, workspaceId, ids);
  await tx.unsafe(replaceText, parameters, { prepare: true });
  await markLeads(tx, workspaceId, ids);
}

/** Locks leads before several statements merge, delete or replace them. In key order, as everywhere. */
export async function lockLeads(
  tx: Tx,
  workspaceId: string,
  ids: string[],
  merges: IdentityMerge[],
): Promise<void> {
  const people = merges.map(({ mergedId }) => mergedId);
  await tx`
    select from leads
    where workspace_id = ${workspaceId} and (id = any(${ids}::uuid[])
      or identity_id = any(${people}::uuid[]) or told_identity_id = any(${people}::uuid[]))
    order by id for update`;
}

/** Moves leads to the person's survivor; keeps the original person. */
export async function mergeLeads(
  tx: Tx,
  workspaceId: string,
  merges: IdentityMerge[],
): Promise<void> {
  await tx`
    update leads l set identity_id = m.survivor_id, told_identity_id = m.merged_id
    from ${mergeRows(tx, merges)}
    where l.workspace_id = ${workspaceId} and coalesce(l.told_identity_id, l.identity_id) = m.merged_id
      and (l.identity_id = m.merged_id or l.told_identity_id = m.merged_id)
      and l.identity_id is distinct from m.survivor_id`;
}

/** Keeps leads edited meanwhile. */
export async function deleteLeads(tx: Tx, workspaceId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await markLeads(tx, workspaceId, ids);
  await tx`
    delete from leads
    where workspace_id = ${workspaceId} and id = any(${ids}::uuid[]) and edited = '{}'`;
}

/** What a lead gains when its visitor is identified. */
export interface Completion {
  id: string;
  identityId: string;
  /** Company of the person's work address; null if none. */
  companyId: string | null;
  /** JSON text; used if the lead has no place yet. */
  location: string;
  completedAt: string;
}

const completionColumns: Column<Completion>[] = [
  { name: 'id', type: 'uuid', value: (lead) => lead.id },
  { name: 'identity_id', type: 'uuid', value: (lead) => lead.identityId },
  { name: 'company_id', type: 'uuid', value: (lead) => lead.companyId },
  { name: 'location', type: 'jsonb', value: (lead) => lead.location },
  { name: 'completed_at', type: 'timestamptz', value: (lead) => lead.completedAt },
];

/** SQL condition: messages may change this field. */
const unedited = (name: string) => `not '${name}' = any(l.edited)`;

const complete = (first: number) => `
  update leads l set
    identity_id = t.identity_id,
    company_id = case when ${unedited('company_id')} then coalesce(t.company_id, l.company_id) else l.company_id end,
    location = case when ${unedited('location')} and l.location = '{}' then t.location::jsonb else l.location end,
    updated_at = greatest(t.completed_at, date_trunc('second', l.created_at) + interval '1 second',
      case when l.edited <> '{}' then l.updated_at end)
  from (
    select t.* from ${sharedRows(completionColumns, first)}
    join leads k on k.workspace_id = $1::uuid and k.id = t.id
    order by k.id for no key update of k
  ) t
  where l.workspace_id = $1::uuid and l.id = t.id`;

export function completeLeads(completed: Completion[]): StatementPart {
  return {
    name: 'completed_leads',
    change: complete,
    parameters: (shared) => shared.columnValues(completionColumns, completed),
  };
}

/** Leads of these visitors or people. */
export function leadsOf(visitorIds: string[], identityIds: string[]): Question<StoredLeadRow> {
  return {
    select: (first) => `
      select id, visitor_id, is_test, identity_id, ${utcMicrosText('created_at')} as opened_at
      from (
        select * from leads where workspace_id = $1::uuid and visitor_id = any($${first}::uuid[])
        union
        select * from leads where workspace_id = $1::uuid and identity_id = any($${first + 1}::uuid[])
      ) found
      order by created_at, id`,
    parameters: [arrayLiteral('uuid', visitorIds), arrayLiteral('uuid', identityIds)],
  };
}

/** As existing from the beginning. */
export function leadStates(rows: StoredLeadRow[]): LeadSince<never>[] {
  return rows.map((row) => ({ since: '', lead: storedLead(row) }));
}

interface StoredLeadRow {
  id: string;
  visitor_id: string;
  is_test: boolean;
  identity_id: string | null;
  /** UTC, with microseconds. */
  opened_at: string;
}

function storedLead(row: StoredLeadRow): LeadState<never> {
  return {
    id: row.id,
    isTest: row.is_test,
    visitorId: row.visitor_id,
    identityId: row.identity_id,
    openedAt: row.opened_at,
    opening: undefined,
    completion: undefined,
  };
}
