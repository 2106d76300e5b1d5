/* Every page of the dashboard in a real Chromium, over a made-up month: it opens without a fault, axe finds nothing, it fits a phone in German, and its figures are those of the service. */
import type { StatsFigures } from '@footfall/contract/stats';
import { expect, test } from 'vitest';
import { type OpenPage, startDashboardStage } from './dashboard-stage.ts';
import { restOf } from './rest.ts';
import { SLOW } from './slow.ts';

const { h, open } = await startDashboardStage({ events: 1500 });
await h.settle();
const rest = restOf(h);

const tables = {
  leads: 'leads',
  people: 'identities',
  companies: 'companies',
  visitors: 'visitors',
  campaigns: 'campaigns',
  conversions: 'conversions',
  sessions: 'sessions',
} as const;
const plain = ['overview', 'live', 'lists', 'refused', 'keys', 'members', 'audit', 'settings'];

async function everyPage(): Promise<string[]> {
  const pages = [...plain, 'account'];
  for (const [page, collection] of Object.entries(tables)) {
    const { data } = (await rest.get(`/${collection}?limit=1`)).body as { data: { id: string }[] };
    expect(data, page).toHaveLength(1);
    if (page !== 'sessions') pages.push(page);
    pages.push(`${page}/${data[0]?.id}`);
  }
  return pages;
}

/** Until what was asked for has come: nothing stands in its place any more. */
async function settled({ page }: OpenPage): Promise<void> {
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await expect.poll(() => page.locator('main .mantine-Skeleton-root').count()).toBe(0);
}

test.for([
  { look: {}, hasAxe: true },
  { look: { width: 390, height: 844, scheme: 'dark', language: 'de' }, hasAxe: false },
] as const)(
  'every page opens without a fault: $look',
  { timeout: 2 * SLOW },
  async ({ look, hasAxe }) => {
    const opened = await open('settings', look);
    const found: Record<string, string[]> = {};
    for (const path of await everyPage()) {
      await opened.go(path);
      await settled(opened);
      expect(await opened.page.getByRole('alert').allTextContents(), path).toEqual([]);
      const width = await opened.page.evaluate('document.documentElement.scrollWidth');
      expect(width, `${path} is as wide as the window`).toBe(opened.page.viewportSize()?.width);
      const violations = hasAxe ? await opened.axe() : [];
      if (violations.length > 0) found[path] = violations;
    }
    expect(found).toEqual({});
    expect(opened.faults).toEqual([]);
    await opened.page.context().close();
  },
);

test('the overview shows what the operation answers, filtered too', async () => {
  const opened = await open('overview');
  const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
  for (const filter of ['', 'device=desktop']) {
    await opened.go(`overview?range=7d${filter && `&${filter}`}`);
    await settled(opened);
    const { since, until } = lastWeek();
    const asked = `since=${since}&until=${until}&metrics=visitors,sessions,page_views,leads,conversions`;
    const { data } = (await rest.get(`/stats?${asked}&${filter}`)).body as {
      data: { total: StatsFigures };
    };
    const { visitors, sessions, page_views, leads, conversions } = data.total;
    const shown = { Visitors: visitors, Visits: sessions, 'Page views': page_views };
    for (const [label, value] of Object.entries({
      ...shown,
      Leads: leads,
      Conversions: conversions,
    })) {
      const figure = opened.page.getByRole('button', { name: new RegExp(`^${label}`) }).first();
      expect(await figure.textContent()).toContain(label + number.format(value ?? Number.NaN));
    }
  }
});

/** As the page takes it: today and the six days before, in UTC. */
function lastWeek() {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  return { since: day(-6), until: day(1) };
}
