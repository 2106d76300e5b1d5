/** Leads in the database: lists, creates, updates them. */
import type { Lead } from '@footfall/contract/leads';
import { type Dated, withTimestamps } from '../../platform/common/timestamp.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { type CreatedRange, inCreatedRange } from '../../platform/resource-kit/created-range.ts';
import { byCreationOrChange, type OrderedPage } from '../../platform/resource-kit/paging.ts';
import {
  type Counted,
  countedByDay,
  type Rows,
} from '../../platform/resource-kit/record-counts.ts';
import { type ListFilter, matchesFilter } from '../../records/filters/list-filter.ts';
import { type Asker, isOnPage, listed } from '../../records/filters/match-page.ts';
import { slicesOfWhom, type Whose } from '../../records/person/ownership.ts';
import { currentId } from '../../records/person/survivors.ts';
import { markLeads, markSessions, noSession } from '../../records/visit/stats-marks.ts';

type LeadRow = Dated<Lead> & { suspect: boolean };

export interface LeadFilter extends CreatedRange, ListFilter {
  isTest: boolean;
  source?: string;
  code?: string;
  /** Suspect leads instead of the others. */
  isSuspect: boolean;
  identityId?: string;
  companyId?: string;
  /** Theirs, or of nobody and opened by a visitor of theirs. */
  whose?: Whose;
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
  /** Original person, if merged into `identityId`. */
  originalIdentityId: string | null;
  sessionId: string | null;
  companyId: string | null;
  /** Fields set by the caller, which messages must not change. */
  edited: string[];
}

/** Result of a merge patch: complete new values. */
export interface LeadChange {
  properties?: Record<string, unknown>;
  location?: Record<string, unknown>;
  summary?: Record<string, unknown> | null;
  companyId?: string | null;
}

const columns = (tx: Tx) => tx`
  id, visitor_id, workspace_id, code, source, created_at, updated_at, properties, location,
  identity_id, session_id, summary, company_id, suspect`;

const where = (tx: Tx, workspaceId: string, filter: LeadFilter) => tx`
  l.workspace_id = ${workspaceId} and l.is_test = ${filter.isTest}
  and ${filter.isSuspect ? tx`l.suspect` : tx`not l.suspect`}
  ${filter.source === undefined ? tx`` : tx`and l.source = ${filter.source}`}
  ${filter.code === undefined ? tx`` : tx`and l.code = ${filter.code}`}
  ${filter.identityId === undefined ? tx`` : tx`and l.identity_id = ${currentId(tx, workspaceId, filter.identityId)}`}
  ${filter.companyId === undefined ? tx`` : tx`and l.company_id = ${filter.companyId}`}
  ${filter.whose === undefined ? tx`` : tx`and ${isOf(tx, workspaceId, filter.whose)}`}
  ${inCreatedRange(tx, filter, 'l.created_at')} ${matchesFilter(tx, workspaceId, 'lead', filter)}`;

function isOf(tx: Tx, workspaceId: string, whose: Whose) {
  if ('visitorId' in whose) return tx`l.visitor_id = ${whose.visitorId}`;
  return tx`(l.identity_id = ${whose.identityId} or l.identity_id is null and exists (
    with ${slicesOfWhom(tx, workspaceId, whose)}
    select from slices s where s.visitor_id = l.visitor_id and s.is_test = l.is_test
      and l.created_at >= s.since and l.created_at < s.until))`;
}

const orders = (tx: Tx) => byCreationOrChange(tx`l.id`, tx`l.created_at`, tx`l.updated_at`);

/** What the daily counts can answer; undefined if the filter needs more. */
function countedOf(workspaceId: string, filter: LeadFilter): Counted | undefined {
  const { isTest, isSuspect, source, createdAfter, createdBefore } = filter;
  const { code, identityId, companyId, whose, filter: checked, updatedAfter } = filter;
  const others = [code, identityId, companyId, whose, checked, updatedAfter];
  if (others.some((other) => other !== undefined)) return undefined;
  const kind = isSuspect ? 'suspect lead' : 'lead';
  return { workspaceId, kind, isTest, label: source, createdAfter, createdBefore };
}

