import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { makeKeyText } from '../../accounts/keys/key-text.ts';
import { revokeKey } from '../../accounts/keys/store.ts';
import { injectRequest } from '../../testing/inject-request.ts';
import { appStarter, type Call, get, limitOf, statuses } from '../../testing/limited-apps.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { MinuteCounts } from './minute-counts.ts';
import { RateLimits } from './rate-limits.ts';
import type { Usage } from './usage.ts';

const h = await sharedHarness();
const startApp = appStarter(h);

test('a key has its requests a minute, counted down in whole numbers, then 429 until the minute ends', async () => {
  const app = await startApp({ rateLimitPerMinute: 5 });
  const [one, other] = [await h.newKey({}), await h.newKey({})];
  for (const left of [4, 3, 2, 1, 0]) {
    const answer = await get(app, one.key);
    expect(answer.statusCode).toBe(200);
    expect(limitOf(answer)).toMatchObject({ limit: 5, remaining: left });
  }
  const before = Date.now() / 1000;
  const refused = await get(app, one.key);
  const after = Date.now() / 1000;
  expect(refused.statusCode).toBe(429);
  const { limit, remaining, reset } = limitOf(refused);
  expect([limit, remaining]).toEqual([5, 0]);
  const seconds = Number(refused.headers['retry-after']);
  expect(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60).toBe(true);
  expect(reset).toBeGreaterThan(before + seconds - 2);
  expect(reset).toBeLessThan(after + seconds + 2);
  expect(refused.json()).toEqual({
    error: 'rate_limited',
    message: expect.stringContaining(`${seconds} seconds`),
    details: { limit: 5, retry_after_seconds: seconds },
  });
  expect(refused.headers['x-workspace-id']).toBe(h.workspace.id);
  expect((await get(app, other.key)).statusCode).toBe(200);
});

test('a key with a limit of its own has that one', async () => {
  const app = await startApp({ rateLimitPerMinute: 2 });
  const { key } = await h.newKey({ rateLimitPerMinute: 4 });
  expect(await statuses(5, () => get(app, key))).toEqual([200, 200, 200, 200, 429]);
});

test('the keys of a workspace share its limit, and another workspace has its own', async () => {
  const app = await startApp({ rateLimitPerMinute: 4, workspaceRateLimitPerMinute: 6 });
  const workspace = await h.newWorkspace();
  const [one, two] = [
    await h.newKey({ workspaceId: workspace.id }),
    await h.newKey({ workspaceId: workspace.id }),
  ];
  expect(await statuses(4, () => get(app, one.key))).toEqual([200, 200, 200, 200]);
  expect(limitOf(await get(app, two.key))).toMatchObject({ limit: 6, remaining: 1 });
  expect(await statuses(2, () => get(app, two.key))).toEqual([200, 429]);
  expect(limitOf(await get(app, two.key))).toMatchObject({ limit: 6, remaining: 0 });
  expect((await get(app, h.workspace.secretKey)).statusCode).toBe(200);
});

test('failed requests of a key count too', async () => {
  const app = await startApp();
  const { key } = await h.newKey({ rateLimitPerMinute: 6, scopes: ['leads:read'] });
  const calls: Call[] = [
    { url: '/api/v1/nothing' },
    { url: '/api/v1/leads?limit=0' },
    { url: '/api/v1/leads/%ff' },
    { url: '/api/v1/visitors' },
    { url: '/api/v1/leads', method: 'DELETE' },
    { url: '/nothing' },
  ];
  expect(await statuses(6, (index) => get(app, key, calls[index]))).toEqual([
    404, 400, 400, 403, 405, 404,
  ]);
  for (const call of calls) {
    const refused = await get(app, key, call);
    expect(refused.statusCode, call.url).toBe(429);
    expect(refused.headers['retry-after'], call.url).toMatch(/^\d+$/);
  }
});

test('requests without a known key are counted by address, whatever their headers', async () => {
  const app = await startApp({ addressRateLimitPerMinute: 20 });
  const spoofed = (index: number): Call => ({
    headers: {
      'x-forwarded-for': `203.0.113.${index % 250}, 10.0.${index % 250}.1`,
      forwarded: `for=203.0.113.${index % 250}`,
      'x-real-ip': `203.0.113.${index % 250}`,
    },
  });
  const keys = [undefined, 'nonsense', makeKeyText('secret'), h.workspace.productionKey];
  const seen = await statuses(100, (index) => get(app, keys[index % 4], spoofed(index)));
  expect(seen.filter((status) => status === 401)).toHaveLength(20);
  expect(seen.filter((status) => status === 429)).toHaveLength(80);
  expect((await get(app, undefined, { url: '/nothing' })).statusCode).toBe(429);
  expect((await get(app, undefined, { from: '192.0.2.2' })).statusCode).toBe(401);
});

