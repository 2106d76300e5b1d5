import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { IngestMessage } from '@footfall/contract/ingest';
import type { Context, DeliveryError, FootfallOptions } from '@footfall/node';
import { Footfall } from '@footfall/node';
import { build } from 'rolldown';
import { afterEach, expect, expectTypeOf, test } from 'vitest';
import { createSigningSecret } from '../../accounts/keys/signing-secrets.ts';
import { pageIn, recordIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness();
const rest = restOf(h);
const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function sender(options: Partial<FootfallOptions> = {}) {
  const errors: DeliveryError[] = [];
  const footfall = new Footfall({
    key: h.workspace.productionKey,
    host: h.url,
    onError: (error) => errors.push(error),
    ...options,
  });
  closing.push(() => footfall.close(0));
  return { footfall, errors };
}

/** Stands before the service: `answer` may answer in its place, by returning true. */
async function inFront(answer: (request: IncomingMessage, response: ServerResponse) => boolean) {
  const bodies: Buffer[] = [];
  const server = createServer(async (request, response) => {
    if (answer(request, response)) return;
    const body = Buffer.concat(await request.toArray());
    bodies.push(body);
    const headers = passedOn(request);
    const passed = await fetch(h.url + request.url, { method: 'POST', headers, body });
    response.writeHead(passed.status, { 'content-type': 'application/json' });
    response.end(await passed.text());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { host: `http://127.0.0.1:${port}`, bodies };
}

const passedOn = ({ headers }: IncomingMessage) =>
  Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    /^(?:x-svc|content-|user-agent)/.test(name) ? [[name, String(value)]] : [],
  );

const eventsOf = async (visitor_id: string) =>
  pageIn(await rest.get(`/events?visitor_id=${visitor_id}&limit=100`)).data;

test('data about a visitor is stored, by the right of the signature', async () => {
  const { secret } = await h.db.system((tx) => createSigningSecret(tx, h.workspace.id, 'Test'));
  const { footfall, errors } = sender({ signingSecret: secret });
  const visitor_id = randomUUID();
  const email = 'grace@navy.example';
  footfall.page({ visitor_id, url: 'https://shop.example/pricing' });
  footfall.track({ visitor_id, name: 'trial started', properties: { seats: 3 } });
  footfall.identify({ visitor_id, email, name: 'Grace Hopper', traits: { plan: 'team' } });
  footfall.conversion({ visitor_id, name: 'purchase', value: 99, currency: 'EUR', lead: false });
  await footfall.flush();
  expect(errors).toEqual([]);
  expect(footfall.status()).toEqual({ queued: 0, lost: 0 });
  const names = (await eventsOf(visitor_id)).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['page_view', 'trial started', 'purchase']));
  const [person] = pageIn(
    await rest.get(`/identities?email=${email}&expand=verification_levels`),
  ).data;
  expect(person).toMatchObject({ name: 'Grace Hopper', verification_levels: { name: 'signed' } });
  const conversions = pageIn(await rest.get('/conversions')).data;
  expect(conversions).toMatchObject([
    { name: 'purchase', value: 99, verification_level: 'signed' },
  ]);
});

test('a refused message is reported with its reason, and the others are stored', async () => {
  const { footfall, errors } = sender();
  const visitor_id = randomUUID();
  footfall.track({ visitor_id, name: '' });
  footfall.track({ visitor_id, name: 'kept', timestamp: new Date(Number.NaN) });
  footfall.track({ visitor_id, name: 'stored' });
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  footfall.track({ visitor_id, name: 'circular', properties: circular });
  await footfall.flush();
  expect(errors.map(({ messages }) => messages.map(({ name }) => name))).toEqual([
    ['circular'],
    [''],
    ['kept'],
  ]);
  expect(errors.map(({ message }) => message)).toEqual([
    expect.stringContaining('JSON'),
    expect.stringContaining('name'),
    expect.stringContaining('timestamp'),
  ]);
  expect(footfall.status()).toEqual({ queued: 0, lost: 3 });
  expect((await eventsOf(visitor_id)).map(({ name }) => name)).toEqual(['stored']);
});

test('a wrong key is reported at once; a malformed key or host throws', async () => {
  const { footfall, errors } = sender({ key: 'svc_pk_nobodys' });
  footfall.track({ visitor_id: randomUUID(), name: 'x' });
  await footfall.flush();
  expect(errors).toMatchObject([{ status: 401, messages: [{ name: 'x' }] }]);
  expect(() => new Footfall({ key: 'svc_sk_1', host: h.url })).toThrow('write key');
  expect(() => new Footfall({ key: 'svc_pk_1', host: 'footfall.example' })).toThrow('address');
});

