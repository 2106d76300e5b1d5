/** What Segment's senders make, and RudderStack's like them. */
import {
  conversionNames,
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
  visitor,
  worthRows,
  worths,
} from './try.ts';

const anonymousId = visitor;
const track = (event: unknown, properties: unknown = {}) => ({
  type: 'track',
  anonymousId,
  event,
  properties,
});
const seen = (context: unknown, fields: object = {}) => ({
  ...track('Seen'),
  context,
  ...fields,
});

export const segmentTries: Try[] = [
  {
    row: 'Page view',
    items: [
      {
        type: 'page',
        anonymousId,
        name: 'Plans',
        category: 'Shop',
        properties: { url, title: 'All plans', referrer, plan: 'team' },
      },
    ],
    events: [
      {
        name: 'page_view',
        url,
        title: 'All plans',
        referrer,
        properties: { name: 'Plans', category: 'Shop', plan: 'team' },
      },
    ],
    sessions: [{ source: 'campaign', campaign: tags, click_ids: { gclid: 'g1' } }],
    hostile: {
      items: [{ type: 'page', anonymousId, name: {}, properties: { url: 7, title: [] } }],
      status: 'accepted',
      events: [{ name: 'page_view', url: '', title: '', properties: {} }],
    },
  },
  {
    row: 'Screen view',
    items: [{ type: 'screen', anonymousId, name: 'Home', properties: { tab: 1 } }],
    events: [{ name: 'screen_view', properties: { name: 'Home', tab: 1 } }],
    hostile: {
      items: [{ type: 'screen', anonymousId: {}, name: 'Home' }],
      status: 'rejected',
      why: /visitor_id/,
    },
  },
  {
    row: 'Other event',
    items: [track('Plan chosen', { plan: 'team' })],
    events: [{ name: 'Plan chosen', properties: { plan: 'team' } }],
    hostile: { items: [track(7)], status: 'rejected', why: /name/ },
  },
  {
    row: 'Conversion',
    items: conversionNames.map((name) => track(name)),
    conversions: namedConversions,
    hostile: { items: [track(['Order Completed'])], status: 'rejected', why: /name/ },
  },
  {
    row: 'Value',
    items: worths.map((worth) => track('Order Completed', worth)),
    conversions: worthRows,
    hostile: {
      items: [track('Order Completed', noWorth)],
      status: 'accepted',
      conversions: [noWorthRow],
    },
  },
  {
    row: 'Order id',
    items: [
      track('Order Completed', { order_id: 'o1' }),
      track('Completed Order', { order_id: 'o1' }),
      track('purchase', { orderId: 77 }),
      track('Signed Up', { order_id: 'o2' }),
    ],
    statuses: ['accepted', 'duplicate', 'accepted', 'accepted'],
    conversions: [{ external_id: 'o1' }, { external_id: '77' }, { external_id: '' }],
    hostile: {
      items: [track('Order Completed', { order_id: {} })],
      status: 'accepted',
      conversions: [{ external_id: '' }],
    },
  },
  {
    row: 'Person',
    items: [
      {
        type: 'identify',
        anonymousId,
        userId: 'u1',
        traits: { email: 'ada@siemens.com', firstName: 'Ada', lastName: 'Lovelace', plan: 'x' },
      },
    ],
    people: [
      {
        email: 'ada@siemens.com',
        name: 'Ada Lovelace',
        traits: { firstName: 'Ada', lastName: 'Lovelace', plan: 'x' },
      },
    ],
    names: [{ user_id: 'u1', email: 'ada@siemens.com' }],
    hostile: {
      items: [{ type: 'identify', anonymousId, userId: {}, traits: 'ada@siemens.com' }],
      status: 'ignored',
      why: /neither userId nor traits.email/,
      people: [],
    },
  },
  {
    row: 'Email as id',
    items: [{ ...track('Seen'), userId: 'ada@siemens.com' }],
    names: [{ user_id: 'ada@siemens.com', email: 'ada@siemens.com' }],
    hostile: {
      items: [{ ...track('Seen'), userId: 'ada@@siemens.com' }],
      status: 'accepted',
      names: [{ user_id: 'ada@@siemens.com', email: '' }],
    },
  },
  {
    row: 'Group',
    items: [{ type: 'group', anonymousId, groupId: 'g1', traits: { name: 'Acme' } }],
    events: [{ name: 'group', properties: { group_id: 'g1', name: 'Acme' } }],
    hostile: {
      items: [{ type: 'group', anonymousId, groupId: {}, traits: ['Acme'] }],
      status: 'accepted',
      events: [{ name: 'group', properties: {} }],
    },
  },
  {
    row: 'Visitor link',
    items: [{ type: 'alias', previousId: visitor, userId: 'u1' }],
    names: [{ user_id: 'u1', visitor_id: visitor }],
    hostile: {
      items: [{ type: 'alias', previousId: [visitor], userId: 'u1' }],
      status: 'ignored',
      why: /previousId is not a random visitor id/,
      people: [],
    },
  },
  {
    row: 'Message id',
    items: [
      { ...track('Seen'), messageId: 'm1' },
      { ...track('Seen'), messageId: 'm1' },
      { ...track('Seen'), messageId: 'm2' },
    ],
    statuses: ['accepted', 'duplicate', 'accepted'],
    events: [{ name: 'Seen' }, { name: 'Seen' }],
    hostile: {
      items: [
        { ...track('Seen'), messageId: {} },
        { ...track('Seen'), messageId: {} },
      ],
      status: 'accepted',
      events: [{ name: 'Seen' }, { name: 'Seen' }],
    },
  },
  {
    row: 'Time',
    items: [
      { ...track('Seen'), originalTimestamp: instant(26 * hour), timestamp: instant(30 * hour) },
      { ...track('Next'), timestamp: instant(25 * hour) },
    ],
    behind: 24 * hour,
    events: [{ name: 'Seen' }, { name: 'Next' }],
    ago: 2 * hour,
    hostile: {
      items: [{ ...track('Seen'), timestamp: 'yesterday' }],
      status: 'rejected',
      why: /timestamp/,
    },
  },
  {
    row: 'Device',
    items: [
      seen({
        locale: 'de-DE',
        timezone: 'Europe/Berlin',
        screen: { width: 800, height: 600, density: 2 },
      }),
    ],
    sessions: [{ locale: 'de-DE', timezone: 'Europe/Berlin', screen: '800x600' }],
    hostile: {
      items: [seen({ locale: 7, timezone: 'GMT+0100', screen: { width: '800', height: {} } })],
      status: 'accepted',
      sessions: [{ locale: '', timezone: '', screen: '' }],
    },
  },
  {
    row: 'IP and browser',
    items: [seen({ ip, userAgent })],
    sessions: [{ ip: ownIp, user_agent: ownUserAgent }],
    signed: { sessions: [{ ip: storedIp, user_agent: userAgent }] },
    hostile: {
      items: [seen({ ip: 'nowhere', userAgent: 7 })],
      status: 'accepted',
      sessions: [{ user_agent: ownUserAgent }],
    },
  },
  {
    row: 'Campaign',
    items: [seen({ page: { url }, campaign: { name: 'summer', source: 'letter' } })],
    sessions: [{ campaign: { ...tags, name: 'summer', source: 'letter' } }],
    hostile: {
      items: [seen({ campaign: { name: {}, source: 7 } })],
      status: 'accepted',
      sessions: [{ campaign: {} }],
    },
  },
  {
    row: 'Unnamed person',
    items: [{ type: 'identify', anonymousId, userId: '', traits: { email: '', plan: 'x' } }],
    statuses: ['ignored'],
    why: /neither userId nor traits.email/,
    people: [],
    hostile: {
      items: [{ type: 'identify', anonymousId, userId: '[object Object]', traits: [] }],
      status: 'rejected',
      why: /user_id/,
      people: [],
    },
  },
  {
    row: 'Merge',
    items: [{ type: 'alias', userId: 'u2', previousId: 'u1' }],
    statuses: ['ignored'],
    why: /does not merge people/,
    people: [],
    hostile: {
      items: [{ type: 'alias', userId: {}, previousId: visitor }],
      status: 'ignored',
      why: /does not merge people/,
      people: [],
    },
  },
  {
    row: 'Field',
    items: [
      {
        ...seen({ sessionId: 7, traits: { email: 'ada@siemens.com', plan: 'x' } }),
        userId: 'u1',
        integrations: { All: false },
      },
    ],
    events: [{ name: 'Seen', properties: {} }],
    people: [{ email: '', traits: {} }],
    hostile: {
      items: [{ ...seen({ sessionId: {}, traits: 'x' }), integrations: 7 }],
      status: 'accepted',
      events: [{ name: 'Seen', properties: {} }],
    },
  },
];

const itemsOf = (fields: object) => [seen(fields)];
const refusal = {
  row: 'Consent',
  statuses: ['ignored' as const],
  why: /analytics/,
  events: [],
  consents: [{ purposes: { Analytics: false, Ads: true } }],
};

/** Each has it in its own way. */
export const segmentConsent: Try = {
  ...refusal,
  items: itemsOf({ consent: { categoryPreferences: { Analytics: false, Ads: true } } }),
  hostile: {
    items: itemsOf({ consent: { categoryPreferences: [{ Analytics: {} }, 7] } }),
    status: 'accepted',
    events: [{ name: 'Seen' }],
    consents: [],
  },
};
export const rudderConsent: Try = {
  ...refusal,
  items: itemsOf({
    consentManagement: { deniedConsentIds: ['Analytics'], allowedConsentIds: ['Ads'] },
  }),
  hostile: {
    items: itemsOf({
      consentManagement: { deniedConsentIds: 'Analytics', allowedConsentIds: [{}] },
    }),
    status: 'accepted',
    events: [{ name: 'Seen' }],
    consents: [],
  },
};