test('a key that is known is not refused for its address', async () => {
  const app = await startApp({ addressRateLimitPerMinute: 3 });
  const { key } = await h.newKey({});
  expect((await get(app, key)).statusCode).toBe(200);
  expect(await statuses(4, () => get(app, undefined))).toEqual([401, 401, 401, 429]);
  expect(await statuses(5, () => get(app, key))).toEqual([200, 200, 200, 200, 200]);
});

test('a good key that is used for the first time is never taken for an unknown one, however many wrong ones its address gave', async () => {
  const app = await startApp({ addressRateLimitPerMinute: 3 });
  const guess = () => get(app, makeKeyText('secret'));
  const mistyped = () => get(app, `${makeKeyText('secret').slice(0, -1)}!`);
  expect(await statuses(5, guess)).toEqual([401, 401, 401, 429, 429]);
  expect(await statuses(2, mistyped)).toEqual([429, 429]);
  const { key } = await h.newKey({});
  expect((await get(app, key)).statusCode).toBe(200);
  const production = await h.newKey({ kind: 'production' });
  const sent = await injectRequest(app, {
    method: 'POST',
    url: '/ingest',
    headers: { 'x-svc-key': production.key },
    remoteAddress: '192.0.2.1',
    payload: { type: 'event', name: 'page_view', visitor_id: randomUUID() },
  });
  expect(sent.statusCode).toBe(200);
  expect((await guess()).statusCode).toBe(429);
});

