/* Nobody has more than one address's share by spelling it otherwise, and what watches the service has no limit. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startHarness } from '../../testing/harness.ts';
import { injectRequest } from '../../testing/inject-request.ts';
import { appStarter, get, statuses } from '../../testing/limited-apps.ts';
import { BodyRoom } from './body-room.ts';

const h = await startHarness();
const startApp = appStarter(h);
const unknownKey = { authorization: 'Bearer nothing' };

const passed = (seen: number[]) => seen.filter((status) => status !== 429).length;

test.each([
  ['a port', (place: number) => `192.0.2.1:${10_000 + place}`],
  ['brackets', () => '[2001:db8::1]'],
  ['brackets and a port', (place: number) => `[2001:db8::1]:${10_000 + place}`],
  ['what is no address', (place: number) => `unknown-${place}`],
])('an address that a proxy sends with %s is one address', async (_name, spelled) => {
  const app = await startApp({ addressRateLimitPerMinute: 5, trustProxy: ['127.0.0.1'] });
  const call = (place: number) =>
    get(app, undefined, {
      from: '127.0.0.1',
      headers: { ...unknownKey, 'x-forwarded-for': spelled(place) },
    });
  expect(passed(await statuses(12, call))).toBe(5);
});

test('a /48 has four times what one of its networks has, however many of them ask', async () => {
  const app = await startApp({ addressRateLimitPerMinute: 3 });
  const ask = (from: (place: number) => string) =>
    statuses(20, (place) => get(app, undefined, { from: from(place), headers: unknownKey }));
  // Of one /56: the last byte of the fourth group is the customer's own.
  expect(
    passed(await ask((place) => `2001:db8:1:1${place.toString(16).padStart(2, '0')}::1`)),
  ).toBe(3);
  expect(passed(await ask((place) => `2001:db8:2:${place.toString(16)}00::1`))).toBe(12);
});

test('one address has a quarter of the limit of a write key, and a /48 a half, however many of its networks send', async () => {
  const newKey = () => h.newKey({ kind: 'production', rateLimitPerMinute: 400 });
  let { key } = await newKey();
  const payload = { type: 'event', name: 'page_view', visitor_id: randomUUID() };
  const send = (count: number, from: (place: number) => string) =>
    statuses(count, (place) =>
      injectRequest(h.app, {
        method: 'POST',
        url: '/ingest',
        headers: { 'x-svc-key': key },
        remoteAddress: from(place),
        payload,
      }),
    );
  expect(passed(await send(110, () => '203.0.113.1'))).toBe(100);
  // Of one /56.
  expect(passed(await send(110, (place) => `2001:db8:1:${place.toString(16)}::1`))).toBe(100);
  ({ key } = await newKey());
  // Of six of a /48, each within its quarter.
  const ofSix = (place: number) => `2001:db8:2:${(place % 6).toString(16)}00::1`;
  expect(passed(await send(240, ofSix))).toBe(200);
  expect(await send(1, () => '203.0.113.2')).toEqual([200]);
});

test('health, readiness, metrics and the script are outside of every limit, and take nothing from it', async () => {
  const app = await startApp({ addressRateLimitPerMinute: 2 });
  const refused = await statuses(4, () => get(app, undefined, { headers: unknownKey }));
  expect(passed(refused)).toBe(2);
  for (const url of ['/healthz', '/readyz', '/metrics', '/sdk.js', '/extra.js']) {
    expect(new Set(await statuses(5, () => get(app, undefined, { url }))), url).toEqual(
      new Set([200]),
    );
  }
});

test('when its turns are full /visitor-resolve answers 503, and the others when there is room', async () => {
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isLocked: () => void = () => {};
  const locked = new Promise<void>((resolve) => {
    isLocked = resolve;
  });
  const lock = h.db.upkeep(async (tx) => {
    await tx`lock table visitors in access exclusive mode`;
    isLocked();
    await released;
  }, h.workspace.id);
  await locked;
  const ask = async () => {
    const answer = await h.fetch('/visitor-resolve', {
      method: 'POST',
      headers: { 'x-svc-key': h.workspace.productionKey },
      body: JSON.stringify({ visitor_id: randomUUID() }),
    });
    if (answer.status === 503) {
      expect(answer.headers.get('retry-after')).not.toBeNull();
      expect(await answer.json()).toMatchObject({ error: 'unavailable' });
      // Two ask, 64 wait: the rest is answered, so the others may go on.
      refused += 1;
      if (refused === 14) release();
    }
    return answer.status;
  };
  let refused = 0;
  const answers = await Promise.all(Array.from({ length: 80 }, ask));
  await lock;
  expect(answers.filter((status) => status === 503)).toHaveLength(14);
  expect(answers.filter((status) => status === 200)).toHaveLength(66);
});

test('large bodies wait until there is room, those of one network for each other', async () => {
  const room = new BodyRoom({ bytes: 100, bytesOfNetwork: 60, waiting: 3, deadlineMs: 200 });
  const entered: string[] = [];
  const enter = async (network: string, bytes: number) => {
    const leave = await room.enter(network, bytes);
    entered.push(network);
    return leave;
  };
  const leave = await enter('a', 60);
  const second = enter('a', 10);
  const third = enter('a', 10);
  await enter('b', 60);
  // The room is full, and c has nothing in it.
  await enter('c', 60);
  const late = expect(enter('b', 10)).rejects.toMatchObject({ code: 'unavailable' });
  await expect(room.enter('d', 200)).rejects.toMatchObject({ code: 'unavailable' });
  expect(entered).toEqual(['a', 'b', 'c']);
  leave();
  leave();
  await Promise.all([late, second.catch(() => {}), third.catch(() => {})]);
  expect(entered.slice(0, 4)).toEqual(['a', 'b', 'c', 'a']);
});
