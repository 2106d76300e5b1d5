/* Every figure of GET /stats equals a count of what is stored, after any history and wherever it is read from. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { changeSettings } from '../accounts/workspaces/settings.ts';
import { setFeatures } from '../accounts/workspaces/store.ts';
import {
  type Counted,
  dayMs,
  expectGroups,
  expectGroupsOverTime,
  expectOverTime,
  iso,
  metrics,
  midnight,
  readStats,
} from '../testing/compared-figures.ts';
import { countedHistory, settleAll } from '../testing/counted-history.ts';
import type { TestWorkspace } from '../testing/harness.ts';
import { type Filter, recount } from '../testing/recount.ts';
import { pageIn, recordIn, restOf } from '../testing/rest.ts';
import { isChecked, seedsFrom } from '../testing/rounds.ts';
import { sharedHarness } from '../testing/shared-harness.ts';
import { SLOW } from '../testing/slow.ts';
import { checkStats } from './check.ts';

const h = await sharedHarness({ trust: 'open' });
const read = (workspace: TestWorkspace, query: Record<string, string>) =>
  readStats({ h, workspace }, query);

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

/** Of each two sums are kept. */
const crossTabs = [...visitDimensions, 'page'].flatMap((one, place, all) =>
  all.slice(place + 1).map((two): [string, string] => [one, two]),
);

const filters: Filter[] = [
  { channel: 'direct' },
  { channel_group: 'Direct' },
  { channel_group: 'Organic Search', device: 'desktop' },
  { landing_page: '/pricing' },
  { channel: 'paid', device: 'desktop' },
  { country: '', browser: 'Chrome', exit_page: '/' },
  { source: 'nobody' },
];

/** The last one before yesterday; 1970 began with a Thursday. */
const tuesday = midnight - dayMs - ((midnight / dayMs + 1) % 7) * dayMs;

test.each(seedsFrom(21))(
  'figures of random histories equal a count of what is stored (%i)',
  async (seed) => {
    const counted = { h, ...(await countedHistory(h, seed, 56)) };
    const ranges: [number, number][] = [
      [midnight - 29 * dayMs, midnight + dayMs],
      [midnight - 58 * dayMs, midnight + dayMs],
      [midnight - 2 * dayMs, midnight],
      [midnight - 3 * dayMs + 7 * 3_600_000, midnight - 900_000],
      // Most of a week, of which the rest is taken away.
      [tuesday + 7 * 3_600_000, tuesday + 5 * dayMs + 7 * 3_600_000],
    ];
    const questions: [dimensions: string[], filter?: Filter][] = [
      ...visitDimensions.map((name): [string[]] => [[name]]),
      ...filters.map((filter): [string[], Filter] => [[], filter]),
    ];
    for (const [turn, range] of ranges.entries()) {
      await expectGroups(counted, range, []);
      for (const [place, [dimensions, filter]] of questions.entries()) {
        if (isChecked(seed, turn + place)) await expectGroups(counted, range, dimensions, filter);
      }
      if (isChecked(seed, turn)) await expectPages(counted, range);
      if (isChecked(seed, turn + 1)) await expectLists(counted, range);
    }
    await expectCrossTabs(counted, ranges, seed);
    await expectOverTime(counted);
    const [from = '', to = ''] = (ranges[2] ?? []).map(iso);
    await expectBreakdowns(counted.workspace, { from, to }, seed);
  },
  SLOW,
);

/** Both together, and each of them where the other one is what it was in some visit: a range for each pair, in turn. */
async function expectCrossTabs(counted: Counted, ranges: [number, number][], seed: number) {
  const { visits } = counted.stored;
  for (const [place, [one, two]] of crossTabs.entries()) {
    if (!isChecked(seed, place)) continue;
    const [range, visit] = [ranges[place % ranges.length], visits[(place * 7) % visits.length]];
    if (!range || !visit) throw new Error('there is no range or no visit');
    const [page = '/'] = visit.pages.keys();
    const values: Record<string, string> = { ...visit.values, page };
    await expectGroups(counted, range, [one, two]);
    await expectGroups(counted, range, [one], { [two]: values[two] ?? '' });
    await expectGroups(counted, range, [two], { [one]: values[one] ?? '' });
  }
}

