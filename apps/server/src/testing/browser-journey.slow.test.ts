/*
 * The product in one test: the example website in a real Chromium, the service on a real
 * PostgreSQL, and what a customer's backend then reads.
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hour, startBrowserStage } from './browser-stage.ts';

const uuid = expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/);
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

const stage = await startBrowserStage(new Date(Date.now() - hour));
const { service, site } = stage;

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
  await page.getByLabel('Work email').fill('Ada@Tidewell-Motors.com');
  await page.getByRole('button', { name: 'Ask for a trial' }).click();
  await page.getByText('Thank you').waitFor();
}

test('a visit to the example website is read back as a lead, a person and what they did', async () => {
  const profile = await stage.newProfile();
  const page = await profile.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await visit(page);
  await stage.settled(page);
  const ids = (await page.evaluate('footfall.ids()')) as Record<string, string>;

  const companies = await read('/companies?domain=tidewell-motors.com');
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
      company_id: companies.data[0]?.id,
    },
  ]);
  const [lead] = leads.data;

  const identities = await read('/identities?email=ada@tidewell-motors.com');
  expect(identities.pagination).toEqual({ limit: 50, offset: 0, total: 1 });
  const [person] = identities.data;
  expect(identities.data).toEqual([
    {
      id: lead?.identity_id,
      workspace_id: service.workspace.id,
      visitor_id: ids.visitor_id,
      email: expect.stringMatching(/^ada@tidewell-motors\.com$/i),
      name: 'Ada Lovelace',
      traits: expect.any(Object),
      first_seen: timestamp,
      last_seen: timestamp,
      ip: '127.0.0.0',
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
  await profile.close();
});

test('another visitor stays anonymous: no lead, no person', async () => {
  const profile = await stage.newProfile();
  const page = await profile.newPage();
  const before = await read('/leads');
  await page.goto(site);
  await stage.settled(page);
  const ids = (await page.evaluate('footfall.ids()')) as Record<string, string>;
  expect((await read('/visitors')).data).toContainEqual(
    expect.objectContaining({ id: ids.visitor_id, identity_id: null, page_view_count: 1 }),
  );
  expect((await read(`/identities?visitor_id=${ids.visitor_id}`)).data).toEqual([]);
  expect((await read('/leads')).pagination.total).toBe(before.pagination.total);
  await profile.close();
});
