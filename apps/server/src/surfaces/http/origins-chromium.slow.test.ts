/* Which pages may use a secret key, as their own code in a real Chromium finds it. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../../testing/chromium.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness();
const servers: Server[] = [];
let browser: Browser;
let allowed: Page;
let other: Page;
let own: Page;

beforeAll(async () => {
  browser = await launchChromium();
  allowed = await openPage(await servePage());
  other = await openPage(await servePage());
  // A document without a policy of its own about what it may read.
  own = await browser.newPage();
  const address = `${h.url}/own`;
  await own.route(address, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>own</title>' }),
  );
  await own.goto(address);
}, 60_000);
afterAll(async () => {
  await browser?.close();
  for (const server of servers) server.close().closeAllConnections();
});

async function servePage(): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<title>app</title>');
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function openPage(url: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(url);
  return page;
}

const originOf = (page: Page) => new URL(page.url()).origin;

/** What the page's own code gets to see. */
function read(page: Page, key: string, init: { method?: string; mode?: string } = {}) {
  const call = `fetch(${JSON.stringify(`${h.url}/api/v1/leads`)}, {
    headers: { Authorization: 'Bearer ${key}' },
    ...${JSON.stringify(init)},
  }).then(
    async (answer) => ({ type: answer.type, status: answer.status, text: await answer.text() }),
    () => 'blocked',
  )`;
  return page.evaluate(call) as Promise<'blocked' | { type: string; status: number; text: string }>;
}

test('a page on an allowed origin reads leads with a key for leads, one on another port cannot', async () => {
  const { key } = await h.newKey({ scopes: ['leads:read'], origins: [originOf(allowed)] });
  const answer = await read(allowed, key);
  expect(answer).toMatchObject({ status: 200 });
  expect(JSON.stringify(answer)).toContain('pagination');
  // What it may not do it can read as well.
  expect(await read(allowed, key, { method: 'POST' })).toMatchObject({ status: 403 });
  expect(await read(other, key)).toMatchObject({ type: 'cors', status: 403 });
  expect(await read(own, key)).toMatchObject({ status: 403 });
  expect(await read(allowed, key)).toMatchObject({ status: 200 });
});

test('a key for servers works from a server and from no page', async () => {
  const { key } = await h.newKey({ serverOnly: true });
  const fromServer = await fetch(`${h.url}/api/v1/leads`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(fromServer.status).toBe(200);

  const statuses: number[] = [];
  for (const page of [allowed, other, own]) {
    page.on('response', (response) => {
      if (response.request().method() !== 'OPTIONS') statuses.push(response.status());
    });
  }
  for (const page of [allowed, other]) {
    const refused = { type: 'cors', status: 403 };
    expect(await read(page, key)).toMatchObject(refused);
    expect(await read(page, key, { method: 'POST' })).toMatchObject(refused);
    // The browser takes the key away and the answer's content too.
    const opaque = { type: 'opaque', status: 0, text: '' };
    expect(await read(page, key, { mode: 'no-cors' })).toEqual(opaque);
  }
  for (const mode of ['cors', 'no-cors', 'same-origin']) {
    const answer = await read(own, key, { mode });
    expect(answer, mode).toMatchObject({ status: mode === 'no-cors' ? 401 : 403 });
  }
  expect(new Set(statuses)).toEqual(new Set([401, 403]));
});
