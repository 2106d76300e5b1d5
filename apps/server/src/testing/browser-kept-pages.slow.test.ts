/* Back to a page that the browser has kept as it was left, in a Chromium that keeps pages, to the rows of the service. */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hour, minute, second, setClock, startBrowserStage } from './browser-stage.ts';
import { homeAddress, idsOn, readsOf } from './browser-visitors.ts';
import { keepingChromium, keepingChromiumRemedy, launchPersonsChromium } from './chromium.ts';
import { describeWith } from './programs.ts';

type Chromium = Awaited<ReturnType<typeof launchPersonsChromium>>;

describeWith(keepingChromium, 'Back to a kept page', keepingChromiumRemedy, async () => {
  const stage = await startBrowserStage(new Date(Date.now() - 6 * hour));
  const { all, sessionsOf } = readsOf(stage);
  stage.comeFrom(homeAddress);
  const [home, pricing] = [`${stage.site}/`, `${stage.site}/pricing`];
  let chromium: Chromium;
  beforeAll(async () => {
    const options = { keepsPages: true, program: keepingChromium || 'chromium' };
    chromium = await launchPersonsChromium('de-DE', 'Europe/Berlin', options);
  });
  afterAll(() => chromium?.close());

  /** On the second page, with the first one kept. */
  async function beginVisit(): Promise<{ profile: BrowserContext; page: Page }> {
    const profile = await stage.newProfile(chromium);
    await profile.addInitScript(`addEventListener('pageshow', ({ persisted }) => {
      if (!persisted) return;
      (${setClock})(+localStorage.clock);
      window.isShownAgain = true;
    }, true)`);
    const page = await profile.newPage();
    await page.goto(home);
    await stage.settled(page);
    await stage.pass(20 * second);
    await page.click('a[href="/pricing"]');
    await page.waitForURL(pricing);
    await page.waitForFunction('footfall.ids?.().visitor_id');
    return { profile, page };
  }

  /** To a kept page. Playwright's own ways wait for a document to load. */
  async function goTo(page: Page, direction: 'back' | 'forward', url: string): Promise<void> {
    // A page that is kept cannot be told the time of the story meanwhile.
    await page.evaluate('localStorage.clock = Date.now() - ownDate.now()');
    await page.evaluate(`history.${direction}()`).catch(() => undefined);
    await page.waitForURL(url, { waitUntil: 'commit' });
    await page.waitForFunction('window.isShownAgain');
    await page.evaluate('delete window.isShownAgain');
  }

  const viewsOf = async (visitorId: string) =>
    (await all(`/events?visitor_id=${visitorId}&sort=created_at&limit=100`)).filter(
      ({ name }) => name === 'page_view',
    );

  test('is a page view of the same visit, each way, and nothing is sent twice', async () => {
    const { profile, page } = await beginVisit();
    await stage.settled(page);
    const ids = await idsOn(page);
    await goTo(page, 'back', home);
    await stage.settled(page);
    expect(await idsOn(page)).toEqual(ids);
    await goTo(page, 'forward', pricing);
    await stage.settled(page);

    const views = await viewsOf(ids.visitor_id);
    expect(views).toMatchObject([
      { ...ids, url: home, referrer: '' },
      { ...ids, url: pricing, referrer: home },
      { ...ids, url: home, referrer: '' },
      { ...ids, url: pricing, referrer: home },
    ]);
    expect(await sessionsOf(ids.visitor_id)).toMatchObject([
      { id: ids.session_id, page_view_count: 4, entry_url: home, exit_url: pricing },
    ]);
    await profile.close();
  });

  test('half an hour later is another visit, which began on that page', async () => {
    const { profile, page } = await beginVisit();
    await stage.settled(page);
    const before = await idsOn(page);
    await stage.pass(31 * minute);
    await goTo(page, 'back', home);
    await stage.settled(page);
    const after = await idsOn(page);
    expect(after.visitor_id).toBe(before.visitor_id);
    expect(await sessionsOf(before.visitor_id)).toMatchObject([
      { id: before.session_id, page_view_count: 2, entry_url: home, exit_url: pricing },
      { id: after.session_id, page_view_count: 1, entry_url: home, source: 'website' },
    ]);
    await profile.close();
  });

  test('unsent messages at leaving are stored once', async () => {
    const { profile, page } = await beginVisit();
    await stage.settled(page);
    const ids = await idsOn(page);
    await profile.route('**/ingest/batch*', (route) => route.fulfill({ status: 503 }));
    await page.evaluate("footfall.track('told on the second')");
    await goTo(page, 'back', home);
    await page.evaluate("footfall.track('told on the first')");
    await goTo(page, 'forward', pricing);
    await profile.unroute('**/ingest/batch*');
    await goTo(page, 'back', home);
    await page.waitForFunction('footfall.status().queued === 0');
    await goTo(page, 'forward', pricing);
    await page.waitForFunction('footfall.status().queued === 0');
    await stage.settled(page);
    const rows = await all(`/events?visitor_id=${ids.visitor_id}&sort=created_at&limit=100`);
    expect(rows.map(({ name, url }) => `${name} ${url}`)).toEqual([
      `page_view ${home}`,
      `page_view ${pricing}`,
      `told on the second ${pricing}`,
      `page_view ${home}`,
      `told on the first ${home}`,
      `page_view ${pricing}`,
      `page_view ${home}`,
      `page_view ${pricing}`,
    ]);
    expect(await sessionsOf(ids.visitor_id)).toMatchObject([{ id: ids.session_id }]);
    await profile.close();
  });

  test('a visitor who refuses on the next page sends nothing there', async () => {
    const { profile, page } = await beginVisit();
    await stage.settled(page);
    const { visitor_id } = await idsOn(page);
    await page.evaluate("footfall.consent('denied')");
    await stage.settled(page);
    const sent = stage.sent.size;
    await goTo(page, 'back', home);
    await page.evaluate("footfall.track('refused')");
    await goTo(page, 'forward', pricing);
    await page.waitForTimeout(second);
    expect(stage.sent.size).toBe(sent);
    expect(await viewsOf(visitor_id)).toHaveLength(2);
    const kept = 'document.cookie + Object.keys(localStorage).filter((key) => key !== "clock")';
    expect(await page.evaluate(kept)).toBe('footfall.consent');
    await profile.close();
  });

  test('signing out on the next page starts another visitor there', async () => {
    const { profile, page } = await beginVisit();
    await stage.settled(page);
    const before = await idsOn(page);
    await page.evaluate('footfall.reset()');
    await stage.settled(page);
    await goTo(page, 'back', home);
    await stage.settled(page);
    const after = await idsOn(page);
    expect(after.visitor_id).not.toBe(before.visitor_id);
    expect(await viewsOf(before.visitor_id)).toHaveLength(2);
    expect(await viewsOf(after.visitor_id)).toMatchObject([{ ...after, url: home }]);
    await profile.close();
  });
});
