/*
 * One visitor over hosts and sites, and one who is asked first, in a real Chromium: the rows that the service has of them,
 * whole. Of each story a workspace of its own.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { websiteSnippet } from '@footfall/contract/website-snippet';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { hour, minute, second, startBrowserStage } from './browser-stage.ts';
import { homeAddress, idsOn } from './browser-visitors.ts';
import type { TestWorkspace } from './harness.ts';
import { pageIn, recordIn, restOf } from './rest.ts';

const stage = await startBrowserStage(new Date(Date.now() - 3 * hour));
const { service } = stage;
stage.comeFrom(homeAddress);

let tag = '';
const website = createServer(({ headers, url = '' }, response) => {
  const [path] = url.split('?');
  const next = path === '/' ? `<a href="${nextOf(headers.host ?? '')}">On</a>` : '';
  response
    .setHeader('content-type', 'text/html; charset=utf-8')
    .end(`<!doctype html><title>${headers.host?.split(':')[0]}${path}</title>${tag}${next}`);
});
await new Promise<void>((resolve) => {
  website.listen(0, '127.0.0.1', resolve);
});
afterAll(() => {
  website.closeAllConnections();
  website.close();
});
const at = (host: string) => `http://${host}.localhost:${(website.address() as AddressInfo).port}`;
const [www, app, harbour] = [at('www.shop'), at('app.shop'), at('www.harbour')];

/** Where the home page of each leads: to the application of the same site, and from there to another site. */
function nextOf(host: string): string {
  return host.startsWith('www.shop') ? `${app}/signup?plan=team` : `${harbour}/welcome`;
}

const ingest = '**/ingest/batch*';
const tags = '?utm_source=google&utm_medium=cpc&utm_campaign=spring';

/** The website asks for the script with these attributes, for a workspace of its own. */
async function begin(attributes = ''): Promise<{ workspace: TestWorkspace; page: Page }> {
  const workspace = await service.newWorkspace();
  const src = `${stage.footfall}/sdk.js`;
  const snippet = websiteSnippet({ src, key: workspace.productionKey });
  tag = snippet.replace('data-key', `${attributes} data-key`);
  return { workspace, page: await (await stage.newProfile()).newPage() };
}

const readsIn = ({ secretKey }: TestWorkspace) => {
  const rest = restOf(service, secretKey);
  return {
    all: async (path: string) => pageIn(await rest.get(path)).data,
    one: async (path: string) => recordIn(await rest.get(path)),
  };
};

const text = expect.any(String);
/** Of every visit here: nobody's browser is driven, but these are. */
const sameOfAll = (workspace: TestWorkspace) => ({
  workspace_id: workspace.id,
  source: 'campaign',
  channel: 'paid',
  channel_group: 'Paid Search',
  origin: 'Google',
  campaign_id: text,
  campaign: { source: 'google', medium: 'cpc', name: 'spring' },
  click_ids: {},
  referrer: '',
  ip: '84.190.10.0',
  city: text,
  country: 'Germany',
  network_owner: 'Deutsche Telekom AG',
  connection: 'access_provider',
  user_agent: expect.stringContaining('Chrome/'),
  browser: 'Chrome',
  os: 'Linux',
  device: 'desktop',
  locale: 'de-DE',
  timezone: 'Europe/Berlin',
  screen: '1280x720',
  state: 'suspected',
  agent: '',
  suspicion: { reasons: ['navigator.webdriver'], reason_codes: ['driven'] },
  bot: null,
  started_at: text,
  last_activity_at: text,
  ended_at: null,
  created_at: text,
});

const between = (least: number, most: number) => (value: number) => value >= least && value <= most;

/** An event as a row. */
const eventOf =
  (workspace: TestWorkspace, ids: Awaited<ReturnType<typeof idsOn>>) =>
  (name: string, url: string, referrer = '') => ({
    id: text,
    workspace_id: workspace.id,
    ...ids,
    type: 'event',
    name,
    url,
    title: `${new URL(url).hostname}${new URL(url).pathname}`,
    referrer,
    properties: {},
    created_at: text,
  });

