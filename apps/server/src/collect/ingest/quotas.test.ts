/* Quotas of the day: what is refused, what is kept nevertheless, and who cannot be stopped by a stranger. */

import { randomUUID } from 'node:crypto';
import type { Amounts } from '@footfall/contract/settings';
import { expect, test } from 'vitest';
import { signatureHeader } from '../../accounts/keys/signature.ts';
import { createSigningSecret } from '../../accounts/keys/signing-secrets.ts';
import { createKey } from '../../accounts/keys/store.ts';
import { forgetOldUsage } from '../../accounts/workspaces/daily-usage-store.ts';
import { defaultQuotas } from '../../accounts/workspaces/quotas.ts';
import { runCommand } from '../../testing/command-line.ts';
import type { TestWorkspace } from '../../testing/harness.ts';
import { injectRequest } from '../../testing/inject-request.ts';
import { appStarter } from '../../testing/limited-apps.ts';
import { errorOf, post } from '../../testing/post.ts';
import { pageIn, restOf } from '../../testing/rest.ts';
import { until } from '../../testing/service-process.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness();
const startApp = appStarter(h);

function workspaceWith(quotas: Partial<Amounts>): Promise<TestWorkspace> {
  return h.newWorkspace('Small', { daily_quotas: { ...defaultQuotas, ...quotas } });
}

function views(count: number) {
  return Array.from({ length: count }, () => view());
}

function view(more: object = {}) {
  return { type: 'event', name: 'page_view', visitor_id: randomUUID(), ...more };
}

function send(key: string, batch: object[], headers: Record<string, string> = {}) {
  return post(h, '/ingest/batch', { batch }, { 'x-svc-key': key, ...headers });
}

function newKey({ id: workspaceId }: TestWorkspace) {
  return h.db.system((tx) => createKey(tx, { workspaceId, kind: 'production', name: 'Second' }));
}

function sendSigned(secret: string, key: string, batch: object[]) {
  const body = JSON.stringify({ batch });
  const headers = {
    'x-svc-key': key,
    'x-svc-signature': signatureHeader(secret, body, Date.now()),
  };
  return post(h, '/ingest/batch', body, headers);
}

function stored({ id }: TestWorkspace) {
  return h.db.system(async (tx) => {
    const [row] = await tx<{ rows: number; people: number; leads: number }[]>`
      select coalesce(sum(rows), 0)::int as rows, coalesce(sum(people), 0)::int as people,
             coalesce(sum(leads), 0)::int as leads
      from daily_usage where workspace_id = ${id}`;
    return row;
  });
}

test('over a quota: 429 with the reason until the day ends, and what is signed is taken still', async () => {
  const workspace = await workspaceWith({ rows: 40 });
  const { id, productionKey: key } = workspace;
  const { secret } = await h.db.system((tx) => createSigningSecret(tx, id, 'Test'));
  expect((await send(key, views(15))).status).toBe(200);
  const refused = await send(key, views(6));
  expect(refused.status).toBe(429);
  const left = 86_400 - (Math.floor(Date.now() / 1000) % 86_400);
  expect(Math.abs(Number(refused.headers.get('retry-after')) - left)).toBeLessThan(60);
  expect(errorOf(refused)).toMatchObject({
    error: 'rate_limited',
    message: expect.stringContaining('20 messages for'),
    details: { reason: 'daily_quota', quota: 'rows', of: 'key', limit: 20 },
  });
  // As much as there is room for is taken.
  expect((await send(key, views(5))).status).toBe(200);
  const second = await newKey(workspace);
  expect((await send(second.key, views(10))).status).toBe(200);
  expect(errorOf(await send(second.key, views(1)))).toMatchObject({ details: { of: 'unsigned' } });
  expect((await sendSigned(secret, key, views(10))).status).toBe(200);
  const full = await sendSigned(secret, key, views(1));
  expect(errorOf(full)).toMatchObject({ details: { of: 'workspace', limit: 40 } });
  // Others have quotas of their own.
  expect((await send(h.workspace.productionKey, views(1))).status).toBe(200);
});

test('duplicates and refused batches do not count', async () => {
  const workspace = await workspaceWith({ rows: 40 });
  const { productionKey: key } = workspace;
  const batch = views(10).map((message) => ({ ...message, message_id: randomUUID() }));
  for (let round = 0; round < 4; round += 1) expect((await send(key, batch)).status).toBe(200);
  expect((await send(key, views(100))).status).toBe(429);
  expect((await send(key, views(10))).status).toBe(200);
  expect((await send(key, views(1))).status).toBe(429);
  await until(async () => (await stored(workspace))?.rows === 20);
});

test('bytes are counted as they are stored, refused messages too', async () => {
  const { productionKey: key } = await workspaceWith({ bytes: 20_000 });
  const large = view({ properties: { text: 'x'.repeat(4_000) } });
  expect((await send(key, [large, large])).status).toBe(200);
  expect(errorOf(await send(key, [large]))).toMatchObject({ details: { quota: 'bytes' } });
  const nonsense = { type: 'nonsense', text: 'x'.repeat(4_000) };
  expect((await send(key, [nonsense])).status).toBe(429);
});

