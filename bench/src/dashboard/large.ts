/* A large workspace: from a filter to its rows, and the overview of a long time, each as a click in a page that is open. */
import type { Browser, Page } from 'playwright-core';
import { type Account, openSignedIn } from './browser.ts';

export interface LargeFigures {
  leads: number;
  /** Milliseconds, by filter. */
  filters: [string, number][];
  /** Milliseconds, each time. */
  overview: number[];
  days: number;
}

const filters = [
  'created_at > now-30d',
  'created_at > now-7d AND code = C',
  'source = website AND created_at < now-60d',
];

export async function largeFigures(
  browser: Browser,
  account: Account,
  { days, rounds }: { days: number; rounds: number },
): Promise<LargeFigures> {
  const page = await openSignedIn(browser, account);
  const base = `${account.url}/app/${account.workspace}`;
  const to = new Date(Date.now() - 86_400_000);
  const from = new Date(to.getTime() - (days - 1) * 86_400_000);
  const day = (date: Date) => date.toISOString().slice(0, 10);
  const range = `from=${day(from)}&to=${day(to)}`;
  await page.goto(`${base}/leads?${range}`);
  await page.locator('main tbody td a').first().waitFor();
  const leads = await totalOf(page);
  const times: [string, number][] = [];
  for (const filter of filters) {
    await page.goto(`${base}/leads?${range}`);
    await page.locator('main tbody td a').first().waitFor();
    times.push([filter, await filterTime(page, filter)]);
  }
  await page.context().close();
  const overview: number[] = [];
  for (let round = 0; round < rounds; round++) {
    overview.push(await freshOverview(browser, account, `${base}/leads?${range}`));
  }
  return { leads, filters: times, overview, days };
}

/** So long the scripts of the other pages take to be there, of which a page begins to think 2 s after it is shown. */
const lookedAtMs = 6000;

/**
 * Somebody looks at the leads, and then at the overview. In a browser of its own each time: what was asked before is shown again
 * at once, and what was then measured would be no answer at all.
 */
async function freshOverview(browser: Browser, account: Account, from: string): Promise<number> {
  const page = await openSignedIn(browser, account);
  await page.goto(from);
  await page.locator('main tbody td a').first().waitFor();
  await page.waitForTimeout(lookedAtMs);
  const time = await overviewTime(page);
  await page.context().close();
  return time;
}

async function totalOf(page: Page): Promise<number> {
  const text = await page.locator('main [role=status]').last().innerText();
  return Number(text.replace(/^.*of /, '').replaceAll(/\D/g, ''));
}

/** From the key that applies it until its rows and total are painted. */
async function filterTime(page: Page, filter: string): Promise<number> {
  await page.getByRole('button', { name: 'As text' }).click();
  const field = page.locator('main form input').first();
  await field.fill(filter);
  await page.waitForTimeout(1000);
  const painted = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const total = () =>
          [...document.querySelectorAll('main [role=status]')].at(-1)?.textContent;
        const before = total();
        let begun = 0;
        addEventListener('keydown', () => (begun = performance.now()), {
          capture: true,
          once: true,
        });
        const watcher = new MutationObserver(() => {
          if (begun === 0 || total() === before) return;
          watcher.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)));
        });
        watcher.observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
  );
  await field.press('Enter');
  return painted;
}

/** From the click on its place in the navigation, with nothing under the pointer before, until all tables and the chart are painted. */
function overviewTime(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const begun = performance.now();
        const watcher = new MutationObserver(() => {
          const isThere = document.querySelector('main h1')?.textContent === 'Overview';
          const cards = document.querySelectorAll('main section').length;
          const isDrawn = document.querySelector('main canvas') !== null;
          const waits = document.querySelector('main .mantine-Skeleton-root') !== null;
          if (!isThere || waits || !isDrawn || cards < 5) return;
          watcher.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)));
        });
        watcher.observe(document.body, { childList: true, subtree: true, characterData: true });
        document.querySelector<HTMLAnchorElement>('nav a[href*="/overview"]')?.click();
      }),
  );
}
