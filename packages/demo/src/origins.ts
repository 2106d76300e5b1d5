/** How people reach the site: campaigns, click ids and other sites. */
import type { Random } from './random.ts';
import type { EntryKind } from './site.ts';

export type OriginChannel =
  | 'direct'
  | 'search'
  | 'social'
  | 'email'
  | 'ai_assistant'
  | 'paid'
  | 'campaign'
  | 'referral';

export interface CampaignKey {
  source: string;
  medium: string;
  name: string;
}

export interface Origin {
  channel: OriginChannel;
  /** As a lead's source. */
  kind: 'website' | 'referral' | 'campaign';
  referrer: string;
  /** utm tags, by their names in a message's context. */
  tags: Readonly<Record<string, string>> | undefined;
  /** Name of the ad network's click id, if any. */
  clickId: string | undefined;
  /** The campaign that gets credit. */
  campaign: CampaignKey | undefined;
  entry: EntryKind;
  weight: number;
}

const search = 'https://www.google.com/';

const campaigns: readonly Origin[] = [
  tagged('paid', 'google', 'cpc', 'brand', search, 8, 'gclid', { term: 'tidemark' }),
  tagged('paid', 'google', 'cpc', 'field-planning', search, 8, 'gclid', {
    term: 'field service planning software',
  }),
  tagged('paid', 'google', 'cpc', 'competitors', search, 3, 'gclid'),
  // Auto-tagging without utm tags: only the click id identifies the network.
  { ...tagged('paid', 'google', 'cpc', '', search, 4, 'gclid'), tags: undefined },
  tagged('paid', 'bing', 'cpc', 'field-planning', 'https://www.bing.com/', 3, 'msclkid'),
  tagged(
    'paid',
    'linkedin',
    'paid_social',
    'ops-leaders',
    'https://www.linkedin.com/',
    7,
    undefined,
    {
      content: 'video-15s',
    },
  ),
  tagged('paid', 'linkedin', 'paid_social', 'webinar-autumn', 'https://www.linkedin.com/', 4),
  tagged('paid', 'facebook', 'paid_social', 'retargeting', 'https://l.facebook.com/', 4),
  tagged('campaign', 'capterra', 'listing', 'profile', 'https://www.capterra.com/', 2),
];

const newsletters: readonly Origin[] = [
  tagged('email', 'newsletter', 'email', 'monthly-news', '', 5),
  tagged('email', 'newsletter', 'email', 'product-update', '', 4),
];

const others: readonly Origin[] = [
  untagged('search', search, 'search', 26),
  untagged('search', 'https://www.bing.com/', 'search', 5),
  untagged('search', 'https://duckduckgo.com/', 'search', 4),
  untagged('ai_assistant', 'https://chatgpt.com/', 'ai', 4),
  untagged('ai_assistant', 'https://www.perplexity.ai/', 'ai', 3),
  untagged('ai_assistant', 'https://claude.ai/', 'ai', 2),
  untagged('social', 'https://www.linkedin.com/', 'reading', 4),
  untagged('social', 'https://t.co/', 'reading', 2),
  untagged('social', 'https://www.reddit.com/', 'reading', 2),
  untagged('referral', 'https://fieldwork-weekly.example/tools', 'reading', 4),
  untagged('referral', 'https://blog.dispatchers.example/best-of-2026', 'any', 3),
];

/** ChatGPT adds this tag to its links. */
const assistant: Origin = {
  ...tagged('ai_assistant', 'chatgpt.com', '', '', 'https://chatgpt.com/', 3),
  entry: 'ai',
};

export const direct: Origin = { ...untagged('direct', '', 'any', 22), kind: 'website' };
/** From another host of the same site, so no referral. */
const fromApp: Origin = {
  ...untagged('direct', 'https://app.tidemark.example/', 'any', 3),
  kind: 'website',
};

function tagged(
  channel: OriginChannel,
  source: string,
  medium: string,
  name: string,
  referrer: string,
  weight: number,
  clickId?: string,
  more: Readonly<Record<string, string>> = {},
): Origin {
  const entries = Object.entries({ source, medium, name, ...more }).filter(([, text]) => text);
  return {
    channel,
    kind: 'campaign',
    referrer,
    tags: Object.fromEntries(entries),
    clickId,
    campaign: { source, medium, name },
    entry: channel === 'email' ? 'reading' : 'landing',
    weight,
  };
}

function untagged(
  channel: OriginChannel,
  referrer: string,
  entry: EntryKind,
  weight: number,
): Origin {
  return {
    channel,
    kind: 'referral',
    referrer,
    tags: undefined,
    clickId: undefined,
    campaign: undefined,
    entry,
    weight,
  };
}

/** With or without campaigns. */
export type OriginChoice = 'first' | 'return' | 'untagged' | 'campaign';

const choices: Record<OriginChoice, readonly Origin[]> = {
  first: [...campaigns, ...others, assistant, { ...direct, weight: 24 }],
  return: [
    ...newsletters.map((origin) => ({ ...origin, weight: origin.weight * 2 })),
    ...campaigns.map((origin) => ({ ...origin, weight: origin.weight / 2 })),
    ...others.map((origin) => ({ ...origin, weight: origin.weight / 3 })),
    fromApp,
    { ...direct, weight: 70 },
  ],
  untagged: [...others, fromApp, direct],
  campaign: [...campaigns.filter(({ tags }) => tags), ...newsletters],
};

export function pickOrigin(choice: OriginChoice, random: Random): Origin {
  return random.weighted(choices[choice]);
}

/** A campaign with other tags than the previous one. */
export function pickOtherCampaign(before: Origin, random: Random): Origin {
  const name = before.campaign?.name;
  return random.weighted(choices.campaign.filter(({ campaign }) => campaign?.name !== name));
}
