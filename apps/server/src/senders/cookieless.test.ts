/* The senders that give their visitors no ids. */
import { expect, test } from 'vitest';
import type { Ids } from './mapping.ts';
import { plausibleDialect, plausibleMessages } from './plausible.ts';
import { umamiMessages } from './umami.ts';

const ids: Ids = {
  ofAnonymous: (text) => `of ${text}`,
  ofTheDay: (...told) => `today ${told.filter(Boolean).join()}`,
};
const url = 'https://shop.example/a?utm_campaign=spring';
const context = { page: { url }, campaign: { name: 'spring' } };
const ofUmami = { website: 'svc_pk_x', hostname: 'shop.example' };
const visitor_id = 'today shop.example';

test.each<[string, object, object]>([
  [
    'a page, of which the path is told',
    {
      payload: { ...ofUmami, url: '/a', referrer: '/b', title: 'A', language: 'de', screen: '8x6' },
    },
    {
      type: 'event',
      name: 'page_view',
      visitor_id,
      context: {
        page: { url: 'https://shop.example/a', referrer: 'https://shop.example/b', title: 'A' },
        locale: 'de',
        screen: { width: 8, height: 6 },
      },
    },
  ],
  [
    'an event of somebody, with data and a tag',
    { payload: { ...ofUmami, url, name: 'Seen', data: { a: 1 }, tag: 't', id: 'u1' } },
    {
      type: 'event',
      name: 'Seen',
      visitor_id,
      context,
      user_id: 'u1',
      properties: { a: 1, tag: 't' },
    },
  ],
  [
    'a sale',
    { payload: { ...ofUmami, name: 'Bought', data: { revenue: '5', currency: 'EUR' } } },
    {
      type: 'conversion',
      name: 'Bought',
      visitor_id,
      value: 5,
      currency: 'EUR',
      properties: { revenue: '5', currency: 'EUR' },
    },
  ],
  [
    'who somebody is',
    { type: 'identify', payload: { ...ofUmami, id: 'ada@siemens.com', data: { plan: 'x' } } },
    {
      type: 'identify',
      visitor_id,
      user_id: 'ada@siemens.com',
      email: 'ada@siemens.com',
      traits: { plan: 'x' },
    },
  ],
  [
    'what a backend tells of another, earlier',
    {
      payload: { ...ofUmami, ip: '203.0.113.7', userAgent: 'Firefox', timestamp: 1_795_380_000 },
    },
    {
      type: 'event',
      name: 'page_view',
      visitor_id: 'today shop.example,203.0.113.7,Firefox',
      timestamp: '2026-11-22T20:40:00.000Z',
      context: { ip: '203.0.113.7', user_agent: 'Firefox' },
    },
  ],
])('Umami: %s', (_what, item, message) => {
  expect(umamiMessages({ type: 'event', ...item }, ids)).toEqual({ messages: [message] });
});

test('Umami: what is dropped and refused', () => {
  expect(umamiMessages({ type: 'identify', payload: ofUmami }, ids)).toHaveProperty('dropped');
  expect(umamiMessages({ type: 'performance', payload: ofUmami }, ids)).toHaveProperty('dropped');
  expect(umamiMessages({ type: 'x', payload: ofUmami }, ids)).toHaveProperty('refused');
});

test.each<[string, object, object]>([
  [
    'a page',
    { n: 'pageview', u: url, r: null },
    { type: 'event', name: 'page_view', visitor_id, context },
  ],
  [
    'an event by the long names, with properties as text, as older scripts send them',
    { name: 'Seen', url, referrer: 'https://a.example', props: '{"a":1}' },
    {
      type: 'event',
      name: 'Seen',
      visitor_id,
      context: { page: { url, referrer: 'https://a.example' }, campaign: { name: 'spring' } },
      properties: { a: 1 },
    },
  ],
  [
    'a sale',
    { n: 'Bought', u: url, $: '{"amount":"5","currency":"EUR"}', p: '{' },
    {
      type: 'conversion',
      name: 'Bought',
      visitor_id,
      context,
      value: 5,
      currency: 'EUR',
      properties: {},
    },
  ],
])('Plausible: %s', (_what, item, message) => {
  expect(plausibleMessages({ d: 'svc_pk_x', ...item }, ids)).toEqual({ messages: [message] });
});

test('Plausible: what is dropped, and whose key it is', () => {
  expect(plausibleMessages({ n: 'engagement', u: url, e: 5 }, ids)).toHaveProperty('dropped');
  expect(plausibleDialect.keyIn({}, { d: 'svc_pk_x,shop.example' })).toBe('svc_pk_x');
  expect(plausibleDialect.keyIn({}, { domain: 'svc_pk_x' })).toBe('svc_pk_x');
});
