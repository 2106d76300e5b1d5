/* What holds for the senders of all services: whose key it is, what a stranger's body may cost, what is answered. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { IngestAnswer } from '@footfall/contract/ingest';
import type { FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { createSigningSecret } from '../../accounts/keys/signing-secrets.ts';
import { appStarter, statuses } from '../../testing/limited-apps.ts';
import { postBare } from '../../testing/post.ts';
import { pageIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { storedRows } from '../../testing/stored-rows.ts';
import { together } from '../../testing/together.ts';

const h = await sharedHarness();
const key = h.workspace.productionKey;
const { secret } = await h.db.system((tx) => createSigningSecret(tx, h.workspace.id, 'Test'));

const basic = (text: string) => ({
  authorization: `Basic ${Buffer.from(text).toString('base64')}`,
});
const track = (fields: object = {}) => ({
  type: 'track',
  event: 'Seen',
  anonymousId: randomUUID(),
  ...fields,
});
const dataOf = ({ body }: { body: unknown }) => (body as IngestAnswer).data;

test.each([
  ['Basic, as senders do', basic(`${key}:`), {}, ''],
  ['Basic without a colon', basic(key), {}, ''],
  ['Bearer', { authorization: `Bearer ${key}` }, {}, ''],
  ['our own header', { 'x-svc-key': key }, {}, ''],
  ['the address', {}, {}, `?writeKey=${key}`],
  ['the body', { 'content-type': 'text/plain' }, { writeKey: key }, ''],
])('a key is taken from %s', async (_where, headers, inBody, query) => {
  const answer = await postBare(h, `/v1/track${query}`, track(inBody), {
    origin: 'https://shop.example',
    ...headers,
  });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body).toMatchObject({ success: true, data: { accepted: 1 } });
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('x-workspace-id')).toBe(h.workspace.id);
});

test.each([
  ['none', {}, {}],
  ['a wrong one', basic(`${key.slice(0, -1)}!:`), {}],
  ['a secret key', basic(`${h.workspace.secretKey}:`), {}],
  ['a wrong one in the body', {}, { writeKey: 'svc_pk_x' }],
  ['something else in the body', {}, { writeKey: { $ne: '' } }],
  ['a wrong signing secret', basic(`${key}:svc_sign_wrong`), {}],
  ['a wrong signing secret in the body', {}, { writeKey: `${key}:svc_sign_wrong` }],
])('%s is answered 401, and what to do', async (_what, headers, inBody) => {
  const answer = await postBare(h, '/v1/track', track(inBody), headers);
  expect(answer.status).toBe(401);
  expect(answer.body).toMatchObject({
    error: 'unauthorized',
    message: expect.stringMatching(/writeKey of the sender|signing secret/),
  });
});

test('a signing secret proves a backend, and is refused of a page', async () => {
  const conversion = track({ event: 'Order Completed', properties: { order_id: randomUUID() } });
  const rest = restOf(h);
  const before = pageIn(await rest.get('/conversions')).pagination.total;
  const proof = basic(`${key}:${secret}:`);
  expect((await postBare(h, '/v1/track', conversion, proof)).status).toBe(200);
  const fromPage = { ...proof, origin: 'https://shop.example' };
  const refused = await postBare(h, '/v1/track', track(), fromPage);
  expect(refused.status).toBe(403);
  expect(refused.text).toContain('Revoke the secret');
  const { data, pagination } = pageIn(await rest.get('/conversions?limit=1'));
  expect(pagination.total).toBe(before + 1);
  expect(data).toMatchObject([{ name: 'Order Completed', verification_level: 'signed' }]);
});

test('a revoked key ends with the next request', async () => {
  const { id, key: own } = await h.newKey({ kind: 'production', scopes: [] });
  expect((await postBare(h, '/v1/track', track(), basic(`${own}:`))).status).toBe(200);
  await h.db.system((tx) => tx`update api_keys set revoked_at = now() where id = ${id}`);
  expect((await postBare(h, '/v1/track', track(), basic(`${own}:`))).status).toBe(401);
  expect((await postBare(h, '/v1/track', track({ writeKey: own }))).status).toBe(401);
});

test('each item is answered: stored, known already, refused and kept, or dropped', async () => {
  const workspace = await h.newWorkspace();
  const once = track({ messageId: 'once' });
  const faulty = { type: 'track', event: 'x'.repeat(201), anonymousId: randomUUID() };
  const batch = [once, once, faulty, { type: 'delete' }, 7, { type: 'identify', traits: {} }];
  const answer = await postBare(h, '/v1/batch', { batch }, basic(`${workspace.productionKey}:`));
  expect(answer.body).toMatchObject({ success: false });
  expect(dataOf(answer)).toMatchObject({ accepted: 1, duplicates: 1, rejected: 3, ignored: 1 });
  expect(dataOf(answer).results.map(({ index, status }) => [index, status])).toEqual([
    [0, 'accepted'],
    [1, 'duplicate'],
    [2, 'rejected'],
    [3, 'rejected'],
    [4, 'rejected'],
    [5, 'ignored'],
  ]);
  const { data } = pageIn(await restOf(h, workspace.secretKey).get('/rejected-events'));
  expect(data.map(({ body }) => body)).toContain(JSON.stringify(faulty));
  expect((await storedRows(h, workspace)).events).toHaveLength(1);
});

test('an anonymous id that is no UUID is the same visitor each time, of this workspace alone', async () => {
  const other = await h.newWorkspace();
  const send = async (own: string, anonymousId: string) => {
    const answer = await postBare(h, '/v1/track', track({ anonymousId }), basic(`${own}:`));
    return dataOf(answer).results[0];
  };
  const first = await send(key, 'x1');
  expect(first).toMatchObject({ visitor_id: expect.any(String), session_id: null });
  expect((await send(key, 'x1'))?.visitor_id).toBe(first?.visitor_id);
  for (const [own, id] of [
    [key, 'x2'],
    [other.productionKey, 'x1'],
    [h.workspace.developmentKey, 'x1'],
  ] as const) {
    expect((await send(own, id))?.visitor_id).not.toBe(first?.visitor_id);
  }
});

test('a refusal is not stored, and a wrong clock is corrected', async () => {
  const workspace = await h.newWorkspace();
  const head = basic(`${workspace.productionKey}:`);
  const context = { consent: { categoryPreferences: { analytics: false } } };
  expect(dataOf(await postBare(h, '/v1/track', track({ context }), head))).toMatchObject({
    accepted: 0,
    ignored: 1,
  });
  const dayMs = 86_400_000;
  const sentAt = new Date(Date.now() - dayMs).toISOString();
  await postBare(h, '/v1/batch', { batch: [track({ timestamp: sentAt })], sentAt }, head);
  const { data } = pageIn(await restOf(h, workspace.secretKey).get('/events'));
  expect(data).toHaveLength(1);
  expect(Date.now() - Date.parse(data[0]?.created_at ?? '')).toBeLessThan(dayMs / 2);
});

const head = basic(`${key}:`);
const bomb = gzipSync(Buffer.alloc(5 * 1024 * 1024, 0x20));
const lying = gzipSync(Buffer.alloc(50_000, 0x20));
lying.writeUInt32LE(100, lying.length - 4);

const bodies: [string, number, unknown, Record<string, string>][] = [
  ['nothing', 400, '', {}],
  ['no JSON', 400, '{"batch":[', {}],
  ['a broken item', 400, '{"batch":[{"type":}]}', {}],
  ['two values', 400, '[] []', {}],
  ['a text', 200, '"text"', {}],
  ['a list', 200, '[{}]', {}],
  ['null', 200, 'null', {}],
  [
    'nesting',
    200,
    `{"type":"track","event":"x","properties":${'['.repeat(9e4)}${']'.repeat(9e4)}}`,
    {},
  ],
  [
    'a prototype',
    200,
    '{"type":"track","event":"x","userId":"u","properties":{"__proto__":{"a":1}}}',
    {},
  ],
  [
    'NUL and half characters',
    200,
    '{"type":"track","event":"\\u0000\\ud800","userId":"u\\u0000"}',
    {},
  ],
  ['too many', 413, { batch: Array.from({ length: 1001 }, () => 0) }, {}],
  ['what unpacks to too much', 413, bomb, {}],
  ['what says that it unpacks to less', 400, lying, { 'content-encoding': 'gzip' }],
  ['half of a gzip', 400, gzipSync('{}').subarray(0, 19), {}],
  ['another packing', 415, '{}', { 'content-encoding': 'br' }],
  [
    'an item of more names than anybody gives one',
    413,
    Object.fromEntries(Array.from({ length: 1100 }, (_, place) => [`n${place}`, 1])),
    {},
  ],
  ['too much', 413, `"${'x'.repeat(1024 * 1024)}"`, {}],
  ['a broken form', 400, 'data=%E0%A4%A', {}],
  ['a form of nothing', 400, 'data=', {}],
];

test.each(bodies.map(([what, status, ...sent], place) => [what, status, sent, place] as const))(
  '%s is answered %d and stops nobody',
  async (_what, status, [body, headers], place) => {
    const ofSegment = ['/v1/batch', '/v1/track', '/v1/p', '/beacon/v1/batch'];
    const others = ['/e/', '/batch/', '/i/v1/analytics/events', '/api/send', '/api/event'];
    // Each at some of them, in turn.
    const some = [...ofSegment, ...others].filter((_, at) => (at - place) % 3 === 0);
    await together(some, async (path) => {
      const answer = await postBare(h, path, body, { ...head, ...headers });
      const normalized = answer.status === 202 ? 200 : answer.status;
      expect(normalized, answer.text.slice(0, 200)).toBe(status);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    });
  },
);

test('however it is packed and labelled: gzip, a form, base64 in it', async () => {
  const text = JSON.stringify(track({ writeKey: key }));
  const form = `data=${encodeURIComponent(Buffer.from(text).toString('base64'))}&v=1`;
  for (const body of [gzipSync(text), form, `data=${encodeURIComponent(text)}`, gzipSync(form)]) {
    const label = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await postBare(h, '/v1/track', body, label);
    expect(answer.body, answer.text).toMatchObject({ data: { accepted: 1 } });
  }
});

const page = { origin: 'https://shop.example', 'content-type': 'text/plain' };
const at = 'https://shop.example/?utm_source=%00a%F0%9F%98%80&gclid=%00';

test.each<[string, object, number, object | string]>([
  ['/api/send', { type: 'event', payload: { website: key, url: at } }, 200, { cache: '' }],
  ['/api/event', { n: 'pageview', u: at, d: key }, 202, 'ok'],
  [`/api/event?key=${key}`, { n: 'pageview', u: at, d: 'shop.example' }, 202, 'ok'],
  ['/e/?ip=0', { event: 'Seen', distinct_id: 'u1', api_key: key }, 200, { status: 'Ok' }],
  ['/i/v0/e/', { event: 'Seen', properties: { token: key, distinct_id: 'u1' } }, 200, {}],
  ['/batch', { api_key: key, batch: [{ event: 'Seen', distinct_id: 'u1' }] }, 200, {}],
])('%s takes its key from the body', async (path, body, status, expected) => {
  const answer = await postBare(h, path, body, page);
  expect(answer.status, answer.text).toBe(status);
  if (typeof expected === 'string') expect(answer.text).toBe(expected);
  else expect(answer.body).toMatchObject({ ...expected, data: { accepted: 1 } });
  const without = JSON.parse(JSON.stringify(body).replaceAll(key, 'svc_pk_x'));
  const refused = await postBare(h, path.replace(key, 'svc_pk_x'), without, page);
  expect(refused.status).toBe(401);
  expect(refused.headers.get('access-control-allow-origin')).toBe('*');
  expect(refused.text).toMatch(/website id|data-domain|api_key/);
});

test('the newer PostHog address reports each outcome, and Plausible reports that nothing was stored', async () => {
  const uuid = randomUUID();
  const other = randomUUID();
  const batch = [
    { uuid, event: 'Seen', distinct_id: 'u1' },
    { uuid: other, event: '$autocapture', distinct_id: 'u1' },
  ];
  const bearer = { authorization: `Bearer ${key}` };
  expect((await postBare(h, '/i/v1/analytics/events', { batch }, bearer)).body).toEqual({
    results: {
      [uuid]: { result: 'ok' },
      [other]: { result: 'drop', details: expect.stringContaining('$autocapture') },
    },
  });
  const dropped = await postBare(h, '/api/event', { n: 'engagement', d: key }, page);
  expect(dropped.headers.get('x-plausible-dropped')).toBe('1');
});

test('without ids the visitor is the same for a day, by address, browser and site', async () => {
  const visitor = async (userAgent: string, hostname: string) => {
    const body = { type: 'event', payload: { website: key, hostname, url: '/' } };
    const answer = await postBare(h, '/api/send', body, { ...page, 'user-agent': userAgent });
    return (answer.body as { sessionId: string }).sessionId;
  };
  const first = await visitor('Firefox', 'shop.example');
  expect(await visitor('Firefox', 'shop.example')).toBe(first);
  const others = [await visitor('Chrome', 'shop.example'), await visitor('Firefox', 'b.example')];
  expect(new Set([first, ...others]).size).toBe(3);
});

test('PostHog clients get no flags, recordings or surveys', async () => {
  const body = { token: key, distinct_id: 'u1' };
  for (const path of ['/flags/?v=2', '/decide', '/i/v1/metrics']) {
    expect((await postBare(h, path, body, page)).status).toBe(200);
  }
  const script = await h.fetch(`/array/${key}/config.js`);
  expect(script.headers.get('content-type')).toContain('javascript');
  const window: Record<string, Record<string, unknown>> = {};
  new Function('window', await script.text())(window);
  expect(window._POSTHOG_REMOTE_CONFIG?.[key]).toMatchObject({
    config: { sessionRecording: false, autocapture_opt_out: true, surveys: false },
  });
  const other = encodeURIComponent('"];alert(1)//');
  expect((await h.fetch(`/array/${other}/config.js`)).status).toBe(401);
});

test('a page may send the headers of the scripts, and preflights need no key', async () => {
  const answer = await h.fetch('/v1/page', { method: 'OPTIONS' });
  expect(answer.status).toBe(204);
  const allowed = answer.headers.get('access-control-allow-headers')?.toLowerCase().split(', ');
  const required = ['authorization', 'anonymousid', 'sentat', 'x-retry-count', 'x-umami-cache'];
  expect(allowed).toEqual(expect.arrayContaining(required));
});

test('configuration requests of scripts are answered for any well-formed key, without a lookup', async () => {
  for (const path of [`/v1/projects/${key}/settings`, `/sourceConfig/?writeKey=${key}`]) {
    const answer = await h.fetch(path);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain(key);
  }
  const { secretKey } = h.workspace;
  for (const path of [
    '/v1/projects/x/settings',
    '/sourceConfig',
    `/sourceConfig?writeKey=${secretKey}`,
  ]) {
    expect((await h.fetch(path)).status).toBe(401);
  }
});

const startApp = appStarter(h);

const sendTo = (app: FastifyInstance, inBody: string, from = '192.0.2.1') =>
  app.inject({
    method: 'POST',
    url: '/v1/track',
    payload: track({ writeKey: inBody }),
    remoteAddress: from,
  });

test('bodies with the key inside count against the limit of the address, as with a key', async () => {
  const app = await startApp({ ingestRateLimitPerMinute: 240 });
  const seen = await statuses(65, () => sendTo(app, key));
  expect(seen).toEqual([...Array(60).fill(200), ...Array(5).fill(429)]);
  expect((await sendTo(app, key, '192.0.2.2')).statusCode).toBe(200);
});

test('after too many wrong keys an address is not read any more', async () => {
  const app = await startApp({ addressRateLimitPerMinute: 60 });
  const seen = await statuses(65, () => sendTo(app, 'svc_pk_x'));
  expect(seen).toEqual([...Array(60).fill(401), ...Array(5).fill(429)]);
  const { statusCode, headers } = await sendTo(app, key);
  expect(statusCode).toBe(429);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect((await sendTo(app, key, '192.0.2.2')).statusCode).toBe(200);
});

test('the guide names the addresses that there are, and the senders that are tried', async () => {
  const guide = await readFile(
    new URL('../../../../../docs/guides/senders.md', import.meta.url),
    'utf8',
  );
  const manifest = await readFile(new URL('../../../package.json', import.meta.url), 'utf8');
  const { devDependencies } = JSON.parse(manifest) as { devDependencies: Record<string, string> };
  const named = /segment|rudder|posthog|umami|plausible/;
  for (const [name, version] of Object.entries(devDependencies)) {
    if (named.test(name)) expect(guide).toContain(`${name} ${version}`);
  }
  const [, addresses = ''] = guide.split('## Addresses');
  for (const [, path = ''] of addresses.matchAll(/`(\/[^`{}]*)`/g)) {
    if (path === '/' || path === '/ingest/batch') continue;
    const target = path.replace('KEY', key);
    const method = /KEY|sourceConfig/.test(path) ? 'GET' : 'POST';
    const body = method === 'POST' ? '[]' : undefined;
    const { status } = await h.fetch(target, { method, body, headers: head });
    expect(status, path).toBeLessThan(300);
  }
});
