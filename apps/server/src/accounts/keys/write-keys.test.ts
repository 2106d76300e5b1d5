import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { connect } from '../../platform/db/connect.ts';
import { createLogger } from '../../platform/observability.ts';
import { injectRequest } from '../../testing/inject-request.ts';
import { answerOf, dataOf, errorOf, post, postBare } from '../../testing/post.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { tablesWith } from '../../testing/tables.ts';
import { together } from '../../testing/together.ts';
import { makeKeyText } from './key-text.ts';
import { revokeKey } from './store.ts';

const h = await sharedHarness();

// A second process on the same database, as far as the database can tell.
const otherDb = await connect(h.ownerUrl);
const otherApp = await buildApp({
  config: h.config,
  db: otherDb,
  log: createLogger({ logLevel: 'silent' }, false),
});
const otherUrl = await otherApp.listen({ port: 0, host: '127.0.0.1' });
afterAll(async () => {
  await otherApp.close();
  await otherDb.close();
});

const view = (fields: object = {}) => ({
  type: 'event',
  name: 'page_view',
  visitor_id: randomUUID(),
  session_id: randomUUID(),
  ...fields,
});
const sendPaths = ['/ingest', '/ingest/batch', '/visitor-resolve'];
const mistype = (key: string) => key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a');
const revoke = (id: string) => h.db.system((tx) => revokeKey(tx, id));

test('no key, a mistyped, unknown, secret or otherwise wrong one is 401 with identical bytes', async () => {
  const { productionKey, developmentKey, secretKey } = h.workspace;
  const keys = [
    undefined,
    '',
    'svc_pk_',
    mistype(productionKey),
    mistype(developmentKey),
    productionKey.toLowerCase(),
    productionKey.replace('svc_pk_', 'svc_dev_'),
    productionKey.replace('svc_pk_', 'svc_'),
    makeKeyText('production'),
    makeKeyText('legacy'),
    secretKey,
    `Bearer ${productionKey}`,
    'x'.repeat(5_000),
    "' or 1=1 --",
  ];
  const texts = new Set<string>();
  for (const path of sendPaths) {
    await together(keys, async (key) => {
      const headers: Record<string, string> = key === undefined ? {} : { 'x-svc-key': key };
      const answer = await postBare(h, path, { batch: [], ...view() }, headers);
      expect(answer.status, `${path} with ${key}`).toBe(401);
      expect(errorOf(answer).error).toBe('unauthorized');
      const isKey = key === secretKey;
      expect(answer.headers.get('x-workspace-id')).toBe(isKey ? h.workspace.id : null);
      texts.add(answer.text);
    });
  }
  expect(texts.size).toBe(1);
});

test('production, development and legacy keys send; what they send is theirs to the environment', async () => {
  const legacy = await h.newKey({ kind: 'legacy' });
  expect(legacy.key).toMatch(/^svc_[0-9A-Za-z]{36}$/);
  for (const key of [h.workspace.productionKey, h.workspace.developmentKey, legacy.key]) {
    expect(await h.send(view(), key)).toMatchObject({ accepted: 1 });
  }
});

test('a write key opens nothing of the REST API', async () => {
  const legacy = await h.newKey({ kind: 'legacy' });
  for (const key of [h.workspace.productionKey, h.workspace.developmentKey, legacy.key]) {
    const response = await h.fetch('/api/v1/leads', {
      headers: { authorization: `Bearer ${key}` },
    });
    const answer = await answerOf(response);
    expect(answer.status).toBe(401);
    expect(errorOf(answer).error).toBe('unauthorized');
  }
});

test('a development key sends test data, which lists leave out by default', async () => {
  const workspace = await h.newWorkspace();
  const email = 'dev@firm.example';
  const messages = () => {
    const visitor_id = randomUUID();
    const context = { campaign: { name: 'spring' }, consent: { analytics: true } };
    return [
      { type: 'event', visitor_id, name: 'page_view', context },
      { type: 'identify', visitor_id, email },
      { type: 'conversion', visitor_id, name: 'signup' },
      { type: 'event', visitor_id, name: 'login', user_id: 'guest' },
      { type: 'nonsense' },
    ];
  };
  await h.send(messages(), workspace.developmentKey);
  const client = h.client(workspace.secretKey);
  const totals = async (test?: boolean) => {
    const leads = await client.leads.list({ test });
    const people = await client.identities.list({ test, email });
    return [leads.pagination.total, people.pagination.total];
  };
  expect(await totals()).toEqual([0, 0]);
  expect(await totals(false)).toEqual([0, 0]);
  expect(await totals(true)).toEqual([1, 1]);
  await h.send(messages(), workspace.productionKey);
  expect(await totals()).toEqual([1, 1]);
  expect(await totals(true)).toEqual([1, 1]);
  await h.settle();
  // Settled: nothing is left to do, and nothing is old. Sums, and what is put right by hand, have tests of their own; A new table: send above what fills it.
  const others =
    /^(?:jobs|stats_.*|message_day.*|search_pending|corrections|past_edits|verdicts|refused_evidence|kept_visits|erasures)$/;
  const tables = await tablesWith(h.db, 'is_test');
  for (const table of tables.filter((name) => !others.test(name))) {
    const rows = await h.db.system(
      (tx) => tx<{ is_test: boolean; count: number }[]>`
        select is_test, count(*)::integer as count from ${tx(table)}
        where workspace_id = ${workspace.id} group by is_test order by is_test`,
    );
    expect(
      rows.map((row) => row.is_test),
      table,
    ).toEqual([false, true]);
  }
});

