/* The script without storage in a real Chromium, to the rows of the service: who is whom, and a visit that goes on with consent. */
import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { changeSettings } from '../accounts/workspaces/settings.ts';
import { day, hour, minute, startBrowserStage } from './browser-stage.ts';
import { followLink, homeAddress, idsOn, readsOf } from './browser-visitors.ts';

const stage = await startBrowserStage(new Date(noonBefore(Date.now(), 4)));
const { site, service } = stage;
const { all, sessionsOf } = readsOf(stage);
await service.db.system((tx) => changeSettings(tx, service.workspace.id, { cookieless: 'allow' }));
const script = await readFile(
  new URL('../../../../packages/sdk/dist/cookieless.js', import.meta.url),
  'utf8',
);

/** A day of the story ends by chance in none of the visits. */
function noonBefore(ms: number, days: number): number {
  return Math.floor(ms / day) * day - days * day + 12 * hour;
}

/** A profile whose pages have the other script. */
async function newProfile(userAgent?: string): Promise<BrowserContext> {
  const profile = await stage.newProfile();
  await profile.route('**/sdk.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  );
  if (userAgent) {
    await profile.route('**/ingest/batch*', (route) =>
      route.continue({ headers: { ...route.request().headers(), 'user-agent': userAgent } }),
    );
  }
  return profile;
}

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(site + path);
  await stage.settled(page);
}

const visitorIds = async () => (await all('/visitors')).map(({ id }) => id);

test('two pages are one visit; another browser, and another day, is another visitor', async () => {
  stage.comeFrom(homeAddress);
  const profile = await newProfile();
  const page = await profile.newPage();
  await visit(page, '/');
  await stage.pass(minute);
  await visit(page, '/pricing');
  const [first, ...others] = await visitorIds();
  expect(others).toEqual([]);
  expect(await sessionsOf(first)).toMatchObject([
    { page_view_count: 2, event_count: 2, entry_url: `${site}/`, exit_url: `${site}/pricing` },
  ]);
  expect(await idsOn(page)).toEqual({ visitor_id: null, session_id: null });
  expect(await profile.cookies()).toEqual([]);

  const other = await newProfile(
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  );
  await visit(await other.newPage(), '/');
  expect(await visitorIds()).toHaveLength(2);
  // Nothing but the address and the browser tells them apart: another profile is the same visitor.
  const same = await newProfile();
  await visit(await same.newPage(), '/contact');
  expect(await visitorIds()).toHaveLength(2);

  await stage.pass(day);
  await visit(page, '/');
  expect(await visitorIds()).toHaveLength(3);
  expect(await sessionsOf(first)).toHaveLength(1);
  for (const each of [profile, other, same]) await each.close();
});

test('with consent on the second page the visit keeps its landing page and campaign', async () => {
  await stage.pass(day);
  const before = await visitorIds();
  const profile = await newProfile();
  const page = await profile.newPage();
  const from = 'https://news.tool-time.example/2026/planning';
  await followLink(stage, page, from, '/?utm_source=tooltime&utm_medium=email&utm_campaign=may');
  await stage.settled(page);
  await stage.pass(minute);
  await visit(page, '/pricing');
  await page.evaluate(`footfall.consent('granted')`);
  await stage.settled(page);
  await stage.pass(minute);
  await page.goto(`${site}/contact`);
  await page.evaluate(`footfall.consent('granted')`);
  await stage.settled(page);

  const { visitor_id, session_id } = await idsOn(page);
  const added = (await all('/visitors')).filter(({ id }) => !before.includes(id));
  const campaign = { name: 'may', source: 'tooltime', medium: 'email' };
  const landing = `${site}/?utm_source=tooltime&utm_medium=email&utm_campaign=may`;
  expect(added).toMatchObject([
    {
      id: visitor_id,
      source: 'campaign',
      entry_url: landing,
      campaign,
      referrer: `${new URL(from).origin}/`,
    },
  ]);
  expect(await sessionsOf(visitor_id)).toMatchObject([
    {
      id: session_id,
      source: 'campaign',
      campaign,
      entry_url: landing,
      exit_url: `${site}/contact`,
      page_view_count: 3,
    },
  ]);
  expect((await profile.cookies()).map(({ name }) => name).sort()).toEqual([
    'footfall_id',
    'footfall_session',
  ]);

  // The browser is known from then on.
  await stage.pass(day);
  await page.goto(`${site}/pricing`);
  await page.evaluate(`footfall.consent('granted')`);
  await stage.settled(page);
  expect((await idsOn(page)).visitor_id).toBe(visitor_id);
  await profile.close();
});
