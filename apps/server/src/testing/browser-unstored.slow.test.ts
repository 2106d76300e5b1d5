/*
 * The ordinary script in a real Chromium that keeps nothing of a website, to the rows of the service. In two ways: there is no
 * localStorage and no cookie sticks, as where cookies are switched off; or both throw, as in a sandbox.
 */
import { createServer, get as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { changeSettings, settingsFreshForMs } from '../accounts/workspaces/settings.ts';
import { day, hour, minute, second, startBrowserStage } from './browser-stage.ts';
import { askForTrial, followLink, homeAddress, idsOn, readsOf } from './browser-visitors.ts';
import { launchPersonsChromium } from './chromium.ts';

// No day of the story ends in a visit.
const stage = await startBrowserStage(
  new Date(Math.floor(Date.now() / day) * day - 2 * day + 12 * hour),
);
const { service } = stage;
const { all, sessionsOf } = readsOf(stage);
const keepsNothing = await launchPersonsChromium('de-DE', 'Europe/Berlin', { storesNothing: true });
afterAll(() => keepsNothing.close());

/** The same website, whose documents are in a sandbox where its server says so: of an origin of their own, which has no storage. */
let isSandboxed = false;
const front = createServer((request, response) => {
  const onward = forward(`http://127.0.0.1:${new URL(stage.site).port}${request.url}`, (page) => {
    const policy = isSandboxed && {
      'content-security-policy': 'sandbox allow-scripts allow-forms',
    };
    response.writeHead(page.statusCode ?? 502, { ...page.headers, ...policy });
    page.pipe(response);
  });
  onward.on('error', () => response.destroy());
});
await new Promise<void>((resolve) => {
  front.listen(0, '127.0.0.1', resolve);
});
afterAll(() => {
  front.closeAllConnections();
  front.close();
});
const site = `http://www.tidewell.localhost:${(front.address() as AddressInfo).port}`;

const allWays = [
  { name: 'there is none', isInSandbox: false, address: '84.190.10.30' },
  { name: 'it throws', isInSandbox: true, address: '84.190.10.31' },
];

function open(isInSandbox: boolean): Promise<BrowserContext> {
  isSandboxed = isInSandbox;
  return stage.newProfile(isInSandbox ? undefined : keepsNothing);
}

/** Whether a page of this profile finds what the page before has written, by the browser's own word. */
const keeps = (page: Page) =>
  page.evaluate(`(() => {
    const tried = (work) => { try { return work() } catch { return undefined } };
    return [
      tried(() => { localStorage.kept = 1; return localStorage.kept }),
      tried(() => { document.cookie = 'kept=1'; return document.cookie.includes('kept') }),
    ].map(Boolean);
  })()`);

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(site + path);
  await settled(page);
}

/** With the script, which takes longer where a test stands between the page and its server. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction('footfall.ids().visitor_id');
  await stage.settled(page);
}

async function newVisitors(before: unknown[]) {
  return (await all('/visitors')).filter(({ id }) => !before.includes(id));
}
const visitorIds = async () => (await all('/visitors')).map(({ id }) => id);

test.each(allWays)(
  'not allowed by the workspace, $name: each page is a visitor with a visit, and nothing is refused',
  async ({ isInSandbox }) => {
    stage.comeFrom(homeAddress);
    const before = await visitorIds();
    const profile = await open(isInSandbox);
    const page = await profile.newPage();
    const ids: string[] = [];
    for (const path of ['/', '/pricing']) {
      await visit(page, path);
      expect(await keeps(page)).toEqual([false, false]);
      const { visitor_id, session_id } = await idsOn(page);
      ids.push(visitor_id);
      expect(await sessionsOf(visitor_id)).toMatchObject([
        { id: session_id, page_view_count: 1, entry_url: site + path },
      ]);
      await stage.pass(minute);
    }
    const added = await newVisitors(before);
    expect(added.map(({ id }) => id).sort()).toEqual(ids.sort());
    expect(await service.db.system((tx) => tx`select from failed_events`)).toEqual([]);
    await profile.close();
  },
);

let isAllowed = false;
async function allowCookieless(): Promise<void> {
  if (isAllowed) return;
  await service.db.system((tx) =>
    changeSettings(tx, service.workspace.id, { cookieless: 'allow' }),
  );
  await new Promise((resolve) => setTimeout(resolve, settingsFreshForMs + 100));
  isAllowed = true;
}

test.each(allWays)(
  'allowed, $name: the pages are one visit, and who asks for a trial came by the campaign',
  async ({ isInSandbox, name, address }) => {
    await allowCookieless();
    stage.comeFrom(address);
    const before = await visitorIds();
    const profile = await open(isInSandbox);
    const page = await profile.newPage();
    const from = 'https://news.tool-time.example/2026/planning';
    await followLink(
      { ...stage, site },
      page,
      from,
      '/?utm_source=tooltime&utm_medium=email&utm_campaign=may',
    );
    await settled(page);
    expect(await keeps(page)).toEqual([false, false]);
    const onLanding = await idsOn(page);
    await page.mouse.move(40, 40);
    await stage.pass(20 * second);
    await visit(page, '/pricing');
    await stage.pass(minute);
    await visit(page, '/contact');
    expect((await idsOn(page)).visitor_id).not.toBe(onLanding.visitor_id);
    const email = `ada.${name.at(-1)}@engines.example`;
    await askForTrial(stage, page, 'Ada Lovelace', email);

    const [visitor, ...others] = await newVisitors(before);
    expect(others).toEqual([]);
    const campaign = { name: 'may', source: 'tooltime', medium: 'email' };
    const landing = `${site}/?utm_source=tooltime&utm_medium=email&utm_campaign=may`;
    expect(visitor).toMatchObject({ source: 'campaign', campaign, entry_url: landing });
    expect(await sessionsOf(visitor?.id)).toMatchObject([
      {
        source: 'campaign',
        campaign,
        entry_url: landing,
        exit_url: `${site}/contact`,
        page_view_count: 3,
      },
    ]);
    const leads = (await all('/leads')).filter(({ visitor_id }) => visitor_id === visitor?.id);
    expect(leads).toMatchObject([{ source: 'campaign' }]);
    await profile.close();
  },
);

test('a browser that keeps something again is an ordinary visitor from then on', async () => {
  stage.comeFrom('84.190.10.40');
  const before = await visitorIds();
  const profile = await open(true);
  const page = await profile.newPage();
  await visit(page, '/');
  isSandboxed = false;
  await stage.pass(minute);
  await visit(page, '/pricing');
  const { visitor_id, session_id } = await idsOn(page);
  await stage.pass(minute);
  await visit(page, '/contact');
  expect(await idsOn(page)).toEqual({ visitor_id, session_id });
  expect(await newVisitors(before)).toHaveLength(2);
  expect(await sessionsOf(visitor_id)).toMatchObject([
    { id: session_id, page_view_count: 2, entry_url: `${site}/pricing` },
  ]);
  await stage.pass(day);
  await visit(page, '/');
  expect((await idsOn(page)).visitor_id).toBe(visitor_id);
  await profile.close();
});