test('over the quota of people messages are kept, and known people continue', async () => {
  const workspace = await workspaceWith({ people: 4 });
  const { productionKey: key } = workspace;
  const firstVisitor = randomUUID();
  const identify = (email: string, visitor_id: string = randomUUID()) => {
    return { type: 'identify', visitor_id, email, name: 'Ada' };
  };
  await h.send([identify('a@firm.example', firstVisitor), identify('b@firm.example')], key);
  const visitor = randomUUID();
  const answer = await h.send(
    [view({ visitor_id: visitor }), identify('c@firm.example', visitor)],
    key,
  );
  expect(answer).toMatchObject({ accepted: 2 });
  await h.send(
    [identify('a@firm.example', firstVisitor), identify('c@firm.example', visitor)],
    key,
  );
  await h.settle();
  const rest = restOf(h, workspace.secretKey);
  expect(pageIn(await rest.get('/identities')).pagination.total).toBe(2);
  expect(pageIn(await rest.get(`/identities?visitor_id=${visitor}`)).data).toEqual([]);
  expect(pageIn(await rest.get(`/suggestions?visitor_id=${visitor}`)).data).toMatchObject([
    {
      kind: 'naming',
      value: { email: 'c@firm.example' },
      reason: expect.stringContaining('daily quota'),
    },
    {},
  ]);
  expect(pageIn(await rest.get('/companies?domain=c.example')).data).toEqual([]);
  await until(async () => (await stored(workspace))?.people === 2);
});

test('over the quota of leads conversions count and open none', async () => {
  const workspace = await workspaceWith({ leads: 4 });
  const { productionKey: key } = workspace;
  const conversion = () => ({ type: 'conversion', name: 'signup', visitor_id: randomUUID() });
  await h.send(Array.from({ length: 5 }, conversion), key);
  await h.settle();
  const rest = restOf(h, workspace.secretKey);
  expect(pageIn(await rest.get('/leads')).pagination.total).toBe(2);
  expect(pageIn(await rest.get('/conversions')).pagination.total).toBe(5);
});

test('another process knows what was used, and so does the next one', async () => {
  const workspace = await workspaceWith({ rows: 40 });
  const { productionKey: key } = workspace;
  await h.send(views(20), key);
  await until(async () => (await stored(workspace))?.rows === 20);
  const app = await startApp();
  const answer = await injectRequest(app, {
    method: 'POST',
    url: '/ingest',
    headers: { 'x-svc-key': key },
    payload: view(),
  });
  expect(answer.statusCode).toBe(429);
  expect(answer.headers['retry-after']).toBeDefined();
});

test('a quota that is nearly used up is logged once and shown without names', async () => {
  const { id, productionKey: key } = await workspaceWith({ rows: 20 });
  await h.send(views(8), key);
  const warnings = () =>
    h.logLines
      .map((line) => JSON.parse(line))
      .filter(({ msg, workspaceId }) => workspaceId === id && /quota/.test(msg));
  await until(async () => warnings().length > 0);
  await h.send(views(1), key);
  await until(async () => (await stored({ id } as TestWorkspace))?.rows === 9);
  expect(warnings()).toMatchObject([{ quota: 'rows', used: 8, limit: 20 }]);
  const metrics = await (await h.fetch('/metrics')).text();
  expect(metrics).toMatch(/footfall_quota_used_ratio\{quota="rows"\} \d/);
  expect(metrics).toMatch(/footfall_quota_near_workspaces\{quota="rows"\} [1-9]/);
  expect(metrics).not.toContain(id);
});

test('the doctor names workspaces near a quota and fails when it is used up', async () => {
  const near = await workspaceWith({ rows: 20 });
  await h.send(views(8), near.productionKey);
  await until(async () => (await stored(near))?.rows === 8);
  const state = async () => {
    const { stdout } = await runCommand(['doctor'], { DATABASE_URL: h.ownerUrl });
    return stdout.split('\n').find((line) => line.includes('Daily quotas')) ?? '';
  };
  expect(await state()).toContain(`${near.id} has used 80 % of its rows`);
  await h.send(views(2), near.productionKey);
  await until(async () => (await stored(near))?.rows === 10);
  expect(await state()).toMatch(/^WRONG .* --daily-quotas NAME=NUMBER/);
});

test('old usage is removed', async () => {
  const days = [0, 89, 91];
  const { id } = await h.newWorkspace();
  await h.db.system(async (tx) => {
    for (const day of days) {
      await tx`
        insert into daily_usage (workspace_id, day, key_id, is_signed, rows, bytes, people, leads)
        values (${id}, current_date - ${day}::integer, ${randomUUID()}, false, 1, 1, 1, 1)`;
    }
    await forgetOldUsage(tx);
  });
  expect(await stored({ id } as TestWorkspace)).toMatchObject({ rows: 2 });
});
