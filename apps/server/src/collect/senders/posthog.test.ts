import { expect, test } from 'vitest';
import type { Ids } from './mapping.ts';
import { posthogDialect, posthogMessages } from './posthog.ts';

const ids: Ids = { ofAnonymous: (text) => `of ${text}`, ofTheDay: (site) => `today on ${site}` };
const device = '01a20500-e405-78cb-85cd-bf611056f2c3';
const anew = '01a20500-ea11-7903-9bd5-63caf375db91';
const uuid = '01a20500-ea0c-7cd7-97b9-2326008309ef';
const userUuid = '5f0c8f4e-6f0a-4f0e-9c3f-0d3c7a1b2e4f';

const inBrowser = (event: string, properties: object, distinct_id: string = device) => ({
  uuid,
  event,
  distinct_id,
  properties: {
    distinct_id,
    $device_id: device,
    $is_identified: distinct_id !== device,
    ...properties,
  },
});
const onServer = (event: string, properties: object, distinct_id = 'u1') => ({
  uuid,
  event,
  distinct_id,
  properties: { $is_server: true, ...properties },
});
const url = 'https://shop.example/?utm_source=news&fbclid=f1';
const person = { message_id: uuid, user_id: 'u1' };

test.each<[string, object, object[]]>([
  [
    'a page of somebody anonymous',
    inBrowser('$pageview', {
      $current_url: url,
      $pathname: '/',
      title: 'Shop',
      $referrer: '$direct',
      $browser_language: 'de',
      $timezone: 'Europe/Berlin',
      $screen_width: 800,
      $screen_height: 600,
      $lib: 'web',
      $lib_version: '1',
      utm_source: 'news',
      fbclid: 'f1',
      token: 'svc_pk_x',
      plan: 'team',
    }),
    [
      {
        type: 'event',
        message_id: uuid,
        visitor_id: device,
        name: 'page_view',
        context: {
          page: { url, path: '/', title: 'Shop' },
          campaign: { source: 'news' },
          click_ids: { fbclid: 'f1' },
          locale: 'de',
          timezone: 'Europe/Berlin',
          screen: { width: 800, height: 600 },
          library: { name: 'web', version: '1' },
        },
        properties: { plan: 'team' },
      },
    ],
  ],
  [
    'an event of somebody known, who is said more of',
    inBrowser('Seen', { a: 1, $set: { job: 'CEO', title: 'x', $os: 'Linux' } }, 'u1'),
    [
      {
        type: 'identify',
        ...person,
        message_id: expect.stringContaining(`${uuid} set`),
        visitor_id: device,
        traits: { job: 'CEO', title: 'x' },
      },
      { type: 'event', ...person, visitor_id: device, name: 'Seen', properties: { a: 1 } },
    ],
  ],
  [
    'after a reset it is a new visitor',
    { ...inBrowser('Seen', { $is_identified: false }, anew) },
    [{ type: 'event', message_id: uuid, visitor_id: anew, name: 'Seen', properties: {} }],
  ],
  [
    'who somebody is, and was here before',
    {
      ...inBrowser('$identify', { $anon_distinct_id: anew }, 'u1'),
      $set: { email: 'ada@siemens.com' },
      $set_once: { $initial_referrer: '$direct', first: 1 },
    },
    [
      {
        type: 'identify',
        ...person,
        visitor_id: anew,
        email: 'ada@siemens.com',
        traits: { first: 1 },
      },
    ],
  ],
  [
    'a backend names people',
    onServer('purchase', { revenue: 5, currency: 'usd', order_id: 'o1' }),
    [
      {
        type: 'conversion',
        ...person,
        name: 'purchase',
        value: 5,
        currency: 'usd',
        external_id: 'o1',
        properties: { revenue: 5, currency: 'usd', order_id: 'o1' },
      },
    ],
  ],
  [
    'a backend names people by UUIDs too',
    onServer('Seen', {}, userUuid),
    [{ type: 'event', message_id: uuid, user_id: userUuid, name: 'Seen', properties: {} }],
  ],
  [
    'a backend tells of a browser',
    onServer('Seen', {}, device),
    [{ type: 'event', message_id: uuid, visitor_id: device, name: 'Seen', properties: {} }],
  ],
  [
    'a screen',
    onServer('$screen', { $screen_name: 'Home' }),
    [{ type: 'event', ...person, name: 'screen_view', properties: { name: 'Home' } }],
  ],
  [
    'a visitor is a person, whichever is named first',
    onServer('$create_alias', { distinct_id: device, alias: 'u1' }),
    [{ type: 'identify', ...person, visitor_id: device, traits: {} }],
  ],
])('%s', (_what, item, messages) => {
  expect(posthogMessages({ ...item }, ids)).toEqual({ messages });
});

test.each([
  ['$autocapture', {}],
  ['$pageleave', {}],
  ['$groupidentify', { $group_key: 'g1' }],
  ['$set', { $set: {} }],
  ['$create_alias', { distinct_id: 'u1', alias: 'u2' }],
  ['$merge_dangerously', { alias: 'u2' }],
])('%s is dropped', (event, properties) => {
  expect(posthogMessages(onServer(event, properties), ids)).toEqual({
    dropped: expect.stringContaining(event),
  });
});

test('the key is found wherever the senders put it, and the time of sending', () => {
  for (const [body, first] of [
    [{ api_key: 'k' }, {}],
    [{ token: 'k' }, {}],
    [{}, { api_key: 'k' }],
    [{}, { properties: { token: 'k' } }],
  ] as const) {
    expect(posthogDialect.keyIn(body, first)).toBe('k');
  }
  expect(posthogDialect.keyIn({ api_key: 7 }, { token: {} })).toBeUndefined();
  expect(posthogDialect.sentAt({ created_at: 'now' }, {})).toBe('now');
});
