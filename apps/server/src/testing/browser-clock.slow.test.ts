/* Visitors whose computers are a day ahead or behind: what is stored is what happened, when it did. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { launchChromium } from './chromium.ts';
import { pageIn, restOf } from './rest.ts';
import { sharedHarness } from './shared-harness.ts';

const dayMs = 86_400_000;
let key = '';
const h = await sharedHarness();
const browser = await launchChromium();
const website = createServer((_, response) => {
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end(`<title>A page</title><script async src="${h.url}/sdk.js" data-key="${key}"></script>`);
});
await new Promise<void>((resolve) => {
  website.listen(0, '127.0.0.1', resolve);
});
const site = `http://www.shop.localhost:${(website.address() as AddressInfo).port}`;
afterAll(async () => {
  await browser.close();
  website.closeAllConnections();
  await new Promise((resolve) => website.close(resolve));
});

test.each([
  ['ahead', dayMs],
  ['behind', -dayMs],
])('a clock a day %s: one visitor, one visit, at the time that it was', async (_, wrongMs) => {
  const { productionKey, secretKey } = await h.newWorkspace();
  const profile = await browser.newContext();
  await profile.addInitScript((ms) => {
    const { now } = Date;
    globalThis.Date = class extends Date {
      static override now = () => now() + ms;
      constructor(...values: [number]) {
        super(...(values.length ? values : ([now() + ms] as const)));
      }
    } as DateConstructor;
  }, wrongMs);
  key = productionKey;
  const begun = Date.now();
  const page = await profile.newPage();
  const allSent = () => page.waitForFunction('window.footfall?.status?.().queued === 0');
  await page.goto(`${site}/`);
  await allSent();
  expect(await page.evaluate(() => Date.now() - performance.timeOrigin)).toSatisfy(
    (ms: number) => Math.abs(ms - wrongMs) < 60_000,
  );
  await page.waitForTimeout(1100);
  await page.goto(`${site}/pricing`);
  await allSent();
  await page.evaluate("footfall.track('asked')");
  await allSent();
  await page.close();
  await h.settle();

  const rest = restOf(h, secretKey);
  const read = async (path: string) => pageIn(await rest.get(path)).data;
  const [visitor, ...others] = await read('/visitors?bots=true');
  expect(others).toEqual([]);
  const sessions = await read(`/visitors/${visitor?.id}/sessions`);
  expect(sessions).toMatchObject([{ page_view_count: 2, entry_url: `${site}/` }]);
  const events = await read(`/events?visitor_id=${visitor?.id}&bots=true`);
  expect(events.map(({ name }) => name).toSorted()).toEqual(['asked', 'page_view', 'page_view']);
  for (const { created_at } of [...events, ...sessions]) {
    expect(Date.parse(created_at)).toBeGreaterThan(begun - 2000);
    expect(Date.parse(created_at)).toBeLessThan(Date.now() + 2000);
  }
  expect(await read('/rejected-events')).toEqual([]);
  await profile.close();
});
