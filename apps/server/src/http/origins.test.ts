/*
 * Which pages may use a secret key: the text of the rule by raw requests, its effect in a real
 * Chromium.
 */
import { once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../testing/chromium.ts';
import { sharedHarness } from '../testing/shared-harness.ts';

const h = await sharedHarness();
const listed = ['https://app.example', 'http://localhost:3000', 'https://shop.example:8443'];

const ask = (key: string, headers: Record<string, string>, path = '/leads', init?: RequestInit) =>
  h.fetch(`/api/v1${path}`, {
    ...init,
    headers: { authorization: `Bearer ${key}`, ...headers, ...init?.headers },
  });

test('an origin is allowed when scheme, host and port are exactly those of the list', async () => {
  const { key } = await h.newKey({ origins: listed });
  for (const origin of listed) {
    const answer = await ask(key, { origin });
    expect(answer.status, origin).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
  }
  const others = [
    'null',
    '',
    '*',
    'http://app.example',
    'https://app.example:443',
    'https://app.example:8443',
    'https://shop.example',
    'http://localhost',
    'http://localhost:30000',
    'http://127.0.0.1:3000',
    'https://APP.example',
    'https://app.example/',
    'https://app.example.',
    'https://app.example.evil.example',
    'https://evilapp.example',
    'https://evil.app.example',
    'https://app.example@evil.example',
    'https://app.exampl',
    'https://app.example https://evil.example',
    'https://app.example, https://evil.example',
    'app.example',
    'file://',
    'chrome-extension://abcdefghijklmnop',
    `https://${'a'.repeat(5_000)}.example`,
  ];
  for (const origin of others) {
    const answer = await ask(key, { origin });
    const { details } = (await answer.json()) as { details: object };
    expect([answer.status, details], origin).toEqual([
      403,
      { reason: 'origin_not_allowed', origin: origin.slice(0, 200) },
    ]);
    expect(answer.headers.has('access-control-allow-origin'), origin).toBe(false);
  }
});

test('a star stands for every host below, and for nothing else', async () => {
  const { key } = await h.newKey({
    origins: ['https://*.app.example', 'https://*.shop.example:8443'],
  });
  const statusOf = async (origin: string) => (await ask(key, { origin })).status;
  for (const origin of [
    'https://a.app.example',
    'https://b.a.app.example',
    'https://x-1.shop.example:8443',
  ]) {
    expect(await statusOf(origin), origin).toBe(200);
  }
  const others = [
    'https://app.example',
    'https://.app.example',
    'https://*.app.example',
    'http://a.app.example',
    'https://a.app.example:8443',
    'https://a.shop.example',
    'https://evilapp.example',
    'https://a.app.example.evil.example',
    'https://evil.example/.app.example',
    'https://evil.example@a.app.example',
    'https://evil.example#.app.example',
    'https://a..app.example',
    `https://${'a.'.repeat(3_000)}example`,
  ];
  for (const origin of others) expect(await statusOf(origin), origin).toBe(403);
});

test('the origin null is allowed by no list', async () => {
  const { key } = await h.newKey({ origins: ['null', '*', ''] });
  for (const origin of ['null', 'https://any.example']) {
    expect((await ask(key, { origin })).status, origin).toBe(403);
  }
});

test('two Origin headers are no listed one', async () => {
  const { key } = await h.newKey({ origins: listed });
  const request = httpRequest(`${h.url}/api/v1/leads`);
  request.setHeader('authorization', `Bearer ${key}`);
  request.setHeader('origin', [listed[0] ?? '', 'https://evil.example']);
  request.end();
  const [answer] = await once(request, 'response');
  answer.resume();
  expect(answer.statusCode).toBe(403);
});

test('a client that is no browser needs no origin', async () => {
  const { key } = await h.newKey({ origins: listed });
  expect((await ask(key, {})).status).toBe(200);
});

test('a page of the service itself is refused like any other that is not listed', async () => {
  const own = await h.newKey({ origins: ['https://app.example', h.url] });
  const other = await h.newKey({ origins: listed });
  // A browser leaves Origin out of a same-origin GET.
  const headers = { 'sec-fetch-site': 'same-origin' };
  expect((await ask(own.key, headers)).status).toBe(200);
  expect((await ask(other.key, headers)).status).toBe(403);
  expect((await ask(own.key, { 'sec-fetch-site': 'none' })).status).toBe(403);
  const proxied = await h.newKey({ origins: [h.url.replace('http:', 'https:')] });
  expect((await ask(proxied.key, headers)).status).toBe(200);
});

test('an allowed page can read every answer, and no answer lets credentials through', async () => {
  const [origin = ''] = listed;
  const { key } = await h.newKey({ origins: listed, scopes: ['leads:read'] });
  const few = await h.newKey({ origins: listed, rateLimitPerMinute: 1 });
  const json = { 'content-type': 'application/json' };
  const answers = {
    200: await ask(key, { origin }),
    400: await ask(key, { origin }, '/leads?limit=0'),
    403: await ask(key, { origin }, '/visitors'),
    404: await ask(key, { origin }, '/nothing'),
    405: await ask(key, { origin }, '/leads', { method: 'DELETE' }),
    415: await ask(h.workspace.secretKey, { origin }, '/leads', { method: 'POST', body: 'a' }),
    429: (await ask(few.key, { origin })) && (await ask(few.key, { origin })),
  };
  const broken = { method: 'POST', headers: json, body: '{' };
  const all = [...Object.entries(answers), ['403', await ask(key, { origin }, '/leads', broken)]];
  for (const [status, answer] of all as [string, Response][]) {
    const isListed = status !== '415';
    expect(answer.headers.get('access-control-allow-origin'), status).toBe(
      isListed ? origin : null,
    );
    expect(answer.status).toBe(isListed ? Number(status) : 403);
    expect(answer.headers.get('vary'), status).toBe('Origin');
    expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
    if (!isListed) continue;
    const exposed = answer.headers.get('access-control-expose-headers')?.toLowerCase() ?? '';
    for (const name of ['x-request-id', 'x-workspace-id', 'x-ratelimit-remaining', 'retry-after']) {
      expect(exposed).toContain(name);
    }
  }
});

test('a preflight is answered the same for everybody, without a key', async () => {
  const seen = new Set<string>();
  for (const path of ['/api/v1/leads', '/api/v1/nothing', '/ingest', '/api/v1/lists/x/members']) {
    for (const origin of [...listed, 'https://evil.example', 'null']) {
      for (const method of ['GET', 'POST', 'PATCH']) {
        const answer = await h.fetch(path, {
          method: 'OPTIONS',
          headers: {
            origin,
            'access-control-request-method': method,
            'access-control-request-headers': 'authorization,content-type',
          },
        });
        expect(answer.status).toBe(204);
        expect(await answer.text()).toBe('');
        expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
        const own = ['date', 'x-request-id', 'connection', 'keep-alive'];
        const rest = [...answer.headers].filter(([name]) => !own.includes(name));
        seen.add(JSON.stringify(rest.sort()));
      }
    }
  }
  expect(seen.size).toBe(1);
  const [only = ''] = seen;
  for (const name of [
    'Authorization',
    'Content-Type',
    'X-Svc-Key',
    'Idempotency-Key',
    'If-Match',
  ]) {
    expect(only).toContain(name);
  }
  expect(only).toContain('"access-control-allow-origin","*"');
});

describe('in Chromium', () => {
  const servers: Server[] = [];
  let browser: Browser;
  let allowed: Page;
  let other: Page;
  let own: Page;

  beforeAll(async () => {
    browser = await launchChromium();
    allowed = await openPage(await servePage());
    other = await openPage(await servePage());
    // A document without a policy of its own about what it may read.
    own = await browser.newPage();
    const address = `${h.url}/own`;
    await own.route(address, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>own</title>' }),
    );
    await own.goto(address);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    for (const server of servers) server.close().closeAllConnections();
  });

  async function servePage(): Promise<string> {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<title>app</title>');
    });
    servers.push(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  async function openPage(url: string): Promise<Page> {
    const page = await browser.newPage();
    await page.goto(url);
    return page;
  }

  const originOf = (page: Page) => new URL(page.url()).origin;

  /** What the page's own code gets to see. */
  function read(page: Page, key: string, init: { method?: string; mode?: string } = {}) {
    const call = `fetch(${JSON.stringify(`${h.url}/api/v1/leads`)}, {
      headers: { Authorization: 'Bearer ${key}' },
      ...${JSON.stringify(init)},
    }).then(
      async (answer) => ({ type: answer.type, status: answer.status, text: await answer.text() }),
      () => 'blocked',
    )`;
    return page.evaluate(call) as Promise<
      'blocked' | { type: string; status: number; text: string }
    >;
  }

  test('a page on an allowed origin reads leads with a key for leads, one on another port cannot', async () => {
    const { key } = await h.newKey({ scopes: ['leads:read'], origins: [originOf(allowed)] });
    const answer = await read(allowed, key);
    expect(answer).toMatchObject({ status: 200 });
    expect(JSON.stringify(answer)).toContain('pagination');
    // What it may not do it can read as well.
    expect(await read(allowed, key, { method: 'POST' })).toMatchObject({ status: 403 });
    expect(await read(other, key)).toBe('blocked');
    expect(await read(own, key)).toMatchObject({ status: 403 });
    expect(await read(allowed, key)).toMatchObject({ status: 200 });
  });

  test('a key for servers works from a server and from no page', async () => {
    const { key } = await h.newKey({ serverOnly: true });
    const fromServer = await fetch(`${h.url}/api/v1/leads`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(fromServer.status).toBe(200);

    const statuses: number[] = [];
    for (const page of [allowed, other, own]) {
      page.on('response', (response) => {
        if (response.request().method() !== 'OPTIONS') statuses.push(response.status());
      });
    }
    for (const page of [allowed, other]) {
      expect(await read(page, key)).toBe('blocked');
      expect(await read(page, key, { method: 'POST' })).toBe('blocked');
      // The browser takes the key away and the answer's content too.
      const opaque = { type: 'opaque', status: 0, text: '' };
      expect(await read(page, key, { mode: 'no-cors' })).toEqual(opaque);
    }
    for (const mode of ['cors', 'no-cors', 'same-origin']) {
      const answer = await read(own, key, { mode });
      expect(answer, mode).toMatchObject({ status: mode === 'no-cors' ? 401 : 403 });
    }
    expect(new Set(statuses)).toEqual(new Set([401, 403]));
  });
});
