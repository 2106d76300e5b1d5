import { counted } from '../count.ts';

const count = counted('en');

const devices: Record<string, string> = {
  desktop: 'Desktop',
  mobile: 'Phone',
  tablet: 'Tablet',
  tv: 'TV',
  console: 'Game console',
  wearable: 'Wearable',
  bot: 'Bot',
};

/** Visits and what was done in them, on the pages of people, companies, visitors and visits. */
export const timeline = {
  title: 'Timeline',
  byVisit: 'By visit',
  everything: 'Everything',
  visits: 'Visits, newest first',
  pages: 'Pages in this visit',
  timeOnPage: 'Time until the next page. For the last page: time until the last event.',
  duration: 'Time from the first to the last event',
  look: 'Open',
  noVisits: 'No visits yet.',
  noPages: 'No pages viewed in this visit.',
  noActivity: 'No activity yet.',
  bot: 'Bot',
  agentActs: 'Acts on behalf of a person',
  suspected: 'Suspected',
  anonymous: (end: string) => `Anonymous visitor ${end}`,
  source: 'Source',
  referrer: 'Referrer',
  entry: 'Entry page',
  campaignTag: (name: string) => `Tag: ${name}`,
  clickId: (name: string) => `Click ID: ${name}`,
  because: {
    tags: 'because the entry URL had campaign tags.',
    click: 'because the entry URL had a click ID.',
    referrer: 'because the browser sent a referrer.',
    none: 'because there were no tags and no referrer.',
  },
  pageViews: (n: number) => count(n, { one: 'page', other: 'pages' }),
  devices: (name: string) => devices[name] ?? name,
  channels: {
    direct: 'Direct',
    search: 'Search',
    social: 'Social network',
    email: 'Email',
    ai_assistant: 'AI assistant',
    paid: 'Paid',
    campaign: 'Campaign',
    referral: 'Another website',
  },
};
