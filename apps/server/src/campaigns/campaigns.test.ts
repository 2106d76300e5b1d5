import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startHarness } from '../testing/harness.ts';
import { faultsIn, pageIn, recordIn, restOf } from '../testing/rest.ts';

const h = await startHarness();

interface Tags {
  name?: string;
  source?: string;
  medium?: string;
}

async function newWorkspace() {
  const workspace = await h.newWorkspace();
  const rest = restOf(h, workspace.secretKey);
  const send = (...messages: object[]) => h.send(messages, workspace.productionKey);
  const visit = (campaign: Tags, timestamp: string, visitor_id = randomUUID()) => {
    const ids = { visitor_id, session_id: randomUUID() };
    const message = { type: 'event', name: 'page_view', ...ids, timestamp, context: { campaign } };
    return send(message).then(() => ids);
  };
  const find = async (query: Record<string, string> = {}) => {
    const page = pageIn(await rest.get(`/campaigns?${new URLSearchParams(query)}`));
    expect(page.pagination.total).toBe(page.data.length);
    return page.data.map(({ name }) => name);
  };
  const only = async () => pageIn(await rest.get('/campaigns')).data[0]?.id ?? '';
  const measure = async (id: string, query = '') =>
    recordIn(await rest.get(`/campaigns/${id}/performance${query}`));
  return { workspace, rest, send, visit, find, only, measure };
}

const spring = { name: 'spring', source: 'google', medium: 'cpc' };

test('a campaign appears from the tags of a visit, once, and since its earliest visit', async () => {
  const { rest, visit, workspace } = await newWorkspace();
  await visit(spring, '2026-05-02T00:00:00Z');
  await visit(spring, '2026-05-01T00:00:00Z');
  await visit(spring, '2026-05-03T00:00:00Z');
  const { data } = pageIn(await rest.get('/campaigns'));
  expect(data).toEqual([
    {
      id: expect.any(String),
      workspace_id: workspace.id,
      ...spring,
      created_at: '2026-05-01T00:00:00Z',
    },
  ]);
  expect(recordIn(await rest.get(`/campaigns/${data[0]?.id}`))).toEqual(data[0]);
});

test('campaigns come newest first, in pages; name, source, medium and time filter exactly', async () => {
  const { rest, visit, find, workspace } = await newWorkspace();
  await visit({ name: 'b', source: 's1', medium: 'm' }, '2026-05-02T00:00:00.000002Z');
  await visit({ name: 'c', source: 's1', medium: 'n' }, '2026-05-03T00:00:00Z');
  await visit({ name: 'a', source: 's2', medium: 'm' }, '2026-05-01T00:00:00Z');
  await h.send(
    {
      type: 'event',
      name: 'x',
      visitor_id: randomUUID(),
      context: { campaign: { name: 'test', source: 's1', medium: 'm' } },
    },
    workspace.developmentKey,
  );
  expect(await find()).toEqual(['c', 'b', 'a']);
  const page = pageIn(await rest.get('/campaigns?limit=1&offset=1'));
  expect(page.data).toMatchObject([{ name: 'b' }]);
  expect(page.pagination).toEqual({ limit: 1, offset: 1, total: 3 });
  expect(pageIn(await rest.get('/campaigns?offset=9&source=s1')).pagination.total).toBe(2);
  expect(await find({ name: 'b' })).toEqual(['b']);
  expect(await find({ name: 'B' })).toEqual([]);
  expect(await find({ source: 's1' })).toEqual(['c', 'b']);
  expect(await find({ source: 's' })).toEqual([]);
  expect(await find({ medium: 'm' })).toEqual(['b', 'a']);
  expect(await find({ source: 's1', medium: 'm' })).toEqual(['b']);
  expect(await find({ source: 's1', created_after: '2026-05-02T00:00:00.000002Z' })).toEqual(['c']);
  expect(await find({ source: 's1', created_before: '2026-05-02T00:00:00.000002Z' })).toEqual([]);
  expect(await find({ test: 'true' })).toEqual(['test']);
});

