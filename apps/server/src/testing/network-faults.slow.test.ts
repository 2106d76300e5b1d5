/*
 * The network between the service and its database fails: nobody waits for ever, what was acknowledged is there, once,
 * and everything goes on by itself. The deadlines of the service are shortened.
 */
import { afterAll, afterEach, expect, test } from 'vitest';
import { FaultProxy } from './fault-proxy.ts';
import { CountedSender, expectServedOrRefused, serveBehind } from './faulty-service.ts';
import { startHarness } from './harness.ts';
import { SLOW } from './slow.ts';

const h = await startHarness();
const proxy = new FaultProxy(h.ownerUrl);
const service = await serveBehind(h, await proxy.start());
const { admin, ask, figure, leads, readiness, withKey } = service;
afterAll(async () => {
  proxy.set('pass');
  await service.close();
  await proxy.stop();
});
afterEach(async () => {
  proxy.set('pass');
  await expect.poll(() => readiness()).toMatchObject({ status: 200 });
});

const toolList = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
const tools = () =>
  ask('/mcp', {
    method: 'POST',
    headers: { ...withKey, accept: 'application/json, text/event-stream' },
    body: toolList,
  });
/** Which there is not; that has to be asked for. */
const shared = () => ask(`/share/api/${'a'.repeat(43)}`);
const unknownKey = () =>
  ask('/ingest', {
    method: 'POST',
    headers: { 'x-svc-key': h.workspace.developmentKey },
    body: '{}',
  });

test('silent connections are dropped, and their work is repeated', {
  timeout: SLOW,
}, async () => {
  const sender = new CountedSender(service);
  await sender.many(50);
  await Promise.all([leads(), leads(), leads()]);
  proxy.silenceOpen();
  const during = await Promise.all([sender.many(50), Promise.all([leads(), leads(), tools()])]);
  expectServedOrRefused(during.flat());
  await expect.poll(async () => (await sender.send()).status).toBe(200);
  await expect.poll(async () => (await leads()).status).toBe(200);
  await sender.expectOnce();
});

test('behind a proxy that closes every connection all are refused in time, by few attempts', {
  timeout: SLOW,
}, async () => {
  const sender = new CountedSender(service);
  await sender.many(5);
  const before = proxy.accepted;
  proxy.set('close');
  const requests = [leads, tools, shared, unknownKey, leads].flatMap((one) => [one, one, one, one]);
  const answers = await Promise.all([
    sender.many(100),
    ...requests.map(async (one) => [await one()]),
  ]);
  expect(answers.flat().filter(({ status }) => status !== 503)).toEqual([]);
  expectServedOrRefused(answers.flat());
  // Five pools, each of which tries again twice a second, and the probe.
  const most = 100 + (Math.max(...answers.flat().map(({ ms }) => ms)) / 1000) * 20;
  expect(proxy.accepted - before).toBeLessThan(most);
  await expect.poll(async () => (await leads()).status === 503 && figure('database_up')).toBe(0);
  expect(await readiness()).toMatchObject({
    status: 503,
    body: { details: { reason: 'database' } },
  });
  const accepted = proxy.accepted;
  const refused = await sender.many(200);
  expectServedOrRefused(refused);
  expect(refused.every(({ status }) => status === 503)).toBe(true);
  // Refused without a question; the probe asks once a second.
  expect(proxy.accepted - accepted).toBeLessThan(50);
  proxy.set('pass');
  await expect.poll(async () => (await leads()).status).toBe(200);
  expect(await figure('database_up')).toBe(1);
  await expect.poll(() => figure('database_waiting')).toBe(0);
  await sender.expectOnce();
});

test('a database that accepts connections but never answers is detected and tried once a second', {
  timeout: SLOW,
}, async () => {
  const sender = new CountedSender(service);
  await sender.many(5);
  proxy.set('swallow');
  const answers = await Promise.all([
    sender.many(50),
    ...[leads, tools, shared, unknownKey].map(async (one) => [await one()]),
  ]);
  expect(answers.flat().filter(({ status }) => status !== 503)).toEqual([]);
  expectServedOrRefused(answers.flat());
  await expect.poll(() => figure('database_up')).toBe(0);
  expect((await readiness()).status).toBe(503);
  proxy.set('pass');
  await expect.poll(async () => (await leads()).status).toBe(200);
  await sender.expectOnce();
});

test('after a lost answer to COMMIT the service repeats messages, and senders repeat changes', {
  timeout: SLOW,
}, async () => {
  const sender = new CountedSender(service);
  await sender.many(5);
  proxy.set('cutCommits');
  for (let round = 0; round < 5; round++) {
    proxy.set('cutCommits');
    const cut = proxy.cut;
    const sent = sender.many(10);
    await expect.poll(() => proxy.cut, { interval: 5 }).toBeGreaterThan(cut);
    proxy.set('pass');
    expectServedOrRefused(await sent);
  }
  expect(proxy.cut).toBeGreaterThan(0);
  await sender.expectOnce();
  proxy.set('cutCommits');
  const create = () =>
    ask('/api/v1/lists', {
      method: 'POST',
      headers: { ...withKey, 'idempotency-key': 'once' },
      body: JSON.stringify({ name: 'Cut off' }),
    });
  const lost = await create();
  expect(lost).toMatchObject({ status: 503, retryAfter: expect.anything() });
  proxy.set('pass');
  const again = await create();
  expect(again.status).toBe(200);
  const [row] = await admin<{ total: number }[]>`
    select count(*)::integer as total from visitor_lists where name = 'Cut off'`;
  expect(row?.total).toBe(1);
});
