/* A company in a real Chromium: its figures, beside those of the overview. */
import { randomUUID } from 'node:crypto';
import type { Stats } from '@footfall/contract/stats';
import { expect, test } from 'vitest';
import { changeSettings } from '../accounts/workspaces/settings.ts';
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
  const note = page.getByText('came from outside the company’s network');
  expect(await note.count()).toBe(0);

  await h.send([view(30, home), view(5, home)], productionKey);
  await h.settle();
  const overview = recordIn(await rest.get(`/stats?metrics=sessions&company=${id}`));
  expect((overview as unknown as Stats).total.sessions).toBe(1);
  await page.reload();
  await page.getByText('2 visits came from outside').waitFor();
  expect(await axe()).toEqual([]);
  await page.getByRole('link', { name: 'The overview counts only 1 visit' }).click();
  await page.getByRole('list', { name: 'Filtered by' }).waitFor();
  await settled();
  expect(new URL(page.url()).searchParams.get('company')).toBe(id);
  expect(await page.getByRole('group', { name: 'Metrics' }).innerText()).toMatch(/Visits\s+1\s/);
  await turnTo(`companies/${id}`);
  expect(faults).toEqual([]);
  await turnTo(`visitors/${visitor}`);
  const why = page.getByRole('region', { name: 'Why this company?' });
  await why.getByText('Came from the network of').waitFor();
  await why.getByText('60% confidence').waitFor();
  await page
    .getByRole('region', { name: 'Source of the first visit' })
    .getByText('50% confidence')
    .waitFor();
  await page
    .getByRole('region', { name: 'Why a person?' })
    .getByText(/\d% confidence/)
    .waitFor();
  expect(await axe()).toEqual([]);
  const [visit] = pageIn(await rest.get(`/sessions?visitor_id=${visitor}`)).data;
  await turnTo(`sessions/${visit?.id}`);
  await page.getByText('50% confidence').waitFor();
  const german = await open(`companies/${id}`, { workspaceId, language: 'de' });
  await german.page.getByText('2 Besuche kamen nicht aus dem Netzwerk des Unternehmens.').waitFor();
  await german.page.getByText('nur 1 Besuch aus dem Netzwerk des Unternehmens').waitFor();
});

test('a bot with evidence for a company is called so under "Why?", and as the visitor of its visit', {
  timeout: SLOW,
}, async () => {
  const { id: workspaceId, productionKey, secretKey } = await h.newWorkspace();
  await h.db.system((tx) => changeSettings(tx, workspaceId, { trust: 'open' }));
  const [person, named, judged] = [randomUUID(), randomUUID(), randomUUID()];
  const view = (visitor_id: string, user_agent: string) => ({
    ...{ type: 'event', name: 'page_view', visitor_id },
    context: { user_agent, page: { url: 'https://shop.example/' } },
  });
  const gptBot = 'Mozilla/5.0 (compatible; GPTBot/1.3; +https://openai.com/gptbot)';
  const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/126.0.0.0 Safari/537.36';
  const ada = { type: 'identify', visitor_id: person, email: 'ada@maker.example', name: 'Ada' };
  await h.send([ada, view(named, gptBot), view(judged, chrome)], productionKey);
  await h.settle();
  const rest = restOf(h, secretKey);
  const { id = '' } = pageIn(await rest.get('/companies')).data[0] ?? {};
  // What bots send tells of no company by itself: somebody says it.
  for (const visitor_id of [named, judged]) {
    const decision = { kind: 'company', company_id: id, visitor_id };
    expect((await rest.post('/overrides', decision)).status).toBe(201);
  }
  await rest.post('/overrides', { kind: 'bot', visitor_id: judged });
  await h.settle();
  const { page, faults, axe, turnTo } = await open(`companies/${id}`, { workspaceId });
  const why = page.getByRole('list', { name: 'Why this company?' });
  const bot = `GPTBot ${named.slice(-6)}`;
  await why.getByRole('link', { name: 'Ada' }).waitFor();
  await why.getByRole('link', { name: bot, exact: true }).waitFor();
  await why.getByRole('link', { name: `Bot ${judged.slice(-6)}`, exact: true }).waitFor();
  expect(await axe()).toEqual([]);
  const sessions = pageIn(await rest.get(`/sessions?bots=true&visitor_id=${named}`)).data;
  await turnTo(`sessions/${sessions[0]?.id}`);
  await page.getByRole('link', { name: bot, exact: true }).waitFor();
  expect(faults).toEqual([]);
});
