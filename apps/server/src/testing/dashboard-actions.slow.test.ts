/* What people do in the dashboard beside the flows of dashboard-flows.slow.test.ts, in a real Chromium. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { storeSpend } from '../revenue/campaigns/spend.ts';
import { startDashboardStage } from './dashboard-stage.ts';
import { pageIn, recordIn, restOf } from './rest.ts';
import { signedIn } from './signed-in.ts';
import { SLOW } from './slow.ts';

const { h, open, openUnknown } = await startDashboardStage({ events: 800 });
await h.settle();
const rest = restOf(h);
const run = promisify(execFile);

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** What the command prints, as a shell runs it. */
async function printed(command: string): Promise<string> {
  return (await run('/bin/sh', ['-c', command.replaceAll('curl ', 'curl -sS ')])).stdout;
}

test('a hidden tab follows nothing and catches up when shown again', async () => {
  const { page, faults, settled } = await open('live');
  await page.getByText('Updating live').waitFor();
  await settled();
  const look = (isHidden: boolean) =>
    page.evaluate(`(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${isHidden} });
      document.dispatchEvent(new Event('visibilitychange'));
    })()`);
  await look(true);
  await page.getByText('Paused while this tab is hidden').waitFor();
  const requests: string[] = [];
  page.on('request', (request) => {
    // The scripts of other pages come whenever nothing else does.
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/assets/')) requests.push(pathname);
  });
  const context = { page: { url: 'https://www.example.com/meanwhile', title: 'Meanwhile' } };
  await h.send([{ type: 'event', name: 'page_view', visitor_id: randomUUID(), context }]);
  expect(requests).toEqual([]);
  await look(false);
  await page.getByText('Meanwhile', { exact: true }).waitFor();
  expect(faults).toEqual([]);
});

test('a chart is a table too, with the figures that are drawn', async () => {
  const { page, faults, axe } = await open('overview?range=7d');
  await button(page, 'Show table').click();
  const rows = page.locator('figure table tbody tr, main table tbody tr');
  await rows.first().waitFor();
  const days = await page.locator('main table').first().locator('tbody tr').count();
  expect(days).toBe(7);
  expect(await axe()).toEqual([]);
  await button(page, 'Show chart').click();
  await button(page, 'Show table').waitFor();
  expect(faults).toEqual([]);
});

test('the line that is shown with a new key works as it is, and so does what a backend sends', {
  timeout: SLOW,
}, async () => {
  const { page, faults } = await open('keys');
  await button(page, 'Create key').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Use this key for').selectOption({ label: 'BI and spreadsheets' });
  await dialog.getByLabel('Name').fill('Figures');
  await button(page, 'Create key').last().click();
  const line = await dialog.locator('pre, code').filter({ hasText: 'curl' }).first().innerText();
  expect(JSON.parse(await printed(line))).toMatchObject({ pagination: { limit: 1 } });
  await button(page, 'I stored it').click();

  await button(page, 'Create key').click();
  await dialog.getByLabel('Use this key for').selectOption({ label: 'Website (live data)' });
  await dialog.getByLabel('Name').fill('Shop');
  await button(page, 'Create key').last().click();
  const choice = page.getByRole('dialog', { name: 'Install' }).getByRole('combobox');
  await choice.waitFor();
  const names = await choice.locator('option').allInnerTexts();
  expect(names).toHaveLength(8);
  const texts: string[] = [];
  for (const label of names) {
    await choice.selectOption({ label });
    texts.push(await page.getByRole('dialog').locator('pre').innerText());
  }
  for (const text of texts) expect(text).toMatch(/svc_pk_\w+/);
  expect(texts.join()).not.toMatch(/undefined|\[object/);
  expect(new Set(texts).size).toBeGreaterThanOrEqual(7);
  for (const text of texts.slice(0, -1)) expect(text).toContain(h.config.publicUrl);
  expect(await printed(texts.at(-1) ?? '')).toContain('accepted');
  // Google Tag Manager takes all attributes of its own tags away but `src`.
  const tag = texts[names.indexOf('Google Tag Manager')] ?? '';
  await page.route('https://site.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: tag.replace(/(<script)[^>]*>/g, '$1>') }),
  );
  await page.route('**/sdk.js', (route) => route.fulfill({ body: '' }));
  await page.goto('https://site.example/');
  const script = page.locator(`script[data-key^=svc_pk_][src="${h.config.publicUrl}/sdk.js"]`);
  expect(await script.count()).toBe(1);
  expect(await page.evaluate("'ids' in footfall")).toBe(true);
  expect(faults).toEqual([]);
});

test('a signing secret is not lost by Escape, and revoked keys have an address of their own', async () => {
  const { page, faults } = await open('keys');
  await button(page, 'Create signing secret').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('backend');
  await page.keyboard.press('Enter');
  const secret = dialog.getByText(/^svc_sign_/);
  await secret.waitFor();
  await page.keyboard.press('Escape');
  expect(await secret.isVisible()).toBe(true);
  await button(page, 'I stored it').click();
  const shown = page.getByLabel('Show keys');
  await shown.selectOption({ label: 'Revoked keys' });
  await expect.poll(() => new URL(page.url()).searchParams.get('revoked')).toBe('true');
  await page.reload();
  expect(await shown.inputValue()).toBe('revoked');
  expect(faults).toEqual([]);
});

test('companies of the period are exported as shown, all or selected', async () => {
  const { page, faults, settled } = await open('companies?sort=-visits');
  await settled();
  const names = await page.locator('main tbody tr td:nth-child(2)').allInnerTexts();
  const exported = async () => {
    const coming = page.waitForEvent('download');
    await button(page, 'Export').last().click();
    await page.getByRole('menuitem', { name: /^CSV/ }).click();
    return readFile(await (await coming).path(), 'utf8');
  };
  const all = (await exported()).trim().split('\n');
  expect(all[0]).toContain('activity');
  const total = await page.locator('main [role=status]').last().innerText();
  expect(all).toHaveLength(1 + Number(total.replace(/^.*of /, '')));
  await page.locator('main tbody input[type=checkbox]').nth(1).check();
  const one = (await exported()).trim().split('\n');
  expect(one).toHaveLength(2);
  expect(one[1]).toContain(names[1]);
  expect(faults).toEqual([]);
});

test('a page with a password is opened by it alone', async () => {
  const body = { page: 'overview', name: 'Behind a word', query: { days: 7 } };
  const own = await signedIn(h);
  const made = await own.post('/shares', { ...body, password: 'a word of its own' });
  const { page, axe } = await openUnknown(`/share/${String(recordIn(made).token)}`);
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('another word');
  await button(page, 'Open page').click();
  await page.getByText('Wrong password.').waitFor();
  expect(await axe()).toEqual([]);
  await password.fill('a word of its own');
  await button(page, 'Open page').click();
  await page.getByRole('heading', { name: 'Behind a word' }).waitFor();
});

test('campaign costs are previewed first, then stored', async () => {
  const { page, faults, axe } = await open('campaigns');
  await button(page, 'Import spend').click();
  const day = new Date().toISOString().slice(0, 10);
  const csv = `date,source,medium,campaign,amount,currency\n${day},fairs,print,stand,120.50,EUR`;
  await page.getByRole('dialog').locator('textarea').fill(csv);
  await page.getByRole('dialog').locator('button[type=submit]').click();
  await page.getByText('€120.50').waitFor();
  expect(await axe()).toEqual([]);
  expect(pageIn(await rest.get('/campaigns?filter=source%20%3D%20fairs')).data).toEqual([]);
  await page.getByRole('dialog').locator('button[type=submit]').click();
  await page.getByText('1 row of spend stored.').waitFor();
  await page
    .getByRole('row', { name: /^stand/ })
    .getByText('€120.50')
    .first()
    .waitFor();
  expect(faults).toEqual([]);
});

/** A crawler that runs the script of a page. */
async function visitOfBot(visitor: string): Promise<void> {
  const context = { page: { url: 'https://www.example.com/pricing' } };
  await fetch(`${h.url}/ingest`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-svc-key': h.workspace.productionKey,
      'user-agent':
        'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)',
    },
    body: JSON.stringify({ type: 'event', name: 'page_view', visitor_id: visitor, context }),
  });
  await h.settle();
}

