/* Messages that are lost on their way from a real Chromium, as the service tells of them. */
import type { Completeness } from '@footfall/contract/completeness';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hour, minute, startBrowserStage } from './browser-stage.ts';
import { restOf } from './rest.ts';

const stage = await startBrowserStage(new Date(Date.now() - 3 * hour));
const ingest = '**/ingest/batch*';

async function track(page: Page, names: string[]): Promise<void> {
  await page.evaluate(`for (const name of ${JSON.stringify(names)}) footfall.track(name)`);
}

async function counted(): Promise<Completeness> {
  await stage.service.settle();
  const rest = restOf(stage.service, stage.service.workspace.secretKey);
  return ((await rest.get('/completeness')).body as { data: Completeness }).data;
}

test('a blocked message is lost and reported, one that waits for a network is not, in two tabs and two visits', async () => {
  const lost = new Set<string>();
  const profile = await stage.newProfile();
  const page = await profile.newPage();
  await page.goto(`${stage.site}/`);
  await stage.settled(page);

  const block = async (tab: Page) => {
    await tab.route(ingest, async (route) => {
      const { batch } = JSON.parse(route.request().postData() ?? '') as {
        batch: { message_id: string }[];
      };
      for (const { message_id } of batch) lost.add(message_id);
      await route.fulfill({ status: 403, headers: { 'access-control-allow-origin': '*' } });
    });
  };
  await block(page);
  await track(page, ['blocked', 'blocked', 'blocked']);
  await stage.settled(page);
  await page.unroute(ingest);
  expect(lost.size).toBe(3);
  await track(page, ['arrives']);
  await stage.settled(page);
  expect((await counted()).total).toMatchObject({ lost: 3, received: stage.sent.size });

  // No network: what waits is sent when there is one again.
  await page.route(ingest, (route) => route.abort());
  const tab = await profile.newPage();
  await tab.goto(`${stage.site}/pricing`);
  await track(page, ['waits']);
  await track(tab, ['other tab']);
  await stage.settled(tab);
  await page.unroute(ingest);
  await page.evaluate("dispatchEvent(new Event('online'))");
  await stage.settled(page);
  expect((await counted()).total.lost).toBe(3);

  // The end of the visit is lost, which the next one tells.
  await block(tab);
  await track(tab, ['the last', 'of the visit']);
  await stage.settled(tab);
  await page.close();
  await tab.goto('about:blank');
  await tab.unroute(ingest);
  await stage.pass(45 * minute);
  await tab.goto(`${stage.site}/`);
  await stage.settled(tab);
  const { total, browsers } = await counted();
  expect(lost.size).toBeGreaterThanOrEqual(5);
  expect(total).toEqual({
    visits: 2,
    made: stage.sent.size + lost.size,
    received: stage.sent.size,
    refused: 0,
    lost: lost.size,
  });
  expect(new Set(browsers.map(({ browser }) => browser))).toEqual(new Set(['Chrome']));
  await profile.close();
});
