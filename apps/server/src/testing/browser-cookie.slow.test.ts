/* The visitor's cookie in a real Chromium: renewed by a service on the website's own domain, and by no other. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { launchChromium } from './chromium.ts';
import { pageIn, restOf } from './rest.ts';
import { sharedHarness } from './shared-harness.ts';

const h = await sharedHarness();
const { port } = new URL(h.url);
const browser = await launchChromium();
const website = createServer(({ url = '' }, response) => {
  const service = url.includes('elsewhere') ? h.url : `http://footfall.shop.localhost:${port}`;
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end(
      `<title>A page</title><script async src="${service}/sdk.js" data-key="${h.workspace.productionKey}"></script>`,
    );
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

const week = 7 * 86_400;
const idCookies = async (profile: BrowserContext) =>
  (await profile.cookies()).filter(({ name }) => name === 'footfall_id');
const daysLeft = async (profile: BrowserContext) =>
  (await idCookies(profile)).map(({ expires }) =>
    Math.round((expires - Date.now() / 1000) / 86_400),
  );

/** As Safari keeps what scripts write. */
async function shorten(profile: BrowserContext): Promise<void> {
  const [cookie] = await idCookies(profile);
  if (!cookie) throw new Error('the script has written no cookie');
  await profile.addCookies([{ ...cookie, expires: Math.round(Date.now() / 1000) + week }]);
  expect(await daysLeft(profile)).toEqual([7]);
}

async function open(profile: BrowserContext, path: string): Promise<string> {
  const page = await profile.newPage();
  const sent = page.waitForResponse((response) => response.url().includes('/ingest/batch'));
  await page.goto(site + path);
  expect((await sent).status()).toBe(200);
  await page.waitForFunction('footfall.status().queued === 0');
  const id = await page.evaluate<string>('footfall.ids().visitor_id');
  await page.close();
  // The session is written each second, by which the script knows the site.
  await new Promise((resolve) => setTimeout(resolve, 1100));
  return id;
}

test('a subdomain renews it, and the visitor is the same without what scripts stored', async () => {
  const profile = await browser.newContext();
  const id = await open(profile, '/');
  await shorten(profile);
  expect(await open(profile, '/next')).toBe(id);
  // One cookie, that of the script.
  await expect.poll(() => daysLeft(profile)).toEqual([400]);
  expect(await idCookies(profile)).toMatchObject([
    { value: id, domain: '.shop.localhost', path: '/', sameSite: 'Lax', httpOnly: false },
  ]);

  const page = await profile.newPage();
  await page.goto(`${site}/blank`);
  await page.evaluate('localStorage.clear()');
  await page.close();
  await profile.clearCookies({ name: 'footfall_session' });
  expect(await open(profile, '/weeks-later')).toBe(id);
  await h.settle();
  const { data } = pageIn(await restOf(h, h.workspace.secretKey).get('/visitors?bots=true'));
  expect(data.map((visitor) => visitor.id)).toEqual([id]);

  const refusing = await profile.newPage();
  await refusing.goto(`${site}/refused`);
  await refusing.waitForFunction('"page" in (window.footfall ?? {})');
  await refusing.evaluate(`footfall.consent('denied')`);
  await refusing.goto(`${site}/after`);
  await refusing.waitForTimeout(600);
  expect(await idCookies(profile)).toEqual([]);
  await profile.close();
});

test('a service on another site leaves it unchanged and receives none', async () => {
  const profile = await browser.newContext();
  const id = await open(profile, '/elsewhere');
  await shorten(profile);
  expect(await open(profile, '/elsewhere/next')).toBe(id);
  expect(await daysLeft(profile)).toEqual([7]);
  await profile.close();
});
