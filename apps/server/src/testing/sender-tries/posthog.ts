/** What PostHog's senders make. */
import {
  conversionNames,
  device,
  hour,
  instant,
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

const event = (name: unknown, properties: object = {}, fields: object = {}) => ({
  event: name,
  distinct_id: device,
  properties,
  ...fields,
});
const person = { distinct_id: 'u1' };
const ownEvents = [
  '$autocapture',
  '$pageleave',
  '$groupidentify',
  '$exception',
  '$web_vitals',
  '$feature_flag_called',
];

export const posthogTries: Try[] = [
  {
    row: 'Page view',
    items: [
      event('$pageview', {
        $current_url: url,
        $pathname: '/plans',
        $referrer: referrer,
        title: 'All plans',
        plan: 'team',
        utm_source: 'news',
        gclid: 'g1',
        $session_id: 'x',
      }),
    ],
    events: [
      { name: 'page_view', url, title: 'All plans', referrer, properties: { plan: 'team' } },
    ],
    sessions: [{ source: 'campaign', campaign: tags, click_ids: { gclid: 'g1' } }],
    hostile: {
      items: [event('$pageview', { $current_url: {}, title: 7, $referrer: [] })],
      status: 'accepted',
      events: [{ name: 'page_view', url: '', title: '', referrer: '', properties: {} }],
    },
  },
  {
    row: 'Screen view',
    items: [event('$screen', { $screen_name: 'Home', tab: 1 })],
    events: [{ name: 'screen_view', properties: { name: 'Home', tab: 1 } }],
    hostile: {
      items: [event('$screen', { $screen_name: 'Home' }, { distinct_id: {} })],
      status: 'rejected',
      why: /visitor_id/,
    },
  },
  {
    row: 'Other event',
    items: [event('Plan chosen', { plan: 'team', price$: 5 })],
    events: [{ name: 'Plan chosen', properties: { plan: 'team', price$: 5 } }],
    hostile: { items: [event({ $ne: '' })], status: 'rejected', why: /name/ },
  },
  {
    row: 'Conversion',
    items: conversionNames.map((name) => event(name)),
    conversions: namedConversions,
    hostile: { items: [event(['purchase'])], status: 'rejected', why: /name/ },
  },
  {
    row: 'Value',
    items: worths.map((worth) => event('purchase', worth)),
    conversions: worthRows,
    hostile: {
      items: [event('purchase', noWorth)],
      status: 'accepted',
      conversions: [noWorthRow],
    },
  },
  {
    row: 'Order id',
    items: [
      event('purchase', { order_id: 'o1' }),
      event('purchase', { order_id: 'o1' }),
      event('purchase', { orderId: 77 }),
      event('Signed Up', { order_id: 'o2' }),
    ],
    statuses: ['accepted', 'duplicate', 'accepted', 'accepted'],
    conversions: [{ external_id: 'o1' }, { external_id: '77' }, { external_id: '' }],
    hostile: {
      items: [event('purchase', { order_id: ['o1'] })],
      status: 'accepted',
      conversions: [{ external_id: '' }],
    },
  },
  {
    row: 'Person',
    items: [
      event(
        '$identify',
        { $anon_distinct_id: device, $is_identified: true },
        {
          ...person,
          $set: { email: 'ada@siemens.com', first_name: 'Ada', last_name: 'Lovelace' },
        },
      ),
      event('$set', { $set: { plan: 'x', $os: 'Linux' } }, person),
    ],
    people: [
      {
        email: 'ada@siemens.com',
        name: 'Ada Lovelace',
        traits: { first_name: 'Ada', last_name: 'Lovelace', plan: 'x' },
      },
    ],
    names: [
      { user_id: 'u1', email: '' },
      { user_id: 'u1', email: 'ada@siemens.com', visitor_id: device },
    ],
    hostile: {
      items: [event('$identify', {}, { distinct_id: [], $set: 'ada@siemens.com' })],
      status: 'ignored',
      why: /neither a user id nor an email address/,
      people: [],
    },
  },
  {
    row: 'Person on an event',
    items: ['Seen', '$pageview', '$screen', 'purchase'].map((name, at) =>
      event(
        name,
        { $set: { [`of${at}`]: 1, both: 'set' }, $set_once: { once: at, both: 'once' } },
        person,
      ),
    ),
    statuses: Array(8).fill('accepted'),
    events: [{ name: 'Seen' }, { name: 'page_view' }, { name: 'screen_view' }],
    conversions: [{ name: 'purchase' }],
    // A change takes a right.
    people: [{ traits: { of0: 1, of1: 1, of2: 1, of3: 1, once: 0, both: 'set' } }],
    signed: { people: [{ traits: { once: 3, both: 'set' } }] },
    hostile: {
      items: [event('Seen', { $set: [7], $set_once: 'x' }, person)],
      status: 'accepted',
      events: [{ name: 'Seen', properties: {} }],
      people: [{ traits: {} }],
    },
  },
  {
    row: 'Email as id',
    items: [event('Seen', {}, { distinct_id: 'ada@siemens.com' })],
    names: [{ user_id: 'ada@siemens.com', email: 'ada@siemens.com' }],
    hostile: {
      items: [event('Seen', {}, { distinct_id: 'ada@@siemens.com' })],
      status: 'accepted',
      names: [{ user_id: 'ada@@siemens.com', email: '' }],
    },
  },
  {
    row: 'Visitor link',
    items: [event('$create_alias', { distinct_id: 'u1', alias: device }, person)],
    names: [{ user_id: 'u1', visitor_id: device }],
    hostile: {
      items: [event('$create_alias', { distinct_id: {}, alias: device })],
      status: 'ignored',
      why: /does not merge people/,
      people: [],
    },
  },
  {
    row: 'Message id',
    items: ['m1', 'm1', 'm2'].map((uuid) => event('Seen', {}, { uuid })),
    statuses: ['accepted', 'duplicate', 'accepted'],
    events: [{ name: 'Seen' }, { name: 'Seen' }],
    hostile: {
      items: [event('Seen', {}, { uuid: {} }), event('Seen', {}, { uuid: {} })],
      status: 'accepted',
      events: [{ name: 'Seen' }, { name: 'Seen' }],
    },
  },
  {
    row: 'Time',
    items: [event('Seen', {}, { timestamp: instant(26 * hour) })],
    behind: 24 * hour,
    events: [{ name: 'Seen' }],
    ago: 2 * hour,
    hostile: {
      items: [event('Seen', {}, { timestamp: 'yesterday' })],
      status: 'rejected',
      why: /timestamp/,
    },
  },
  {
    row: 'Device',
    items: [
      event('Seen', {
        $browser_language: 'de-DE',
        $timezone: 'Europe/Berlin',
        $screen_width: 800,
        $screen_height: 600,
      }),
    ],
    sessions: [{ locale: 'de-DE', timezone: 'Europe/Berlin', screen: '800x600' }],
    hostile: {
      items: [
        event('Seen', {
          $browser_language: 7,
          $timezone: {},
          $screen_width: '8',
          $screen_height: 6,
        }),
      ],
      status: 'accepted',
      sessions: [{ locale: '', timezone: '', screen: '' }],
    },
  },
  {
    row: 'IP and browser',
    items: [event('Seen', { $ip: ip, $raw_user_agent: userAgent })],
    sessions: [{ ip: ownIp, user_agent: ownUserAgent }],
    signed: { sessions: [{ ip: storedIp, user_agent: userAgent }] },
    hostile: {
      items: [event('Seen', { $ip: 'nowhere', $raw_user_agent: 7 })],
      status: 'accepted',
      sessions: [{ user_agent: ownUserAgent }],
    },
  },
  {
    row: 'Unnamed person',
    items: [event('$set', { $set: { plan: 'x', email: '' } })],
    statuses: ['ignored'],
    why: /neither a user id nor an email address/,
    people: [],
    hostile: {
      items: [event('$set', { $set: { plan: 'x' } }, { distinct_id: '[object Object]' })],
      status: 'rejected',
      why: /user_id/,
      people: [],
    },
  },
  {
    row: 'Merge',
    items: [event('$create_alias', { distinct_id: 'u1', alias: 'u2' }, person)],
    statuses: ['ignored'],
    why: /does not merge people/,
    people: [],
    hostile: {
      items: [event('$create_alias', { distinct_id: 'u1', alias: [] }, person)],
      status: 'ignored',
      why: /does not merge people/,
      people: [],
    },
  },
  {
    row: 'Internal event',
    items: ownEvents.map((name) => event(name, { $group_key: 'g1' })),
    statuses: ownEvents.map(() => 'ignored'),
    why: /an event of PostHog's own/,
    events: [],
    hostile: {
      items: [event(`$${'x'.repeat(5000)}`)],
      status: 'ignored',
      why: /^\$x{49}: an event of PostHog's own$/,
      events: [],
    },
  },
  {
    row: 'Field',
    items: [
      event('Seen', { $session_id: 'x', $groups: { company: 'g1' }, $unset: ['plan'] }, person),
    ],
    events: [{ name: 'Seen', properties: {} }],
    people: [{ traits: {} }],
    hostile: {
      items: [event('Seen', { $session_id: {}, $groups: 7, $unset: 'plan' })],
      status: 'accepted',
      events: [{ name: 'Seen', properties: {} }],
    },
  },
];
