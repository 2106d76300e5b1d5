import { expect, test } from 'vitest';
import { allOperations, isList, pathOf, seedWorkspace } from '../../testing/seeded-workspace.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness();
const write = { 'x-svc-key': h.workspace.productionKey };
const read = { authorization: `Bearer ${h.workspace.secretKey}` };
const lists = allOperations.filter(
  (operation) => !operation.params && (isList(operation) || operation.stream),
);

const cases: [string, string, RequestInit][] = [
  ...lists.map(({ path }): [string, string, RequestInit] => [
    path,
    `/api/v1${path}`,
    { headers: read },
  ]),
  ['without a key', '/api/v1/leads', {}],
  ['an unknown record', '/api/v1/leads/00000000-0000-4000-8000-000000000001', { headers: read }],
  ['an unknown address', '/api/v1/nothing', { headers: read }],
  ['ingest', '/ingest', { method: 'POST', headers: write, body: '{}' }],
  ['ingest by the framework', '/ingest?a', { method: 'POST', headers: write, body: '{}' }],
  ['ingest that is refused', '/ingest', { method: 'POST', headers: write, body: '{' }],
  ['visitor-resolve', '/visitor-resolve', { method: 'POST', headers: write, body: '{}' }],
];

test.each(cases)(
  '%s: nobody on the way keeps the answer or guesses its type',
  async (_name, path, init) => {
    const { headers } = await h.fetch(path, init);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
  },
);

test('a single record may be kept by who asks each time, and by nobody on the way', async () => {
  const seeded = await seedWorkspace(h);
  const singles = allOperations.filter(
    (operation) =>
      operation.method === 'GET' && operation.path.endsWith('/{id}') && !isList(operation),
  );
  expect(singles.length).toBeGreaterThan(5);
  for (const operation of singles) {
    const path = pathOf(operation, seeded);
    const own = { authorization: `Bearer ${seeded.secretKey}` };
    const { status, headers } = await h.fetch(path, { headers: own });
    const actual = [status, headers.get('cache-control'), headers.get('x-content-type-options')];
    expect(actual, path).toEqual([200, 'private, no-cache', 'nosniff']);
    expect(headers.get('etag'), path).not.toBeNull();
  }
});

test('responses that are the same for everybody may be cached', async () => {
  const { headers } = await h.fetch('/sdk.js');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cache-control')).toBe('public, max-age=3600');
});

test.each([
  '/',
  '/app',
  '/share/nothing',
  '/docs',
  '/docs/guides/mcp',
  '/docs/nothing',
  '/sdk.js',
  '/health',
  '/openapi.json',
  '/auth/session',
  '/dashboard/api/me',
  '/dashboard/api/nothing',
  '/share-api/nothing/stats',
  '/api/v1/leads',
  '/api/v1/nothing',
  '/mcp',
  '/nothing',
])('%s: a browser runs and frames nothing of it but what the page itself allows', async (path) => {
  const { headers } = await h.fetch(path, { redirect: 'manual' });
  const policy = headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe-inline');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
});
