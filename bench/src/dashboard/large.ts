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

const filters = ['source = campaign', 'created_at > now-7d', 'code:a1'];

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
    await goInPage(page, `${base}/leads?${range}`);
    await page.waitForTimeout(500);
    times.push([filter, await filterTime(page, filter)]);
  }
  const overview: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await goInPage(page, `${base}/leads?${range}`);
    await page.locator('main tbody td a').first().waitFor();
    overview.push(await overviewTime(page));
    // What was asked is fresh for a quarter of a minute.
    await page.waitForTimeout(16_000);
  }
  await page.context().close();
  return { leads, filters: times, overview, days };
}

async function totalOf(page: Page): Promise<number> {
  const text = await page.locator('main [role=status]').last().innerText();
  return Number(text.replace(/^.*of /, '').replaceAll(/\D/g, ''));
}

/** As the back button does, without loading the page anew. */
function goInPage(page: Page, address: string): Promise<void> {
  return page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}

/** Until the rows and the total of the filter are painted. */
function filterTime(page: Page, filter: string): Promise<number> {
  return page.evaluate(
    ([text]) =>
      new Promise<number>((resolve) => {
        const main = document.querySelector('main');
        const state = () =>
          [...document.querySelectorAll('main [role=status]')].at(-1)?.textContent;
        const before = state();
        const begun = performance.now();
        const watcher = new MutationObserver(() => {
          if (!state() || state() === before) return;
          watcher.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)));
        });
        if (main) watcher.observe(main, { childList: true, subtree: true, characterData: true });
        const address = new URL(location.href);
        address.searchParams.set('filter', text ?? '');
        history.pushState({}, '', address);
        dispatchEvent(new PopStateEvent('popstate'));
      }),
    [filter],
  );
}

/** Until nothing of it is on its way any more. */
function overviewTime(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const begun = performance.now();
        const watcher = new MutationObserver(() => {
          const isThere = document.querySelector('main h1')?.textContent === 'Overview';
          const cards = document.querySelectorAll('main section').length;
          const waits = document.querySelector('main .mantine-Skeleton-root') !== null;
          if (!isThere || waits || cards < 5) return;
          watcher.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)));
        });
        watcher.observe(document.body, { childList: true, subtree: true, characterData: true });
        document.querySelector<HTMLAnchorElement>('nav a[href*="/overview"]')?.click();
      }),
  );
}
