/* What opens above the pages, in a real Chromium: axe finds nothing in it, light on a desk and dark on a phone. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { identify, workspaceOfPeople } from './corrected-people.ts';
import { startDashboardStage } from './dashboard-stage.ts';
import { pageIn } from './rest.ts';
import { SLOW } from './slow.ts';

const { h, open } = await startDashboardStage();
const stage = await workspaceOfPeople(h);
const [first, second, other] = [randomUUID(), randomUUID(), randomUUID()];
await stage.send(
  identify(1, first, { email: 'ada@firm.example', name: 'Ada' }),
  identify(2, second, { email: 'ada@firm.example' }),
  identify(3, other, { email: 'bob@other.example', name: 'Bob' }),
);
await stage.rest.post('/lists', { name: 'Worth a call' });
const person = `people/${await stage.idOf(first)}`;
const [company] = pageIn(await stage.rest.get('/companies')).data;

const press = async (page: Page, name: string | RegExp) => {
  const named = page.locator('main').getByRole('button', { name, exact: typeof name === 'string' });
  await named.first().click();
};
const dialog = (page: Page) => page.getByRole('dialog').first();

interface Opened {
  path: string;
  /** Until it is there. */
  show(page: Page): Promise<unknown>;
}

const flows: Record<string, Opened> = {
  'a new key': {
    path: 'keys',
    async show(page) {
      await press(page, 'Create key');
      await dialog(page).getByLabel('Use this key for').waitFor();
    },
  },
  'what is done with a key': {
    path: 'keys',
    async show(page) {
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Revoke' }).waitFor();
    },
  },
  'an invitation': {
    path: 'members',
    async show(page) {
      await press(page, 'Invite member');
      await dialog(page).getByLabel('Email').waitFor();
    },
  },
  'a condition': {
    path: 'people',
    async show(page) {
      await press(page, 'Add filter');
      await page.getByLabel('Value').waitFor();
    },
  },
  'the formats of an export': {
    path: 'people',
    async show(page) {
      await press(page, 'Export');
      await page.getByRole('menuitem', { name: /^CSV/ }).waitFor();
    },
  },
  views: {
    path: 'people',
    async show(page) {
      await press(page, 'Views');
      await page.getByRole('button', { name: 'Save as view…' }).click();
      await page.getByRole('textbox', { name: 'Name' }).waitFor();
    },
  },
  'what is selected put on a list': {
    path: 'people',
    async show(page) {
      await page.locator('tbody input[type=checkbox]').first().check();
      await page.getByRole('button', { name: 'Add to list', exact: true }).click();
      await dialog(page).getByText('Applies to').waitFor();
    },
  },
  'a link to share': {
    path: 'overview',
    async show(page) {
      await press(page, /^Share/);
      await dialog(page).getByRole('button', { name: 'Create link' }).waitFor();
    },
  },
  'why of a company': {
    path: `companies/${company?.id}`,
    async show(page) {
      await page.getByRole('list', { name: 'Why this company?' }).waitFor();
    },
  },
  'why of a person': {
    path: person,
    async show(page) {
      const why = page.getByRole('region', { name: 'Why this person?' });
      await why.getByRole('button').first().click();
      await dialog(page).getByText('will move').waitFor();
    },
  },
  'two of one': {
    path: person,
    async show(page) {
      await press(page, 'Split');
      await page.getByLabel(`Visitor ${second.slice(-6)}`).check();
      await page.getByRole('button', { name: 'Preview changes' }).click();
      await dialog(page).getByText('will move').waitFor();
    },
  },
  'one of two': {
    path: person,
    async show(page) {
      await press(page, 'Merge');
      await page.getByLabel('Other person', { exact: true }).fill('bob');
      await page.getByRole('button', { name: 'Preview changes: Bob' }).click();
      await dialog(page).getByText('will move').waitFor();
    },
  },
  'a new list': {
    path: 'lists',
    async show(page) {
      await press(page, 'Create list');
      await dialog(page).getByLabel('Name').waitFor();
    },
  },
  'the palette': {
    path: 'lists',
    async show(page) {
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('Search people').waitFor();
    },
  },
  'the end of the workspace': {
    path: 'settings',
    async show(page) {
      await press(page, 'Delete this workspace');
      await dialog(page).getByRole('textbox').fill('Soon');
    },
  },
};

/** As people do it, by Escape. */
async function closeAll(page: Page): Promise<void> {
  const left = page.locator('[role=dialog]:visible, [role=menu]:visible');
  const closed = async () => {
    if ((await left.count()) > 0) await page.keyboard.press('Escape');
    return left.count();
  };
  await expect.poll(closed, { message: `open at ${page.url()}` }).toBe(0);
}

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
/** What opens above a page, which itself is judged in the dark by dashboard-pages.slow.test.ts. */
const above = '[role=dialog], [role=menu]';

test('in what the main flows open axe finds nothing, and Escape closes it', {
  timeout: SLOW,
}, async () => {
  const faultsByDialog: Record<string, string[]> = {};
  const { page, axe, faults, turnTo } = await open('overview', { workspaceId: stage.workspace.id });
  for (const [name, { path, show }] of Object.entries(flows)) {
    await turnTo(path);
    await show(page);
    const onDesk = await axe();
    await page.setViewportSize(phone);
    await page.emulateMedia({ colorScheme: 'dark' });
    const onPhone = (await page.locator(above).count()) > 0 ? await axe(above) : await axe();
    if (onDesk.length + onPhone.length > 0) faultsByDialog[name] = [...onDesk, ...onPhone];
    await closeAll(page);
    await page.setViewportSize(desk);
    await page.emulateMedia({ colorScheme: 'light' });
  }
  expect(faults).toEqual([]);
  expect(faultsByDialog).toEqual({});
});
