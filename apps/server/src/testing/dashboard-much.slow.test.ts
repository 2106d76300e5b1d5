/* Much at once, in a real Chromium: a large export that is watched and stopped, and a burst of visits on the live page. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startDashboardStage } from './dashboard-stage.ts';
import { pageIn, recordIn, restOf } from './rest.ts';
import { SLOW } from './slow.ts';

const { h, open } = await startDashboardStage();

async function makeLeads(count: number): Promise<string> {
  const { id } = await h.newWorkspace('Many leads');
  await h.db.system(
    (tx) => tx`
      insert into leads (workspace_id, id, is_test, visitor_id, code, source, properties, location,
                         edited, opened_by, created_at, updated_at)
      select ${id}, gen_random_uuid(), false, gen_random_uuid(), n::text, 'web', '{}', '{}', '{}', 'api',
             now() - n * interval '1 second', now()
      from generate_series(1, ${count}::integer) n`,
  );
  return id;
}

/** As a slow network does: the page gets another piece of what it reads when it is let. */
async function piecesOf(page: Page): Promise<{ next(): Promise<void>; all(): Promise<void> }> {
  await page.evaluate(`{
    let [mayTake, taken] = [0, 0];
    const { read } = ReadableStreamDefaultReader.prototype;
    ReadableStreamDefaultReader.prototype.read = async function () {
      taken += 1;
      while (taken > mayTake) await new Promise((done) => setTimeout(done, 10));
      return read.call(this);
    };
    globalThis.letPieces = (count) => { mayTake += count; };
  }`);
  return {
    next: () => page.evaluate('letPieces(1)'),
    all: () => page.evaluate('letPieces(Infinity)'),
  };
}

test('an export shows its progress; canceling leaves no file; a new export is complete', {
  timeout: SLOW,
}, async () => {
  const workspaceId = await makeLeads(20_000);
  const { page, faults, axe, settled } = await open('leads', { workspaceId });
  await settled();
  const downloads: Download[] = [];
  page.on('download', (download) => downloads.push(download));
  const stopped: string[] = [];
  page.on('requestfailed', (request) => stopped.push(new URL(request.url()).pathname));
  const pieces = await piecesOf(page);
  const begin = async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: /^CSV/ }).click();
  };

  await begin();
  const alert = page.getByRole('alert').filter({ hasText: 'Creating the file' });
  const progress = alert.getByText(/^[\d,]+ of 20,000 · [\d.]+ MB$/);
  await alert.getByText('Loading').waitFor();
  await pieces.next();
  await progress.waitFor();
  const done = async () => Number((await progress.innerText()).split(' ')[0]?.replaceAll(',', ''));
  const before = await done();
  // Progress is shown at most five times a second: a piece that arrives sooner leaves it as it was.
  await page.waitForTimeout(250);
  await pieces.next();
  await expect.poll(done).toBeGreaterThan(before);
  expect(await done()).toBeLessThan(20_000);
  expect(await axe()).toEqual([]);
  await alert.getByRole('button', { name: 'Cancel export' }).click();
  await alert.waitFor({ state: 'detached' });
  await expect.poll(() => stopped).toEqual(['/dashboard/api/exports/leads']);
  expect(downloads).toEqual([]);

  await begin();
  await alert.getByText('Loading').waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), pieces.all()]);
  await page.getByText(`${download.suggestedFilename()} saved.`).waitFor();
  await alert.waitFor({ state: 'detached' });
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  const place = lines[0]?.split(',').indexOf('code') ?? -1;
  const codes = new Set(lines.slice(1).map((line) => line.split(',')[place]));
  expect([lines.length, codes.size]).toEqual([20_001, 20_000]);
  expect(downloads).toHaveLength(1);
  expect(faults).toEqual([]);
});

test('a burst of messages leads to the right figures on the live page, and to a list that has an end', {
  timeout: SLOW,
}, async () => {
  const { id: workspaceId, productionKey } = await h.newWorkspace('Busy');
  const { page, faults } = await open('live', { workspaceId });
  await page.getByText('Updating live').waitFor();
  let requestCount = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/live')) requestCount += 1;
  });
  const visitors = Array.from({ length: 120 }, () => randomUUID());
  const view = (visitor_id: string, turn: number) => ({
    ...{ type: 'event', name: 'page_view', visitor_id },
    context: { page: { url: `https://shop.example/${turn}`, title: `Page ${turn}` } },
  });
  // Each message by itself, as browsers send them.
  const messages = [0, 1, 2, 3, 4].flatMap((turn) => visitors.map((id) => view(id, turn)));
  for (let at = 0; at < messages.length; at += 50) {
    await Promise.all(
      messages.slice(at, at + 50).map((message) => h.send([message], productionKey)),
    );
  }
  await page.getByText('latest 50 of 120').waitFor();
  const list = page.getByRole('region', { name: 'Active visitors' }).getByRole('listitem');
  await expect.poll(async () => new Set(await list.allInnerTexts()).size).toBe(50);
  // All of a visit are in its line in the end, as many as were sent.
  await expect
    .poll(async () => (await list.allInnerTexts()).filter((text) => text.includes('5 pages')))
    .toHaveLength(50);
  expect(await list.first().innerText()).toContain('/4');
  // Asked by the clock, not by the message.
  expect(requestCount).toBeLessThan(messages.length / 5);
  // And it goes on: the page is not behind.
  await h.send([view(randomUUID(), 9)], productionKey);
  await page.getByText('latest 50 of 121').waitFor();
  await list.filter({ hasText: 'Page 9' }).waitFor();
  expect(await list.count()).toBe(50);
  expect(faults).toEqual([]);
});

test('more than one request takes are taken off a list at once, and put on it again by undoing', {
  timeout: SLOW,
}, async () => {
  const { id: workspaceId, productionKey, secretKey } = await h.newWorkspace('Long list');
  const rest = restOf(h, secretKey);
  const visitors = Array.from({ length: 1010 }, () => randomUUID());
  for (let at = 0; at < visitors.length; at += 101) {
    const views = visitors.slice(at, at + 101).map((visitor_id) => ({
      ...{ type: 'event', name: 'page_view', visitor_id },
      context: { page: { url: 'https://shop.example/' } },
    }));
    await h.send(views, productionKey);
  }
  const { id } = recordIn(await rest.post('/lists', { name: 'Everybody' }));
  const path = `/lists/${id}/members`;
  await rest.post(path, { visitor_ids: visitors.slice(0, 1000) });
  await rest.post(path, { visitor_ids: visitors.slice(1000) });
  const count = async () => pageIn(await rest.get(`${path}?limit=1`)).pagination.total;
  expect(await count()).toBe(1010);
  const { page, faults, settled } = await open(`lists/${id}?size=100`, { workspaceId });
  for (let place = 1; place <= 11; place += 1) {
    const shown = `${((place - 1) * 100 + 1).toLocaleString('en')}–`;
    await page.locator('main [role=status]').filter({ hasText: shown }).last().waitFor();
    await settled();
    await page.locator('main [data-changing]').waitFor({ state: 'detached' });
    await page.keyboard.press('a');
    await page.getByText(`${Math.min(place * 100, 1010).toLocaleString('en')} selected`).waitFor();
    if (place < 11) await page.keyboard.press(']');
  }
  await page.getByRole('button', { name: 'Remove from list' }).click();
  await expect.poll(count).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect.poll(count).toBe(1010);
  expect(faults).toEqual([]);
});
