/* A new user's way: from the link that the start prints to the own first visit, as somebody does who reads no guide. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import type { Account } from './browser.ts';

/** Milliseconds between two keys of somebody who types well. */
const keyMs = 60;

export interface NewUser {
  seconds: number;
  clicks: number;
  account: Account;
}

export async function walkAsNewUser(
  browser: Browser,
  visitors: Browser,
  url: string,
  logFile: string,
): Promise<NewUser> {
  const [link = ''] =
    /http\S+\/app\/welcome\?token=\S+/.exec(await readFile(logFile, 'utf8')) ?? [];
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  let clicks = 0;
  const click = async (locator: ReturnType<typeof page.locator>) => {
    clicks += 1;
    await locator.click();
  };
  const begun = performance.now();
  await page.goto(link);
  await page.getByLabel('Name').pressSequentially('Ann Miller', { delay: keyMs });
  await page.getByLabel('Email').pressSequentially('ann@example.com', { delay: keyMs });
  await page.locator('input[name=new-password]').pressSequentially('a long enough pass phrase', {
    delay: keyMs,
  });
  await click(page.locator('button[type=submit]'));
  await click(page.locator('main figure button').first());
  const snippet = await page.evaluate(() => navigator.clipboard.readText());
  const website = await startWebsite(snippet);
  try {
    const visitor = await visitors.newPage();
    await asAPerson(visitor);
    await visitor.goto(website.url);
    await click(page.getByRole('link', { name: 'See who it is' }));
    await page.locator('main tbody td a').first().waitFor();
    const seconds = (performance.now() - begun) / 1000;
    await visitor.close();
    const workspace = new URL(page.url()).pathname.split('/')[2] ?? '';
    return { seconds, clicks, account: { url, workspace, state: await context.storageState() } };
  } finally {
    website.close();
    await context.close();
  }
}

/** Without a window the browser names itself by its brands too, and is a bot by that. */
async function asAPerson(page: Page): Promise<void> {
  const userAgent = await page.evaluate(() => navigator.userAgent);
  const [version = ''] = /(?<=Chrome\/)\d+/.exec(userAgent) ?? [];
  const brands = [
    { brand: 'Chromium', version },
    { brand: 'Google Chrome', version },
  ];
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setUserAgentOverride', {
    userAgent,
    userAgentMetadata: {
      brands,
      platform: 'Linux',
      platformVersion: '',
      architecture: 'x86',
      model: '',
      mobile: false,
    },
  });
}

async function startWebsite(snippet: string) {
  const html = `<!doctype html><html lang="en"><head><title>Shop</title>${snippet}</head><body><h1>Shop</h1></body></html>`;
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/pricing`, close: () => server.close() };
}
