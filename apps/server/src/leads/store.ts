/** Leads in the database: listed, made, changed, opened by messages. */
import type { Lead } from '@footfall/contract/leads';
import { timestamp } from '../common/timestamp.ts';
import type { Tx } from '../db/connect.ts';
import { markSessions, noSession } from '../jobs/stats-marks.ts';
import { type CreatedRange, inCreatedRange } from '../resource-kit/created-range.ts';
import type { Page } from '../resource-kit/paging.ts';

interface LeadRow {
  id: string;
  visitor_id: string;
  workspace_id: string;
  code: string;
  source: string;
  created_at: Date;
  updated_at: Date;
  properties: Record<string, unknown>;
  location: Record<string, unknown>;
  identity_id: string | null;
  session_id: string | null;
  summary: Record<string, unknown> | null;
  company_id: string | null;
}

export interface LeadFilter extends CreatedRange {
  isTest: boolean;
  source?: string;
  code?: string;
}

export interface NewLead {
  id: string;
  isTest: boolean;
  visitorId: string;
  code: string;
  source: string;
  properties: Record<string, unknown>;
  location: Record<string, unknown>;
  identityId: string | null;
  sessionId: string | null;
  companyId: string | null;
  /** Fields that the caller set, which messages leave as they are. */
  edited: string[];
}

/** What a merge patch leaves: whole new values. */
export interface LeadChange {
  properties?: Record<string, unknown>;
  location?: Record<string, unknown>;
  summary?: Record<string, unknown> | null;
  companyId?: string | null;
}

const columns = (tx: Tx) => tx`
  id, visitor_id, workspace_id, code, source, created_at, updated_at, properties, location,
  identity_id, session_id, summary, company_id`;

const where = (tx: Tx, workspaceId: string, filter: LeadFilter) => tx`
  workspace_id = ${workspaceId} and is_test = ${filter.isTest}
  ${filter.source === undefined ? tx`` : tx`and source = ${filter.source}`}
  ${filter.code === undefined ? tx`` : tx`and code = ${filter.code}`}
  ${inCreatedRange(tx, filter)}`;

export async function selectLeads(tx: Tx, workspaceId: string, filter: LeadFilter, page: Page) {
  const rows = await tx<LeadRow[]>`
    select ${columns(tx)} from leads where ${where(tx, workspaceId, filter)}
    order by created_at desc, id desc limit ${page.limit} offset ${page.offset}`;
  return rows.map(toLead);
}

export async function countLeads(tx: Tx, workspaceId: string, filter: LeadFilter) {
  const [row] = await tx<{ total: number }[]>`
    select count(*)::integer as total from leads where ${where(tx, workspaceId, filter)}`;
  return row?.total ?? 0;
}

export async function selectLead(tx: Tx, workspaceId: string, id: string) {
  const [row] = await tx<LeadRow[]>`
    select ${columns(tx)} from leads where workspace_id = ${workspaceId} and id = ${id}`;
  return row && toLead(row);
}

/** The lead, and nobody else changes it until the transaction ends. */
export async function lockLead(tx: Tx, workspaceId: string, id: string) {
  const [row] = await tx<LeadRow[]>`
    select ${columns(tx)} from leads where workspace_id = ${workspaceId} and id = ${id} for update`;
  return row && toLead(row);
}

export async function insertLead(tx: Tx, workspaceId: string, lead: NewLead): Promise<Lead> {
  const [row] = await tx<LeadRow[]>`
    insert into leads (workspace_id, id, is_test, visitor_id, code, source, properties, location,
                       identity_id, session_id, company_id, edited, opened_by, created_at, updated_at)
    values (${workspaceId}, ${lead.id}, ${lead.isTest}, ${lead.visitorId}, ${lead.code}, ${lead.source},
            ${JSON.stringify(lead.properties)}::text::jsonb, ${JSON.stringify(lead.location)}::text::jsonb,
            ${lead.identityId}, ${lead.sessionId}, ${lead.companyId}, ${lead.edited}, 'api', now(), now())
    returning ${columns(tx)}`;
  if (!row) throw new Error('insert returned no row');
  await markSessions(tx, workspaceId, [{ ...lead, sessionId: lead.sessionId ?? noSession }]);
  return toLead(row);
}

/**
 * What is set here is kept from then on, whatever messages tell. updated_at moves to now, and at least into the second after created_at: timestamps go out by the
 * second, and an update must show.
 */
export async function updateLead(tx: Tx, workspaceId: string, id: string, change: LeadChange) {
  const edited = [
    ...(change.properties === undefined ? [] : ['properties']),
    ...(change.location === undefined ? [] : ['location']),
    ...(change.summary === undefined ? [] : ['summary']),
    ...(change.companyId === undefined ? [] : ['company_id']),
  ];
  const json = (value: unknown) => tx`${JSON.stringify(value)}::text::jsonb`;
  const [row] = await tx<LeadRow[]>`
    update leads set
      ${change.properties === undefined ? tx`` : tx`properties = ${json(change.properties)},`}
      ${change.location === undefined ? tx`` : tx`location = ${json(change.location)},`}
      ${change.summary === undefined ? tx`` : tx`summary = ${change.summary === null ? tx`null` : json(change.summary)},`}
      ${change.companyId === undefined ? tx`` : tx`company_id = ${change.companyId},`}
      edited = array(select distinct unnest(edited || ${edited}::text[]) order by 1),
      updated_at = greatest(now(), date_trunc('second', created_at) + interval '1 second')
    where workspace_id = ${workspaceId} and id = ${id}
    returning ${columns(tx)}`;
  if (!row) throw new Error('the locked lead is gone');
  return toLead(row);
}

function toLead({ created_at, updated_at, ...row }: LeadRow): Lead {
  return { ...row, created_at: timestamp(created_at), updated_at: timestamp(updated_at) };
}