test('from www to app: one visit of a campaign, and its conversion', async () => {
  const { workspace, page } = await begin();
  await page.goto(`${www}/${tags}`);
  await stage.settled(page);
  await stage.pass(30 * second);
  await page.click('a');
  await page.waitForURL(`${app}/**`);
  await page.evaluate("footfall.conversion('signed up', { value: 20, currency: 'EUR' })");
  await stage.settled(page);
  const ids = await idsOn(page);
  const { all, one } = readsIn(workspace);
  const [visit, ...others] = await all('/sessions');
  expect(others).toEqual([]);
  expect(visit).toEqual({
    ...sameOfAll(workspace),
    id: ids.session_id,
    visitor_id: ids.visitor_id,
    entry_url: `${www}/${tags}`,
    exit_url: `${app}/signup?plan=team`,
    // Its beginning, two pages, the end of the first and the conversion.
    event_count: 5,
    page_view_count: 2,
    engaged_seconds: expect.toSatisfy(between(30, 60)),
    duration_seconds: expect.toSatisfy(between(30, 60)),
    is_bounce: false,
  });
  const touch = {
    visitor_id: ids.visitor_id,
    session_id: ids.session_id,
    campaign_id: visit?.campaign_id,
    source: 'campaign',
    touched_at: visit?.started_at,
  };
  expect(await all('/conversions')).toEqual([
    {
      id: text,
      workspace_id: workspace.id,
      visitor_id: ids.visitor_id,
      session_id: ids.session_id,
      identity_id: null,
      lead_id: text,
      name: 'signed up',
      value: 20,
      currency: 'EUR',
      external_id: '',
      code: '',
      properties: {},
      verification_level: 'public',
      created_at: text,
      first_touch: touch,
      last_non_direct: touch,
      last_touch: touch,
    },
  ]);
  expect(await one(`/campaigns/${visit?.campaign_id}/performance`)).toEqual({
    campaign_id: visit?.campaign_id,
    name: 'spring',
    source: 'google',
    medium: 'cpc',
    from: null,
    to: null,
    model: 'last_non_direct',
    visitors: 1,
    sessions: 1,
    leads: 1,
    conversions: 1,
    revenue: [{ currency: 'EUR', value: 20 }],
    spend: [],
    cost_per_lead: [],
    return: [{ currency: 'EUR', value: null, reason_code: 'no_spend' }],
  });
  await page.context().close();
});

test('to another site: the same visitor in the same visit', async () => {
  const { workspace, page } = await begin(
    `data-extras="outbound" data-domains="shop.localhost harbour.localhost"`,
  );
  await page.goto(`${app}/${tags}`);
  await page.waitForFunction("document.querySelector('[data-extras-run]')");
  await stage.settled(page);
  await stage.pass(minute);
  await page.click('a');
  await page.waitForURL(`${harbour}/**`);
  await page.waitForFunction('footfall.ids?.().visitor_id');
  await stage.settled(page);
  const ids = await idsOn(page);
  const { all } = readsIn(workspace);
  expect(await all('/sessions')).toEqual([
    {
      ...sameOfAll(workspace),
      id: ids.session_id,
      visitor_id: ids.visitor_id,
      entry_url: `${app}/${tags}`,
      exit_url: `${harbour}/welcome`,
      event_count: 4,
      page_view_count: 2,
      engaged_seconds: expect.toSatisfy(between(60, 90)),
      duration_seconds: expect.toSatisfy(between(60, 90)),
      is_bounce: false,
    },
  ]);
  const row = eventOf(workspace, ids);
  expect(await all('/events?sort=created_at')).toEqual([
    row('page_view', `${app}/${tags}`),
    row('page_view', `${harbour}/welcome`, `${app}/`),
  ]);
  await page.context().close();
});

test('with required consent and a 503 before a 200, nothing is sent early and everything arrives once', async () => {
  const { workspace, page } = await begin('data-consent="required"');
  const before = stage.sent.size;
  await page.goto(`${www}/${tags}`);
  await page.waitForFunction("'page' in (window.footfall ?? {})");
  await page.evaluate("footfall.track('before')");
  await stage.pass(10 * second);
  expect(stage.sent.size).toBe(before);
  let refused = 0;
  await page.route(ingest, async (route) => {
    refused += 1;
    await route.fulfill({ status: 503, headers: { 'access-control-allow-origin': '*' } });
  });
  await page.evaluate("footfall.consent('granted')");
  await page.evaluate("footfall.track('after')");
  await expect.poll(() => refused).toBeGreaterThan(1);
  await page.unroute(ingest);
  await stage.settled(page);
  const ids = await idsOn(page);
  const { all } = readsIn(workspace);
  const on = `${www}/${tags}`;
  expect(await all('/sessions')).toEqual([
    {
      ...sameOfAll(workspace),
      id: ids.session_id,
      visitor_id: ids.visitor_id,
      entry_url: on,
      exit_url: on,
      event_count: 4,
      page_view_count: 1,
      engaged_seconds: expect.toSatisfy(between(0, 30)),
      duration_seconds: expect.toSatisfy(between(10, 40)),
      is_bounce: true,
    },
  ]);
  const row = eventOf(workspace, ids);
  expect(await all('/events?sort=created_at')).toEqual(
    ['page_view', 'before', 'after'].map((name) => row(name, on)),
  );
  expect(await all('/rejected-events')).toEqual([]);
  expect(await page.evaluate('footfall.status()')).toMatchObject({ queued: 0, dropped: 0 });
  await page.context().close();
});
