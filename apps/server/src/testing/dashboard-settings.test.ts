/* The settings in a real Chromium. */
import { expect, test } from 'vitest';
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
  await german.page.getByText('Die Einstellungen sind gespeichert.').waitFor();
  await german.page.reload();
  await people.waitFor();
  expect(await people.inputValue()).toBe('150.000');
  expect(german.faults).toEqual([]);
});

test('what retention would remove is told before, and a shorter time is confirmed by the name of the workspace', {
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
  const days = card.getByLabel('Refused messages');
  await days.fill('60');
  await card.getByText('Nothing goes.').nth(3).waitFor();
  await days.fill('30');
  await card.getByText(/^2 from before .+ go\.$/).waitFor();
  expect(await axe()).toEqual([]);
  await card.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Keep for a shorter time' });
  await dialog.getByText('Refused messages: what is older is removed').waitFor();
  expect(await axe()).toEqual([]);
  await dialog.getByRole('textbox').fill('Forgetful');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('The settings are saved.').waitFor();
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
  await page.context().close();
});
