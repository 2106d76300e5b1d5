/** What the senders of Umami and Plausible make. */
import {
  conversionNames,
  hour,
  ip,
  namedConversions,
  noWorth,
  noWorthRow,
  ownIp,
  ownUserAgent,
  referrer,
  storedIp,
  type Try,
  tags,
  url,
  userAgent,
  worthRows,
  worths,
} from './try.ts';

const hostname = 'shop.example';
const event = (payload: object, fields: object = {}) => ({
  type: 'event',
  payload: { hostname, url: '/plans', ...payload },
  ...fields,
});
const identify = (payload: object) => event(payload, { type: 'identify' });
const seconds = (ms: number) => Math.round((Date.now() - ms) / 1000);

export const umamiTries: Try[] = [
  {
    row: 'Page view',
    items: [event({ url, title: 'All plans', referrer, tag: 'a' })],
    events: [{ name: 'page_view', url, title: 'All plans', referrer, properties: { tag: 'a' } }],
    sessions: [{ source: 'campaign', campaign: tags, click_ids: { gclid: 'g1' } }],
    hostile: {
      items: [event({ url: 7, title: {}, referrer: [] })],
      status: 'accepted',
      events: [{ name: 'page_view', url: '', title: '', referrer: '' }],
    },
  },
  {
    row: 'Other event',
    items: [event({ name: 'Plan chosen', data: { plan: 'team' }, tag: 'a' })],
    events: [{ name: 'Plan chosen', properties: { plan: 'team', tag: 'a' } }],
    hostile: { items: [event({ name: {} })], status: 'rejected', why: /name/ },
  },
  {
    row: 'Conversion',
    items: conversionNames.map((name) => event({ name })),
    conversions: namedConversions,
    hostile: { items: [event({ name: ['purchase'] })], status: 'rejected', why: /name/ },
  },
  {
    row: 'Value',
    items: worths.map((data) => event({ name: 'purchase', data })),
    conversions: worthRows,
    hostile: {
      items: [event({ name: 'purchase', data: noWorth })],
      status: 'accepted',
      conversions: [noWorthRow],
    },
  },
  {
    row: 'Order id',
    items: [
      event({ name: 'purchase', data: { order_id: 'o1', revenue: 5 } }),
      event({ name: 'purchase', data: { order_id: 'o1', revenue: 5 } }),
      event({ name: 'purchase', data: { orderId: 77 } }),
      event({ name: 'Signed Up', data: { order_id: 'o2' } }),
    ],
    statuses: ['accepted', 'duplicate', 'accepted', 'accepted'],
    conversions: [{ external_id: 'o1' }, { external_id: '77' }, { external_id: '' }],
    hostile: {
      items: [event({ name: 'purchase', data: { order_id: {} } })],
      status: 'accepted',
      conversions: [{ external_id: '' }],
    },
  },
  {
    row: 'Other sale',
    items: [event({ name: 'Bought', data: { revenue: '5', currency: 'EUR' } })],
    conversions: [{ name: 'Bought', value: 5, currency: 'EUR' }],
    hostile: {
      items: [event({ name: 'Bought', data: { revenue: 'much', currency: 7 } })],
      status: 'accepted',
      conversions: [],
      events: [{ name: 'Bought' }],
    },
  },
  {
    row: 'Person',
    items: [identify({ id: 'u1', data: { email: 'ada@siemens.com', name: 'Ada', plan: 'x' } })],
    people: [{ email: 'ada@siemens.com', name: 'Ada', traits: { plan: 'x' } }],
    names: [{ user_id: 'u1', email: 'ada@siemens.com' }],
    hostile: {
      items: [identify({ id: {}, data: 'ada@siemens.com' })],
      status: 'ignored',
      why: /neither an id nor an email/,
      people: [],
    },
  },
  {
    row: 'Email as id',
    items: [event({ name: 'Seen', id: 'ada@siemens.com' })],
    names: [{ user_id: 'ada@siemens.com', email: 'ada@siemens.com' }],
    hostile: {
      items: [event({ name: 'Seen', id: 'ada@@siemens.com' })],
      status: 'accepted',
      names: [{ user_id: 'ada@@siemens.com', email: '' }],
    },
  },
  {
    row: 'Time',
    items: [event({ name: 'Seen', timestamp: seconds(2 * hour) })],
    events: [{ name: 'Seen' }],
    ago: 2 * hour,
    hostile: {
      items: [event({ name: 'Seen', timestamp: 1e12 })],
      status: 'rejected',
      why: /timestamp/,
    },
  },
  {
    row: 'Device',
    items: [event({ language: 'de-DE', screen: '800x600' })],
    sessions: [{ locale: 'de-DE', timezone: '', screen: '800x600' }],
    hostile: {
      items: [event({ language: 7, screen: '800x' })],
      status: 'accepted',
      sessions: [{ locale: '', screen: '' }],
    },
  },
  {
    row: 'IP and browser',
    items: [event({ ip, userAgent })],
    sessions: [{ ip: ownIp, user_agent: ownUserAgent }],
    signed: { sessions: [{ ip: storedIp, user_agent: userAgent }] },
    hostile: {
      items: [event({ ip: 'nowhere', userAgent: 7 })],
      status: 'accepted',
      sessions: [{ user_agent: ownUserAgent }],
    },
  },
  {
    row: 'Unnamed person',
    items: [identify({ data: { plan: 'x', id: 'u1', email: '' } })],
    statuses: ['ignored'],
    why: /neither an id nor an email/,
    people: [],
    hostile: {
      items: [identify({ id: '[object Object]', data: { plan: 'x' } })],
      status: 'rejected',
      why: /user_id/,
      people: [],
    },
  },
  {
    row: 'Internal event',
    items: [event({ lcp: 1200, cls: 0.1 }, { type: 'performance' })],
    statuses: ['ignored'],
    why: /performance/,
    events: [],
    hostile: {
      items: [event({}, { type: ['performance'] })],
      status: 'rejected',
      why: /type: must be one of/,
      events: [],
    },
  },
  {
    row: 'Field',
    items: [event({ name: 'Seen' })],
    events: [{ name: 'Seen', properties: {} }],
    hostile: {
      items: [event({ name: 'Seen' }, { cache: {} })],
      status: 'accepted',
      events: [{ name: 'Seen', properties: {} }],
    },
  },
];

