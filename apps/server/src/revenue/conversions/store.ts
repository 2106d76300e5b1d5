/** Conversions in the database. */
import type { VerificationLevel } from '@footfall/contract/verification-levels';
import { type Column, nameList, selectList } from '../../platform/db/columns.ts';
import type { StatementPart } from '../../platform/db/combined-statement.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { sharedRows } from '../../platform/db/shared-values.ts';

export interface NewConversion {
  id: string;
  isTest: boolean;
  visitorId: string;
  sessionId: string;
  identityId: string | null;
  leadId: string | null;
  name: string;
  value: number | null;
  currency: string;
  externalId: string;
  code: string;
  /** JSON text. */
  properties: string;
  opensLead: boolean;
  isBot: boolean;
  /** The rules' result. */
  isFoundBot: boolean;
  verificationLevel: VerificationLevel;
  network: string | null;
  createdAt: string;
}

const columns: Column<NewConversion>[] = [
  { name: 'id', type: 'uuid', value: (conversion) => conversion.id },
  { name: 'is_test', type: 'boolean', value: (conversion) => conversion.isTest },
  { name: 'visitor_id', type: 'uuid', value: (conversion) => conversion.visitorId },
  { name: 'session_id', type: 'uuid', value: (conversion) => conversion.sessionId },
  { name: 'identity_id', type: 'uuid', value: (conversion) => conversion.identityId },
  { name: 'lead_id', type: 'uuid', value: (conversion) => conversion.leadId },
  { name: 'name', type: 'text', value: (conversion) => conversion.name },
  { name: 'value', type: 'numeric', value: (conversion) => conversion.value },
  { name: 'currency', type: 'text', value: (conversion) => conversion.currency },
  { name: 'external_id', type: 'text', value: (conversion) => conversion.externalId },
  { name: 'code', type: 'text', value: (conversion) => conversion.code },
  { name: 'properties', type: 'jsonb', value: (conversion) => conversion.properties },
  { name: 'opens_lead', type: 'boolean', value: (conversion) => conversion.opensLead },
  { name: 'is_bot', type: 'boolean', value: (conversion) => conversion.isBot },
  { name: 'found_bot', type: 'boolean', value: (conversion) => conversion.isFoundBot },
  { name: 'by_right', type: 'text', value: (conversion) => conversion.verificationLevel },
  { name: 'network', type: 'uuid', value: (conversion) => conversion.network },
  { name: 'created_at', type: 'timestamptz', value: (conversion) => conversion.createdAt },
];

export function insertConversions(conversions: NewConversion[]): StatementPart {
  return {
    name: 'made_conversions',
    change: (first) => `
      insert into conversions (workspace_id, ${nameList(columns)})
      select $1::uuid, ${selectList(columns)} from ${sharedRows(columns, first)}
      order by t.id
      on conflict (workspace_id, id) do nothing`,
    parameters: (shared) => shared.columnValues(columns, conversions),
  };
}

/** A conversion's recomputed person and lead. */
export interface ConversionAssignment {
  eventId: string;
  identityId: string | null;
  leadId: string | null;
}

export async function reassignConversions(
  tx: Tx,
  workspaceId: string,
  changed: ConversionAssignment[],
): Promise<void> {
  if (changed.length === 0) return;
  await tx`
    update conversions c set identity_id = t.identity_id, lead_id = t.lead_id, updated_at = now()
    from unnest(${changed.map(({ eventId }) => eventId)}::uuid[],
                ${changed.map(({ identityId }) => identityId)}::uuid[],
                ${changed.map(({ leadId }) => leadId)}::uuid[]) as t (id, identity_id, lead_id)
    where c.workspace_id = ${workspaceId} and c.id = t.id`;
}

/** A visitor's recomputed person. */
export interface ConversionOwner {
  visitorId: string;
  isTest: boolean;
  identityId: string;
}

const ownerColumns: Column<ConversionOwner>[] = [
  { name: 'visitor_id', type: 'uuid', value: ({ visitorId }) => visitorId },
  { name: 'is_test', type: 'boolean', value: ({ isTest }) => isTest },
  { name: 'identity_id', type: 'uuid', value: ({ identityId }) => identityId },
];

export interface AssignedConversion {
  id: string;
  isTest: boolean;
}

function byVisitor(a: ConversionOwner, b: ConversionOwner): number {
  return a.visitorId < b.visitorId ? -1 : 1;
}

/** A visitor's activity before any identification belongs to its first person. Returns what was assigned, or null. */
export function assignConversions(owners: ConversionOwner[]): StatementPart {
  return {
    name: 'assigned_conversions',
    change: (first) => `
      update conversions c set identity_id = t.identity_id, updated_at = now()
      from ${sharedRows(ownerColumns, first)}
      where c.workspace_id = $1::uuid and c.visitor_id = t.visitor_id and c.is_test = t.is_test
        and c.identity_id is null and not c.is_bot
      returning c.id, c.is_test as "isTest"`,
    tells: 'select json_agg(g) from assigned_conversions g',
    parameters: (shared) => shared.columnValues(ownerColumns, owners.toSorted(byVisitor)),
  };
}

/** Marks conversions with changed credit. Those being changed concurrently are marked by that change. */
export async function noteCredit(tx: Tx, workspaceId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx`
    with credited as (
      select c.id from conversions c where c.workspace_id = ${workspaceId} and c.id = any(${ids}::uuid[])
      order by c.id for no key update skip locked)
    update conversions c set updated_at = now()
    from credited where c.workspace_id = ${workspaceId} and c.id = credited.id`;
}
