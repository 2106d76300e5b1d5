/** Adds or removes campaigns and company evidence of visits that start or stop counting as a person's. */

import {
  type CompanyEvidence,
  type SeenCompany,
  upsertCompanies,
  upsertEvidence,
} from '../../companies/store.ts';
import { companyOfNetwork } from '../../enrichment/companies/company-of.ts';
import { campaignIdOf } from '../../enrichment/sources/campaign-id.ts';
import { campaignOf } from '../../enrichment/sources/visit-origin.ts';
import { runCombined, type StatementPart } from '../../platform/db/combined-statement.ts';
import type { Tx } from '../../platform/db/connect.ts';
import type { OverrideVisitor } from '../../records/visit/bot-overrides.ts';
import { type SeenCampaign, upsertCampaigns } from '../../revenue/campaigns/store.ts';
import { type MarkedVisit, settleVisitCompanies } from '../../visits/sessions/bot-marks.ts';

/** `visits`: those with changed marks. */
export async function recordVisitEvidence(
  tx: Tx,
  workspaceId: string,
  { visitorId, isTest }: OverrideVisitor,
  visits: MarkedVisit[],
): Promise<void> {
  const campaigns = new Map<string, SeenCampaign>();
  const companies = new Map<string, SeenCompany>();
  const evidence: CompanyEvidence[] = [];
  const companyOf = new Map<string, string>();
  const ofPeople = visits.filter(({ bot }) => bot === '');
  // The first visit counts for each.
  for (const visit of ofPeople.toSorted((a, b) => (a.opening_at < b.opening_at ? -1 : 1))) {
    const { opening_at: seenAt, campaign, click_ids: clickIds, asn } = visit;
    const tags = campaignOf(campaign, clickIds);
    if (tags) {
      const id = campaignIdOf(workspaceId, isTest, tags);
      if (!campaigns.has(id)) campaigns.set(id, { id, isTest, ...tags, seenAt });
    }
    const network = { asn, networkOwner: visit.network_owner, connection: visit.connection };
    const company = companyOfNetwork(workspaceId, isTest, network);
    if (!company) continue;
    companyOf.set(visit.id, company.id);
    if (!companies.has(company.id)) companies.set(company.id, { ...company, seenAt });
    const value = `AS${asn} ${network.networkOwner}`;
    const fact = { companyId: company.id, isTest, visitorId, kind: 'network_owner' as const };
    // Verification levels exist only for messages; a visit counts as public.
    evidence.push({ ...fact, value, verificationLevel: 'public', seenAt });
  }
  await note(tx, workspaceId, inOrder(campaigns), inOrder(companies), evidence);
  await settleVisitCompanies(
    tx,
    workspaceId,
    isTest,
    visits.map(({ id }) => ({ visitorId, id, companyId: companyOf.get(id) ?? null })),
  );
}

async function note(
  tx: Tx,
  workspaceId: string,
  campaigns: SeenCampaign[],
  companies: SeenCompany[],
  evidence: CompanyEvidence[],
): Promise<void> {
  const parts: StatementPart[] = [];
  if (campaigns.length > 0) parts.push(upsertCampaigns(campaigns));
  if (companies.length > 0) parts.push(upsertCompanies(companies));
  if (evidence.length > 0) parts.push(...upsertEvidence(evidence));
  if (parts.length > 0) await runCombined(tx, workspaceId, parts);
}

/** By id, so that two transactions with the same rows wait instead of deadlocking. */
function inOrder<T>(byId: Map<string, T>): T[] {
  return [...byId].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
}