const u = 'https://shop.example/plans';
const did = (n: unknown, p: unknown = {}) => ({ n, u, p });

export const plausibleTries: Try[] = [
  {
    row: 'Page view',
    items: [{ n: 'pageview', u: url, r: referrer, p: { plan: 'team' } }],
    events: [{ name: 'page_view', url, title: '', referrer, properties: { plan: 'team' } }],
    sessions: [{ source: 'campaign', campaign: tags, click_ids: { gclid: 'g1' } }],
    hostile: {
      items: [{ n: 'pageview', u: 7, r: {}, p: '{' }],
      status: 'accepted',
      events: [{ name: 'page_view', url: '', referrer: '', properties: {} }],
    },
  },
  {
    row: 'Other event',
    items: [{ name: 'Plan chosen', url: u, props: { plan: 'team' } }],
    events: [{ name: 'Plan chosen', properties: { plan: 'team' } }],
    hostile: { items: [did({})], status: 'rejected', why: /name/ },
  },
  {
    row: 'Conversion',
    items: conversionNames.map((name) => did(name)),
    conversions: namedConversions,
    hostile: { items: [did(['purchase'])], status: 'rejected', why: /name/ },
  },
  {
    row: 'Value',
    items: worths.map((props) => ({ n: 'Purchase', u, props })),
    conversions: worthRows,
    hostile: { items: [did('Purchase', noWorth)], status: 'accepted', conversions: [noWorthRow] },
  },
  {
    row: 'Order id',
    items: [
      { n: 'Purchase', u, $: { amount: 5, currency: 'EUR' }, props: { order_id: 'o1' } },
      { n: 'Purchase', u, $: { amount: 5, currency: 'EUR' }, props: { order_id: 'o1' } },
      did('Purchase', { orderId: 77 }),
      did('Signed Up', { order_id: 'o2' }),
    ],
    // It is told that nothing was stored.
    statuses: ['accepted', 'ignored', 'accepted', 'accepted'],
    conversions: [{ external_id: 'o1' }, { external_id: '77' }, { external_id: '' }],
    hostile: {
      items: [did('Purchase', { order_id: {} })],
      status: 'accepted',
      conversions: [{ external_id: '' }],
    },
  },
  {
    row: 'Other sale',
    items: [
      { name: 'Bought', url: u, revenue: { amount: '5', currency: 'EUR' } },
      { n: 'Bought', u, $: { amount: 6, currency: 'USD' } },
    ],
    conversions: [
      { name: 'Bought', value: 5, currency: 'EUR' },
      { name: 'Bought', value: 6, currency: 'USD' },
    ],
    hostile: {
      items: [{ n: 'Bought', u, $: { amount: {}, currency: 7 } }],
      status: 'accepted',
      conversions: [],
      events: [{ name: 'Bought' }],
    },
  },
  {
    row: 'Internal event',
    items: [{ n: 'engagement', u, e: 5000, sd: 40 }],
    statuses: ['ignored'],
    why: /engagement/,
    events: [],
    hostile: {
      items: [{ n: 'engagement', u: {}, e: 'long', sd: [] }],
      status: 'ignored',
      why: /engagement/,
      events: [],
    },
  },
  {
    row: 'Field',
    items: [{ n: 'Seen', u, interactive: false }],
    events: [{ name: 'Seen', properties: {} }],
    hostile: {
      items: [{ n: 'Seen', u, interactive: {} }],
      status: 'accepted',
      events: [{ name: 'Seen', properties: {} }],
    },
  },
];
