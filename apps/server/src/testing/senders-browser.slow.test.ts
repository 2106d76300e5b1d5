/*
 * Official senders for browsers, unmodified, in a real Chromium against the service: what is stored. Umami's is fetched apart, by
 * scripts/fetch-umami-tracker.mjs; TEST_UMAMI_SCRIPT names another file.
 */
import { existsSync, readFileSync } from 'node:fs';
import {
  createServer,
  request as forward,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { launchPersonsChromium } from './chromium.ts';
import { startHarness } from './harness.ts';
import { describeWith } from './programs.ts';
import { pageIn, restOf } from './rest.ts';
import { storedRows } from './stored-rows.ts';

const umami = [
  process.env.TEST_UMAMI_SCRIPT ?? '',
  fileURLToPath(new URL('../../../../scripts/umami-tracker/index.js', import.meta.url)),
].find(existsSync);

const require = createRequire(import.meta.url);
const scripts: Record<string, string> = {
  segment: fileOf(require.resolve('@segment/analytics-next'), 'dist/umd/standalone.js'),
  rudder: fileOf(
    require.resolve('@rudderstack/analytics-js'),
    'dist/npm/legacy/bundled/umd/index.js',
  ),
  posthog: fileOf(require.resolve('posthog-js'), 'dist/array.js'),
  plausible: fileOf(require.resolve('@plausible-analytics/tracker'), 'plausible.js'),
  ...(umami && { umami: readFileSync(umami, 'utf8') }),
};

let service = '';
/** Where was sent to. */
const posted = new Set<string>();
const outside = `http://127.0.0.1:${await listen((request, response) => {
  // A person's browser is not headless.
  const { 'sec-ch-ua': _brands, ...headers } = request.headers;
  const { method, url = '/' } = request;
  if (method === 'POST') posted.add(url);
  const onward = forward(service + url, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  request.pipe(onward);
})}`;
const h = await startHarness({ PUBLIC_URL: outside });
service = h.url;

const site = `http://127.0.0.1:${await listen(({ url = '' }, response) => {
  const script = scripts[/^\/(\w+)\.js$/.exec(url)?.[1] ?? ''];
  const type = script === undefined ? 'text/html' : 'text/javascript';
  response.setHeader('content-type', `${type}; charset=utf-8`);
  response.end(script ?? `<!doctype html>${head}<button data-umami-event="Bought">Buy</button>`);
})}`;
const plain = '<title>Plans</title>';
let head = plain;
const address = `${site}/plans?utm_source=news&utm_medium=email&gclid=g1`;

const chromium = await launchPersonsChromium('en-GB', 'Europe/Berlin');
afterAll(() => chromium.close());

const order = { order_id: 'o1', revenue: 49.9, currency: 'EUR' };
const ordered = { name: 'Order Completed', value: 49.9, currency: 'EUR', external_id: 'o1' };
const seen = { type: 'event', name: 'page_view', url: address, title: 'Plans' };

/** What the sites of a sender have in their pages, as text, since it runs there. */
type Snippet = (key: string) => string;

/** What is stored once somebody new was on the page, and `most` messages came. */
async function visit(snippet: Snippet, most: number, act?: (page: Page) => Promise<void>) {
  return await visitServed(
    () => plain,
    address,
    most,
    async (page, key) => {
      await page.evaluate(snippet(key));
      await act?.(page);
    },
  );
}

/** The same of a page that has the script in its head, as its website serves it. */
async function visitServed(
  headOf: Snippet,
  at: string,
  most: number,
  act: (page: Page, key: string) => Promise<void>,
) {
  const workspace = await h.newWorkspace();
  head = headOf(workspace.productionKey);
  const profile = await chromium.newContext();
  const page = await profile.newPage();
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  await page.goto(at);
  await act(page, workspace.productionKey);
  const count = async () => {
    const { events, failed } = await storedRows(h, workspace);
    return events.length + failed.length;
  };
  await expect.poll(count).toBeGreaterThanOrEqual(most);
  await profile.close();
  expect(faults).toEqual([]);
  const { data } = pageIn(await restOf(h, workspace.secretKey).get('/sessions'));
  return { ...(await storedRows(h, workspace)), sessions: data };
}

const visitOf = {
  source: 'campaign',
  click_ids: { gclid: 'g1' },
  locale: 'en-GB',
  bot: null,
};

/** Loads a script as a page does. */
const load = (name: string, attributes = '') => `await new Promise((loaded, failed) => {
  const script = Object.assign(document.createElement('script'), { src: '/${name}.js', onload: loaded, onerror: failed });
  for (const [name, value] of Object.entries(${attributes || '{}'})) script.setAttribute(name, value);
  document.head.append(script);
});`;
const calls = (of: string) => `
  ${of}.page();
  ${of}.track('Order Completed', ${JSON.stringify(order)});
  ${of}.identify('u1', { email: 'ada@siemens.com', plan: 'team' });
  ${of}.group('g1', { name: 'Acme' });
  ${of}.alias('u2', 'u1');`;

const batching = `{ integrations: { 'Segment.io': {
  deliveryStrategy: { strategy: 'batching', config: { size: 10, timeout: 500 } } } } }`;

test.each([
  ['each by itself', '{}', /\/v1\/[aptigs]$/],
  ['in batches', batching, /\/v1\/b$/],
])('@segment/analytics-next, %s', async (_how, options, path) => {
  posted.clear();
  const { events, conversions, people, failed, sessions } = await visit(
    (key) => `(async () => {
      window.analytics = [];
      analytics._writeKey = '${key}';
      analytics._cdn = '${outside}';
      analytics._loadOptions = ${options};
      for (const call of ['page', 'track', 'identify', 'group', 'alias', 'screen'])
        analytics[call] = (...values) => analytics.push([call, ...values]);
      ${calls('analytics')}
      analytics.screen('Home', { depth: 1 });
      ${load('segment')}
    })()`,
    5,
  );
  expect([...posted].filter((one) => !path.test(one) && !one.endsWith('/m'))).toEqual([]);
  expect({ conversions, people, failed }).toEqual({
    conversions: [{ ...ordered, verification_level: 'public' }],
    people: [{ email: 'ada@siemens.com', traits: { plan: 'team' } }],
    failed: [],
  });
  expect(events).toHaveLength(5);
  expect(events).toEqual(expect.arrayContaining([seen]));
  expect(events).toContainEqual(
    expect.objectContaining({
      name: 'screen_view',
      properties: expect.objectContaining({ name: 'Home', depth: 1 }),
    }),
  );
  expect(sessions).toMatchObject([{ ...visitOf, timezone: 'Europe/Berlin' }]);
});

test('@rudderstack/analytics-js, also with beacons', async () => {
  for (const options of [
    '{}',
    '{ useBeacon: true, beaconQueueOptions: { flushQueueInterval: 100 } }',
  ]) {
    const { events, conversions, people, failed, sessions } = await visit(
      (key) => `(async () => {
        ${load('rudder')}
        const rudder = new rudderanalytics.RudderAnalytics();
        rudder.load('${key}', '${outside}', { configUrl: '${outside}', ...${options} });
        ${calls('rudder')}
      })()`,
      4,
    );
    expect({ conversions, people, failed }).toEqual({
      conversions: [{ ...ordered, verification_level: 'public' }],
      people: [{ email: 'ada@siemens.com', traits: { plan: 'team' } }],
      failed: [],
    });
    expect(events).toHaveLength(4);
    expect(events).toEqual(expect.arrayContaining([seen]));
    expect(sessions).toMatchObject([visitOf]);
  }
});

test('posthog-js', async () => {
  const { events, conversions, people, failed, sessions } = await visit(
    (key) => `(async () => {
      ${load('posthog')}
      posthog.init('${key}', {
        api_host: '${outside}',
        defaults: '2025-05-24',
        // Else it sends nothing from a browser that is driven.
        opt_out_useragent_filter: true,
      });
      await new Promise((waited) => setTimeout(waited, 100));
      posthog.capture('Order Completed', ${JSON.stringify(order)});
      posthog.identify('u1', { email: 'ada@siemens.com', plan: 'team' });
      posthog.capture('Plan chosen', { plan: 'team' });
    })()`,
    4,
    async (page) => {
      await page.click('button');
      await page.goto('about:blank');
    },
  );
  expect({ conversions, people, failed }).toEqual({
    conversions: [{ ...ordered, verification_level: 'public' }],
    people: [{ email: 'ada@siemens.com', traits: { plan: 'team' } }],
    failed: [],
  });
  expect(events).toHaveLength(4);
  expect(events).toEqual(
    expect.arrayContaining([
      seen,
      { type: 'event', name: 'Plan chosen', url: address, properties: { plan: 'team' } },
    ]),
  );
  expect(sessions).toMatchObject([{ ...visitOf, timezone: 'Europe/Berlin' }]);
});

test('@plausible-analytics/tracker', async () => {
  const { events, conversions, people, failed, sessions } = await visit(
    (key) => `(async () => {
      const { init, track } = await import('/plausible.js');
      init({ domain: '${key}', endpoint: '${outside}/api/event', captureOnLocalhost: true });
      track('Bought', { revenue: { amount: 49.9, currency: 'EUR' } });
      track('Seen', { props: { plan: 'team' } });
      history.pushState({}, '', '/next');
    })()`,
    4,
  );
  const { title: _none, ...untitled } = seen;
  expect({ conversions, people, failed }).toEqual({
    conversions: [{ name: 'Bought', value: 49.9, currency: 'EUR', verification_level: 'public' }],
    people: [],
    failed: [],
  });
  expect(events).toHaveLength(4);
  expect(events).toEqual(
    expect.arrayContaining([
      untitled,
      { ...untitled, url: `${site}/next` },
      { ...untitled, name: 'Seen', properties: { plan: 'team' } },
    ]),
  );
  expect(sessions).toMatchObject([{ ...visitOf, locale: '' }]);
});

// What its CDN and installations serve as script.js is another build, in no package; this one reads nothing of its tag.
test('@plausible-analytics/tracker by the script of a served page', async () => {
  const { events, conversions, failed, sessions } = await visitServed(
    (key) => `${plain}<script type="module">
      import { init } from '/plausible.js';
      init({ endpoint: '${outside}/api/event', domain: '${key}', captureOnLocalhost: true });
    </script>`,
    address,
    2,
    async (page) => {
      await page.evaluate(`plausible('Seen', { props: { plan: 'team' } })`);
    },
  );
  const { title: _none, ...untitled } = seen;
  expect({ events, conversions, failed }).toEqual({
    events: expect.arrayContaining([
      untitled,
      { ...untitled, name: 'Seen', properties: { plan: 'team' } },
    ]),
    conversions: [],
    failed: [],
  });
  expect(events).toHaveLength(2);
  expect(sessions).toMatchObject([{ ...visitOf, locale: '' }]);
});

describeWith(umami, "Umami's script", 'node scripts/fetch-umami-tracker.mjs', () => {
  test('a page, another, events and a person, as the guide has its tag', async () => {
    const { events, conversions, people, failed, sessions } = await visitServed(
      (key) => `<title>Café: all plans, 100% off</title>
        <script defer src="/umami.js" data-host-url="${outside}" data-website-id="${key}"></script>`,
      `${site}/caf%C3%A9?utm_source=news&utm_medium=email&gclid=g1&utm_campaign=Caf%C3%A9%20now`,
      5,
      async (page) => {
        // Else they may be sent together, and come in another order.
        const sent = () => page.waitForResponse((answer) => answer.url().endsWith('/api/send'));
        const send = async (call: string) => {
          const answered = sent();
          await page.evaluate(call);
          await answered;
        };
        await send(`umami.track('Plan chosen', { plan: 'team' })`);
        const bought = sent();
        await page.click('button');
        await bought;
        await send(`history.pushState({}, '', '/n%C3%A4chste')`);
        await send(`umami.identify({ email: 'ada@siemens.com', plan: 'team' })`);
      },
    );
    const on = 'https://127.0.0.1';
    const first = {
      type: 'event',
      url: `${on}/caf%C3%A9?utm_source=news&utm_medium=email&gclid=g1&utm_campaign=Caf%C3%A9%20now`,
      title: 'Café: all plans, 100% off',
    };
    expect({ conversions, people, failed }).toEqual({
      conversions: [],
      people: [{ email: 'ada@siemens.com', traits: { plan: 'team' } }],
      failed: [],
    });
    expect(events).toHaveLength(5);
    expect(events).toEqual(
      expect.arrayContaining([
        { ...first, name: 'page_view' },
        { ...first, name: 'Plan chosen', properties: { plan: 'team' } },
        { ...first, name: 'Bought' },
        { ...first, name: 'page_view', url: `${on}/n%C3%A4chste`, referrer: first.url },
      ]),
    );
    expect(sessions).toMatchObject([
      { ...visitOf, campaign: { source: 'news', medium: 'email', name: 'Café now' } },
    ]);
  });
});

/** `entry`: what the package's name leads to; `path`: within the package. */
function fileOf(entry: string, path: string): string {
  let folder = dirname(entry);
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return readFileSync(join(folder, path), 'utf8');
}

async function listen(
  serve: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<number> {
  const server: Server = createServer(serve);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
