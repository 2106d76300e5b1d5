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
  const overview: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await page.locator('nav a[href*="/leads"]').first().click();
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