test('performance counts visitors, visits, conversions, leads and revenue by currency', async () => {
  const { visit, send, only, measure } = await newWorkspace();
  const first = await visit(spring, '2026-05-01T10:00:00Z');
  await visit(spring, '2026-05-02T10:00:00Z', first.visitor_id);
  const other = await visit(spring, '2026-05-02T10:00:00Z');
  const convert = (ids: object, fields: object) =>
    send({ type: 'conversion', name: 'buy', ...ids, ...fields });
  await convert(first, { value: 0.1, currency: 'EUR', timestamp: '2026-05-01T10:01:00Z' });
  await convert(first, { value: 0.2, currency: 'EUR', timestamp: '2026-05-01T10:02:00Z' });
  await convert(other, { value: 5, currency: 'USD', timestamp: '2026-05-02T10:02:00Z' });
  await convert(other, { value: -7.5, timestamp: '2026-05-02T10:03:00Z', lead: false });
  await convert(other, { timestamp: '2026-05-02T10:04:00Z', lead: false });
  const id = await only();
  expect(await measure(id)).toEqual({
    campaign_id: id,
    from: null,
    to: null,
    visitors: 2,
    sessions: 3,
    conversions: 5,
    leads: 2,
    revenue: [
      { currency: '', value: -7.5 },
      { currency: 'EUR', value: 0.3 },
      { currency: 'USD', value: 5 },
    ],
  });
  expect((await measure(id.toUpperCase())).campaign_id).toBe(id);
});

test('a period takes the visits that began in it: its start belongs to it, its end does not', async () => {
  const { visit, only, measure } = await newWorkspace();
  for (const day of ['01', '02', '03']) await visit(spring, `2026-05-${day}T00:00:00Z`);
  const id = await only();
  const sessions = async (query: string) => (await measure(id, query)).sessions;
  expect(await sessions('?from=2026-05-02')).toBe(2);
  expect(await sessions('?to=2026-05-02')).toBe(1);
  expect(await sessions('?from=2026-05-02&to=2026-05-03')).toBe(1);
  expect(await sessions('?from=2026-05-02T00:00:00.000001Z')).toBe(1);
  expect(await sessions('?from=2026-05-03&to=2026-05-01')).toBe(0);
  expect(await measure(id, '?from=2026-05-02T02:00:00%2B02:00&to=2026-05-03')).toMatchObject({
    from: '2026-05-02T00:00:00Z',
    to: '2026-05-03T00:00:00Z',
  });
});

test('visits of other campaigns, environments and workspaces do not count', async () => {
  const { visit, rest, measure, workspace, send } = await newWorkspace();
  const other = await newWorkspace();
  const ids = await visit(spring, '2026-05-01T00:00:00Z');
  await visit({ ...spring, medium: 'email' }, '2026-05-01T00:00:00Z');
  await visit({ source: 'google', medium: 'cpc' }, '2026-05-01T00:00:00Z');
  await other.visit(spring, '2026-05-01T00:00:00Z');
  const same = { type: 'conversion', name: 'buy', value: 9, currency: 'EUR', ...ids };
  await h.send({ ...same, context: { campaign: spring } }, workspace.developmentKey);
  await send({ ...same, visitor_id: randomUUID(), timestamp: '2026-05-01T00:00:01Z' });
  const [campaign] = pageIn(await rest.get('/campaigns?name=spring&medium=cpc')).data;
  expect(await measure(campaign?.id ?? '')).toMatchObject({
    visitors: 1,
    sessions: 1,
    conversions: 0,
    leads: 0,
    revenue: [],
  });
});

test('performance takes from and to only, as instants', async () => {
  const { visit, only, rest } = await newWorkspace();
  await visit(spring, '2026-05-01T00:00:00Z');
  const path = `/campaigns/${await only()}/performance`;
  expect(faultsIn(await rest.get(`${path}?from=soon&to=`))).toEqual(['query.from', 'query.to']);
  expect(faultsIn(await rest.get(`${path}?limit=1`))).toEqual(['query.limit']);
});

test('a campaign of another workspace is answered with the bytes of one that does not exist', async () => {
  const [own, other] = [await newWorkspace(), await newWorkspace()];
  await other.visit(spring, '2026-05-01T00:00:00Z');
  const foreign = await other.only();
  for (const below of ['', '/performance']) {
    const answers = await Promise.all(
      [foreign, randomUUID()].map((id) => own.rest.get(`/campaigns/${id}${below}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(answers[0]?.text).toBe(answers[1]?.text);
  }
});
