/* Refused messages as they are read. */
import { expect, test } from 'vitest';
import { post } from '../../testing/post.ts';
import { faultsIn, pageIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness();

async function newWorkspace() {
  const workspace = await h.newWorkspace();
  const rest = restOf(h, workspace.secretKey);
  const refuse = (body: object | string, key = workspace.productionKey) =>
    post(h, '/ingest', typeof body === 'string' ? body : JSON.stringify(body), {
      'x-svc-key': key,
    });
  const list = async (query = '') => pageIn(await rest.get(`/rejected-events${query}`));
  return { workspace, rest, refuse, list };
}

test('rejected events are listed unchanged, newest first, with reason and key', async () => {
  const { workspace, refuse, list } = await newWorkspace();
  const odd = '{"type":"event", "name":"", "x":"ä\\u0000 <b>"}';
  await refuse({ type: 'nonsense' });
  await refuse(odd);
  const { data, pagination } = await list();
  expect(pagination.total).toBe(2);
  expect(data[0]).toEqual({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    reason: expect.stringContaining('name'),
    reason_code: 'field',
    field: 'name',
    key_id: expect.stringMatching(/^[\da-f-]{36}$/),
    key_name: 'Production',
    body: odd,
  });
  expect(data[1]?.body).toBe('{"type":"nonsense"}');
  expect(await list('?limit=1&offset=5')).toMatchObject({ data: [], pagination: { total: 2 } });
  const other = await newWorkspace();
  expect((await other.list()).pagination.total).toBe(0);
  const key = await h.newKey({ workspaceId: workspace.id, scopes: ['visitors:read'] });
  expect((await restOf(h, key.key).get('/rejected-events')).status).toBe(403);
});

test('filters combine: part of the reason, key, time, live or test', async () => {
  const { workspace, rest, refuse, list } = await newWorkspace();
  await refuse({ type: 'nonsense' });
  await refuse({ type: 'event', name: '' });
  await refuse({ type: 'event', name: '' }, workspace.developmentKey);
  const total = async (query: string) => (await list(query)).pagination.total;
  const [ofTest] = (await list('?test=true')).data;
  expect(await total('?test=true')).toBe(1);
  expect(await total('')).toBe(2);
  expect(await total('?reason=NAME')).toBe(1);
  expect(await total('?reason=%25')).toBe(0);
  expect(await total(`?key_id=${ofTest?.key_id}`)).toBe(0);
  expect(await total(`?test=true&key_id=${ofTest?.key_id}&reason=name`)).toBe(1);
  expect(await total('?created_after=2100-01-01')).toBe(0);
  expect(await total('?created_before=2100-01-01&created_after=2020-01-01')).toBe(2);
  expect(faultsIn(await rest.get('/rejected-events?key_id=x'))).toEqual(['query.key_id']);
});

test('they are counted by reason, the most frequent first, in a period, live or test', async () => {
  const { workspace, rest, refuse } = await newWorkspace();
  const reasons = async (query = '') => {
    const { data } = (await rest.get(`/rejected-events/reasons${query}`)).body as {
      data: { total: number; reasons: { reason: string; count: number; last_at: string }[] };
    };
    return [data.total, ...data.reasons.map(({ reason, count }) => [reason.split(':')[0], count])];
  };
  expect(await reasons()).toEqual([0]);
  await refuse({ type: 'nonsense' });
  for (let n = 0; n < 2; n += 1) await refuse({ type: 'event', name: '' });
  await refuse({ type: 'nonsense' }, workspace.developmentKey);
  expect(await reasons()).toEqual([3, ['name', 2], ['type', 1]]);
  expect(await reasons('?test=true')).toEqual([1, ['type', 1]]);
  expect(await reasons('?created_after=2100-01-01')).toEqual([0]);
  const key = await h.newKey({ workspaceId: workspace.id, scopes: ['visitors:read'] });
  expect((await restOf(h, key.key).get('/rejected-events/reasons')).status).toBe(403);
});

test('no more than 4,096 bytes of a message are shown, and what is cut in a character is still text', async () => {
  const { refuse, list } = await newWorkspace();
  await refuse(`{"type":"nonsense","x":"${'€'.repeat(3_000)}"}`);
  const [first] = (await list()).data;
  const body = String(first?.body);
  expect(Buffer.byteLength(body.replace(/\uFFFD$/, ''))).toBeLessThanOrEqual(4_096);
  expect(body.startsWith('{"type":"nonsense","x":"€€')).toBe(true);
});