test('many wrong keys at once wait for each other, in a queue with an end, and nobody else for them', async () => {
  const app = await startApp({ addressRateLimitPerMinute: 3 });
  await statuses(3, () => get(app, makeKeyText('secret')));
  const guesses = Promise.all(Array.from({ length: 60 }, () => get(app, makeKeyText('secret'))));
  // A page of a site whose key nobody used yet is opened by many of one house, whose address the guesses come from.
  const [{ key }, { key: used }] = [await h.newKey({}), await h.newKey({})];
  expect((await get(app, used, { from: '192.0.2.2' })).statusCode).toBe(200);
  expect((await get(app, used)).statusCode).toBe(200);
  const seen = (await guesses).map(({ statusCode }) => statusCode);
  expect([...new Set(seen)].toSorted()).toEqual([429, 503]);
  expect(seen.filter((status) => status === 429).length).toBeGreaterThanOrEqual(9);
  const house = await Promise.all(Array.from({ length: 60 }, () => get(app, key)));
  expect(new Set(house.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
});

test('behind a trusted proxy the address is the one that the proxy saw', async () => {
  const app = await startApp({ addressRateLimitPerMinute: 2, trustProxy: ['10.0.0.0/8'] });
  const via = (forwarded: string): Call => ({
    from: '10.1.2.3',
    headers: { 'x-forwarded-for': forwarded },
  });
  // What stands left of the proxy's own entry is the client's invention.
  const chain = (index: number) => via(`198.51.100.${index}, 203.0.113.9, 10.9.9.9`);
  expect(await statuses(4, (index) => get(app, undefined, chain(index)))).toEqual([
    401, 401, 429, 429,
  ]);
  expect((await get(app, undefined, via('203.0.113.10'))).statusCode).toBe(401);
  const outsider = { from: '192.0.2.7', headers: { 'x-forwarded-for': '203.0.113.9' } };
  expect((await get(app, undefined, outsider)).statusCode).toBe(401);
});

test('the addresses of one IPv6 network are one customer', async () => {
  const app = await startApp({ addressRateLimitPerMinute: 2 });
  const own = [
    '2001:db8:1:2::1',
    '2001:db8:1:2:ffff::2',
    '2001:db8:1:3:3:4:5:6',
    '2001:db8:1:ff::',
  ];
  expect(await statuses(4, (index) => get(app, undefined, { from: own[index] ?? '' }))).toEqual([
    401, 401, 429, 429,
  ]);
  for (const from of ['2001:db8:1:102::1', '2001:db8::2', '::1']) {
    expect((await get(app, undefined, { from })).statusCode, from).toBe(401);
  }
  // An IPv4 client of a socket for both.
  expect(await statuses(3, () => get(app, undefined, { from: '::ffff:198.51.100.1' }))).toEqual([
    401, 401, 429,
  ]);
  expect((await get(app, undefined, { from: '198.51.100.1' })).statusCode).toBe(429);
});

async function sendTo(app: FastifyInstance, key: string): Promise<Response> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return fetch(`${url}/ingest`, {
    method: 'POST',
    headers: { 'x-svc-key': key },
    body: JSON.stringify({ type: 'event', name: 'x', visitor_id: randomUUID() }),
  });
}

async function sendStatuses(count: number, app: FastifyInstance, key: string) {
  const seen: number[] = [];
  for (let index = 0; index < count; index++) {
    const answer = await sendTo(app, key);
    expect(answer.headers.get('x-ratelimit-limit')).toMatch(/^\d+$/);
    expect(answer.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
    expect(answer.headers.get('x-ratelimit-reset')).toMatch(/^\d{10}$/);
    expect(answer.headers.get('x-request-id')).toBeTruthy();
    seen.push(answer.status);
  }
  return seen;
}

test('ingest is counted apart from REST, for each write key', async () => {
  const app = await startApp({ rateLimitPerMinute: 1, ingestRateLimitPerMinute: 3 });
  const { productionKey, developmentKey } = h.workspace;
  expect(await sendStatuses(5, app, productionKey)).toEqual([200, 200, 200, 429, 429]);
  expect((await sendTo(app, productionKey)).headers.get('retry-after')).toMatch(/^\d+$/);
  expect((await sendTo(app, developmentKey)).status).toBe(200);
  expect((await get(app, h.workspace.secretKey)).statusCode).toBe(200);
  const slow = await h.newKey({ kind: 'production', rateLimitPerMinute: 1 });
  expect(await sendStatuses(2, app, slow.key)).toEqual([200, 429]);
  await h.db.system((tx) => revokeKey(tx, slow.id));
  expect(await sendStatuses(1, app, slow.key)).toEqual([401]);
});

test('senders without a known key are counted by address', async () => {
  const app = await startApp({ addressRateLimitPerMinute: 3 });
  expect(await sendStatuses(5, app, makeKeyText('production'))).toEqual([401, 401, 401, 429, 429]);
});

test('a key over its limit that is revoked is 401 at once, in a flood as well', async () => {
  const app = await startApp();
  const { id, key } = await h.newKey({ rateLimitPerMinute: 2 });
  expect(await statuses(3, () => get(app, key))).toEqual([200, 200, 429]);
  const flood = () => Promise.all(Array.from({ length: 50 }, () => get(app, key)));
  expect(new Set((await flood()).map(({ statusCode }) => statusCode))).toEqual(new Set([429]));
  const before = flood();
  await h.db.system((tx) => revokeKey(tx, id));
  const after = await flood();
  await before;
  for (const answer of after) {
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['x-ratelimit-remaining']).toMatch(/^\d+$/);
    expect(answer.headers['x-workspace-id']).toBe(h.workspace.id);
  }
});

test('after the minute everything is allowed again', async () => {
  vi.useFakeTimers();
  try {
    const limits = new RateLimits(undefined, pino({ level: 'silent' }));
    const count = async () => (await limits.count('key', 'somebody', 2)).isOver;
    expect([await count(), await count(), await count()]).toEqual([false, false, true]);
    vi.advanceTimersByTime(59_000);
    expect(await count()).toBe(true);
    vi.advanceTimersByTime(1_001);
    expect(await count()).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});

test('a hundred thousand names are counted one by one, and those beyond share one count', () => {
  const counts = new MinuteCounts();
  for (let index = 0; index < 100_000; index++) counts.count(`name ${index}`, 2);
  const over = (name: string) => counts.count(name, 2).isOver;
  expect([over('new 1'), over('new 2'), over('new 3')]).toEqual([false, false, true]);
  expect([over('name 7'), over('name 7'), over('name 8')]).toEqual([false, true, false]);
});

test('a minute is one, however the clock of the machine is put', () => {
  vi.useFakeTimers();
  try {
    const counts = new MinuteCounts();
    expect([counts.count('a', 1).isOver, counts.count('a', 1).isOver]).toEqual([false, true]);
    vi.setSystemTime(Date.now() - 7_200_000);
    vi.advanceTimersByTime(60_001);
    expect(counts.count('a', 1).isOver).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});

test('a hundred thousand addresses do not use up what others have who come then, near them alone', () => {
  const limits = new RateLimits(undefined, pino({ level: 'silent' }));
  const isOver = (ip: string) => (limits.count('key-of', ip, 2) as Usage).isOver;
  for (let index = 0; index < 100_000; index++)
    isOver(`11.${index >> 16}.${(index >> 8) & 255}.${index & 255}`);
  expect(['11.1.255.1', '11.1.255.2', '11.1.255.3'].map(isOver)).toEqual([false, false, true]);
  expect(['9.9.9.9', '9.9.9.9', '9.9.9.9'].map(isOver)).toEqual([false, false, true]);
  expect(['2001:db8:0:100::', '2001:db8:7::/48', '2001:db9::'].map(isOver)).toEqual([
    false,
    false,
    false,
  ]);
  expect(['8.8.1.1', '11.0.0.7'].map(isOver)).toEqual([false, false]);
});
