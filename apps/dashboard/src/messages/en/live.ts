import { counted } from '../count.ts';

const count = counted('en');

export const live = {
  title: 'Live',
  states: {
    following: 'As it happens',
    waiting: 'Connecting …',
    paused: 'Paused while you look elsewhere',
  },
  fiveMinutes: 'Visitors, last 5 minutes',
  thirtyMinutes: 'Visitors, last 30 minutes',
  pulse: 'The last 30 minutes',
  pageViews: 'Page views',
  visitors: 'Visitors',
  map: 'Where they are',
  here: 'Who is here',
  shown: (some: string, all: string) => `the latest ${some} of ${all}`,
  somewhere: 'Place unknown',
  pages: (n: number) => count(n, { one: 'page', other: 'pages' }),
  empty: 'Nobody is here just now',
  emptyText: 'Whoever opens a page of the website appears here within a second.',
};
