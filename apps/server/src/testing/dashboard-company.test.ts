/* A company in a real Chromium: its figures, beside those of the overview. */
import { randomUUID } from 'node:crypto';
import type { Stats } from '@footfall/contract/stats';
import { expect, test } from 'vitest';
import { changeSettings } from '../workspaces/settings.ts';
import { startDashboardStage } from './dashboard-stage.ts';
import { pageIn, recordIn, restOf } from './rest.ts';
import { SLOW } from './slow.ts';

const { h, open } = await startDashboardStage();
await h.app.addressTables.ready;

/** Of a business, and of an access provider. */
const office = '192.35.17.1';
const home = '217.237.150.33';

test('visits that the overview does not count under a company are named on its page, in either language', {
  timeout: SLOW,
}, async () => {
  const { id: workspaceId, productionKey, secretKey } = await h.newWorkspace();
  await h.db.system((tx) => changeSettings(tx, workspaceId, { trust: 'open' }));
  const visitor = randomUUID();
  const view = (hoursAgo: number, ip: string) => ({
    type: 'event',
    name: 'page_view',
    visitor_id: visitor,
    timestamp: new Date(Date.now() - hoursAgo * 3_600_000).toISOString(),
    context: { ip, page: { url: 'https://shop.example/' } },
  });
  await h.send([view(60, office)], productionKey);
  await h.settle();
  const rest = restOf(h, secretKey);
  const { id = '' } = pageIn(await rest.get('/companies')).data[0] ?? {};
  const { page, faults, axe, turnTo, settled } = await open(`companies/${id}`, { workspaceId });
  await settled();
  const note = page.getByText('did not come from the company’s own network');
  expect(await note.count()).toBe(0);

  await h.send([view(30, home), view(5, home)], productionKey);
  await h.settle();
  const overview = recordIn(await rest.get(`/stats?metrics=sessions&company=${id}`));
  expect((overview as unknown as Stats).total.sessions).toBe(1);
  await page.reload();
  await page.getByText('2 visits of these did not come').waitFor();
  expect(await axe()).toEqual([]);
  await page.getByRole('link', { name: 'the overview counts 1 visit from its network' }).click();
  await page.getByRole('list', { name: 'Filtered by' }).waitFor();
  await settled();
  expect(new URL(page.url()).searchParams.get('company')).toBe(id);
  expect(await page.getByRole('group', { name: 'Figures' }).innerText()).toMatch(/Visits\s+1\s/);
  await turnTo(`companies/${id}`);
  expect(faults).toEqual([]);
  const german = await open(`companies/${id}`, { workspaceId, language: 'de' });
  await german.page.getByText('eigenen Netz des Unternehmens: 2 Besuche.').waitFor();
  await german.page.getByText('1 Besuch aus seinem Netz').waitFor();
});
