import { counted } from '../count.ts';

const count = counted('en');

const devices: Record<string, string> = {
  desktop: 'Computer',
  mobile: 'Phone',
  tablet: 'Tablet',
  tv: 'Television',
  console: 'Games console',
  wearable: 'Wearable',
  bot: 'Bot',
};

/** Visits and what was done in them, on the pages of people, companies, visitors and visits. */
export const timeline = {
  title: 'Timeline',
  byVisit: 'By visit',
  everything: 'Everything',
  visits: 'Visits, the newest first',
  pages: 'Pages of the visit',
  timeOnPage: 'Time until the next page; of the last one, until the last message',
  duration: 'From the first to the last message',
  look: 'Open',
  noVisits: 'There was no visit so far.',
  noPages: 'No page was viewed in this visit.',
  noActivity: 'Nothing was done so far.',
  bot: 'Bot',
  agentActs: 'Acts for a person',
  suspected: 'Suspected',
  anonymous: (end: string) => `Anonymous visitor ${end}`,
  source: 'Source',
  referrer: 'Came from',
  entry: 'First page',
  campaignTag: (name: string) => `Tag: ${name}`,
  clickId: (name: string) => `Click id: ${name}`,
  because: {
    tags: 'because the address of the first page had campaign tags.',
    click: 'because the address of the first page had a click id.',
    referrer: 'because the browser named the page where the link was.',
    none: 'because there was neither a tag nor a link on another website.',
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
