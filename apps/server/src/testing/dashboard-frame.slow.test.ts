/* The dashboard's frame in a real Chromium, with the leads as the page in it: how it is served, how it is used. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type OpenPage, startDashboardStage } from './dashboard-stage.ts';
import { restOf } from './rest.ts';

const { h, open, openUnknown } = await startDashboardStage({ events: 600 });
// Beside whoever there is in the made-up month.
await h.send(
  Array.from({ length: 6 }, (_, place) => ({
    type: 'identify',
    visitor_id: randomUUID(),
    email: `caller-${place}@stage.example`,
  })),
);
await h.settle();
const usual = await open('leads');

const pathOf = ({ page }: OpenPage) => new URL(page.url()).pathname.split('/').slice(3).join('/');
const queryOf = ({ page }: OpenPage) => Object.fromEntries(new URL(page.url()).searchParams);
const rows = ({ page }: OpenPage) => page.locator('tbody tr');
const active = ({ page }: OpenPage) => page.locator('tbody tr[data-active]');

test('every address answers the one page under a policy of its own, and what it loads is kept for good', async () => {
  const first = await fetch(`${h.url}/app/${h.workspace.id}/leads`);
  const html = await first.text();
  const policy = first.headers.get('content-security-policy') ?? '';
  const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? [];
  expect(html).toContain(`nonce="${nonce}"`);
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-/);
  expect(policy).not.toContain('unsafe');
  expect(first.headers.get('cache-control')).toBe('no-store');
  const shared = await fetch(`${h.url}/share/anything`);
  expect(shared.headers.get('content-security-policy')).not.toBe(policy);
  expect(shared.headers.get('x-robots-tag')).toBe('noindex, nofollow');
  expect(shared.headers.get('referrer-policy')).toBe('no-referrer');
  expect((await shared.text()).replace(/nonce="[^"]+"/, '')).toBe(
    html.replace(/nonce="[^"]+"/, ''),
  );
  const [script = ''] = /\/assets\/[^"]+\.js/.exec(html) ?? [];
  const asset = await fetch(h.url + script, { headers: { 'accept-encoding': 'br' } });
  await asset.arrayBuffer();
  expect(asset.headers.get('content-encoding')).toBe('br');
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect((await fetch(`${h.url}/assets/none.js`)).status).toBe(404);
  const root = await fetch(h.url, { redirect: 'manual' });
  expect([root.status, root.headers.get('location')]).toEqual([302, '/app']);
});

test('a signed-out visitor signs in and returns to the page they wanted', async () => {
  const unknown = await openUnknown(`/app/${h.workspace.id}/leads?test=true`);
  await unknown.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  expect(queryOf(unknown).next).toBe(`/app/${h.workspace.id}/leads?test=true`);
  await unknown.page.getByLabel('Email').fill('nobody@example.com');
  await unknown.page.getByLabel('Password', { exact: true }).fill('not the password');
  expect(await unknown.axe()).toEqual([]);
  expect(unknown.faults).toEqual([]);
});

test('an address without a workspace opens the last one; a missing page shows an error', async () => {
  const { page } = usual;
  await usual.go('/app/leads?filter=source+%3D+campaign&range=7d');
  await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor();
  expect(pathOf(usual)).toBe('leads');
  expect(queryOf(usual)).toEqual({ filter: 'source = campaign', range: '7d' });
  const other = await h.newWorkspace('Elsewhere');
  const visitor = await open('people', { workspaceId: other.id });
  await visitor.go('/app/settings');
  await visitor.page.waitForURL(`${h.url}/app/${other.id}/settings`);
  for (const path of ['/app/nowhere', `/app/${other.id}/nowhere`, '/app/leads/nobody/else']) {
    await visitor.go(path);
    await visitor.page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await visitor.page.getByRole('link', { name: 'Back to overview' }).waitFor();
  }
  expect(await visitor.axe()).toEqual([]);
  expect(visitor.faults).toEqual([]);
});

test('by keys alone: through rows, to a record, to pages, to the filter and to help', async () => {
  const { page } = usual;
  await usual.go('leads');
  await rows(usual).first().locator('a').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByText('1 selected').waitFor();
  await page.keyboard.press('k');
  expect(await active(usual).count()).toBe(1);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/leads\/[0-9a-f-]{36}/);
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await usual.turnTo('leads');
  await page.keyboard.press('/');
  const focused = () => page.evaluate('document.activeElement.textContent');
  await expect.poll(focused).toBe('Add filter');
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Search people').fill('settings');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor();
  await page.keyboard.press('Tab');
  await expect.poll(focused).toBe('Skip to content');
});

test('the palette finds records as one types, and goes there', async () => {
  const { page } = usual;
  await restOf(h).post('/leads', { code: 'PALETTE-1' });
  await usual.go('overview');
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Search people').fill('palette-1');
  await page
    .getByRole('option', { name: 'PALETTE-1' })
    .or(page.getByText('PALETTE-1'))
    .first()
    .click();
  await page.getByRole('heading', { name: 'Lead PALETTE-1' }).waitFor();
});

test('test data stays on from page to page and is labeled', async () => {
  const { page } = usual;
  await usual.go('leads');
  await page.getByRole('switch', { name: 'Test data' }).click({ force: true });
  await page.getByText('You are viewing test data').waitFor();
  await page.getByRole('link', { name: 'Companies' }).click();
  await expect.poll(() => pathOf(usual)).toBe('companies');
  expect(queryOf(usual)).toEqual({ test: 'true' });
  await page.getByRole('button', { name: 'Back to live data' }).click();
  await expect.poll(() => queryOf(usual)).toEqual({});
});

test('settings of a page are in its address and restored from it', async () => {
  const { page, faults } = usual;
  await usual.go('overview');
  const card = page.getByRole('region', { name: 'Pages' });
  const landing = card.getByRole('button', { name: 'Landing page' });
  await landing.click();
  await page.getByRole('button', { name: 'Channel', exact: true }).click();
  await page.getByRole('button', { name: 'Show table' }).click();
  await expect
    .poll(() => queryOf(usual))
    .toEqual({ tables: 'landing_page,channel', chart: 'table' });
  await page.reload();
  await page.getByRole('button', { name: 'Show chart' }).waitFor();
  expect(await landing.getAttribute('aria-pressed')).toBe('true');
  await card.getByRole('button', { name: 'Page', exact: true }).click();
  await expect.poll(() => queryOf(usual)).toEqual({ tables: 'channel', chart: 'table' });
  await page.goBack();
  await expect.poll(() => landing.getAttribute('aria-pressed')).toBe('true');

  const visitor_id = randomUUID();
  await h.send(
    Array.from({ length: 30 }, (_, place) => ({
      type: 'event',
      name: 'page_view',
      visitor_id,
      timestamp: new Date(Date.now() - place * 1000).toISOString(),
      context: { page: { url: `https://www.stage.example/page-${place}` } },
    })),
  );
  await h.settle();
  await usual.go(`visitors/${visitor_id}`);
  await page.getByRole('button', { name: 'Everything' }).click();
  const timeline = page.locator('main section').filter({ hasText: 'Everything' });
  await timeline.getByText('page-19').first().waitFor();
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  const scrolled = () => page.evaluate('document.scrollingElement.scrollTop');
  expect(await scrolled()).toBeGreaterThan(0);
  await timeline.getByRole('button', { name: 'Next page' }).click();
  await timeline.getByText('page-29').first().waitFor();
  expect(queryOf(usual)).toEqual({ timeline: 'everything', activity_page: '2' });
  expect(await scrolled()).toBeGreaterThan(0);
  await page.reload();
  await timeline.getByText('page-29').first().waitFor();
  expect(await timeline.getByText('page-19').count()).toBe(0);
  await page.getByRole('link', { name: 'Companies' }).click();
  await expect.poll(() => queryOf(usual)).toEqual({});
  expect(faults).toEqual([]);
});

test('a viewer is offered no edit, and a workspace of others is none', async () => {
  const { data: lead } = (await restOf(h).post('/leads', { code: 'VIEW-1' })).body as {
    data: { id: string };
  };
  const viewer = await open(`leads/${lead.id}`, { role: 'viewer' });
  await viewer.page.getByRole('heading', { name: 'Summary' }).waitFor();
  expect(await viewer.page.getByRole('button', { name: 'Edit' }).count()).toBe(0);
  expect(await viewer.page.getByRole('link', { name: 'API keys' }).count()).toBe(0);
  await viewer.page.goto(`${h.url}/app/${randomUUID()}/leads`);
  await viewer.page.getByText('You are not a member of this workspace').waitFor();
});

test('an empty workspace shows the snippet and updates when the first event arrives', async () => {
  const workspace = await h.newWorkspace('Empty');
  const empty = await open('leads', { workspaceId: workspace.id });
  await empty.page.getByText(`data-key="${workspace.productionKey}"`).first().waitFor();
  expect(await empty.axe()).toEqual([]);
  await h.send(
    { type: 'event', name: 'page_view', visitor_id: randomUUID(), url: 'https://a.example/' },
    workspace.productionKey,
  );
  await empty.page.getByText('No leads yet').waitFor();
  expect(empty.faults).toEqual([]);
});

test('the greeting of the first event outlasts the empty page, and leads to who it is', async () => {
  const workspace = await h.newWorkspace('Greeted');
  const { page: greeted, axe } = await open('overview', { workspaceId: workspace.id });
  await greeted.getByText('Send your first event').waitFor();
  await h.send(
    { type: 'event', name: 'page_view', visitor_id: randomUUID(), url: 'https://a.example/' },
    workspace.productionKey,
  );
  await h.settle();
  // The page has figures of its own by then.
  await greeted.getByRole('region', { name: 'Places', exact: true }).waitFor();
  const link = greeted.getByRole('link', { name: 'View visitor' });
  await link.waitFor();
  expect(await axe()).toEqual([]);
  await link.click();
  await greeted.waitForURL(/\/visitors/);
  await greeted.locator('main tbody td a').first().waitFor();
  expect(await link.count()).toBe(0);
});

test('no step logged an error or violated the content policy', () => {
  expect(usual.faults).toEqual([]);
});
