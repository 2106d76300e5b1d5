/** Why visitors belong to companies, as the REST API reads it. */
import type { CompanyEvidence as EvidenceRecord } from '@footfall/contract/companies';
import { timestamp } from '../common/timestamp.ts';
import type { Tx } from '../db/connect.ts';
import type { Page } from '../resource-kit/paging.ts';

/**
 * How far each kind of fact can be trusted, from 0 to 1. A work address is given to its staff by the
 * company itself; what is left is that somebody mistyped it or used another's. A network's registered holder
 * is often, but not always, the one who sits behind it: guests, tenants and former owners do too.
 */
export const confidenceOf = { email_domain: 0.95, network_owner: 0.6 } as const;

export type EvidenceKind = keyof typeof confidenceOf;

interface EvidenceRow {
  kind: EvidenceKind;
  value: string;
  visitor_id: string;
  first_seen_at: Date;
}

/** Of one company, newest first. */
export async function selectEvidence(
  tx: Tx,
  workspaceId: string,
  companyId: string,
  isTest: boolean,
  page: Page,
): Promise<EvidenceRecord[]> {
  const rows = await tx<EvidenceRow[]>`
    select kind, value, visitor_id, first_seen_at from company_evidence
    where workspace_id = ${workspaceId} and company_id = ${companyId} and is_test = ${isTest}
    order by first_seen_at desc, visitor_id desc, kind, value
    limit ${page.limit} offset ${page.offset}`;
  return rows.map((row) => ({
    ...row,
    confidence: confidenceOf[row.kind],
    first_seen_at: timestamp(row.first_seen_at),
  }));
}

export async function countEvidence(
  tx: Tx,
  workspaceId: string,
  companyId: string,
  isTest: boolean,
) {
  const [row] = await tx<{ total: number }[]>`
    select count(*)::integer as total from company_evidence
    where workspace_id = ${workspaceId} and company_id = ${companyId} and is_test = ${isTest}`;
  return row?.total ?? 0;
}

/** For a lateral join with visitors `v`: the latest work address tells the company, else the latest network. */
export const strongestEvidence = (tx: Tx, workspaceId: string) => tx`
  select e.company_id, e.kind from company_evidence e
  where e.workspace_id = ${workspaceId} and e.visitor_id = v.id and e.is_test = v.is_test
  order by e.kind = 'email_domain' desc, e.first_seen_at desc, e.company_id limit 1`;
