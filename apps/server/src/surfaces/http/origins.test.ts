/* Which pages may use a secret key, by raw requests; origins-chromium.slow.test.ts asks pages. */
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { expect, test } from 'vitest';
import { sharedHarness } from '../../testing/shared-harness.ts';

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
    expect(answer.headers.has('access-control-allow-credentials'), origin).toBe(false);
    const allowedOrigin = answer.headers.get('access-control-allow-origin');
    expect([null, origin], origin).toContain(allowedOrigin);
    // As a browser writes them, so that the page can read why.
    if (/^https?:\/\/[a-z.]+(?::\d+)?$|^null$/.test(origin) && origin.length < 300) {
      expect(allowedOrigin).toBe(origin);
    }
    if (/[ ,]|\/$|a{100}/.test(origin)) expect(allowedOrigin, origin).toBeNull();
  }
});

test('a page of another origin can read that it is refused, and nothing else', async () => {
  const origin = 'https://other.example';
  const { key } = await h.newKey({ origins: listed });
  const server = await h.newKey({ serverOnly: true });
  const revoked = await h.newKey({ origins: listed });
  await h.db.system((tx) => tx`update api_keys set revoked_at = now() where id = ${revoked.id}`);
  for (const [one, reason] of [
    [key, 'origin_not_allowed'],
    [server.key, 'server_only'],
  ] as const) {
    const answer = await ask(one, { origin });
    expect(await answer.json()).toMatchObject({ error: 'forbidden', details: { reason } });
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
    expect(answer.headers.get('access-control-expose-headers')).toContain('X-Request-Id');
    expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
  }
  for (const answer of [
    await ask(key, { origin }, '/nothing'),
    await ask(revoked.key, { origin }),
    await ask('nonsense', { origin }),
  ]) {
    expect(answer.headers.has('access-control-allow-origin'), String(answer.status)).toBe(false);
  }
});

test('a star matches every subdomain and nothing else', async () => {
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
    // Also that the origin is refused.
    expect(answer.headers.get('access-control-allow-origin'), status).toBe(origin);
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