/** By themselves, with what is told of their visits, and how often one of them was seen. */
async function expectPages(counted: Counted, range: [number, number]) {
  const ofVisits: Filter[] = [
    {},
    { channel: 'direct' },
    { channel_group: 'Direct' },
    { landing_page: '/pricing' },
  ];
  for (const filter of ofVisits) {
    await expectGroups(counted, range, ['page'], filter);
    await expectGroups(counted, range, ['page', 'channel_group'], filter);
    await expectGroups(counted, range, [], { page: '/pricing', ...filter });
  }
  for (const other of ['landing_page', 'country', 'source', 'company']) {
    await expectGroups(counted, range, [other, 'page']);
  }
  await expectGroups(counted, range, ['device'], { page: '/' });
  await expectGroups(counted, range, ['page'], { page: '/' });
}

/** Lists overlap: a visit is in each that its visitor is on. */
async function expectLists(counted: Counted, range: [number, number]) {
  const [one] = counted.stored.lists;
  for (const dimensions of [
    ['list'],
    ['list', 'channel'],
    ['landing_page', 'list'],
    ['page', 'list'],
  ]) {
    await expectGroups(counted, range, dimensions);
  }
  const list = one?.list ?? '';
  await expectGroups(counted, range, ['country'], { list });
  await expectGroups(counted, range, [], { list, device: 'desktop' });
  await expectGroups(counted, range, ['page'], { list });
  await expectGroups(counted, range, ['list'], { list, channel: 'direct' });
}

/** Several at once are what a question for each of them tells, filtered or not. */
async function expectBreakdowns(
  workspace: TestWorkspace,
  range: Record<string, string>,
  seed: number,
) {
  const ofEvents = ['page:page_views', 'source', 'company:visitors', 'landing_page:bounce_rate'];
  const ofVisits = ['country:leads', 'campaign:conversions', 'device'];
  const filters = [
    '',
    'device = desktop',
    'NOT channel = direct AND (device = mobile OR country = Germany)',
  ];
  for (const [turn, filter] of filters.entries()) {
    const common = { ...range, compare: 'previous_period', top: '4', ...(filter && { filter }) };
    const breakdowns = [...ofEvents, ...ofVisits];
    const together = await read(workspace, { ...common, breakdowns: breakdowns.join() });
    const single = await read(workspace, common);
    expect({ ...together, breakdowns: undefined }).toEqual(single);
    for (const [place, one] of breakdowns.entries()) {
      if (filter !== '' && !isChecked(seed, turn * 3 + place)) continue;
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

test.each(seedsFrom(28))(
  'each point of time has the figures of every group, counted from what is stored (%i)',
  async (seed) => {
    const counted = { h, ...(await countedHistory(h, seed, 50)) };
    const [one] = counted.stored.lists;
    const groupings = [
      ...[['channel'], ['source'], ['landing_page'], ['company'], ['page'], ['list']],
      ...[
        ['channel', 'landing_page'],
        ['page', 'channel_group'],
        ['list', 'country'],
      ],
    ];
    for (const [place, dimensions] of groupings.entries()) {
      await expectGroupsOverTime(counted, dimensions);
      if (!isChecked(seed, place)) continue;
      await expectGroupsOverTime(counted, dimensions, { device: 'desktop' });
    }
    await expectGroupsOverTime(counted, ['channel'], { list: one?.list ?? '' });
    await expectGroupsOverTime(counted, ['channel'], { page: '/pricing' });
    await expectGroupsOverTime(counted, ['page'], { list: one?.list ?? '' });
  },
  SLOW,
);

test('a new time zone of the workspace recounts all days', async () => {
  const { workspace, stored } = await countedHistory(h, 24);
  const time_zone = 'America/St_Johns';
  await h.db.system((tx) => changeSettings(tx, workspace.id, { time_zone }));
  await settleAll(h, workspace);
  const faults = await h.db.workspace(workspace.id, (tx) => checkStats(tx, workspace.id));
  expect(faults).toEqual([]);
  const query = { interval: 'day', metrics, channel: 'direct' };
  const own = await read(workspace, query);
  expect(own.time_zone).toBe(time_zone);
  expect(new Date(own.from).getUTCMinutes()).toBe(30);
  expect(await read(workspace, { ...query, time_zone })).toEqual(own);
  await expectOverTime({ h, workspace, stored });
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
  const range = async (from: string, to: string) => {
    const { previous_range: before } = await read(h.workspace, {
      from,
      to,
      time_zone: 'Europe/Berlin',
      compare: 'previous_period',
    });
    return [before?.from, before?.to];
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

test('as_of shows uncounted events, and everything acknowledged before it is counted', async () => {
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

test('each metric needs its own scopes and features, and a refusal names them', async () => {
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
  [{ from: '2026-03-02', to: '2026-03-02' }, 'query.to'],
  [{ from: '2024-03-02', to: '2026-03-02' }, 'query.to'],
  [{ from: '2026-01-01', to: '2026-03-01', interval: 'hour' }, 'query.interval'],
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
