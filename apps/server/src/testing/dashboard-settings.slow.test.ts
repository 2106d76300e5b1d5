/* The settings in a real Chromium. */
import { memberOperations } from '@footfall/contract/member-operations';
import type { OperationSpec } from '@footfall/contract/operation';
import { operations } from '@footfall/contract/operations';
import { expect, test } from 'vitest';
import { writableNames } from '../surfaces/operations/audit.ts';
import { startDashboardStage } from './dashboard-stage.ts';
import { SLOW } from './slow.ts';

const { h, open } = await startDashboardStage();
const usual = await open('settings');

test('settings write amounts and features as people read them', async () => {
  await usual.turnTo('settings');
  const limits = usual.page.locator('main section').filter({ hasText: 'set by the operator' });
  await limits.getByText('20 GB', { exact: true }).waitFor();
  await limits.getByText('REST API, AI agents (MCP), Companies').waitFor();
  expect(await limits.getByLabel('New people').inputValue()).toBe('200,000');
  const german = await open('settings', { language: 'de' });
  const people = german.page.getByLabel('Neue Personen');
  expect(await people.inputValue()).toBe('200.000');
  await people.fill('150000');
  expect(await people.inputValue()).toBe('150.000');
  const own = german.page.locator('main section').filter({ hasText: 'Neue Personen' });
  await own.getByRole('button', { name: 'Speichern' }).click();
  await german.page.getByText('Gespeichert.').waitFor();
  await german.page.reload();
  await people.waitFor();
  expect(await people.inputValue()).toBe('150.000');
  expect(german.faults).toEqual([]);
});

test('the page previews what retention removes, and a shorter time needs the workspace name', {
  timeout: SLOW,
}, async () => {
  const { id, productionKey } = await h.newWorkspace('Forgetful');
  await h.send([{ type: 'nonsense' }, { type: 'event' }], productionKey);
  const aged = () =>
    h.db.system(
      (tx) => tx`
      update failed_events set received_at = now() - interval '40 days' where workspace_id = ${id} returning id`,
    );
  await expect.poll(async () => (await aged()).length).toBe(2);
  const { page, axe, faults } = await open('settings', { workspaceId: id });
  const card = page.locator('main section').filter({ hasText: 'All events are kept.' });
  const days = card.getByLabel('Rejected events');
  await days.fill('60');
  await card.getByText('Nothing will be deleted.').nth(3).waitFor();
  await days.fill('30');
  await card.getByText(/^2 from before .+ will be deleted\.$/).waitFor();
  expect(await axe()).toEqual([]);
  await card.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Shorten retention' });
  await dialog.getByText('Rejected events: older data will be deleted').waitFor();
  expect(await axe()).toEqual([]);
  await dialog.getByRole('textbox').fill('Forgetful');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Saved.').waitFor();
  const kept = async () =>
    (await h.db.system((tx) => tx`select settings from workspaces where workspace_id = ${id}`))[0];
  expect(JSON.stringify(await kept())).toContain('"refused_messages":30');
  // Without end again: nothing is lost by it, and nothing is asked.
  await days.fill('');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => JSON.stringify(await kept()))
    .not.toContain('"refused_messages":30');
  expect(faults).toEqual([]);
});

test('typed text survives a conflict, and the other edit is not overwritten silently', {
  timeout: SLOW,
}, async () => {
  const { id } = await h.newWorkspace('Contested');
  const opened = await open('settings', { workspaceId: id });
  const { page } = opened;
  const other = await open('settings', { workspaceId: id });
  const cardOf = (of: typeof page) =>
    of.locator('main section').filter({ hasText: 'New people' }).first();
  const [own, their] = [cardOf(page), cardOf(other.page)];
  await own.getByLabel('New people').fill('1111');
  await their.getByLabel('New people').fill('2222');
  await their.getByLabel('New leads').fill('77');
  await their.getByRole('button', { name: 'Save' }).click();
  await other.page.getByText('Saved.').waitFor();
  // What is asked anew meanwhile takes nothing away.
  await page.evaluate("window.dispatchEvent(new Event('focus'))");
  await own.getByLabel('New leads').fill('55');
  await own.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Someone else changed this' });
  const people = dialog.getByRole('region', { name: 'Daily limits › New people' });
  await people.waitFor();
  const shown = (part: typeof people) => part.getByRole('definition').allTextContents();
  expect(await shown(people)).toEqual(['200,000', '2,222', '1,111']);
  const leads = dialog.getByRole('region', { name: 'Daily limits › New leads' });
  expect((await shown(leads)).slice(1)).toEqual(['77', '55']);
  expect(await opened.axe()).toEqual([]);
  // Neither does a key that closes other dialogs: whose version stays is chosen.
  await page.keyboard.press('Escape');
  expect(await own.getByLabel('New people').inputValue()).toMatch(/^1.?111$/);
  await dialog.getByRole('button', { name: 'Overwrite with mine' }).click();
  await dialog.waitFor({ state: 'detached' });
  const kept = async () =>
    (await h.db.system((tx) => tx`select settings from workspaces where workspace_id = ${id}`))[0];
  await expect.poll(async () => JSON.stringify(await kept())).toContain('1111');
  expect(JSON.stringify(await kept())).toContain('55');
  // What others changed meanwhile in other fields is in nobody's way, and each change can be undone.
  const rule = page.getByLabel('Time zone');
  await rule.selectOption('Asia/Tokyo');
  const domains = other.page.getByLabel('Your domains');
  const sources = other.page.locator('main section').filter({ has: domains });
  await domains.fill('shop.example');
  await sources.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => JSON.stringify(await kept())).toContain('shop.example');
  const first = page.locator('main section').filter({ has: rule });
  // What was saved before is offered to be undone for ten seconds, and this is told of a moment after it is kept.
  await page.getByRole('button', { name: 'Undo' }).evaluateAll((earlier: { id: string }[]) => {
    for (const button of earlier) button.id = 'earlier';
  });
  await first.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => JSON.stringify(await kept())).toContain('Asia/Tokyo');
  expect(await dialog.count()).toBe(0);
  await page.locator('button:not(#earlier)').getByText('Undo', { exact: true }).click();
  await page.getByText('Undone.', { exact: true }).waitFor();
  await expect.poll(() => rule.inputValue()).toBe('UTC');
  expect([...opened.faults, ...other.faults]).toEqual([]);
});

