import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { startHarness } from '../testing/harness.ts';
import { signedIn } from '../testing/signed-in.ts';
import { loadConfig } from './config.ts';
import { parsePaths, takenParts, usualPaths } from './site-paths.ts';

const h = await startHarness({ PATHS: 'script=/a.js extra=/b.js cookieless=/c.js ingest=/news/a' });
const message = { type: 'event', name: 'page_view', visitor_id: crypto.randomUUID() };

const send = (path: string, body: object) =>
  fetch(`${h.url}${path}?key=${h.workspace.productionKey}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });

test('without PATHS the addresses are the usual ones', () => {
  expect(loadConfig({}).paths).toEqual(usualPaths);
});

test('messages are taken in at the usual addresses and at those of the installation', async () => {
  for (const path of ['/ingest', '/news/a']) {
    expect((await send(path, message)).status, path).toBe(200);
    expect((await send(`${path}/batch`, { batch: [message] })).status, path).toBe(200);
    const direct = await fetch(`${h.url}${path}`, {
      method: 'POST',
      headers: { 'x-svc-key': h.workspace.productionKey },
      body: JSON.stringify(message),
    });
    expect(direct.status).toBe(200);
    expect((await fetch(`${h.url}${path}`, { method: 'POST', body: '{}' })).status).toBe(401);
    expect((await fetch(`${h.url}${path}`)).status).toBe(405);
  }
});

test('the script is at both addresses, sends to that of the installation and loads the second file there', async () => {
  for (const path of ['/a.js', '/sdk.js', '/c.js', '/cookieless.js']) {
    const text = await (await fetch(h.url + path)).text();
    expect(text).toContain('/news/a/batch?key=');
    expect(text).toContain('"b.js"');
    expect(text).not.toContain('ingest/batch');
  }
  expect((await fetch(`${h.url}/b.js`)).status).toBe(200);
  expect((await fetch(`${h.url}/extra.js`)).status).toBe(200);
});

/** Of the most letters, which repeat nothing. */
const longest = (name: string, most: number) =>
  `/${createHash('sha512')
    .update(name)
    .digest('base64url')
    .replace(/^[^A-Za-z0-9]/, 'x')}`.slice(0, most);
const hLongest = await startHarness({
  PATHS: `script=${longest('a', 65)} extra=${longest('b', 12)} cookieless=${longest('c', 65)} ingest=${longest('d', 10)}${longest('e', 10)}`,
});

test.each([
  ['short', h, '/a.js', '/c.js'],
  ['the longest', hLongest, longest('a', 65), longest('c', 65)],
])(
  'with %s other names the script keeps below its size',
  async (_, { url }, script, cookieless) => {
    for (const encoding of ['gzip', 'br']) {
      for (const [path, most] of [
        [script, 4096],
        ['/sdk.js', 4096],
        [cookieless, 4352],
      ] as const) {
        const { headers } = await fetch(url + path, { headers: { 'accept-encoding': encoding } });
        expect(headers.get('content-encoding')).toBe(encoding);
        expect(Number(headers.get('content-length')), path).toBeLessThanOrEqual(most);
      }
    }
  },
);

test('printed and shown addresses are those of the installation', async () => {
  const { data } = (await (await signedIn(h)).get('/snippet')).body as {
    data: Record<string, string>;
  };
  expect(data).toMatchObject({
    script: '/a.js',
    extra: '/b.js',
    cookieless: '/c.js',
    ingest: '/news/a',
  });
  expect(data.pinned_script).toMatch(/^\/a-[\da-f]{16}\.js$/);
  expect(data.pinned_extra).toMatch(/^\/b-[\da-f]{16}\.js$/);
  const pinned = await fetch(h.url + data.pinned_script);
  const digest = await crypto.subtle.digest('SHA-384', await pinned.arrayBuffer());
  expect(data.integrity).toBe(`sha384-${Buffer.from(digest).toString('base64')}`);
  expect(await (await fetch(`${h.url}/docs`)).text()).toContain('/a.js');
});

test.each([
  ['script', 'with one segment'],
  ['/a.js', 'such as script=/a.js'],
  ['script=a.js', 'with one segment'],
  ['script=/x/a.js', 'its own folder'],
  ['extra=/../a.js', 'with one segment'],
  ['ingest=/a/', 'letters, digits'],
  ['ingest=/a/../b', 'letters, digits'],
  ['ingest=/a?b', 'letters, digits'],
  ['ingest=/a%2fb', 'letters, digits'],
  ['ingest=/:id', 'letters, digits'],
  ['ingest=/*', 'letters, digits'],
  [`script=/${'x'.repeat(70)}`, 'with one segment'],
  [`ingest=/${'x'.repeat(20)}`, 'at most 20 characters'],
  [`extra=/${'x'.repeat(12)}`, 'at most 12 characters'],
  ['other=/a', 'the names are script, extra, cookieless, ingest'],
  ['script=/docs', 'already uses /docs'],
  ['ingest=/api/v1/leads', 'already uses /api'],
  ['script=/a.js extra=/a.js', 'must be different'],
  ['script=/extra.js', 'already uses /extra.js'],
])('PATHS=%j is refused with what to do', (text, says) => {
  expect(() => parsePaths(text)).toThrow(says);
});

test('names of its own may be those of the installation before', () => {
  expect(parsePaths('script=/sdk.js, ingest=/ingest')).toEqual(usualPaths);
});

test('every path of the service is reserved', () => {
  const routes: string[] = [];
  const above: string[] = [];
  for (const line of h.app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', own = ''] = /^([│ ]*)[├└]── (\S*)/.exec(line) ?? [];
    const depth = indent.length / 4;
    above.splice(depth, above.length, own);
    routes.push(above.join(''));
  }
  expect(routes.length).toBeGreaterThan(20);
  const own = ['a.js', 'b.js', 'c.js', 'news'];
  const parts = new Set(routes.map((path) => path.split(/[/?*]/)[1] ?? ''));
  const pinned = /^[abc]-[\da-f]{16}\.js$/;
  const missing = [...parts].filter(
    (part) => part && !own.includes(part) && !pinned.test(part) && !takenParts.has(part),
  );
  expect(missing.toSorted()).toEqual([]);
});
