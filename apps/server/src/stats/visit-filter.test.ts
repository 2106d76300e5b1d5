/* `filter` of GET /stats: every figure is that of the visits for which it is true, however it is written and read. */
import { type Stats, statsMetricNames } from '@footfall/contract/stats';
import { expect, test } from 'vitest';
import { countedHistory } from '../testing/counted-history.ts';
import type { TestWorkspace } from '../testing/harness.ts';
import { type Recountable, recount } from '../testing/recount.ts';
import { faultsIn, pageIn, restOf } from '../testing/rest.ts';
import { isChecked, seedsFrom } from '../testing/rounds.ts';
import { sharedHarness } from '../testing/shared-harness.ts';
import { SLOW } from '../testing/slow.ts';

const h = await sharedHarness({ trust: 'open' });
const dayMs = 86_400_000;
const midnight = Math.floor(Date.now() / dayMs) * dayMs;
const metrics = statsMetricNames.join();

type Values = Record<string, string>;
type Holds = (values: Values, key: string) => boolean;

function ask({ secretKey }: TestWorkspace, query: Record<string, string>) {
  return restOf(h, secretKey).get(`/stats?${new URLSearchParams(query)}`);
}

async function read(workspace: TestWorkspace, query: Record<string, string>): Promise<Stats> {
  const answer = await ask(workspace, query);
  expect(answer.status, `${JSON.stringify(query)} ${answer.text}`).toBe(200);
  return (answer.body as { data: Stats }).data;
}

/** Visitors that their list finds by the same condition. */
async function visitorsOf(workspace: TestWorkspace, filter: string): Promise<Set<string>> {
  const rest = restOf(h, workspace.secretKey);
  const requests = ['true', 'false'].map(async (bots) => {
    const query = new URLSearchParams({ filter, bots, limit: '100' });
    return pageIn(await rest.get(`/visitors?${query}`)).data;
  });
  return new Set((await Promise.all(requests)).flat().map(({ id }) => String(id)));
}

const is = (name: string, test: (value: string) => boolean): Holds => {
  return (values) => test(values[name] ?? '');
};

const ofDimensions: [string, Holds][] = [
  ['channel = direct', is('channel', (value) => value === 'direct')],
  [
    'channel_group IN (Direct, "Paid Search")',
    is('channel_group', (v) => v === 'Direct' || v === 'Paid Search'),
  ],
  ['channel != direct', is('channel', (value) => value !== 'direct')],
  ['channel IN (paid, search, nothing)', is('channel', (v) => v === 'paid' || v === 'search')],
  ['landing_page = "/p*"', is('landing_page', (value) => value.startsWith('/p'))],
  ['NOT landing_page = "/p*"', is('landing_page', (value) => !value.startsWith('/p'))],
  ['country = ""', is('country', (value) => value === '')],
  ['country:*', is('country', (value) => value !== '')],
  ['campaign_id = null', is('campaign', (value) => value === '')],
  ['source:GOOG OR source >= x', is('source', (v) => /goog/i.test(v) || v >= 'x')],
  [
    'browser:chrome AND (channel = direct OR landing_page = "/") AND NOT exit_page = /pricing',
    ({ browser = '', channel, landing_page, exit_page }) =>
      /chrome/i.test(browser) &&
      (channel === 'direct' || landing_page === '/') &&
      exit_page !== '/pricing',
  ],
  [
    '{"and":[{"field":"device","op":"=","value":"desktop"},{"not":{"field":"channel","op":"in","value":["direct","paid"]}}]}',
    ({ device, channel }) => device === 'desktop' && channel !== 'direct' && channel !== 'paid',
  ],
  ['os = Windows', is('os', (value) => value === 'Windows')],
  ['NOT os:mac AND channel = direct', (v) => !/mac/i.test(v.os ?? '') && v.channel === 'direct'],
  [
    'os IN (iOS, Android) OR device = desktop',
    ({ os, device }) => os === 'iOS' || os === 'Android' || device === 'desktop',
  ],
  ['os = "" OR session.os >= W', is('os', (value) => value === '' || value >= 'W')],
  ['channel = direct AND channel = paid', () => false],
];

/** Whether a visit is so, by its key. */
function ofVisits({ visits: ofPeople, ofBots, outcomes }: Recountable): [string, Holds][] {
  const visits = [...ofPeople, ...ofBots];
  const keys = (wanted: typeof visits) => new Set(wanted.map(({ key }) => key));
  const seen = keys(visits.filter(({ pages }) => pages.has('/pricing')));
  const home = keys(visits.filter(({ pages }) => pages.has('/')));
  const seenTwice = keys(visits.filter(({ pages }) => (pages.get('/') ?? 0) > 1));
  const long = keys(visits.filter(({ pageViews }) => pageViews > 1));
  const converted = new Set(outcomes.flatMap((o) => (o.kind === 'conversion' ? o.key : [])));
  return [
    ['did("page_view", path = "/pricing*")', (_, key) => seen.has(key)],
    ['did("page_view", path = "/", at least 2)', (_, key) => seenTwice.has(key)],
    ['NOT did("page_view", path = /pricing)', (_, key) => !seen.has(key)],
    [
      'did("page_view", path = "/pricing*") AND did("page_view", path = "/") AND device = desktop',
      ({ device }, key) => seen.has(key) && home.has(key) && device === 'desktop',
    ],
    [
      'os:* AND did("page_view", path = "/") AND NOT did("page_view", path = "/pricing*")',
      ({ os }, key) => os !== '' && home.has(key) && !seen.has(key),
    ],
    [
      '(did("page_view", path = "/pricing*") AND did("page_view", path = "/")) OR device = desktop',
      ({ device }, key) => (seen.has(key) && home.has(key)) || device === 'desktop',
    ],
    ['session.page_view_count > 1', (_, key) => long.has(key)],
    [
      'session.page_view_count > 1 OR channel = direct',
      (values, key) => long.has(key) || values.channel === 'direct',
    ],
    ['conversion:* AND device = desktop', (v, key) => converted.has(key) && v.device === 'desktop'],
    ['NOT conversion:*', (_, key) => !converted.has(key)],
  ];
}

