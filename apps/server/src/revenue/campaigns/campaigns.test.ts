import { randomUUID } from 'node:crypto';
import { attributionModelNames } from '@footfall/contract/campaigns';
import { expect, test } from 'vitest';
import { seededRandom } from '../../testing/random-history.ts';
import { faultsIn, pageIn, recordIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { storeSpend } from './spend.ts';

const h = await sharedHarness({ trust: 'open' });

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
  const measure = async (id: string, query = '') => {
    await h.settle();
    return recordIn(await rest.get(`/campaigns/${id}/performance${query}`));
  };
  const convert = (ids: object, timestamp: string, fields: object = {}) =>
    send({ type: 'conversion', name: 'buy', ...ids, timestamp, ...fields });
  const spend = (...rows: [day: string, amount: string, currency?: string, tags?: Tags][]) =>
    h.db.workspace(workspace.id, (tx) => {
      const entries = rows.map(([day, amount, currency = 'EUR', tags = spring]) => ({
        day,
        amount,
        currency,
        ...{ name: '', source: '', medium: '', ...tags },
      }));
      return storeSpend(tx, workspace.id, entries);
    });
  return { workspace, rest, send, visit, find, only, measure, convert, spend };
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

test('a click id without tags makes a campaign too, and its visits are measured', async () => {
  const { rest, send, only, measure } = await newWorkspace();
  const context = { page: { url: 'https://shop.example/?gclid=x1' }, click_ids: { gclid: 'x1' } };
  const visitor_id = randomUUID();
  await send({ type: 'event', name: 'page_view', visitor_id, context });
  expect(pageIn(await rest.get('/campaigns')).data).toMatchObject([
    { name: '', source: 'google', medium: 'cpc' },
  ]);
  expect(await measure(await only())).toMatchObject({ visitors: 1, sessions: 1 });
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

test('performance counts visitors, visits, leads, conversions, and money by currency', async () => {
  const { visit, convert, only, measure, spend } = await newWorkspace();
  const first = await visit(spring, '2026-05-01T10:00:00Z');
  await visit(spring, '2026-05-02T10:00:00Z', first.visitor_id);
  const other = await visit(spring, '2026-05-02T10:00:00Z');
  await convert(first, '2026-05-01T10:01:00Z', { value: 0.1, currency: 'EUR' });
  await convert(first, '2026-05-01T10:02:00Z', { value: 0.2, currency: 'EUR' });
  await convert(other, '2026-05-02T10:02:00Z', { value: 5, currency: 'USD' });
  await convert(other, '2026-05-02T10:03:00Z', { value: -7.5, lead: false });
  await convert(other, '2026-05-02T10:04:00Z', { lead: false });
  await spend(['2026-05-01', '0.1'], ['2026-05-02', '0.05'], ['2026-05-02', '10', 'CHF']);
  const id = await only();
  expect(await measure(id)).toEqual({
    campaign_id: id,
    ...spring,
    from: null,
    to: null,
    model: 'last_non_direct',
    visitors: 2,
    sessions: 3,
    leads: 2,
    conversions: 5,
    revenue: [
      { currency: '', value: -7.5 },
      { currency: 'EUR', value: 0.3 },
      { currency: 'USD', value: 5 },
    ],
    spend: [
      { currency: 'CHF', value: 10 },
      { currency: 'EUR', value: 0.15 },
    ],
    cost_per_lead: [
      { currency: 'CHF', value: 5 },
      { currency: 'EUR', value: 0.08 },
    ],
    return: [
      { currency: '', value: null, reason_code: 'other_currency' },
      { currency: 'CHF', value: null, reason_code: 'other_currency' },
      { currency: 'EUR', value: 2, reason_code: null },
      { currency: 'USD', value: null, reason_code: 'other_currency' },
    ],
  });
  expect((await measure(id.toUpperCase())).campaign_id).toBe(id);
});

test('spend and revenue in different currencies have no return, with a reason', async () => {
  const { visit, convert, only, measure, spend } = await newWorkspace();
  const one = await visit(spring, '2026-05-01T10:00:00Z');
  const returned = async () => (await measure(await only())).return;
  await spend(['2026-05-01', '10', 'EUR']);
  // Nothing was earned at all: that is a return of nothing.
  const nothing = [{ currency: 'EUR', value: 0, reason_code: null }];
  expect(await returned()).toEqual(nothing);
  await convert(one, '2026-05-01T10:01:00Z', { value: 0, currency: 'USD' });
  const apart = (currency: string) => ({ currency, value: null, reason_code: 'other_currency' });
  expect(await returned()).toEqual([...nothing, apart('USD')]);
  await convert(one, '2026-05-01T10:02:00Z', { value: 30, currency: 'USD' });
  expect(await returned()).toEqual([apart('EUR'), apart('USD')]);
  const later = await measure(await only(), '?from=2026-05-01T10:01:30Z');
  expect(later.return).toEqual([{ currency: 'USD', value: null, reason_code: 'no_spend' }]);
});

test('each model credits its own campaign, whichever visit the conversion was in', async () => {
  const { visit, convert, rest, measure, spend } = await newWorkspace();
  const autumn = { ...spring, name: 'autumn' };
  const { visitor_id } = await visit(spring, '2026-05-01T10:00:00Z');
  await visit(autumn, '2026-05-10T10:00:00Z', visitor_id);
  const direct = await visit({}, '2026-05-20T10:00:00Z', visitor_id);
  await convert(direct, '2026-05-20T10:01:00Z', { value: 100, currency: 'EUR' });
  const back = await visit(autumn, '2026-05-25T10:00:00Z', visitor_id);
  await convert(back, '2026-05-25T10:01:00Z', { value: 50, currency: 'EUR' });
  await spend(['2026-05-03', '30'], ['2026-05-09', '25', 'EUR', autumn]);
  const idOf = async (name: string) =>
    pageIn(await rest.get(`/campaigns?name=${name}`)).data[0]?.id ?? '';
  const figures = async (name: string, model: string) => {
    const { leads, conversions, revenue, cost_per_lead, ...rest } = await measure(
      await idOf(name),
      `?model=${model}`,
    );
    return { leads, conversions, revenue, cost_per_lead, return: rest.return };
  };
  const eur = (value: number | null) => [{ currency: 'EUR', value }];
  const returned = (value: number) => [{ currency: 'EUR', value, reason_code: null }];
  expect(await figures('spring', 'first_touch')).toEqual({
    leads: 1,
    conversions: 2,
    revenue: eur(150),
    cost_per_lead: eur(30),
    return: returned(5),
  });
  expect(await figures('spring', 'last_touch')).toEqual({
    leads: 0,
    conversions: 0,
    revenue: [],
    cost_per_lead: eur(null),
    return: returned(0),
  });
  expect(await figures('autumn', 'first_touch')).toMatchObject({ leads: 0, conversions: 0 });
  // The lead opened in the visit without tags.
  expect(await figures('autumn', 'last_touch')).toEqual({
    leads: 0,
    conversions: 1,
    revenue: eur(50),
    cost_per_lead: eur(null),
    return: returned(2),
  });
});

test('last non-direct is the usual model: a direct visit takes no credit from the campaign before', async () => {
  const { visit, only, measure, convert, send } = await newWorkspace();
  const { visitor_id } = await visit(spring, '2026-05-01T10:00:00Z');
  const direct = { visitor_id, session_id: randomUUID() };
  await send({ type: 'event', name: 'x', ...direct, timestamp: '2026-05-02T10:00:00Z' });
  await convert(direct, '2026-05-02T10:01:00Z', { value: 10.01, currency: 'EUR' });
  const id = await only();
  const eur = (value: number) => [{ currency: 'EUR', value }];
  const all = { model: 'last_non_direct', conversions: 1, leads: 1, revenue: eur(10.01) };
  expect(await measure(id)).toMatchObject(all);
  expect(await measure(id, '?model=last_touch')).toMatchObject({ conversions: 0, revenue: [] });
  const half = { conversions: 0.5, leads: 0.5 };
  expect(await measure(id, '?model=linear')).toMatchObject({ ...half, revenue: eur(5.01) });
});

test('shares of several campaigns add up to every conversion and every cent', async () => {
  const { rest, send, workspace } = await newWorkspace();
  const random = seededRandom(11);
  const begin = Date.UTC(2026, 4, 1);
  const people = Array.from({ length: 12 }, () => {
    const visitor_id = randomUUID();
    const count = 1 + Math.floor(random() * 9);
    const visits = Array.from({ length: count }, (_, place) => ({
      type: 'event',
      name: 'page_view',
      visitor_id,
      session_id: randomUUID(),
      timestamp: new Date(begin + (place + random() * 0.9) * 86_400_000).toISOString(),
      context: { campaign: { name: `c${Math.floor(random() * 5)}`, source: 's' } },
    }));
    const cents = Math.floor(random() * 100_000) - 20_000;
    const conversion = {
      type: 'conversion',
      name: 'buy',
      visitor_id,
      session_id: visits.at(-1)?.session_id,
      timestamp: new Date(begin + 20 * 86_400_000).toISOString(),
      value: cents / 100,
      currency: 'EUR',
    };
    return { cents, messages: [...visits, conversion] };
  });
  await send(...people.flatMap(({ messages }) => messages));
  await h.settle();
  const due = people.reduce((sum, { cents }) => sum + cents, 0);
  for (const model of attributionModelNames) {
    const { data } = pageIn(await rest.get(`/campaigns/performance?model=${model}`));
    const sumOf = (of: (row: (typeof data)[number]) => number) =>
      data.reduce((sum, row) => sum + of(row), 0);
    expect(sumOf(({ conversions }) => Math.round(Number(conversions) * 1e6))).toBe(12e6);
    expect(sumOf(({ leads }) => Math.round(Number(leads) * 1e6))).toBe(12e6);
    const cents = sumOf(({ revenue }) =>
      Math.round(((revenue as { value: number }[])[0]?.value ?? 0) * 100),
    );
    expect(cents).toBe(due);
  }
  const parts = await h.db.workspace(
    workspace.id,
    (tx) => tx<{ most: number }[]>`
      select count(*)::integer as most from touchpoints group by subject_id order by 1 desc limit 1`,
  );
  expect(parts[0]?.most).toBeLessThanOrEqual(9);
});

test('a period takes each thing at its own time', async () => {
  const { visit, convert, only, measure, spend } = await newWorkspace();
  const ids = await visit(spring, '2026-05-01T23:59:00Z');
  await convert(ids, '2026-05-02T00:01:00Z', { value: 7, currency: 'EUR' });
  await spend(['2026-05-01', '1'], ['2026-05-02', '2'], ['2026-05-03', '4']);
  const id = await only();
  const spent = (value: number) => [{ currency: 'EUR', value }];
  expect(await measure(id, '?from=2026-05-01&to=2026-05-02')).toMatchObject({
    sessions: 1,
    leads: 0,
    conversions: 0,
    revenue: [],
    spend: spent(1),
  });
  expect(await measure(id, '?from=2026-05-02&to=2026-05-03')).toMatchObject({
    sessions: 0,
    leads: 1,
    conversions: 1,
    revenue: spent(7),
    spend: spent(2),
  });
  expect((await measure(id, '?from=2026-05-02')).spend).toEqual(spent(6));
  expect((await measure(id, '?to=2026-05-02T12:00:00Z')).spend).toEqual(spent(3));
  expect((await measure(id, '?from=2026-05-01T00:00:01Z&to=2026-05-02')).spend).toEqual([]);
});

test("bots' visits are not counted", async () => {
  const { visit, only, measure, send } = await newWorkspace();
  await visit(spring, '2026-05-01T10:00:00Z');
  await send({
    type: 'event',
    name: 'page_view',
    visitor_id: randomUUID(),
    timestamp: '2026-05-01T10:00:00Z',
    context: {
      campaign: spring,
      user_agent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    },
  });
  expect(await measure(await only())).toMatchObject({ visitors: 1, sessions: 1 });
});

test('the list has the same figures for each campaign, newest first, in pages, filtered', async () => {
  const { visit, rest, measure, spend } = await newWorkspace();
  await visit(spring, '2026-05-01T10:00:00Z');
  await visit({ ...spring, name: 'autumn' }, '2026-05-02T10:00:00Z');
  await visit({ name: 'fair', source: 'print' }, '2026-05-03T10:00:00Z');
  await spend(['2026-05-01', '1']);
  const list = async (query = '') => pageIn(await rest.get(`/campaigns/performance${query}`));
  const { data, pagination } = await list('?from=2026-05-01&model=first_touch');
  expect(data.map(({ name }) => name)).toEqual(['fair', 'autumn', 'spring']);
  expect(pagination.total).toBe(3);
  for (const row of data) {
    const one = await measure(String(row.campaign_id), '?from=2026-05-01&model=first_touch');
    expect(row).toEqual(one);
  }
  expect((await list('?source=google&limit=1&offset=1')).data).toMatchObject([{ name: 'spring' }]);
  expect((await list('?medium=')).pagination.total).toBe(1);
  expect((await list('?test=true')).data).toEqual([]);
  expect((await list('?name=none')).pagination.total).toBe(0);
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

test('performance takes from and to, as instants, and a model', async () => {
  const { visit, only, rest } = await newWorkspace();
  await visit(spring, '2026-05-01T00:00:00Z');
  const path = `/campaigns/${await only()}/performance`;
  expect(faultsIn(await rest.get(`${path}?from=soon&to=`))).toEqual(['query.from', 'query.to']);
  expect(faultsIn(await rest.get(`${path}?limit=1`))).toEqual(['query.limit']);
  expect(faultsIn(await rest.get(`${path}?model=loudest`))).toEqual(['query.model']);
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
