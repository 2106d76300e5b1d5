/** Campaign spend by day, in the database. */

import { campaignIdOf } from '../../enrichment/sources/campaign-id.ts';
import { runCombined } from '../../platform/db/combined-statement.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { type SeenCampaign, upsertCampaigns } from './store.ts';

/** A campaign's cost on a day. */
export interface SpendEntry {
  /** YYYY-MM-DD */
  day: string;
  name: string;
  source: string;
  medium: string;
  /** Decimal digits, 0 or more. */
  amount: string;
  /** ISO 4217. */
  currency: string;
}

export interface StoredSpend {
  campaigns: number;
  /** Campaigns without earlier visits or spend. */
  newCampaigns: number;
  /** Distinct campaign, day and currency. */
  rows: number;
  /** Decimal digits by currency, sorted by currency. */
  amounts: { currency: string; value: string }[];
}

/**
 * Replaces the stored spend of these campaigns and days, so that importing again changes nothing. Adds up
 * entries of the same campaign, day and currency. Creates unknown campaigns. Requires a workspace
 * transaction.
 */
export async function storeSpend(
  tx: Tx,
  workspaceId: string,
  entries: SpendEntry[],
): Promise<StoredSpend> {
  // Serializes imports: one must not sum up what the other deletes.
  await tx`select from workspaces where workspace_id = ${workspaceId} for no key update`;
  const campaigns = campaignsOf(workspaceId, entries);
  const storedIds = await tx<{ id: string }[]>`
    select id from campaigns
    where workspace_id = ${workspaceId} and id = any(${campaigns.map(({ id }) => id)}::uuid[])`;
  if (campaigns.length > 0) await runCombined(tx, workspaceId, [upsertCampaigns(campaigns)]);
  const ids = entries.map((entry) => campaignIdOf(workspaceId, false, entry));
  const days = entries.map(({ day }) => day);
  await tx`
    delete from campaign_spend s
    using (select distinct * from unnest(${ids}::uuid[], ${days}::text[]) as e (campaign_id, day)) t
    where s.workspace_id = ${workspaceId} and s.campaign_id = t.campaign_id and s.day = t.day::date`;
  const stored = await tx<{ currency: string; value: string; rows: number }[]>`
    with stored as (
      insert into campaign_spend (workspace_id, campaign_id, day, currency, amount)
      select ${workspaceId}::uuid, campaign_id, day::date, currency, sum(amount::numeric)
      from unnest(${ids}::uuid[], ${days}::text[], ${entries.map(({ currency }) => currency)}::text[],
                  ${entries.map(({ amount }) => amount)}::text[]) as e (campaign_id, day, currency, amount)
      group by campaign_id, day, currency
      returning currency, amount
    )
    select currency, sum(amount)::text as value, count(*)::integer as rows from stored
    group by currency order by currency`;
  return {
    campaigns: campaigns.length,
    newCampaigns: campaigns.length - storedIds.length,
    rows: stored.reduce((sum, { rows }) => sum + rows, 0),
    amounts: stored.map(({ currency, value }) => ({ currency, value })),
  };
}

/** In key order, each with its first day. */
function campaignsOf(workspaceId: string, entries: SpendEntry[]): SeenCampaign[] {
  const campaigns = new Map<string, SeenCampaign>();
  for (const { name, source, medium, day } of entries) {
    const id = campaignIdOf(workspaceId, false, { name, source, medium });
    const seenAt = `${day}T00:00:00.000Z`;
    const campaign = campaigns.get(id);
    if (campaign && campaign.seenAt <= seenAt) continue;
    campaigns.set(id, { id, isTest: false, name, source, medium, seenAt });
  }
  return [...campaigns.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** `from` and `to`: days, YYYY-MM-DD, `to` exclusive. Newest day first. */
export async function selectSpend(
  tx: Tx,
  workspaceId: string,
  { from, to }: { from?: string; to?: string },
): Promise<SpendEntry[]> {
  const rows = await tx<SpendEntry[]>`
    select s.day::text as day, c.name, c.source, c.medium, s.amount::text as amount, s.currency
    from campaign_spend s join campaigns c on c.workspace_id = s.workspace_id and c.id = s.campaign_id
    where s.workspace_id = ${workspaceId}
      ${from === undefined ? tx`` : tx`and s.day >= ${from}::date`}
      ${to === undefined ? tx`` : tx`and s.day < ${to}::date`}
    order by s.day desc, c.source, c.medium, c.name, s.currency`;
  return [...rows];
}
