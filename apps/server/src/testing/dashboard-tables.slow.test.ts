/* What somebody is about to click stays there while the answer is on its way, in a real Chromium. */
import { expect, test } from 'vitest';
import { startDashboardStage } from './dashboard-stage.ts';

const { open } = await startDashboardStage({ events: 300 });
const opened = await open('keys');

const none = encodeURIComponent('created_at < now-3000d');
const wrong = encodeURIComponent('nothing = 1');

/** Answers wait for it. */
let gate: Promise<void> | undefined;
await opened.page.route('**/dashboard/api/**', async (route) => {
  await gate;
  await route.continue();
});

test.each([
  ['rows', 'leads'],
  ['nothing that matches', `leads?filter=${none}`],
  ['a refusal', `leads?filter=${wrong}`],
  ['nothing that matches', `people?filter=${none}`],
  ['nothing that matches', `companies?filter=${none}`],
  ['nothing that matches', `visitors?filter=${none}`],
  ['nothing that matches', `conversions?filter=${none}`],
  ['nothing that matches', `lists?filter=${none}`],
  ['nothing at all', 'refused'],
])('a table keeps its head and its foot when %s comes: %s', async (_what, path) => {
  const { page } = opened;
  await opened.turnTo('keys');
  let letCome = () => {};
  gate = new Promise((done) => {
    letCome = done;
  });
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(opened.addressOf(path))})`);
  const table = page.locator('main table[aria-busy=true]');
  await table.waitFor();
  const head = await page.locator('main thead button').first().elementHandle();
  const foot = await page.getByRole('button', { name: 'Columns' }).elementHandle();
  letCome();
  await opened.settled();
  for (const button of [head, foot]) expect(await button?.isVisible()).toBe(true);
  await head?.click();
  await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toMatch(/./);
  await opened.settled();
  // Rows are judged on every page by dashboard-pages.slow.test.ts.
  if (/^leads\?|refused/.test(path)) expect(await opened.axe()).toEqual([]);
});

const parameter = (name: string) => new URL(opened.page.url()).searchParams.get(name);

test('a click counts that comes before the page shows what the one before it did', async () => {
  const { page } = opened;
  const clickAll = (buttons: string) =>
    page.evaluate(`document.querySelectorAll('${buttons}').forEach((button) => button.click())`);
  const filter = encodeURIComponent('source = website AND source != web AND code = A');
  await opened.turnTo(`leads?filter=${filter}`);
  await clickAll('search [aria-label^="Remove: "]');
  await expect.poll(() => parameter('filter')).toBe(null);
  await opened.settled();
  await clickAll('[aria-label="Quick filters"] button');
  await expect
    .poll(() => parameter('filter'))
    .toBe('updated_at > "now-1d" AND created_at > "now-7d"');
  await opened.settled();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('dialog').getByLabel('Source').waitFor();
  await clickAll('[role=dialog] input:not(:checked)');
  await expect
    .poll(() => parameter('columns'))
    .toBe('person,company,source,place,created,updated,code');
  await page.keyboard.press('Escape');
});

test('text typed after applying a filter stays', async () => {
  const { page } = opened;
  await opened.turnTo('leads');
  await page.getByRole('button', { name: 'Query' }).click();
  const text = page.getByLabel('Filter query');
  await text.fill('source = website');
  await text.evaluate((input, typed) => {
    input.form.requestSubmit();
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set?.call(input, typed);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }, 'source = website AND code = A');
  await page.getByRole('button', { name: 'Edit: Source is direct or search' }).waitFor();
  await opened.settled();
  expect(await text.inputValue()).toBe('source = website AND code = A');
  // Another filter is shown as text, too.
  await page.getByRole('button', { name: /^Remove: / }).click();
  await expect.poll(() => text.inputValue()).toBe('');
});

test('no table logged an error or violated the content policy', () => {
  expect(opened.faults).toEqual([]);
});