test('the audit log describes changes by field names and value meanings, in either language', {
  timeout: SLOW,
}, async () => {
  const { id } = await h.newWorkspace('Told');
  const { page } = await open('settings', { workspaceId: id });
  const paths = Array.from({ length: 9 }, (_, place) => `/a-long-path-of-a-page-${place}`);
  const change = (body: object) =>
    page.evaluate(
      `fetch('/dashboard/api/settings', { method: 'PATCH', headers: {
        'content-type': 'application/json', 'x-workspace-id': '${id}' }, body: ${JSON.stringify(JSON.stringify(body))} }).then(({ status }) => status)`,
    );
  expect(await change({ lead_rule: 'none', second_factor_required: false })).toBe(200);
  expect(
    await change({
      daily_quotas: { people: 1234 },
      url_parameters: ['ref', 'plan'],
      key_pages: paths.map((pattern) => ({ pattern, points: 5 })),
      own_domains: ['shop.example'],
    }),
  ).toBe(200);
  const texts = {
    en: [
      ['Create a lead for: ', ' → Nothing (create leads manually or through the API)'],
      ['Daily limits › New people: ', ' → 1,234'],
      ['Query parameters to keep: nothing → ref, plan'],
      ['Your domains: nothing → shop.example'],
    ],
    de: [
      ['Lead anlegen: ', ' → Nie (Leads manuell oder über die API anlegen)'],
      ['Tageskontingente › Neue Personen: ', ' → 1.234'],
      ['Zu speichernde URL-Parameter: nichts → ref, plan'],
      ['Ihre Domains: nichts → shop.example'],
    ],
  };
  for (const language of ['en', 'de'] as const) {
    const opened = await open('audit', { workspaceId: id, language });
    const table = opened.page.locator('main tbody');
    await table.locator('tr').first().waitFor();
    const isShort = table.getByText(/-8 \(5 /);
    expect(await isShort.count()).toBe(0);
    const all = table.getByRole('button', { name: /^(Show all|Alle|Ganz)/ });
    // They come when it is known that a text is too long.
    await all.first().waitFor();
    for (const button of (await all.all()).toReversed()) await button.click();
    await isShort.waitFor();
    const text = await table.innerText();
    for (const parts of texts[language]) for (const part of parts) expect(text).toContain(part);
    expect(text).not.toMatch(/[{}[\]"]|_/);
    if (language === 'de') expect(await opened.axe()).toEqual([]);
    expect(opened.faults).toEqual([]);
  }
});

/** What a body of an operation can set, and the log therefore names. */
test('every field that somebody can set has a name in the audit log', async () => {
  const all = Object.values({ ...operations, ...memberOperations }) as OperationSpec[];
  const settable = all.flatMap((operation) =>
    operation.method === 'GET' ? [] : writableNames(operation),
  );
  const { id } = await h.newWorkspace('Everything');
  await h.db.system(
    (tx) => tx`
      insert into audit_log (workspace_id, id, actor_type, action, resource_type, fields, changes, ip, user_agent)
      select ${id}, gen_random_uuid(), 'command', 'updateSettings', 'settings', array[name], '{}', '', ''
      from unnest(${[...new Set(settable)]}::text[]) name`,
  );
  for (const language of ['en', 'de'] as const) {
    const { page } = await open('audit?size=100', { workspaceId: id, language });
    const names = page.locator('main tbody tr li');
    await names.first().waitFor();
    const texts = await names.allTextContents();
    expect(texts.length).toBe(new Set(settable).size);
    expect(texts.filter((text) => /_|^[a-z]/.test(text))).toEqual([]);
  }
});
