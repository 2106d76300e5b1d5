import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startHarness } from '../testing/harness.ts';

const h = await startHarness();
const get = (path: string, key = h.workspace.secretKey, headers = {}) =>
  h.fetch(`/api/v1${path}`, { headers: { authorization: `Bearer ${key}`, ...headers } });
const send = (method: string, path: string, body: unknown, headers = {}) =>
  h.fetch(`/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${h.workspace.secretKey}`,
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  });

interface Row {
  id: string;
  color: string;
  stage: string;
  intent_score: number;
  reasons: { points: number }[];
  properties: object;
  created_at: string;
  updated_at: string;
}
interface Answer {
  data: Row & Row[];
  pagination: { limit: number; offset: number; total: number };
}
const json = async (response: Response | Promise<Response>) =>
  (await (await response).json()) as Answer;

const visitor_id = randomUUID();
await h.send([
  {
    type: 'event',
    name: 'page_view',
    visitor_id,
    session_id: randomUUID(),
    context: {
      page: { url: 'https://shop.example/?utm_source=google', title: 'Home' },
      campaign: { source: 'google', medium: 'cpc', name: 'spring' },
    },
  },
  { type: 'identify', visitor_id, email: 'ada@example.com', name: 'Ada' },
  { type: 'conversion', visitor_id, name: 'signup', value: 49.5, currency: 'EUR' },
]);

test('every list answers, and every record of it can be got by its id', async () => {
  for (const path of ['/leads', '/identities', '/visitors', '/conversions', '/campaigns']) {
    const { data, pagination } = await json(get(path));
    expect(pagination, path).toEqual({ limit: 50, offset: 0, total: 1 });
    expect(await json(get(`${path}/${data[0]?.id}`))).toEqual({ data: data[0] });
  }
  for (const path of ['/companies', '/lists', '/users']) {
    expect((await get(path)).status, path).toBe(200);
  }
});

test('a campaign appears from its tags, and its performance counts what came of it', async () => {
  const { data } = await json(get('/campaigns'));
  expect(data[0]).toMatchObject({ name: 'spring', source: 'google', medium: 'cpc' });
  const performance = await json(get(`/campaigns/${data[0]?.id}/performance`));
  expect(performance.data).toMatchObject({
    visitors: 1,
    sessions: 1,
    conversions: 1,
    leads: 1,
    revenue: [{ currency: 'EUR', value: 49.5 }],
  });
});

test('a personality says why', async () => {
  const people = await json(get('/identities'));
  const { data } = await json(get(`/identities/${people.data[0]?.id}/personality`));
  const sum = data.reasons.reduce((total, { points }) => total + points, 0);
  expect(data.intent_score).toBe(sum);
  expect(data.stage).toBe('customer');
});

test('members are added to a list once, and unknown ids are named', async () => {
  const list = await json(send('POST', '/lists', { name: 'Hot' }));
  expect(list.data.color).toBe('#2563EB');
  const path = `/lists/${list.data.id}/members`;
  const added = await json(send('POST', path, { visitor_ids: [visitor_id, visitor_id] }));
  expect(added.data).toEqual({ added: 1, already_there: 0 });
  const again = await json(send('POST', path, { visitor_ids: [visitor_id] }));
  expect(again.data).toEqual({ added: 0, already_there: 1 });
  const unknown = randomUUID();
  const refused = await send('POST', path, { visitor_ids: [visitor_id, unknown] });
  expect(refused.status).toBe(400);
  expect(JSON.stringify(await refused.json())).toContain(unknown);
  const members = await json(get(path));
  expect(members.data.map(({ id }) => id)).toEqual([visitor_id]);
});

test('an update with a stale If-Match is refused, with the current one it succeeds', async () => {
  const created = await send('POST', '/leads', { properties: { a: 1, b: 2 } });
  const tag = created.headers.get('etag') ?? '';
  const { data } = await json(created);
  const path = `/leads/${data.id}`;
  const changed = await send('PATCH', path, { properties: { b: null, c: 3 } }, { 'if-match': tag });
  expect(changed.status).toBe(200);
  const after = await json(changed);
  expect(after.data.properties).toEqual({ a: 1, c: 3 });
  expect(after.data.updated_at).not.toBe(after.data.created_at);
  expect((await send('PATCH', path, {}, { 'if-match': tag })).status).toBe(412);
  const fresh = changed.headers.get('etag') ?? '';
  expect((await get(path, undefined, { 'if-none-match': fresh })).status).toBe(304);
});

test('a repeated Idempotency-Key gets the first answer and makes nothing', async () => {
  const headers = { 'idempotency-key': 'order-1' };
  const both = await Promise.all([
    json(send('POST', '/leads', { code: 'idem' }, headers)),
    json(send('POST', '/leads', { code: 'idem' }, headers)),
  ]);
  expect(both[0]).toEqual(both[1]);
  expect((await json(get('/leads?code=idem'))).pagination.total).toBe(1);
  expect((await send('POST', '/leads', { code: 'other' }, headers)).status).toBe(409);
});

test('unknown routes and wrong methods answer with the headers of every answer', async () => {
  const unknown = await get('/nothing');
  expect(unknown.status).toBe(404);
  const wrong = await h.fetch('/api/v1/leads', { method: 'DELETE' });
  expect(wrong.status).toBe(405);
  expect(wrong.headers.get('allow')).toContain('POST');
  for (const { headers } of [unknown, wrong]) {
    expect(headers.get('x-ratelimit-limit')).toMatch(/^\d+$/);
    expect(headers.get('x-request-id')).toBeTruthy();
  }
  expect(unknown.headers.get('x-workspace-id')).toBe(h.workspace.id);
});
