/* The senders that give their visitors no ids. */
import { expect, test } from 'vitest';
import { type Fields, fieldsOf, type Ids } from './mapping.ts';
import { plausibleDialect, plausibleMessages } from './plausible.ts';
import { umamiMessages } from './umami.ts';

const ids: Ids = {
  ofAnonymous: (text) => `of ${text}`,
  ofTheDay: (...parts) => `today ${parts.filter(Boolean).join()}`,
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

const decodedOnce = (text: string) => {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
};

/** Of 2.11 to 2.19: what it can decode it sends decoded, so that nobody can tell what was encoded. */
const between = (text: string) =>
  decodedOnce(text) === text && canDecode(text) ? encodeURI(text) : decodedOnce(text);
const canDecode = (text: string) => !/%(?![0-9a-f]{2})/i.test(text);
const same = (text: string) => text;

/** The title, the address as the browser spells it, and what is stored where it is another spelling. */
const pages: [string, string, { old?: string; between?: string }?][] = [
  ['All plans', '/plans'],
  ['Café: 5 > 4? “Ja”', '/caf%C3%A9', { between: '/café' }],
  ['100% off', '/a?q=100%25%20off', { between: '/a?q=100% off' }],
  ['50%25 of it', '/a?q=%2541%20b', { between: '/a?q=%41 b' }],
  ['100%', '/a?next=%2Fb%3Fc%3Dd%26e'],
  // Raw in an address, or encoded, they are the same.
  ['%', '/a?f[]={x}', { old: '/a?f%5B%5D=%7Bx%7D', between: '/a?f%5B%5D=%7Bx%7D' }],
  ['%zz', '/a?q=100%', { old: '/a?q=100%25' }],
  ['', '/'],
];
const versions = { old: encodeURI, between, '3': same };
const titles = { old: encodeURIComponent, between, '3': same };
const sent = pages.flatMap(([title, path, stored = {}]) =>
  (['old', 'between', '3'] as const).map((version) => ({
    version,
    title,
    path,
    storedTitle: version === 'between' ? decodedOnce(title) : title,
    storedPath: { ...stored, 3: undefined }[version] ?? path,
  })),
);

test.each(sent)('Umami, $version: “$title” at $path', (page) => {
  const { version, title, path, storedTitle, storedPath } = page;
  const payload = {
    ...ofUmami,
    title: titles[version](title),
    url: versions[version](path),
    referrer: versions[version](`https://a.example${path}`),
  };
  const { messages } = umamiMessages({ type: 'event', payload }, ids) as { messages: Fields[] };
  expect(fieldsOf(messages[0]?.context).page).toEqual({
    ...(storedTitle && { title: storedTitle }),
    url: `https://shop.example${storedPath}`,
    referrer: `https://a.example${storedPath}`,
  });
});

test('Umami: titles that are cut, hold what cannot be stored, or look encoded', () => {
  const titleOf = (title: string) => {
    const payload = { ...ofUmami, url: '/', title };
    const { messages } = umamiMessages({ type: 'event', payload }, ids) as { messages: Fields[] };
    return fieldsOf(fieldsOf(messages[0]?.context).page).title;
  };
  expect(titleOf(encodeURIComponent('é'.repeat(3000)))).toBe('é'.repeat(1024));
  expect(titleOf('a%00b')).toBe('ab');
  expect(titleOf('%00')).toBeUndefined();
  expect(titleOf('a%C3')).toBe('a%C3');
  // Version 3 does not encode: without a space or the like, nothing tells such a title from an encoded one.
  expect(titleOf('50%25')).toBe('50%');
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

test('Plausible: which items are dropped, and which key counts', () => {
  expect(plausibleMessages({ n: 'engagement', u: url, e: 5 }, ids)).toHaveProperty('dropped');
  expect(plausibleDialect.keyIn({}, { d: 'svc_pk_x,shop.example' })).toBe('svc_pk_x');
  expect(plausibleDialect.keyIn({}, { domain: 'svc_pk_x' })).toBe('svc_pk_x');
});
