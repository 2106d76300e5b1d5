/**
 * Campaigns and companies in messages, with the first time each was seen. Uses every message, not only those
 * that start sessions, so order of arrival does not matter.
 */

import {
  type CompanyEvidence,
  type SeenCompany,
  upsertCompanies,
  upsertEvidence,
} from '../../companies/store.ts';
import { networkCompanyOf } from '../../enrichment/companies/network-company.ts';
import { campaignIdOf } from '../../enrichment/sources/campaign-id.ts';
import { instantOf } from '../../platform/common/instant.ts';
import type { StatementPart } from '../../platform/db/combined-statement.ts';
import { type SeenCampaign, upsertCampaigns } from '../../revenue/campaigns/store.ts';
import type { VisitFacts } from '../../visits/cutting/session-message.ts';
import type { KnownFirstSeen } from './known-first-seen.ts';
import type { Message } from './message.ts';

export interface FirstSeen {
  parts: StatementPart[];
  /** Stored once the transaction commits. */
  seen: Map<string, string>;
}

export function firstSeen(
  workspaceId: string,
  messages: Message[],
  cache: KnownFirstSeen,
): FirstSeen {
  const campaigns = new Map<string, SeenCampaign>();
  const companies = new Map<string, SeenCompany>();
  const evidence = new Map<string, CompanyEvidence>();
  const seen = new Map<string, string>();
  const isFirst = (key: string, at: string): boolean => {
    const earlier = seen.get(key);
    if (earlier === undefined ? cache.has(key, at) : earlier <= at) return false;
    seen.set(key, at);
    return true;
  };
  for (const { visit, isTest, visitorId, verificationLevel, occurredAt } of messages) {
    if (!hasSource(visit)) continue;
    const seenAt = instantOf(occurredAt);
    if (visit.tags) {
      const id = campaignIdOf(workspaceId, isTest, visit.tags);
      if (isFirst(id, seenAt)) campaigns.set(id, { id, isTest, ...visit.tags, seenAt });
    }
    const company = networkCompanyOf(workspaceId, isTest, visit.address);
    if (!company) continue;
    if (isFirst(company.id, seenAt)) companies.set(company.id, { ...company, seenAt });
    const value = `AS${visit.address.asn} ${visit.address.networkOwner}`;
    const key = `${company.id}${visitorId}${verificationLevel}${value}`;
    if (isFirst(key, seenAt)) {
      const kind = 'network_owner';
      evidence.set(key, {
        companyId: company.id,
        isTest,
        visitorId,
        kind,
        value,
        verificationLevel,
        seenAt,
      });
    }
  }
  return { parts: partsOf(campaigns, companies, evidence), seen };
}

/** False for bots, and for most people. */
function hasSource({ bot, tags, address }: VisitFacts): boolean {
  return bot === '' && (tags !== undefined || address.connection === 'business');
}

/** In key order, so that two transactions with the same rows wait instead of deadlocking. */
function partsOf(
  campaigns: Map<string, SeenCampaign>,
  companies: Map<string, SeenCompany>,
  evidence: Map<string, CompanyEvidence>,
): StatementPart[] {
  const parts: StatementPart[] = [];
  if (campaigns.size > 0) parts.push(upsertCampaigns(inOrder(campaigns)));
  if (companies.size > 0) parts.push(upsertCompanies(inOrder(companies)));
  if (evidence.size > 0) parts.push(...upsertEvidence(inOrder(evidence)));
  return parts;
}

function inOrder<T>(byKey: Map<string, T>): T[] {
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
}