async function ofVisitors(workspace: TestWorkspace): Promise<[string, Holds][]> {
  const filters: [string, string][] = [
    ['visitor.session_count >= 2', 'session_count >= 2'],
    ['person:*', 'identity:*'],
    ['NOT person.email:siemens', 'NOT identity.email:siemens'],
    ['visitor.lead:* AND visitor.company:*', 'lead:* AND company:*'],
  ];
  return Promise.all(
    filters.map(async ([filter, ofVisitor]): Promise<[string, Holds]> => {
      const visitors = await visitorsOf(workspace, ofVisitor);
      return [filter, (_, key) => visitors.has(key.slice(0, 36))];
    }),
  );
}

test.each(seedsFrom(21))(
  'figures of random histories under a filter equal a count of what is stored (%i)',
  async (seed) => {
    const { workspace, stored } = await countedHistory(h, seed);
    const filters = [...ofDimensions, ...ofVisits(stored), ...(await ofVisitors(workspace))];
    const ranges: [number, number][] = [
      [midnight - 29 * dayMs, midnight + dayMs],
      [midnight - 3 * dayMs + 7 * 3_600_000, midnight - 900_000],
    ];
    for (const [turn, range] of ranges.entries()) {
      const [from = '', to = ''] = range.map((ms) => new Date(ms).toISOString());
      for (const [place, [filter, holds]] of filters.entries()) {
        if (!isChecked(seed, turn + place)) continue;
        const query = { from, to, metrics, filter };
        const { total, rows } = await read(workspace, { ...query, dimensions: 'device' });
        expect(total, filter).toEqual(recount(stored, range, holds));
        for (const { dimensions, figures } of rows) {
          const ofRow: Holds = (values, key) =>
            holds(values, key) && (values.device ?? '') === dimensions[0]?.value;
          expect(figures, filter).toEqual(recount(stored, range, ofRow));
        }
      }
    }
    const all = new Set(
      filters.map(([, holds]) => recount(stored, [0, midnight * 2], holds).sessions),
    );
    expect(all.size).toBeGreaterThan(5);
  },
  SLOW,
);

test('a condition on pages selects the counted views, as the parameter does', async () => {
  const { workspace } = await countedHistory(h, 27);
  const query = { metrics: 'visitors,sessions,page_views' };
  const one = await read(workspace, { ...query, page: '/pricing', channel: 'direct' });
  const filter = 'page = /pricing AND channel = direct';
  expect((await read(workspace, { ...query, filter })).total).toEqual(one.total);
  const rows = (await read(workspace, { ...query, dimensions: 'page', top: '100' })).rows;
  const some = rows.filter(({ dimensions }) => /^\/[pd]/.test(dimensions[0]?.value ?? ''));
  const pages = 'page IN ("/p*", /demo)';
  expect((await read(workspace, { ...query, dimensions: 'page', filter: pages })).rows).toEqual(
    some,
  );
  const views = some.reduce((sum, { figures }) => sum + (figures.page_views ?? 0), 0);
  expect((await read(workspace, { ...query, filter: pages })).total.page_views).toBe(views);
  const both = await read(workspace, { ...query, page: '/pricing', filter: pages });
  expect(both.total).toEqual((await read(workspace, { ...query, page: '/pricing' })).total);
});

test.each<[string, RegExp]>([
  ['channel = direct OR page = /pricing', /^query\.filter: at column 21: page selects .*page IN/],
  ['NOT page = /pricing', /at column 5: page selects/],
  ['{"or":[{"field":"page","op":"=","value":"/"}]}', /at or\[0\]\.field: page selects/],
  [
    'channel = direct AND entry_url:x',
    /at column 22: entry_url is not a field of a visit. .*session\.…/,
  ],
  ['campaign_id = spring', /at column 1: "spring" is not a UUID/],
])('%s is refused where it is wrong', async (filter, message) => {
  const { details } = (await ask(h.workspace, { filter })).body as {
    details: { issues: { path: string; message: string }[] };
  };
  expect(details.issues.map((issue) => `${issue.path}: ${issue.message}`).join()).toMatch(message);
});

test('a filter speaks of what the key may read only, and of pages with what is counted by them', async () => {
  const { key } = await h.newKey({ scopes: ['visitors:read'] });
  const rest = restOf(h, key);
  const status = async (filter: string) =>
    (await rest.get(`/stats?${new URLSearchParams({ filter })}`)).status;
  expect(await status('campaign_id:*')).toBe(403);
  expect(await status('NOT (lead:* OR channel = direct)')).toBe(403);
  expect(await status('company.name:acme')).toBe(403);
  expect(await status('visitor.country = Germany')).toBe(200);
  const ofPages = await ask(h.workspace, { filter: 'page = /', metrics: 'leads' });
  expect(faultsIn(ofPages)).toEqual(['query.metrics']);
});
