/** Evidence that links visitors to companies, for the REST API. */
import type { CompanyEvidence as EvidenceRecord } from '@footfall/contract/companies';
import { type VerificationLevel, verificationLevels } from '@footfall/contract/verification-levels';
import { timestamp } from '../../platform/common/timestamp.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { listPage, type OrderedPage } from '../../platform/resource-kit/paging.ts';

/**
 * Confidence of each kind of fact, from 0 to 1. Companies issue work addresses to their own staff, so only
 * typos and borrowed addresses remain. A network's registered holder is often, not always, its user: guests,
 * tenants and former owners use it too. A manual decision is certain.
 */
export const confidenceOf = { email_domain: 0.95, network_owner: 0.6, set_by_hand: 1 } as const;

export type EvidenceKind = keyof typeof confidenceOf;

/** Confidence in the evidence that decides a visitor's company. */
export const confidenceInSql = (tx: Tx) =>
  tx`(${JSON.stringify(confidenceOf)}::text::jsonb ->> kind)::float8`;

const rights = `array[${verificationLevels.map((name) => `'${name}'`).join(', ')}]`;

/** SQL: greater for a stronger level. */
export const levelRank = (column: string) => `array_position(${rights}, ${column})`;
/** SQL: strongest level in a group. */
export const strongestLevel = (column: string) => `(${rights})[max(${levelRank(column)})]`;

/**
 * Orders a visitor's evidence `e`, deciding first: set by hand, then work addresses, then networks; within a kind, the
 * stronger level, then the later.
 */
export const bestFirst = (tx: Tx) => tx`
  order by e.kind = 'set_by_hand' desc, e.kind = 'email_domain' desc, ${tx.unsafe(levelRank('e.by_right'))} desc,
           e.first_seen_at desc, e.company_id`;

interface EvidenceRow {
  kind: EvidenceKind;
  value: string;
  by_right: VerificationLevel;
  visitor_id: string;
  first_seen_at: Date;
}

/** Evidence for one company. */
export function listEvidence(
  tx: Tx,
  workspaceId: string,
  companyId: string,
  isTest: boolean,
  page: OrderedPage,
) {
  return listPage<EvidenceRow & { id: string }, EvidenceRecord>(tx, page, {
    columns: tx`kind, value, by_right, visitor_id, first_seen_at, visitor_id as id`,
    records: tx`
      company_evidence
      where workspace_id = ${workspaceId} and company_id = ${companyId} and is_test = ${isTest}`,
    orders: {
      id: tx`visitor_id`,
      own: tx`(kind || ' ' || value)`,
      by: { first_seen_at: { column: tx`first_seen_at`, type: 'timestamptz' } },
    },
    toRecord: toEvidence,
  });
}

function toEvidence(row: EvidenceRow): EvidenceRecord {
  const { kind, value, by_right: verification_level, visitor_id, first_seen_at } = row;
  const confidence = confidenceOf[kind];
  return {
    kind,
    value,
    verification_level,
    visitor_id,
    confidence,
    first_seen_at: timestamp(first_seen_at),
  };
}

/** For a lateral join with visitors `v`: the evidence that decides their company. */
export const strongestEvidence = (tx: Tx, workspaceId: string) => tx`
  select e.company_id, e.kind from company_evidence e
  where e.workspace_id = ${workspaceId} and e.visitor_id = v.id and e.is_test = v.is_test
  ${bestFirst(tx)} limit 1`;
