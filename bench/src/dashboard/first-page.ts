/* What a browser loads for the first page, and when it is painted. */
import { get } from 'node:http';
import type { Browser } from 'playwright-core';
import { type Account, openSignedIn, seenIn, watchPage } from './browser.ts';

export interface FirstPage {
  /** Bytes, gzip. */
  script: number;
  style: number;
  /** Milliseconds. */
  paint: number;
  shift: number;
}

/** Until nothing shifts any more. */
const settledMs = 1500;

/** Signed in, with an empty cache: the slowest of the rounds. */
export async function firstPage(
  browser: Browser,
  account: Account,
  name: string,
  rounds: number,
): Promise<FirstPage> {
  const found: FirstPage[] = [];
  for (let round = 0; round < rounds; round++) found.push(await loadOnce(browser, account, name));
  const most = (of: keyof FirstPage) => Math.max(...found.map((one) => one[of]));
  return {
    script: most('script'),
    style: most('style'),
    paint: most('paint'),
    shift: most('shift'),
  };
}

async function loadOnce(browser: Browser, account: Account, name: string): Promise<FirstPage> {
  const page = await openSignedIn(browser, account);
  await watchPage(page);
  const assets = new Set<string>();
  let isPainted = false;
  page.on('request', (request) => {
    if (!isPainted && /\.(?:js|css)$/.test(new URL(request.url()).pathname))
      assets.add(request.url());
  });
  await page.goto(`${account.url}/app/${account.workspace}/${name}`);
  await page.locator('main h1').first().waitFor();
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  // What comes after that, as the palette does, is not waited for by anybody.
  isPainted = true;
  await page.waitForTimeout(settledMs);
  const { paint, shift } = await seenIn(page);
  await page.context().close();
  const sizes = await Promise.all(
    [...assets].map(async (url) => ({ url, bytes: await gzipBytes(url) })),
  );
  const sum = (end: string) =>
    sizes.filter(({ url }) => url.endsWith(end)).reduce((total, { bytes }) => total + bytes, 0);
  return { script: sum('.js'), style: sum('.css'), paint, shift };
}

/** As the service sends it to a browser that takes gzip only. */
function gzipBytes(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => resolve(bytes));
    }).on('error', reject);
  });
}
