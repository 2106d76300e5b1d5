/*
 * Every page of the dashboard in a real Chromium over a made-up month: it opens without a fault, axe finds nothing, it
 * fits a phone, in German, and what it counts is what the service counts.
 */
import type { Stats } from '@footfall/contract/stats';
import { expect, test } from 'vitest';
import { dashboardPages } from './dashboard-addresses.ts';
import { type Look, type OpenPage, startDashboardStage } from './dashboard-stage.ts';
import { pageIn, recordIn, restOf } from './rest.ts';
import {
  figureNames,
  shownCurrency,
  shownFigures,
  shownRows,
  writeNumber,
  writtenFigures,
} from './shown-figures.ts';
import { signedIn } from './signed-in.ts';
import { SLOW } from './slow.ts';

const { h, open, openUnknown } = await startDashboardStage({ events: 1500 });
await h.settle();
const rest = restOf(h);
await withEveryKind();
const pages = await dashboardPages(rest);
const link = await sharedLink();

/** What a month of visits does not make by itself. */
async function withEveryKind(): Promise<void> {
  const { id } = recordIn(await rest.post('/lists', { name: 'Worth a call' }));
  const people = pageIn(await rest.get('/identities?limit=3')).data;
  await rest.post(`/lists/${id}/members`, { identity_ids: people.map((person) => person.id) });
  await h.send([{ type: 'nonsense' }, { type: 'event' }]);
}

async function sharedLink(): Promise<string> {
  const body = { page: 'overview', name: 'Our week', query: { days: 7 }, reveals: ['leads'] };
  const { token } = recordIn(await (await signedIn(h)).post('/shares', body));
  return `/share/${token}`;
}

/** What is wrong with what is open, in words. */
async function faultsOf({ page, axe }: OpenPage): Promise<string[]> {
  const alerts = await page.getByRole('alert').allTextContents();
  const width = await page.evaluate('document.documentElement.scrollWidth');
  const isWide = width !== page.viewportSize()?.width;
  return [...alerts, ...(isWide ? [`it is ${width} pixels wide`] : []), ...(await axe())];
}

/** In two walks each language, width and color scheme: a page that is wrong in one of them is wrong in a walk. */
const walks: Look[] = [
  { language: 'en', scheme: 'light', width: 1440, height: 900 },
  { language: 'de', scheme: 'dark', width: 390, height: 844 },
];

