import { expect, test } from 'vitest';
import type { Ids } from './mapping.ts';
import { segmentMessages } from './segment.ts';

const ids: Ids = { ofAnonymous: (text) => `of ${text}`, ofTheDay: (site) => `today on ${site}` };
const visitor_id = '5f0c8f4e-6f0a-4f0e-9c3f-0d3c7a1b2e4f';
const head = { anonymousId: visitor_id, messageId: 'm1', timestamp: '2026-11-22T10:00:00.000Z' };
const base = { message_id: 'm1', visitor_id, timestamp: '2026-11-22T10:00:00.000Z' };
const url = 'https://shop.example/plans?utm_source=news&utm_medium=email&gclid=g1#top';
const order = { order_id: 77, revenue: '49.90', currency: 'EUR' };

test.each<[string, string, object, object]>([
  [
    'page',
    'a page, with the tags of its address',
    { name: 'Plans', properties: { url, title: 'Plans', referrer: '$direct', plan: 'team' } },
    {
      ...base,
      type: 'event',
      name: 'page_view',
      context: {
        page: { url, title: 'Plans' },
        campaign: { source: 'news', medium: 'email' },
        click_ids: { gclid: 'g1' },
      },
      properties: { name: 'Plans', plan: 'team' },
    },
  ],
  [
    'screen',
    'a screen',
    { name: 'Home', userId: 'u1' },
    { ...base, type: 'event', name: 'screen_view', user_id: 'u1', properties: { name: 'Home' } },
  ],
  [
    'track',
    'what happened, with all that is known of where',
    {
      event: 'Plan chosen',
      properties: { plan: 'team' },
      context: {
        locale: 'de-DE',
        timezone: 'GMT+0100',
        screen: { width: 800, height: 600, density: 2 },
        library: { name: 'analytics.js', version: '1' },
        userAgent: 'Firefox',
        ip: '203.0.113.7',
        campaign: { name: 'spring' },
        consent: { categoryPreferences: { Analytics: true, Ads: false } },
      },
    },
    {
      ...base,
      type: 'event',
      name: 'Plan chosen',
      properties: { plan: 'team' },
      context: {
        locale: 'de-DE',
        screen: { width: 800, height: 600 },
        library: { name: 'analytics.js', version: '1' },
        user_agent: 'Firefox',
        ip: '203.0.113.7',
        campaign: { name: 'spring' },
        consent: { Analytics: true, Ads: false },
      },
    },
  ],
  [
    'track',
    'an order',
    { event: 'Order Completed', properties: order },
    {
      ...base,
      type: 'conversion',
      name: 'Order Completed',
      value: 49.9,
      currency: 'EUR',
      external_id: '77',
      properties: order,
    },
  ],
  [
    'track',
    'a conversion that is no order has no id of one',
    { event: 'signed_up', properties: { order_id: 'o1' } },
    { ...base, type: 'conversion', name: 'signed_up', properties: { order_id: 'o1' } },
  ],
  [
    'track',
    'an order is not what comes before or after it',
    { event: 'Order Refunded', properties: order },
    { ...base, type: 'event', name: 'Order Refunded', properties: order },
  ],
  [
    'identify',
    'who it is',
    { userId: 5, traits: { email: 'ada@siemens.com', firstName: 'Ada', lastName: 'L', plan: 'x' } },
    {
      ...base,
      type: 'identify',
      user_id: '5',
      email: 'ada@siemens.com',
      name: 'Ada L',
      traits: { firstName: 'Ada', lastName: 'L', plan: 'x' },
    },
  ],
  [
    'identify',
    'an address that is an id is an address as well, and what is no address is a trait',
    { userId: 'ada@siemens.com', traits: { email: 'none' } },
    {
      ...base,
      type: 'identify',
      user_id: 'ada@siemens.com',
      email: 'ada@siemens.com',
      traits: { email: 'none' },
    },
  ],
  [
    'group',
    'an event',
    { userId: 'u1', groupId: 'g1', traits: { name: 'Acme' } },
    {
      ...base,
      type: 'event',
      name: 'group',
      user_id: 'u1',
      properties: { group_id: 'g1', name: 'Acme' },
    },
  ],
  [
    'alias',
    'the visitor was this person',
    { anonymousId: undefined, userId: 'u1', previousId: visitor_id },
    { ...base, type: 'identify', user_id: 'u1', traits: {} },
  ],
])('%s: %s', (call, _what, item, message) => {
  expect(segmentMessages({ ...head, ...item }, call, ids)).toEqual({ messages: [message] });
});

test.each([
  ['identify', { traits: { plan: 'x' } }, /neither userId nor traits.email/],
  ['alias', { userId: 'u2', previousId: 'u1' }, /does not merge people/],
  ['alias', { previousId: visitor_id }, /does not merge people/],
])('%s of nobody is dropped', (call, item, reason) => {
  expect(segmentMessages({ ...head, ...item }, call, ids)).toEqual({
    dropped: expect.stringMatching(reason),
  });
});

test.each([undefined, 'delete', 7, {}])('a call that there is not is refused: %j', (call) => {
  expect(segmentMessages(head, call, ids)).toHaveProperty('refused');
});

test('ids that are not UUIDs, messages that are too long, and consent in the form of RudderStack', () => {
  const item = {
    anonymousId: 'x1',
    messageId: 'm'.repeat(200),
    event: 'e',
    context: {
      consentManagement: { allowedConsentIds: ['ads'], deniedConsentIds: ['analytics', 7] },
    },
  };
  expect(segmentMessages(item, 'track', ids)).toMatchObject({
    messages: [
      {
        visitor_id: 'of x1',
        message_id: expect.stringMatching(/^[\da-f-]{36}$/),
        context: { consent: { ads: true, analytics: false } },
      },
    ],
  });
});