test('an outage, a cut connection and a refused size lose and double nothing', async () => {
  let requestCount = 0;
  const { host, bodies } = await inFront((request, response) => {
    requestCount++;
    if (requestCount === 1) response.writeHead(503, { 'retry-after': '0' }).end();
    else if (requestCount === 2) request.socket.destroy();
    else if (requestCount === 3) response.writeHead(413).end();
    // It is stored, and the answer does not arrive.
    else if (requestCount === 4)
      void request.toArray().then(async (parts) => {
        const body = Buffer.concat(parts);
        await fetch(`${h.url}/ingest/batch`, { method: 'POST', headers: passedOn(request), body });
        request.socket.destroy();
      });
    else return false;
    return true;
  });
  const { footfall, errors } = sender({ host });
  const visitor_id = randomUUID();
  for (let i = 0; i < 60; i++) footfall.track({ visitor_id, name: `n${i}` });
  await footfall.flush();
  expect(errors).toEqual([]);
  expect(bodies.length).toBeGreaterThan(0);
  const names = (await eventsOf(visitor_id)).map(({ name }) => name);
  expect(new Set(names).size).toBe(60);
  expect(names).toHaveLength(60);
});

test('ten thousand at once are sent in batches; above the limit, the oldest are dropped', async () => {
  const sizes: number[] = [];
  const { host } = await inFront((request, response) => {
    void request.toArray().then((parts) => {
      sizes.push(Buffer.concat(parts).length);
      response.end('{"data":{"results":[]}}');
    });
    return true;
  });
  const { footfall, errors } = sender({ host, flushAt: 500, maxQueue: 5000 });
  for (let i = 0; i < 10_000; i++) footfall.track({ user_id: 'u1', name: `n${i}` });
  await footfall.flush();
  const lost = errors.flatMap(({ messages }) => messages.map(({ name }) => name));
  expect(footfall.status()).toEqual({ queued: 0, lost: lost.length });
  // The first batch was under way already.
  expect(lost).toHaveLength(4500);
  expect(lost[0]).toBe('n500');
  expect(sizes).toHaveLength(11);
});

test('close waits no longer than its limit and reports what was lost', async () => {
  const { host } = await inFront(() => true);
  const { footfall, errors } = sender({ host });
  footfall.track({ user_id: 'u1', name: 'x' });
  const begun = performance.now();
  await footfall.close(200);
  expect(performance.now() - begun).toBeLessThan(5000);
  expect(errors).toMatchObject([{ status: 0, messages: [{ name: 'x' }] }]);
  footfall.track({ user_id: 'u1', name: 'late' });
  expect(errors[1]?.message).toContain('close()');
});

test('a script that just ends has sent everything before', async () => {
  const visitor_id = randomUUID();
  const input = new URL('../../../../../packages/node/src/footfall.ts', import.meta.url);
  const { output } = await build({ input: fileURLToPath(input), platform: 'node', write: false });
  const script = `${output[0].code}
    const footfall = new Footfall(${JSON.stringify({ key: h.workspace.productionKey, host: h.url })});
    footfall.track({ visitor_id: '${visitor_id}', name: 'from a script' });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: 'inherit',
    timeout: 30_000,
  });
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect((await eventsOf(visitor_id)).map(({ name }) => name)).toEqual(['from a script']);
});

test('the version is that of the package, and what the types allow the service takes', () => {
  const read = (name: string) =>
    readFileSync(new URL(`../../../../../packages/node/${name}`, import.meta.url), 'utf8');
  expect(read('src/version.ts')).toContain(`'${JSON.parse(read('package.json')).version}'`);
  expectTypeOf<Context>().toExtend<NonNullable<IngestMessage['context']>>();
  const calls = [...read('README.md').matchAll(/^\| `(\w+)\(/gm)].map(([, name]) => name);
  const methods = Object.getOwnPropertyNames(Footfall.prototype);
  expect(calls.toSorted()).toEqual(methods.filter((name) => name !== 'constructor').toSorted());
});

test('a backend that sends is no bot', async () => {
  const { footfall } = sender();
  const visitor_id = randomUUID();
  footfall.track({ visitor_id, name: 'x' });
  await footfall.flush();
  const { id } = pageIn(await rest.get(`/visitors/${visitor_id}/sessions`)).data[0] ?? {};
  expect(recordIn(await rest.get(`/sessions/${id}?visitor_id=${visitor_id}`))).toMatchObject({
    visitor_id,
    bot: null,
  });
});