export function listLeads(
  asker: Asker,
  workspaceId: string,
  filter: LeadFilter,
  page: OrderedPage,
) {
  const { tx } = asker;
  const rows: Rows = (also) => tx`leads l where ${where(tx, workspaceId, filter)} ${also}`;
  return listed<LeadRow, Lead>(asker, page, {
    kind: 'lead',
    filter,
    records: rows(tx``),
    onPage: (matches) => tx`
      leads l where l.workspace_id = ${workspaceId} and ${isOnPage(tx, orders(tx), matches)}`,
    orders: orders(tx),
    select: ({ page: onPage, mark, orderBy }) => tx`
      select ${columns(tx)}, ${mark}
      from (
        -- Those that are passed over are read from the index alone.
        select l.workspace_id, l.id from ${onPage}
      ) page join leads l using (workspace_id, id) ${orderBy}`,
    toRecords: (rows) => rows.map(toLead),
    ...countedByDay(tx, countedOf(workspaceId, filter), rows),
  });
}

export async function selectLead(tx: Tx, workspaceId: string, id: string) {
  const [row] = await tx<LeadRow[]>`
    select ${columns(tx)} from leads where workspace_id = ${workspaceId} and id = ${id}`;
  return row && toLead(row);
}

/** Reads the lead and locks it until the transaction ends. */
export async function lockLead(tx: Tx, workspaceId: string, id: string) {
  const [row] = await tx<LeadRow[]>`
    select ${columns(tx)} from leads where workspace_id = ${workspaceId} and id = ${id} for update`;
  return row && toLead(row);
}

export async function insertLead(tx: Tx, workspaceId: string, lead: NewLead): Promise<Lead> {
  const [row] = await tx<LeadRow[]>`
    insert into leads (workspace_id, id, is_test, visitor_id, code, source, properties, location,
                       identity_id, told_identity_id, session_id, company_id, edited, opened_by, created_at, updated_at)
    values (${workspaceId}, ${lead.id}, ${lead.isTest}, ${lead.visitorId}, ${lead.code}, ${lead.source},
            ${JSON.stringify(lead.properties)}::text::jsonb, ${JSON.stringify(lead.location)}::text::jsonb,
            ${lead.identityId}, ${lead.originalIdentityId}, ${lead.sessionId}, ${lead.companyId}, ${lead.edited}, 'api', now(), now())
    returning ${columns(tx)}`;
  if (!row) throw new Error('insert returned no row');
  await markSessions(tx, workspaceId, [{ ...lead, sessionId: lead.sessionId ?? noSession }]);
  return toLead(row);
}

/**
 * Sets fields that messages must not change afterwards. Moves updated_at at least into the second after created_at, since the API shows seconds and an update
 * must be visible.
 */
export async function updateLead(tx: Tx, workspaceId: string, id: string, change: LeadChange) {
  const edited = [
    ...(change.properties === undefined ? [] : ['properties']),
    ...(change.location === undefined ? [] : ['location']),
    ...(change.summary === undefined ? [] : ['summary']),
    ...(change.companyId === undefined ? [] : ['company_id']),
  ];
  const json = (value: unknown) => tx`${JSON.stringify(value)}::text::jsonb`;
  const [row] = await tx<(LeadRow & { is_test: boolean })[]>`
    update leads set
      ${change.properties === undefined ? tx`` : tx`properties = ${json(change.properties)},`}
      ${change.location === undefined ? tx`` : tx`location = ${json(change.location)},`}
      ${change.summary === undefined ? tx`` : tx`summary = ${change.summary === null ? tx`null` : json(change.summary)},`}
      ${change.companyId === undefined ? tx`` : tx`company_id = ${change.companyId},`}
      edited = array(select distinct unnest(edited || ${edited}::text[]) order by 1),
      suspect = suspect and cardinality(edited || ${edited}::text[]) = 0,
      updated_at = greatest(now(), date_trunc('second', created_at) + interval '1 second')
    where workspace_id = ${workspaceId} and id = ${id}
    returning ${columns(tx)}, is_test`;
  if (!row) throw new Error('the locked lead is gone');
  // An edit clears a suspicion.
  await markLeads(tx, workspaceId, [id]);
  const { is_test: isTest, ...lead } = row;
  return { lead: toLead(lead), isTest };
}

function toLead({ suspect, ...row }: LeadRow) {
  return withTimestamps<Lead>({ ...row, ...(suspect && { suspect }) });
}
