import { counted } from '../count.ts';

const count = counted('en');

export const live = {
  title: 'Live',
  states: {
    following: 'Updating live',
    waiting: 'Connecting…',
    paused: 'Paused while this tab is hidden',
  },
  fiveMinutes: 'Visitors, last 5 minutes',
  thirtyMinutes: 'Visitors, last 30 minutes',
  pulse: 'The last 30 minutes',
  pageViews: 'Page views',
  visitors: 'Visitors',
  map: 'Locations',
  here: 'Active visitors',
  shown: (some: string, all: string) => `latest ${some} of ${all}`,
  somewhere: 'Unknown location',
  pages: (n: number) => count(n, { one: 'page', other: 'pages' }),
  empty: 'No active visitors',
  emptyText: 'Visitors appear here within a second of opening a page.',
};
