/* What the dashboard counts over a made-up month is what the service counts, in a real Chromium. */
import type { Stats } from '@footfall/contract/stats';
import { expect, test } from 'vitest';
import { type OpenPage, startDashboardStage } from './dashboard-stage.ts';
import { pageIn, recordIn, restOf } from './rest.ts';
import {
  figureNames,
  shownCurrency,
  shownFigures,
  shownRows,
  writeNumber,
  writtenFigures,
} from './shown-figures.ts';
import { SLOW } from './slow.ts';

const { h, open } = await startDashboardStage({ events: 800 });
const rest = restOf(h);
await rest.post('/lists', { name: 'Worth a call' });
await h.send([{ type: 'nonsense' }, { type: 'event' }]);
await h.settle();

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** Two weeks within the month; the same of the service's figures, and of its lists. */
const weeks = {
  address: `from=${day(-13)}&to=${day(0)}`,
  stats: `from=${day(-13)}&to=${day(1)}`,
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
  { card: 'Campaigns', dimension: 'campaign', metric: 'sessions', none: 'no campaign' },
  { card: 'Companies', dimension: 'company', metric: 'sessions', none: 'unknown' },
  { card: 'Places', dimension: 'country', metric: 'sessions', none: 'unknown' },
] as const;

/** Each figure, each row of each table, and each point of the chart, beside what the operation answers. */
async function expectFiguresOf(opened: OpenPage, filter: string) {
  const { page } = opened;
  const answer = await statsOf(`metrics=${figureNames.join()}&interval=day&${filter}`);
  const { total, previous_total: before } = answer;
  if (!before) throw new Error('there is nothing to compare with');
  expect(await shownFigures(page)).toEqual(writtenFigures(total, before, shownCurrency(answer)));
  await page.getByRole('button', { name: 'Show table' }).click();
  expect(await shownRows(page, 'Visitors over time')).toEqual(
    answer.rows.map(({ time, figures, previous }) => [
      new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(
        Date.parse(time ?? ''),
      ),
      writeNumber(figures.visitors ?? Number.NaN),
      writeNumber(previous?.visitors ?? Number.NaN),
    ]),
  );
  await page.getByRole('button', { name: 'Show chart' }).click();
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
    const previously = `${writeNumber(previous?.[metric] ?? Number.NaN)} in the previous period`;
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
  await opened.page.getByRole('region', { name: 'Companies' }).getByText('unknown').click();
  await expect.poll(() => opened.page.url()).toContain('company=-');
  await opened.settled();
  await expectFiguresOf(opened, 'source=Google&company=');
  // The figure that is chosen is what the tables count.
  await opened.page.getByRole('button', { name: /^Visitors/ }).click();
  await opened.settled();
  for (const top of tops.slice(-2))
    await expectTop(opened, top, 'visitors', 'source=Google&company=');
  expect(opened.faults).toEqual([]);
});

test('campaigns have the visits of the figures, and tables show totals', async () => {
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
    'companies?range=7d': `/companies?from=${day(-6)}T00:00:00Z&to=${day(1)}T00:00:00Z`,
    visitors: '/visitors?',
    [`campaigns?${weeks.address}`]: `/campaigns/performance?${weeks.lists}`,
    conversions: '/conversions?',
    lists: '/lists?',
    refused: '/rejected-events?',
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
});
