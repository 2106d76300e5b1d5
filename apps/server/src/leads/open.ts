/**
 * Leads that messages open: by a conversion, or by the first identify of a visitor; one for each
 * person. A visitor that is named later completes the lead it has.
 */
import { type Column, columnValues, nameList, selectList, unnestClause } from '../db/columns.ts';
import type { Tx } from '../db/connect.ts';
import { namedId } from '../ids.ts';
import { leadCodeFrom } from './lead-code.ts';

/** A message that may open a lead. */
export interface LeadOccasion {
  openedBy: 'conversion' | 'identify';
  isTest: boolean;
  visitorId: string;
  sessionId: string;
  identityId: string | undefined;
  occurredAt: string;
  source: string;
  /** Empty: a code is made. */
  code: string;
  /** JSON text. */
  properties: string;
  location: string;
}

export interface OpenLead {
  id: string;
  visitor_id: string;
  is_test: boolean;
  identity_id: string | null;
}

interface OpenedLead extends LeadOccasion {
  id: string;
}

/**
 * The lead of each occasion; `occasions` are in time order, `existing` was selected after their
 * people and visitors were locked.
 */
export function openLeads(
  tx: Tx,
  workspaceId: string,
  occasions: LeadOccasion[],
  existing: OpenLead[],
): { leadIds: string[]; sent: Promise<unknown> } {
  const { leadIds, opened, completed } = matchOccasions(workspaceId, occasions, existing);
  const sent = Promise.all([
    opened.length > 0 ? insertOpened(tx, workspaceId, opened) : undefined,
    completed.size > 0 ? completeLeads(tx, workspaceId, completed) : undefined,
  ]);
  return { leadIds, sent };
}

/** Pure: which lead each occasion belongs to, which ones are new, and which now know their person. */
function matchOccasions(workspaceId: string, occasions: LeadOccasion[], existing: OpenLead[]) {
  const byVisitor = new Map<string, OpenLead>();
  const byIdentity = new Map<string, OpenLead>();
  const remember = (lead: OpenLead) => {
    const visitor = visitorKey(lead.visitor_id, lead.is_test);
    if (!byVisitor.has(visitor)) byVisitor.set(visitor, lead);
    if (lead.identity_id && !byIdentity.has(lead.identity_id)) {
      byIdentity.set(lead.identity_id, lead);
    }
  };
  for (const lead of existing) remember(lead);
  const opened: OpenedLead[] = [];
  const completed = new Map<string, string>();
  const leadIds = occasions.map((occasion) => {
    const { visitorId, isTest, identityId } = occasion;
    const ofVisitor = byVisitor.get(visitorKey(visitorId, isTest));
    const ofPerson = identityId === undefined ? undefined : byIdentity.get(identityId);
    if (ofVisitor && ofVisitor.identity_id === null && identityId !== undefined) {
      ofVisitor.identity_id = identityId;
      completed.set(ofVisitor.id, identityId);
      remember(ofVisitor);
      return (ofPerson ?? ofVisitor).id;
    }
    // A visitor's lead that belongs to another person is not this person's.
    const isOwn = ofVisitor && (identityId === undefined || ofVisitor.identity_id === identityId);
    const found = ofPerson ?? (isOwn ? ofVisitor : undefined);
    if (found) return found.id;
    const id = namedId(`lead:${workspaceId}:${visitorKey(visitorId, isTest)}:${identityId ?? ''}`);
    opened.push({ ...occasion, id });
    remember({ id, visitor_id: visitorId, is_test: isTest, identity_id: identityId ?? null });
    return id;
  });
  return { leadIds, opened, completed };
}

const visitorKey = (visitorId: string, isTest: boolean) => `${isTest}:${visitorId}`;

/** Of these visitors or these people. */
export async function selectOpenLeads(
  tx: Tx,
  workspaceId: string,
  visitorIds: string[],
  identityIds: string[],
) {
  return tx<OpenLead[]>`
    select id, visitor_id, is_test, identity_id from (
      select * from leads where workspace_id = ${workspaceId} and visitor_id = any(${visitorIds}::uuid[])
      union
      select * from leads where workspace_id = ${workspaceId} and identity_id = any(${identityIds}::uuid[])
    ) found
    order by created_at, id`;
}

const columns: Column<OpenedLead>[] = [
  { name: 'id', type: 'uuid', value: (lead) => lead.id },
  { name: 'is_test', type: 'boolean', value: (lead) => lead.isTest },
  { name: 'visitor_id', type: 'uuid', value: (lead) => lead.visitorId },
  { name: 'session_id', type: 'uuid', value: (lead) => lead.sessionId },
  { name: 'identity_id', type: 'uuid', value: (lead) => lead.identityId ?? null },
  {
    name: 'code',
    type: 'text',
    value: (lead) => lead.code || leadCodeFrom(Buffer.from(lead.id.replaceAll('-', ''), 'hex')),
  },
  { name: 'source', type: 'text', value: (lead) => lead.source },
  { name: 'properties', type: 'jsonb', value: (lead) => lead.properties },
  { name: 'location', type: 'jsonb', value: (lead) => lead.location },
  { name: 'opened_by', type: 'text', value: (lead) => lead.openedBy },
  { name: 'created_at', type: 'timestamptz', value: (lead) => lead.occurredAt },
];

const insertSql = `
  insert into leads (workspace_id, ${nameList(columns)}, updated_at)
  select $1::uuid, ${selectList(columns)}, t.created_at from ${unnestClause(columns, 2)}
  order by t.id
  on conflict (workspace_id, id) do nothing`;

async function insertOpened(tx: Tx, workspaceId: string, opened: OpenedLead[]) {
  await tx.unsafe(insertSql, [workspaceId, ...columnValues(columns, opened)], { prepare: true });
}

/** `completed`: identity by lead. */
async function completeLeads(tx: Tx, workspaceId: string, completed: Map<string, string>) {
  const leads = [...completed].sort(([a], [b]) => (a < b ? -1 : 1));
  await tx`
    update leads l set
      identity_id = t.identity_id,
      updated_at = greatest(now(), date_trunc('second', l.created_at) + interval '1 second')
    from unnest(${leads.map(([id]) => id)}::uuid[], ${leads.map(([, identity]) => identity)}::uuid[])
      as t (id, identity_id)
    where l.workspace_id = ${workspaceId} and l.id = t.id and l.identity_id is null`;
}