/** Colours on their way to others are none of either. A sheet that a script makes is not asked of the policy. */
const withoutTransitions = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after { transition: none !important }');
  document.adoptedStyleSheets = [sheet];
}`;

test.for(walks)(
  'every page opens without a fault: $language, $scheme, $width pixels wide',
  {
    timeout: SLOW,
  },
  async (look) => {
    const found: Record<string, string[]> = {};
    const judge = async (opened: OpenPage, what: string) => {
      await opened.page.evaluate(withoutTransitions);
      const faults = await faultsOf(opened);
      if (faults.length > 0) found[what] = faults;
    };
    const opened = await open('settings', look);
    for (const path of pages) {
      await opened.turnTo(path);
      await judge(opened, path);
    }
    if (look.language === 'de') {
      expect(await opened.page.locator('html').getAttribute('lang')).toBe('de');
      await opened.page.getByRole('button', { name: 'Seiten zeigen' }).click();
      await opened.page.getByRole('dialog').waitFor();
      await judge(opened, 'navigation');
    } else {
      await opened.turnTo('leads');
      await opened.page.keyboard.press('?');
      await opened.page.getByRole('dialog').waitFor();
      await judge(opened, 'keyboard help');
    }
    expect(opened.faults).toEqual([]);
    await opened.page.context().close();

    for (const path of ['/app/sign-in', link]) {
      const outside = await openUnknown(path, look);
      await outside.settled();
      await judge(outside, path);
      expect(outside.faults).toEqual([]);
      await outside.page.context().close();
    }
    expect(found).toEqual({});
  },
);

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** Two weeks within the month; the same of the service's figures, and of its lists. */
const weeks = {
  address: `from=${day(-13)}&to=${day(0)}`,
  stats: `since=${day(-13)}&until=${day(1)}`,
  lists: `from=${day(-13)}T00:00:00Z&to=${day(1)}T00:00:00Z`,
};

async function statsOf(query: string): Promise<Stats> {
  const answer = await rest.get(`/stats?${weeks.stats}&compare=previous_period&${query}`);
  return recordIn(answer) as unknown as Stats;
}

/** The tables of the overview: the card, the choice in it, what is counted, and what stands where there is none. */
const tops = [
  { card: 'Pages', choice: 'Page', dimension: 'page', metric: 'page_views', none: 'none' },
  {
    card: 'Pages',
    choice: 'Landing page',
    dimension: 'landing_page',
    metric: 'sessions',
    none: 'none',
  },
  { card: 'Sources', dimension: 'source', metric: 'sessions', none: 'direct' },
  { card: 'Campaigns', dimension: 'campaign', metric: 'sessions', none: 'without a campaign' },
  { card: 'Companies', dimension: 'company', metric: 'sessions', none: 'no company known' },
  { card: 'Places', dimension: 'country', metric: 'sessions', none: 'unknown' },
] as const;

/** Each figure, each row of each table, and each point of the chart, beside what the operation answers. */
async function expectFiguresOf(opened: OpenPage, filter: string) {
  const { page } = opened;
  const answer = await statsOf(`metrics=${figureNames.join()}&interval=day&${filter}`);
  const { total, previous_total: before } = answer;
  if (!before) throw new Error('there is nothing to compare with');
  expect(await shownFigures(page)).toEqual(writtenFigures(total, before, shownCurrency(answer)));
  await page.getByRole('button', { name: 'As a table' }).click();
  expect(await shownRows(page, 'Visitors over time')).toEqual(
    answer.rows.map(({ time, figures, previous }) => [
      new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(
        Date.parse(time ?? ''),
      ),
      writeNumber(figures.visitors ?? Number.NaN),
      writeNumber(previous?.visitors ?? Number.NaN),
    ]),
  );
  await page.getByRole('button', { name: 'As a chart' }).click();
  for (const top of tops) {
    if ('choice' in top) {
      await page.getByRole('button', { name: top.choice, exact: true }).click();
      await opened.settled();
    }
    await expectTop(opened, top, top.metric, filter);
  }
  return total;
}

async function expectTop(
  { page }: OpenPage,
  { card, dimension, none }: (typeof tops)[number],
  metric: 'visitors' | 'sessions' | 'page_views',
  filter: string,
) {
  const { rows } = await statsOf(`metrics=${metric}&dimensions=${dimension}&top=8&${filter}`);
  const written = rows.map(({ dimensions: [group], figures, previous }) => {
    const previously = `${writeNumber(previous?.[metric] ?? Number.NaN)} in the period before`;
    return [group?.label || none, writeNumber(figures[metric] ?? Number.NaN), previously];
  });
  expect(await shownRows(page, card), `${metric} ${dimension} ${filter}`).toEqual(written);
}

test('every figure of the overview is what the operation answers, also after a click on a row', {
  timeout: SLOW,
}, async () => {
  const opened = await open(`overview?${weeks.address}`);
  await opened.settled();
  const all = await expectFiguresOf(opened, '');
  expect(all.sessions).toBeGreaterThan(20);
  await opened.page
    .getByRole('region', { name: 'Sources' })
    .getByRole('button', { name: 'Google', exact: true })
    .click();
  await opened.page.getByRole('list', { name: 'Filtered by' }).waitFor();
  await opened.settled();
  const some = await expectFiguresOf(opened, 'source=Google');
  expect(some.sessions).toBeLessThan(all.sessions ?? 0);
  await opened.page
    .getByRole('region', { name: 'Companies' })
    .getByText('no company known')
    .click();
  await expect.poll(() => opened.page.url()).toContain('company=-');
  await opened.settled();
  await expectFiguresOf(opened, 'source=Google&company=');
  // The figure that is chosen is what the tables count.
  await opened.page.getByRole('button', { name: /^Visitors/ }).click();
  await opened.settled();
  for (const top of tops.slice(-2))
    await expectTop(opened, top, 'visitors', 'source=Google&company=');
  expect(opened.faults).toEqual([]);
  await opened.page.context().close();
});

test('campaigns have the visits of the figures, and tables say how many there are', async () => {
  const opened = await open(`campaigns?${weeks.address}`);
  const columns = 'columns=name,visitors,sessions,leads';
  await opened.turnTo(`campaigns?${weeks.address}&${columns}&size=100`);
  const { rows } = await statsOf('metrics=visitors,sessions,leads&dimensions=campaign&top=100');
  const counted = rows
    .filter(({ dimensions: [group] }) => group?.value)
    .map(({ dimensions: [group], figures: { visitors = 0, sessions = 0 } }) =>
      [group?.label ?? '', writeNumber(visitors), writeNumber(sessions)].join(),
    );
  const shown = (await shownRows(opened.page, 'Campaigns')).map((cells) =>
    cells.slice(0, 3).join(),
  );
  expect(shown.filter((row) => !row.endsWith(',0,0')).toSorted()).toEqual(counted.toSorted());

  const lists = {
    leads: '/leads?',
    people: '/identities?',
    'companies?here=all': '/companies?',
    'companies?range=7d': `/companies?active_since=${day(-6)}T00:00:00Z&active_until=${day(1)}T00:00:00Z`,
    visitors: '/visitors?',
    [`campaigns?${weeks.address}`]: `/campaigns/performance?${weeks.lists}`,
    conversions: '/conversions?',
    lists: '/lists?',
    refused: '/failed-events?',
    audit: '/audit-log?',
  };
  for (const [path, list] of Object.entries(lists)) {
    const { total } = pageIn(await rest.get(`${list}&limit=1`)).pagination;
    await opened.turnTo(path);
    const range = await opened.page
      .getByRole('status')
      .filter({ hasText: /\d of \d/ })
      .textContent();
    expect(range, path).toBe(`1–${Math.min(total, 50)} of ${writeNumber(total)}`);
  }
  expect(opened.faults).toEqual([]);
  await opened.page.context().close();
});

test('what can be done with a key is in view, however much is told of the key', async () => {
  const own = await signedIn(h);
  const scopes = ['leads:read', 'visitors:read', 'companies:read', 'audit:read', 'mcp'];
  const body = { kind: 'secret', name: 'Warehouse of reports', scopes, server_only: true };
  const { id } = recordIn(await own.post('/keys', body));
  await h.db.system(
    (tx) => tx`update api_keys set created_at = now() - interval '100 days' where id = ${id}`,
  );
  const { page, faults } = await open('keys');
  await page.getByText('unused for 90 days').waitFor();
  const box = await page
    .getByRole('button', { name: 'Actions for Warehouse of reports' })
    .boundingBox();
  const table = await page.getByRole('region', { name: 'API keys' }).boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan((table?.x ?? 0) + (table?.width ?? 0));
  expect(faults).toEqual([]);
  await page.context().close();
});