test('the very next request with a revoked write key is 401, whatever it sends, in every process', async () => {
  const bodies: [string, unknown][] = [
    ['/ingest', view()],
    ['/ingest', '{'],
    ['/ingest/batch', { batch: [view(), view()] }],
    ['/ingest/batch', { batch: ['bad'] }],
    ['/ingest/batch', { batch: 'none' }],
    ['/visitor-resolve', {}],
  ];
  const store = async () =>
    h.db.system(
      (tx) => tx`select (select count(*) from events)::integer as events,
                        (select count(*) from failed_events)::integer as failed`,
    );
  for (const [path, body] of bodies) {
    const { id, key } = await h.newKey({ kind: 'production' });
    const send = (base: string) =>
      fetch(base + path, {
        method: 'POST',
        headers: { 'x-svc-key': key },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
    for (const base of [h.url, otherUrl]) expect((await send(base)).status).not.toBe(401);
    const before = await store();
    await revoke(id);
    const what = `${path} ${JSON.stringify(body)}`;
    for (const base of [otherUrl, h.url]) expect((await send(base)).status, what).toBe(401);
    expect(await store()).toEqual(before);
  }
});

test('the very next REST request with a revoked secret key is 401 in every process', async () => {
  const { id, key } = await h.newKey({ kind: 'secret' });
  const read = (base: string, path: string) =>
    fetch(`${base}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } });
  const paths = ['/leads', `/leads/${randomUUID()}`, '/leads?limit=0'];
  for (const base of [h.url, otherUrl]) {
    for (const path of paths) expect((await read(base, path)).status).not.toBe(401);
  }
  await revoke(id);
  for (const base of [otherUrl, h.url]) {
    for (const path of paths) expect((await read(base, path)).status, path).toBe(401);
  }
});

test('while requests keep coming, none that starts after the revocation returned is accepted', async () => {
  const { id, key } = await h.newKey({ kind: 'production' });
  let revokedAt = Number.POSITIVE_INFINITY;
  let late = 0;
  let accepted = 0;
  let refused = 0;
  const sender = async (base: string) => {
    while (refused < 30) {
      const startedAt = performance.now();
      const answer = await fetch(`${base}/ingest`, {
        method: 'POST',
        headers: { 'x-svc-key': key },
        body: JSON.stringify(view()),
      });
      await answer.arrayBuffer();
      if (answer.status !== 200) {
        refused += 1;
        continue;
      }
      accepted += 1;
      if (startedAt > revokedAt) late += 1;
    }
  };
  const senders = [h.url, otherUrl, h.url, otherUrl].map(sender);
  await expect.poll(() => accepted).toBeGreaterThan(30);
  await revoke(id);
  revokedAt = performance.now();
  await Promise.all(senders);
  expect(late).toBe(0);
});

test('a key is marked as used, at most once a minute, and never by refused requests', async () => {
  const { id, key } = await h.newKey({ kind: 'production' });
  const lastUsed = async () => {
    const [row] = await h.db.system(
      (tx) =>
        tx<{ last_used_at: Date | null }[]>`select last_used_at from api_keys where id = ${id}`,
    );
    return row?.last_used_at ?? null;
  };
  await post(h, '/ingest', '{', { 'x-svc-key': key });
  expect(await lastUsed()).toBeNull();
  const app = await buildApp({
    config: h.config,
    db: otherDb,
    log: createLogger({ logLevel: 'silent' }, false),
  });
  const inject = () =>
    injectRequest(app, {
      method: 'POST',
      url: '/ingest',
      headers: { 'x-svc-key': key },
      payload: view(),
    });
  const before = Date.now();
  expect((await inject()).statusCode).toBe(200);
  expect((await inject()).statusCode).toBe(200);
  await app.close();
  const used = await lastUsed();
  expect(used?.getTime()).toBeGreaterThan(before - 1_000);
  expect(dataOf(await post(h, '/ingest', view(), { 'x-svc-key': key })).accepted).toBe(1);
  expect(await lastUsed()).toEqual(used);
});
