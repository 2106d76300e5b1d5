/*
 * Every page of the dashboard in a real Chromium over a made-up month: it opens without a fault, axe finds nothing, it
 * fits a phone, in German, and what it counts is what the service counts.
 */
import { expect, test } from 'vitest';
import { type OpenPage, startDashboardStage } from './dashboard-stage.ts';
import { pageIn, recordIn, restOf } from './rest.ts';
import { signedIn } from './signed-in.ts';
import { SLOW } from './slow.ts';

const { h, open, openUnknown } = await startDashboardStage({ events: 1500 });
await h.settle();
const rest = restOf(h);
const pages = await everyPage();
const link = await sharedLink();

/** Each page, and each page of a record with the first one of its kind. */
async function everyPage(): Promise<string[]> {
  const { id } = recordIn(await rest.post('/lists', { name: 'Worth a call' }));
  const people = pageIn(await rest.get('/identities?limit=3')).data;
  await rest.post(`/lists/${id}/members`, { identity_ids: people.map((person) => person.id) });
  await h.send([{ type: 'nonsense' }, { type: 'event' }]);
  const collections = {
    leads: 'leads',
    people: 'identities',
    companies: 'companies',
    visitors: 'visitors',
    campaigns: 'campaigns',
    conversions: 'conversions',
    sessions: 'sessions',
    lists: 'lists',
  };
  const ofRecords = await Promise.all(
    Object.entries(collections).map(async ([page, collection]) => {
      const [first] = pageIn(await rest.get(`/${collection}?limit=1`)).data;
      if (!first) throw new Error(`the month has no record for the page ${page}`);
      const own = `${page}/${first.id}`;
      // Rows are all of one kind: a few are as good as many, and judged sooner.
      return page === 'sessions' ? [own] : [`${page}?size=8`, own];
    }),
  );
  const others = ['overview', 'live', 'refused', 'keys', 'members', 'audit', 'settings', 'account'];
  return [...others, ...ofRecords.flat()];
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

test.for([
  { look: {}, name: 'light, on a desk' },
  {
    look: { width: 390, height: 844, scheme: 'dark', language: 'de' },
    name: 'dark, on a phone, in German',
  },
] as const)('every page opens without a fault: $name', { timeout: SLOW }, async ({ look }) => {
  const found: Record<string, string[]> = {};
  const opened = await open('settings', look);
  const judge = async (what: string) => {
    const faults = await faultsOf(opened);
    if (faults.length > 0) found[what] = faults;
  };
  for (const path of pages) {
    await opened.turnTo(path);
    await judge(path);
  }
  if ('language' in look) {
    await opened.page.getByRole('button', { name: 'Seiten zeigen' }).click();
    await opened.page.getByRole('dialog').waitFor();
    await judge('navigation');
  } else {
    await opened.turnTo('leads');
    await opened.page.keyboard.press('?');
    await opened.page.getByRole('dialog').waitFor();
    await judge('keyboard help');
  }
  expect(opened.faults).toEqual([]);
  await opened.page.context().close();

  for (const path of ['/app/sign-in', link]) {
    const outside = await openUnknown(path, look);
    await outside.settled();
    const faults = await faultsOf(outside);
    if (faults.length > 0) found[path] = faults;
    expect(outside.faults).toEqual([]);
    await outside.page.context().close();
  }
  expect(found).toEqual({});
});
