/* What the dashboard shows of lost messages, in a real Chromium. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startDashboardStage } from './dashboard-stage.ts';

const { h, open } = await startDashboardStage();

test('refused messages begin with what has arrived, by browser and by day, in both languages', async () => {
  const { id, productionKey } = await h.newWorkspace('Complete');
  const at = Date.now() - 60_000;
  const time = at.toString(16).padStart(12, '0');
  const session_id = '01a20659-276d-73a3-823a-3d90a8ee81d8';
  const visit = { visitor_id: '01a20659-276d-73a3-823a-3d90a8ee0001', session_id };
  const numbered = [1, 2, 3, 8].map((number) => ({
    ...visit,
    message_id: `${time.slice(0, 8)}-${time.slice(8)}-7aaa-8aaa-81d80a${100_000 + number}`,
    timestamp: new Date(at).toISOString(),
    type: 'event',
    name: 'step',
  }));
  await h.send(numbered, productionKey);
  await h.settle();
  const english = await open('refused', { workspaceId: id });
  const card = english.page.locator('main section').filter({ hasText: 'Completeness' }).first();
  await card.getByRole('row', { name: 'Total 8 4 0 4 50%' }).waitFor();
  // What marks the one that is chosen lies behind it.
  const chosen = card.locator('.mantine-SegmentedControl-control[data-active]');
  const mark = await card.locator('.mantine-SegmentedControl-indicator').boundingBox();
  const { x, y } = (await chosen.boundingBox()) ?? { x: 0, y: 0 };
  expect(Math.abs((mark?.x ?? 0) - x) + Math.abs((mark?.y ?? 0) - y)).toBeLessThan(3);
  await card.getByText('By day').click();
  expect(await card.getByRole('row').count()).toBe(3);
  expect(await english.axe()).toEqual([]);
  const german = await open('refused', { workspaceId: id, language: 'de' });
  await german.page.getByRole('row', { name: 'Insgesamt 8 4 0 4 50' }).waitFor();
  expect([...english.faults, ...german.faults]).toEqual([]);
});

test('the overview shows recently refused messages and links to them with permission', async () => {
  const { id, productionKey } = await h.newWorkspace('Refusing');
  const view = { type: 'event', name: 'page_view', visitor_id: randomUUID() };
  await h.send(view, productionKey);
  await h.settle();
  const english = await open('overview', { workspaceId: id });
  await english.settled();
  expect(await english.page.getByText('rejected in the last').count()).toBe(0);
  const wrong = { type: 'event', visitor_id: randomUUID() };
  await h.send([view, wrong, { ...wrong, type: 'nothing' }], productionKey);
  await h.settle();
  await english.go('overview');
  await english.page.getByText('2 events were rejected in the last 24 hours.').waitFor();
  await english.settled();
  expect(await english.axe()).toEqual([]);
  await english.page.getByRole('link', { name: 'Show reasons' }).click();
  await english.page.getByRole('heading', { level: 1, name: 'Rejected events' }).waitFor();

  const german = await open('overview', { workspaceId: id, language: 'de', role: 'viewer' });
  const notice = german.page.getByText('2 Ereignisse wurden in den letzten 24 Stunden abgelehnt.');
  await notice.waitFor();
  expect(await notice.getByRole('link').count()).toBe(0);
  expect([...english.faults, ...german.faults]).toEqual([]);
});
