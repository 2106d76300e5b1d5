/** What visitors do on the example website, and what the service then says of them. */
import type { Page } from 'playwright-core';
import type { BrowserStage } from './browser-stage.ts';
import { pageIn, recordIn, restOf } from './rest.ts';

/** Of Siemens, in Munich. */
export const officeAddress = '192.35.17.1';
/** Of an access provider. */
export const homeAddress = '84.190.10.20';

/** Answers of the REST API. */
export function readsOf({ service }: BrowserStage) {
  const rest = restOf(service);
  const all = async (path: string) => pageIn(await rest.get(path)).data;
  return {
    all,
    one: async (path: string) => recordIn(await rest.get(path)),
    count: async (path: string) => pageIn(await rest.get(path)).pagination.total,
    sessionsOf: async (visitorId: unknown) =>
      (await all(`/visitors/${visitorId}/sessions`)).toReversed(),
  };
}

export async function idsOn(page: Page) {
  return (await page.evaluate('footfall.ids()')) as Record<'visitor_id' | 'session_id', string>;
}

/** Follows a link to the site on a page at this address, which tells its origin to others, as search engines do. */
export async function followLink(
  { site }: BrowserStage,
  page: Page,
  from: string,
  path: string,
): Promise<void> {
  await page.route(from, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<meta name="referrer" content="origin"><a href="${site}${path}">Tidewell</a>`,
    }),
  );
  await page.goto(from);
  await page.getByRole('link').click();
  await page.waitForURL(`${site}/**`);
}

export async function askForTrial(
  stage: BrowserStage,
  page: Page,
  name: string,
  email: string,
): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Work email').fill(email);
  await page.getByRole('button', { name: 'Ask for a trial' }).click();
  await page.getByText('Thank you').waitFor();
  await stage.settled(page);
}
