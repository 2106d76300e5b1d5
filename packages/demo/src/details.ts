/** Further data an operator would import: company details and campaign spend. */

import { businesses } from './businesses.ts';
import type { TrueSession } from './diary.ts';
import { madeUpCompanies } from './names.ts';
import type { CampaignKey } from './origins.ts';

export const companyDetails = [...madeUpCompanies, ...businesses].map(
  ({ name, domain, employees, industry }) => ({
    domain,
    name,
    employees,
    main_industry: industry,
    description: `${name} is a made-up company of the demonstration.`,
  }),
);

export interface DailySpend extends CampaignKey {
  /** YYYY-MM-DD */
  day: string;
  /** Decimal digits. */
  amount: string;
  currency: string;
}

/** Cost per visit in euro cents. */
const centsPerVisit: Record<string, number> = {
  'google/cpc': 310,
  'bing/cpc': 190,
  'linkedin/paid_social': 640,
  'facebook/paid_social': 85,
  'capterra/listing': 450,
};

/** By campaign and day in UTC. */
export function spendOf(sessions: readonly TrueSession[]): DailySpend[] {
  const cents = new Map<string, { campaign: CampaignKey; day: string; amount: number }>();
  for (const { campaign, startMs, bot } of sessions) {
    if (!campaign || bot !== '') continue;
    const price = centsPerVisit[`${campaign.source}/${campaign.medium}`];
    if (price === undefined) continue;
    const day = new Date(startMs).toISOString().slice(0, 10);
    const { source, medium, name } = campaign;
    const key = [day, source, medium, name].join('\n');
    const entry = cents.get(key) ?? { campaign, day, amount: 0 };
    cents.set(key, { ...entry, amount: entry.amount + price });
  }
  return [...cents.values()].map(({ campaign: { source, medium, name }, day, amount }) => ({
    day,
    source,
    medium,
    name,
    amount: (amount / 100).toFixed(2),
    currency: 'EUR',
  }));
}