test('spend in another currency than the revenue shows a note, not a return of zero', async () => {
  const { id: workspaceId, productionKey } = await h.newWorkspace();
  const [seen, ordered] = [3_600_000, 3_500_000].map((ms) =>
    new Date(Date.now() - ms).toISOString(),
  );
  const day = seen ?? '';
  const campaign = { name: 'fair', source: 'print', medium: 'ad' };
  const visitor = { visitor_id: randomUUID(), session_id: randomUUID() };
  await h.send(
    [
      { type: 'event', name: 'page_view', ...visitor, timestamp: day, context: { campaign } },
      {
        type: 'conversion',
        name: 'order',
        ...visitor,
        timestamp: ordered,
        value: 50,
        currency: 'USD',
      },
    ],
    productionKey,
  );
  await h.settle();
  const spent = { ...campaign, day: day.slice(0, 10), amount: '20', currency: 'EUR' };
  await h.db.workspace(workspaceId, (tx) => storeSpend(tx, workspaceId, [spent]));
  const { page, faults } = await open('campaigns', { workspaceId });
  const notice = page.getByText('currencies differ');
  await notice.waitFor();
  await page.getByRole('link', { name: 'fair' }).click();
  await expect.poll(() => notice.count()).toBe(6);
  const german = await open('campaigns', { workspaceId, language: 'de' });
  await german.page.getByText('verschiedene Währungen').waitFor();
  expect([...faults, ...german.faults]).toEqual([]);
});

test('a bot has its name; one click overrides it, and another undoes that', {
  timeout: SLOW,
}, async () => {
  const visitor = randomUUID();
  await visitOfBot(visitor);
  const { page, faults } = await open('visitors?bots=true');
  const name = `GPTBot ${visitor.slice(-6)}`;
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name }) });
  await row.getByTitle('GPTBot, OpenAI').waitFor();
  await page.getByRole('link', { name }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  const heading = page.getByRole('heading', { name: 'Why a bot?' });
  await heading.waitFor();
  await button(page, 'Mark as not a bot').click();
  await page.getByText('Marked as not a bot').waitFor();
  await h.settle();
  await heading.waitFor({ state: 'detached' });
  await page.locator('main').getByRole('button', { name: 'Undo' }).click();
  await h.settle();
  await heading.waitFor();
  expect(faults).toEqual([]);
});

test('a workspace is deleted by whoever types its name, and by no slip of the hand', async () => {
  const { id } = await h.newWorkspace('Soon gone');
  const { page } = await open('settings', { workspaceId: id });
  await button(page, 'Delete this workspace').click();
  const dialog = page.getByRole('dialog', { name: 'Delete this workspace' });
  const confirm = dialog.locator('button[type=submit]');
  await dialog.getByRole('textbox').fill('Soon');
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByRole('textbox').fill('Soon gone');
  await confirm.click();
  await page.getByText('Soon gone is being deleted.').waitFor();
  const rows = await h.db.system(
    (tx) => tx`select from workspaces where workspace_id = ${id} and deleted_at is null`,
  );
  expect(rows).toHaveLength(0);
});
