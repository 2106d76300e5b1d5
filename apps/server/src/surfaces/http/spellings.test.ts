/*
 * However the address of a route is spelled, its keys, scopes and origins are those of the route.
 * Derived from the operations, and from the addresses of ingest.
 */
import { type Scope, scopeNames } from '@footfall/contract/access';
import { describe, expect, test } from 'vitest';
import { rawRequest } from '../../testing/raw-http.ts';
import { allOperations, bodyOf, pathOf, seedWorkspace } from '../../testing/seeded-workspace.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { together } from '../../testing/together.ts';

const h = await sharedHarness();
const own = await seedWorkspace(h);
const listed = 'https://app.example';

const percent = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;

/** Ways to write the same address, and some that only look like it. */
function spellings(path: string): string[] {
  const last = path.lastIndexOf('/') + 1;
  const encodedAt = (place: number) =>
    path.slice(0, place) + percent(path.charAt(place)) + path.slice(place + 1);
  return [
    path,
    encodedAt(1),
    encodedAt(last),
    path.replaceAll(/[a-z]/g, percent),
    path.replaceAll(/[a-z]/g, (letter) => percent(letter).toUpperCase()),
    `${path.slice(0, last - 1)}%2f${path.slice(last)}`,
    `http://x${path}`,
    `HTTPS://x:1${path}`,
    `//x${path}`,
    `/${path}`,
    `/.${path}`,
    `/x/..${path}`,
    `${path}#x`,
    `${path}#?x`,
    `${path}?`,
    `${path};x=1`,
    `${path}/`,
    `${path}%00`,
    `${path}%20`,
    path.toUpperCase(),
    path.replaceAll('/', '\\'),
  ];
}

const stored = () =>
  h.db.system(async (tx) => {
    const [row] = await tx<{ total: number }[]>`
      select (select count(*) from events)::integer + (select count(*) from failed_events)::integer as total`;
    return row?.total ?? 0;
  });

describe.each(['/ingest', '/ingest/batch', '/visitor-resolve'])('%s', (path) => {
  const message = { type: 'event', name: 'page_view', visitor_id: own.visitorId };
  const body = JSON.stringify(path.endsWith('batch') ? { batch: [message] } : message);

  test('takes a write key only, from anywhere', async () => {
    const noScope = await h.newKey({ workspaceId: own.id, scopes: [], origins: [listed] });
    const right = await h.newKey({ workspaceId: own.id });
    const wrong: Record<string, string>[] = [
      {},
      { 'x-svc-key': own.secretKey },
      { authorization: `Bearer ${own.secretKey}` },
      { authorization: `Bearer ${right.key}`, 'x-svc-key': right.key },
      { authorization: `Bearer ${noScope.key}`, origin: 'https://evil.example' },
      { authorization: `Bearer ${own.productionKey}` },
    ];
    const before = await stored();
    for (const [place, target] of spellings(path).entries()) {
      // Each spelling with half of them.
      const some = wrong.filter((_, at) => (at + place) % 2 === 0);
      await together(some, async (headers) => {
        const { status } = await rawRequest(h, 'POST', target, { headers, body });
        expect(status, `${target} ${Object.keys(headers)}`).toBeGreaterThanOrEqual(400);
        expect(status).toBeLessThan(500);
      });
    }
    expect(await stored()).toBe(before);
  });

  test('says the same with a write key, in each spelling that is an address of it', async () => {
    const headers = { 'x-svc-key': own.productionKey, origin: 'https://any.example' };
    const taken: string[] = [];
    for (const target of spellings(path)) {
      const answer = await rawRequest(h, 'POST', target, { headers, body });
      expect([200, 400, 404], target).toContain(answer.status);
      if (answer.status !== 200) continue;
      taken.push(target);
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'x-workspace-id': own.id,
      });
    }
    expect(taken).toContain(`${path}?`);
    expect(taken).toContain(path.replaceAll(/[a-z]/g, percent));
  });
});

/** All spellings for some, and a few for each: what is decided by them is decided before the operation. */
const bound = await h.newKey({ workspaceId: own.id, origins: [listed] });
const tried = allOperations.map((operation, place) => ({ ...operation, place }));

describe.each(tried)('$id', ({ place, ...operation }) => {
  test('takes a secret key with its scope, from its origins, however it is spelled', async () => {
    const path = pathOf(operation, own);
    const some = spellings(path).filter((_, at) => place % 40 === 0 || at % 7 === place % 7);
    const scopes: Scope[] = scopeNames.filter((scope) => !operation.scopes.includes(scope));
    const restricted = await h.newKey({ workspaceId: own.id, scopes, origins: [listed] });
    const wrong: Record<string, string>[] = [
      { 'x-svc-key': own.productionKey },
      { authorization: `Bearer ${own.productionKey}` },
      { 'x-svc-key': own.secretKey },
      { authorization: `Bearer ${bound.key}`, origin: 'https://evil.example' },
      ...(operation.scopes.length > 0 ? [{ authorization: `Bearer ${restricted.key}` }] : []),
    ];
    const json = JSON.stringify(bodyOf(operation, own));
    // Each spelling with half of them.
    const calls = some.flatMap((target, turn) =>
      wrong
        .filter((_, at) => (at + turn + place) % 2 === 0)
        .map((headers) => ({ target, headers })),
    );
    await together(calls, async ({ target, headers }) => {
      const init = operation.body
        ? { headers: { ...headers, 'content-type': 'application/json' }, body: json }
        : { headers };
      const { status } = await rawRequest(h, operation.method, target, init);
      expect(status, `${target} ${Object.keys(headers)}`).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    });
  });
});
