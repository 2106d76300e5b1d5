/* One walk through the dashboard in a real Chromium, from signing in to the dark. Each page has tests of its own in dashboard-*.slow.test.ts. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startDashboardStage } from './dashboard-stage.ts';
import { pageIn, recordIn, restOf } from './rest.ts';
import { signedUp, testPassword } from './signed-in.ts';

const { h, openUnknown } = await startDashboardStage({ events: 200 });
const rest = restOf(h);
const visitor_id = randomUUID();
const visit = { session_id: randomUUID(), visitor_id };
const at = (path: string, title: string) => ({
  page: { url: `https://shop.example${path}`, title },
});
await h.send([
  { type: 'event', name: 'page_view', ...visit, context: at('/pricing', 'What it costs') },
  { type: 'identify', ...visit, email: 'wanda@walk.example', name: 'Wanda Walker' },
]);
for (const code of ['WALK-1', 'WALK-2']) await rest.post('/leads', { code, source: 'website' });
await rest.post('/lists', { name: 'Worth a call' });
await h.settle();

const { email } = await signedUp(h, { name: 'Ann Miller' });
const walk = await openUnknown(`/app/sign-in?next=/app/${h.workspace.id}/overview`);
const { page } = walk;

const button = (name: string) => page.getByRole('button', { name, exact: true });
const rows = page.locator('main tbody tr');
const parameters = () => Object.fromEntries(new URL(page.url()).searchParams);
const to = async (name: string) => {
  await page.locator('nav').getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  await walk.settled();
};

test('signing in by password shows the last 30 days', async () => {
  await page.getByLabel('Email').fill(email);
  await page.locator('input[name=password]').fill(testPassword);
  await button('Sign in').click();
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  await walk.settled();
  const from = new Date(Date.now() - 29 * 86_400_000).toISOString().slice(0, 10);
  const { total } = recordIn(await rest.get(`/stats?from=${from}`)) as unknown as {
    total: { visitors: number };
  };
  expect(total.visitors).toBeGreaterThan(10);
  const figure = page.getByRole('button', { name: /^Visitors/ }).first();
  expect(await figure.innerText()).toContain(String(total.visitors));
});

test('a visit that begins is seen at once', async () => {
  await to('Live');
  await page.getByText('Updating live').waitFor();
  const context = at('/just-now', 'Just opened');
  await h.send({ type: 'event', name: 'page_view', visitor_id: randomUUID(), context });
  await page.getByText('Just opened').waitFor();
});

test('leads are filtered and sorted', async () => {
  await to('Leads');
  await button('Add filter').click();
  await page.getByLabel('Field').selectOption('code');
  await page.getByLabel('Operator').selectOption({ label: 'contains' });
  await page.getByLabel('Value').fill('WALK');
  await button('Apply').click();
  await button('Edit: Code contains WALK').waitFor();
  await expect.poll(() => rows.count()).toBe(2);
  await button('Sort by Created').click();
  await expect.poll(parameters).toEqual({ filter: 'code:"WALK"', sort: 'created_at' });
  await walk.settled();
  await button('Columns').click();
  await page.getByRole('dialog').getByLabel('Code').click();
  await page.keyboard.press('Escape');
  await expect
    .poll(() => rows.locator('td:last-child').allInnerTexts())
    .toEqual(['WALK-1', 'WALK-2']);
  expect(await walk.axe()).toEqual([]);
});

test('a person is searched for, and what they did is shown', async () => {
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Search people').fill('wanda@walk.example');
  await page.getByRole('button', { name: 'Wanda Walker' }).first().click();
  await page.getByRole('heading', { name: 'Wanda Walker', level: 1 }).waitFor();
  await page.getByText('What it costs').first().waitFor();
});

test('a company is opened, and a list', async () => {
  await to('Companies');
  const [company] = pageIn(await rest.get('/companies?sort=-last_seen&limit=1')).data;
  await rows.first().getByRole('link').click();
  await page.getByRole('heading', { name: String(company?.name), level: 1 }).waitFor();
  await to('Lists');
  await page.getByRole('link', { name: 'Worth a call' }).click();
  await page.getByRole('heading', { name: 'Worth a call', level: 1 }).waitFor();
});

test('a key is made, works, and is shown once', async () => {
  await to('API keys');
  await button('Create key').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Nightly report');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('Store this secret now').waitFor();
  const [key = ''] = /svc_sk_\w+/.exec(await dialog.innerText()) ?? [];
  expect((await restOf(h, key).get('/leads?limit=1')).status).toBe(200);
  await button('I stored it').click();
  await rows.filter({ hasText: 'Nightly report' }).waitFor();
  expect(await page.content()).not.toContain(key);
  await page.reload();
  await rows.filter({ hasText: 'Nightly report' }).waitFor();
  expect(await page.content()).not.toContain(key);
});

test('the lines for a website are in the settings, which are dark where somebody wants that', async () => {
  await to('Settings');
  await page.getByText(`data-key="${h.workspace.productionKey}"`).first().waitFor();
  await page.getByText('Connected. Events are arriving.').waitFor();
  const background = () =>
    page.evaluate('getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)');
  expect(Math.min(...((await background()) as number[]))).toBeGreaterThan(200);
  await page.getByRole('button', { name: /^Your account: / }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect.poll(async () => Math.max(...((await background()) as number[]))).toBeLessThan(60);
  expect(await walk.axe()).toEqual([]);
});

test('no page logged an error or violated the content policy', () => {
  expect(walk.faults).toEqual([]);
});
