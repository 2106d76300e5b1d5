/* Every figure of GET /stats equals a count of what is stored, after any history and wherever it is read from. */
import { randomUUID } from 'node:crypto';
import { type Stats, statsMetricNames } from '@footfall/contract/stats';
import { expect, test } from 'vitest';
import { countedHistory, settleAll } from '../../testing/counted-history.ts';
import { startHarness, type TestWorkspace } from '../../testing/harness.ts';
import { historySeeds } from '../../testing/history-seeds.ts';
import { type Recountable, recount } from '../../testing/recount.ts';
import { pageIn, recordIn, restOf } from '../../testing/rest.ts';
import { SLOW } from '../../testing/slow.ts';
import { changeSettings } from '../../workspaces/settings.ts';
import { setFeatures } from '../../workspaces/store.ts';
import { checkStats } from './check.ts';

const h = await startHarness({}, { trust: 'open' });
const dayMs = 86_400_000;
const midnight = Math.floor(Date.now() / dayMs) * dayMs;
const metrics = statsMetricNames.join();

async function read(workspace: TestWorkspace, query: Record<string, string>): Promise<Stats> {
  const answer = await h.fetch(`/api/v1/stats?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${workspace.secretKey}` },
  });
  const text = await answer.text();
  expect(answer.status, `${JSON.stringify(query)} ${text} ${h.logLines.at(-1)}`).toBe(200);
  return (JSON.parse(text) as { data: Stats }).data;
}

