/*
 * The product in one test: the example website in a real Chromium, the service on a real
 * PostgreSQL, and what a customer's backend then reads.
 */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { launchChromium } from './chromium.ts';
import { type Harness, startHarness } from './harness.ts';

const uuid = expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/);
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

let service: Harness;
let website: Server;
let site: string;
let browser: Browser;

beforeAll(async () => {
  service = await startHarness();
  // Plain JavaScript outside this project: loaded by address, so that it is not compiled with it.
  const module = new URL('../../../../examples/website/server.mjs', import.meta.url).href;
  const { createWebsite } = await import(module);
  website = createWebsite({ footfall: service.url, key: service.workspace.productionKey });
  await new Promise<void>((resolve) => {
    website.listen(0, '127.0.0.1', resolve);
  });
  site = `http://127.0.0.1:${(website.address() as AddressInfo).port}`;
  browser = await launchChromium();
}, 90_000);

afterAll(async () => {
  await browser?.close();
  website?.closeAllConnections();
  website?.close();
});

interface Records {
  data: Record<string, unknown>[];
  pagination: { limit: number; offset: number; total: number };
}

async function read(path: string): Promise<Records> {
  const answer = await service.fetch(`/api/v1${path}`, {
    headers: { Authorization: `Bearer ${service.workspace.secretKey}` },
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Records;
}

/** Opens the site from a campaign, looks at all three pages and asks for a trial. */
async function visit(page: Page): Promise<void> {
  await page.goto(`${site}/?utm_source=newsletter&utm_campaign=spring`);
  await page.getByRole('link', { name: 'See pricing' }).click();
  await page.getByRole('link', { name: 'Start a trial of Team' }).click();
  await page.getByLabel('Name').fill('Ada Lovelace');
  await page.getByLabel('Work email').fill('Ada@Example.com');
  await page.getByRole('button', { name: 'Ask for a trial' }).click();
  await page.getByText('Thank you').waitFor();
}

test('a visit to the example website is read back as a lead, a person and what they did', async () => {
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await visit(page);
  await vi.waitFor(
    async () => {
      const { data } = await read('/identities?email=ada@example.com');
      const activity = await read(`/identities/${data[0]?.id}/activity`);
      expect(activity.data.map((entry) => entry.type)).toContain('conversion');
    },
    { timeout: 10_000, interval: 100 },
  );
  const ids = (await page.evaluate('footfall.ids()')) as Record<string, string>;

  const leads = await read('/leads');
  expect(leads.pagination).toEqual({ limit: 50, offset: 0, total: 1 });
  expect(leads.data).toEqual([
    {
      id: uuid,
      visitor_id: ids.visitor_id,
      workspace_id: service.workspace.id,
      code: expect.stringMatching(/./),
      source: 'campaign',
      created_at: timestamp,
      updated_at: timestamp,
      properties: expect.any(Object),
      location: expect.any(Object),
      identity_id: uuid,
      session_id: ids.session_id,
      summary: null,
      company_id: null,
    },
  ]);
  const [lead] = leads.data;

  const identities = await read('/identities?email=ada@example.com');
  expect(identities.pagination).toEqual({ limit: 50, offset: 0, total: 1 });
  const [person] = identities.data;
  expect(identities.data).toEqual([
    {
      id: lead?.identity_id,
      workspace_id: service.workspace.id,
      visitor_id: ids.visitor_id,
      email: expect.stringMatching(/^ada@example\.com$/i),
      name: 'Ada Lovelace',
      traits: expect.any(Object),
      first_seen: timestamp,
      last_seen: timestamp,
      ip: '127.0.0.1',
      city: '',
      country: '',
      is_favorite: false,
      created_at: timestamp,
    },
  ]);

  const activity = await read(`/identities/${person?.id}/activity`);
  expect(activity.pagination.total).toBe(activity.data.length);
  for (const entry of activity.data) {
    expect(entry).toEqual({
      id: expect.stringMatching(/./),
      type: expect.stringMatching(/./),
      who: 'Ada Lovelace',
      what: expect.stringMatching(/./),
      source: expect.stringMatching(/./),
      created_at: timestamp,
    });
  }
  const types = activity.data.map((entry) => entry.type).toSorted();
  expect(types).toEqual([
    'click',
    'conversion',
    'identify',
    'lead',
    'page_view',
    'page_view',
    'page_view',
    'session_start',
  ]);
  const views = activity.data.filter((entry) => entry.type === 'page_view');
  expect(views.map((entry) => entry.what).join()).toMatch(/Contact.*Pricing.*Tidewell/);
  expect(problems).toEqual([]);
  await page.close();
}, 60_000);

test('another visitor stays anonymous: no lead, no person', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const before = await read('/leads');
  const sent = page.waitForResponse((response) => response.url().includes('/ingest/batch'));
  await page.goto(site);
  expect((await sent).status()).toBe(200);
  const ids = (await page.evaluate('footfall.ids()')) as Record<string, string>;
  expect((await read(`/identities?visitor_id=${ids.visitor_id}`)).data).toEqual([]);
  expect((await read('/leads')).pagination.total).toBe(before.pagination.total);
  await context.close();
}, 30_000);