async function refused(query: Record<string, string>, key = h.workspace.secretKey) {
  const answer = await h.fetch(`/api/v1/stats?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  return {
    status: answer.status,
    body: (await answer.json()) as { message: string; details: object },
  };
}

const visitDimensions = [
  'channel',
  'channel_group',
  'agent',
  'source',
  'campaign',
  'country',
  'device',
  'browser',
  'landing_page',
  'exit_page',
  'city',
  'company',
];

/** The last one before yesterday; 1970 began with a Thursday. */
const tuesday = midnight - dayMs - ((midnight / dayMs + 1) % 7) * dayMs;

const iso = (ms: number) => new Date(ms).toISOString();

test.each(historySeeds(2, 21))(
  'figures of random histories equal a count of what is stored (%i)',
  async (seed) => {
    const { workspace, stored } = await countedHistory(h, seed, 56);
    const ranges: [number, number][] = [
      [midnight - 29 * dayMs, midnight + dayMs],
      [midnight - 58 * dayMs, midnight + dayMs],
      [midnight - 2 * dayMs, midnight],
      [midnight - 3 * dayMs + 7 * 3_600_000, midnight - 900_000],
      // Most of a week, of which the rest is taken away.
      [tuesday + 7 * 3_600_000, tuesday + 5 * dayMs + 7 * 3_600_000],
    ];
    for (const range of ranges) {
      const [since, until] = range.map(iso);
      const asked = { since: since ?? '', until: until ?? '', metrics };
      expect((await read(workspace, asked)).total).toEqual(recount(stored, range));
      for (const dimension of visitDimensions) {
        await expectGroups(workspace, stored, asked, range, [dimension]);
      }
      for (const pair of [
        ['channel', 'landing_page'],
        ['channel_group', 'country'],
        ['device', 'agent'],
        ['landing_page', 'channel_group'],
        ['city', 'company'],
        ['country', 'source'],
      ]) {
        await expectGroups(workspace, stored, asked, range, pair);
      }
      await expectFiltered(workspace, stored, asked, range);
      await expectPages(workspace, stored, asked, range);
    }
    await expectOverTime(workspace, stored);
    const [since = '', until = ''] = (ranges[2] ?? []).map(iso);
    await expectBreakdowns(workspace, { since, until });
  },
  SLOW,
);

/** Several at once are what a question for each of them tells, filtered or not. */
async function expectBreakdowns(workspace: TestWorkspace, range: Record<string, string>) {
  const asked = ['page:page_views', 'source', 'company:visitors', 'landing_page:bounce_rate'];
  const ofVisits = ['country:leads', 'campaign:conversions', 'device'];
  for (const filter of [
    '',
    'device = desktop',
    'NOT channel = direct AND (device = mobile OR country = Germany)',
  ]) {
    const common = { ...range, compare: 'previous_period', top: '4', ...(filter && { filter }) };
    const breakdowns = [...asked, ...ofVisits];
    const together = await read(workspace, { ...common, breakdowns: breakdowns.join() });
    const single = await read(workspace, common);
    expect({ ...together, breakdowns: undefined }).toEqual(single);
    for (const [place, one] of breakdowns.entries()) {
      const [dimension = '', metric = 'sessions'] = one.split(':');
      const { rows, groups } = await read(workspace, {
        ...common,
        dimensions: dimension,
        metrics: metric,
      });
      expect(together.breakdowns?.[place], `${one} ${filter}`).toEqual({ dimension, groups, rows });
    }
  }
}

async function expectGroups(
  workspace: TestWorkspace,
  stored: Recountable,
  asked: Record<string, string>,
  range: [number, number],
  dimensions: string[],
) {
  const { rows, groups, total } = await read(workspace, {
    ...asked,
    dimensions: dimensions.join(),
    top: '100',
  });
  const valuesIn = (values: Record<string, string>) =>
    dimensions.map((name) => values[name] ?? '').join('|');
  const all = [...stored.visits, ...stored.outcomes].filter(
    ({ at }) => at >= range[0] && at < range[1],
  );
  const expected = Object.fromEntries(
    [...new Set(all.map(({ values }) => valuesIn(values)))].map((value) => [
      value,
      recount(stored, range, (values) => valuesIn(values) === value),
    ]),
  );
  const found = rows.map((row) => [
    row.dimensions.map(({ value }) => value).join('|'),
    row.figures,
  ]);
  expect(Object.fromEntries(found), dimensions.join()).toEqual(expected);
  expect(groups).toBe(rows.length);
  expect(total).toEqual(recount(stored, range));
}

async function expectFiltered(
  workspace: TestWorkspace,
  stored: Recountable,
  asked: Record<string, string>,
  range: [number, number],
) {
  const filters: Record<string, string>[] = [
    { channel: 'direct' },
    { channel_group: 'Direct' },
    { channel_group: 'Organic Search', device: 'desktop' },
    { landing_page: '/pricing' },
    { channel: 'paid', device: 'desktop' },
    { country: '', browser: 'Chrome', exit_page: '/' },
    { source: 'nobody' },
  ];
  for (const filter of filters) {
    const { total } = await read(workspace, { ...asked, ...filter });
    const passes = (values: Record<string, string>) =>
      Object.entries(filter).every(([name, value]) => (values[name] ?? '') === value);
    expect(total, JSON.stringify(filter)).toEqual(recount(stored, range, passes));
  }
}

async function expectPages(
  workspace: TestWorkspace,
  stored: Recountable,
  { since = '', until = '' }: Record<string, string>,
  range: [number, number],
) {
  const filters: Record<string, string>[] = [
    {},
    { channel: 'direct' },
    { channel_group: 'Direct' },
    { landing_page: '/pricing' },
  ];
  for (const filter of filters) {
    const passes = (values: Record<string, string>) =>
      Object.entries(filter).every(([name, value]) => values[name] === value);
    const visits = stored.visits.filter(
      ({ at, values }) => at >= range[0] && at < range[1] && passes(values),
    );
    const paths = [...new Set(visits.flatMap(({ pages }) => [...pages.keys()]))];
    const { rows } = await read(workspace, {
      since,
      until,
      dimensions: 'page',
      top: '100',
      ...filter,
    });
    const expected = paths.map((path) => {
      const seen = visits.filter(({ pages }) => pages.has(path));
      const figures = {
        visitors: new Set(seen.map(({ visitorId }) => visitorId)).size,
        sessions: seen.length,
        page_views: seen.reduce((sum, { pages }) => sum + (pages.get(path) ?? 0), 0),
      };
      return [path, figures];
    });
    const found = rows.map((row) => [row.dimensions[0]?.value, row.figures]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
    const inGroups = await read(workspace, {
      since,
      until,
      dimensions: 'page,channel_group',
      metrics: 'sessions',
      top: '100',
      ...filter,
    });
    const sessions: Record<string, number> = {};
    for (const { pages, values } of visits) {
      for (const path of pages.keys()) {
        const key = `${path}|${values.channel_group}`;
        sessions[key] = (sessions[key] ?? 0) + 1;
      }
    }
    const counted = inGroups.rows.map(({ dimensions, figures }) => [
      dimensions.map(({ value }) => value).join('|'),
      figures.sessions,
    ]);
    expect(Object.fromEntries(counted)).toEqual(sessions);
    const [path = '/'] = paths;
    const { total } = await read(workspace, { since, until, page: path, ...filter });
    expect(total).toEqual(
      Object.fromEntries(expected)[path] ?? { visitors: 0, sessions: 0, page_views: 0 },
    );
  }
}

async function expectOverTime(workspace: TestWorkspace, stored: Recountable) {
  for (const [interval, time_zone, filter] of [
    ['day', 'UTC', {}],
    ['day', 'UTC', { channel: 'direct' }],
    ['hour', 'Asia/Kathmandu', {}],
    ['day', 'America/St_Johns', {}],
    ['week', 'UTC', {}],
    ['week', 'Europe/Berlin', { device: 'desktop' }],
    ['month', 'UTC', {}],
  ] as const) {
    const days = interval === 'hour' ? 5 : 40;
    const since = iso(midnight - days * dayMs).slice(0, 10);
    const query = { since, interval, time_zone, metrics, compare: 'previous_period', ...filter };
    const answer = await read(workspace, query);
    const passes = (values: Record<string, string>) =>
      Object.entries(filter).every(([name, value]) => values[name] === value);
    const begins = answer.rows.map(({ time }) => Date.parse(time ?? ''));
    for (const [place, { figures }] of answer.rows.entries()) {
      const from = Math.max(begins[place] ?? 0, Date.parse(answer.since));
      const until = begins[place + 1] ?? Date.parse(answer.until);
      expect(figures, `${interval} ${time_zone} ${place}`).toEqual(
        recount(stored, [from, until], passes),
      );
    }
    const { previous_range: before } = answer;
    expect(Date.parse(before?.until ?? '')).toBe(Date.parse(answer.since));
    const range: [number, number] = [
      Date.parse(before?.since ?? ''),
      Date.parse(before?.until ?? ''),
    ];
    expect(answer.previous_total).toEqual(recount(stored, range, passes));
  }
}

test('with another time zone of the workspace its days are counted, all anew', async () => {
  const { workspace, stored } = await countedHistory(h, 24);
  const time_zone = 'America/St_Johns';
  await h.db.system((tx) => changeSettings(tx, workspace.id, { time_zone }));
  await settleAll(h, workspace);
  await settleAll(h, workspace);
  const faults = await h.db.workspace(workspace.id, (tx) => checkStats(tx, workspace.id));
  expect(faults).toEqual([]);
  const query = { interval: 'day', metrics, channel: 'direct' };
  const own = await read(workspace, query);
  expect(own.time_zone).toBe(time_zone);
  expect(new Date(own.since).getUTCMinutes()).toBe(30);
  expect(await read(workspace, { ...query, time_zone })).toEqual(own);
  await expectOverTime(workspace, stored);
  const total = recount(stored, [0, Number.MAX_SAFE_INTEGER]);
  expect((await read(workspace, { metrics })).total).toEqual(total);
});

test('figures by a dimension over time have a row for each of both, the empty ones too', async () => {
  const { workspace, stored } = await countedHistory(h, 25);
  const query = {
    dimensions: 'channel',
    interval: 'day',
    top: '2',
    metrics,
    compare: 'previous_period',
  };
  const { rows, groups, total } = await read(workspace, query);
  const shown = new Set(rows.map(({ dimensions }) => dimensions[0]?.value ?? ''));
  expect(shown.size).toBe(Math.min(2, groups));
  expect(rows.length).toBe(30 * shown.size);
  for (const channel of shown) {
    const own = rows.filter(({ dimensions }) => dimensions[0]?.value === channel);
    const sessions = own.reduce((sum, { figures }) => sum + (figures.sessions ?? 0), 0);
    const all = recount(
      stored,
      [0, Number.MAX_SAFE_INTEGER],
      (values) => values.channel === channel,
    );
    expect(sessions).toBe(all.sessions);
  }
  expect(total.sessions).toBe(stored.visits.length);
});

test('a list counts the visitors on it and those of the people on it, by its name', async () => {
  const workspace = await h.newWorkspace();
  const [one, two, other] = [randomUUID(), randomUUID(), randomUUID()];
  const view = (visitor_id: string) => ({ type: 'event', name: 'page_view', visitor_id });
  const named = { type: 'identify', visitor_id: two, email: 'ada@firm.example' };
  await h.send([view(one), view(two), view(other), named], workspace.productionKey);
  await h.settle();
  const rest = restOf(h, workspace.secretKey);
  const { id } = recordIn(await rest.post('/lists', { name: 'Hot' }));
  const [person] = pageIn(await rest.get('/identities')).data;
  await rest.post(`/lists/${id}/members`, { visitor_ids: [one], identity_ids: [person?.id] });
  const { rows } = await read(workspace, { dimensions: 'list', metrics: 'visitors' });
  const dimensions = [{ name: 'list', value: id, label: 'Hot' }];
  expect(rows).toEqual([{ time: null, dimensions, figures: { visitors: 2 } }]);
  const { total } = await read(workspace, { list: id, metrics: 'visitors,page_views' });
  expect(total).toEqual({ visitors: 2, page_views: 2 });
  expect((await read(workspace, { list: randomUUID() })).total.visitors).toBe(0);
});

test('a range of whole months is compared with as many months before, any other with as many days', async () => {
  const range = async (since: string, until: string) => {
    const { previous_range: before } = await read(h.workspace, {
      since,
      until,
      time_zone: 'Europe/Berlin',
      compare: 'previous_period',
    });
    return [before?.since, before?.until];
  };
  expect(await range('2026-03-01', '2026-04-01')).toEqual([
    '2026-01-31T23:00:00Z',
    '2026-02-28T23:00:00Z',
  ]);
  expect(await range('2026-03-28', '2026-03-30')).toEqual([
    '2026-03-25T23:00:00Z',
    '2026-03-27T23:00:00Z',
  ]);
  expect(await range('2026-03-28T10:05:00Z', '2026-03-28T11:00:00Z')).toEqual([
    '2026-03-28T09:00:00Z',
    '2026-03-28T10:00:00Z',
  ]);
});

test('what waits to be counted shows in as_of, and everything that was answered before is counted', async () => {
  const workspace = await h.newWorkspace();
  await h.db.workspace(
    workspace.id,
    (tx) => tx`
      insert into stats_marks (workspace_id, visitor_id, session_id, is_test, marked_at)
      select ${workspace.id}, gen_random_uuid(), gen_random_uuid(), false, now() - interval '1 hour'`,
  );
  const { as_of } = await read(workspace, {});
  if (as_of !== null) expect(Date.parse(as_of)).toBeLessThan(Date.now() - 3_500_000);
  await h.settle();
  expect((await read(workspace, {})).as_of).toBe(null);
});

test('what is asked for needs its own scopes and features, and a refusal names them', async () => {
  const { key } = await h.newKey({ scopes: ['visitors:read'] });
  expect(
    (await refused({ metrics: 'visitors,leads', dimensions: 'campaign' }, key)).body.details,
  ).toEqual({
    reason: 'missing_scope',
    scopes: ['leads:read', 'campaigns:read'],
  });
  expect((await refused({ company: randomUUID() }, key)).status).toBe(403);
  expect((await refused({ metrics: 'visitors', sort: '-conversions' }, key)).status).toBe(403);
  expect((await refused({ metrics: 'visitors', breakdowns: 'company' }, key)).status).toBe(403);
  expect((await refused({ metrics: 'visitors', breakdowns: 'source:leads' }, key)).status).toBe(
    403,
  );
  expect((await refused({ metrics: 'visitors' }, key)).status).toBe(200);
  const workspace = await h.newWorkspace();
  await h.db.system((tx) => setFeatures(tx, workspace.id, ['api']));
  const { status, body } = await refused({ metrics: 'revenue' }, workspace.secretKey);
  expect([status, body.details]).toEqual([
    403,
    { reason: 'feature_not_included', feature: 'conversions' },
  ]);
});

test.each<[Record<string, string>, string]>([
  [{ metrics: 'clicks' }, 'query.metrics'],
  [{ dimensions: 'country,city,device' }, 'query.dimensions'],
  [{ since: '2026-03-02', until: '2026-03-02' }, 'query.until'],
  [{ since: '2024-03-02', until: '2026-03-02' }, 'query.until'],
  [{ since: '2026-01-01', until: '2026-03-01', interval: 'hour' }, 'query.interval'],
  [{ interval: 'hour', dimensions: 'city', top: '100' }, 'query.top'],
  [{ time_zone: 'Mars/Olympus' }, 'query.time_zone'],
  [{ dimensions: 'page', metrics: 'leads' }, 'query.metrics'],
  [{ list: 'hot' }, 'query.list'],
  [{ sort: 'revenue' }, 'query.sort'],
])('%j is refused with what to do', async (query, path) => {
  const { status, body } = await refused(query);
  expect(status).toBe(400);
  expect(body.details).toMatchObject({ issues: [{ path }] });
});
