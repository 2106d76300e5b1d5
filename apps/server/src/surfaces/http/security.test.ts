/*
 * What every operation of the contract refuses, and in which order. Driven by the list of
 * operations: a new one is covered by being declared.
 */
import { randomUUID } from 'node:crypto';
import { type Feature, featureNames, type Scope, scopeNames } from '@footfall/contract/access';
import type { ErrorBody } from '@footfall/contract/errors';
import { afterAll, describe, expect, test } from 'vitest';
import { makeKeyText } from '../../accounts/keys/key-text.ts';
import { type NewKey, revokeKey } from '../../accounts/keys/store.ts';
import { setFeatures } from '../../accounts/workspaces/store.ts';
import { buildApp } from '../../app.ts';
import type { Database } from '../../platform/db/connect.ts';
import { createLogger } from '../../platform/observability.ts';
import { restOf } from '../../testing/rest.ts';
import {
  allOperations,
  collectionOf,
  freshBodyOf,
  idToRemove,
  pathOf,
  seedWorkspace,
} from '../../testing/seeded-workspace.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness();
const own = await seedWorkspace(h);
const foreign = await seedWorkspace(h);
const listed = 'https://app.example';
const browser = { origin: listed, 'sec-fetch-site': 'cross-site', 'user-agent': 'Mozilla/5.0' };

const ownKey = (key: Partial<NewKey>) => h.newKey({ workspaceId: own.id, ...key });
const poorer = new Map<Feature | undefined, Promise<string>>();
/** One for all operations of the feature. */
function workspaceWithout(feature: Feature | undefined): Promise<string> {
  const make = async () => {
    const { id } = await h.newWorkspace();
    const features = featureNames.filter((name) => name !== feature);
    await h.db.system((tx) => setFeatures(tx, id, features));
    return id;
  };
  const made = poorer.get(feature) ?? make();
  poorer.set(feature, made);
  return made;
}
const revokedKey = async () => {
  const made = await ownKey({});
  await h.db.system((tx) => revokeKey(tx, made.id));
  return made.key;
};
const mistype = (key: string) => key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a');

interface Answer {
  status: number;
  text: string;
  error: ErrorBody;
  headers: Headers;
}

interface Options {
  id?: string;
  query?: string;
  body?: string;
  headers?: Record<string, string>;
}

type Operation = (typeof allOperations)[number];

/** Every answer has a request id and the three numbers of the limit. */
async function call(operation: Operation, authorization: string | undefined, options: Options) {
  const { query = '', headers = {} } = options;
  const id = options.id ?? (await idToRemove(h, operation, own));
  const body = options.body ?? JSON.stringify(await freshBodyOf(h, operation, own));
  const response = await h.fetch(pathOf(operation, own, id) + query, {
    method: operation.method,
    headers: {
      ...(authorization !== undefined && { authorization }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(operation.body && { body }),
  });
  const text = await response.text();
  expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  for (const name of ['limit', 'remaining', 'reset']) {
    expect(response.headers.get(`x-ratelimit-${name}`), name).toMatch(/^\d+$/);
  }
  return {
    status: response.status,
    text,
    error: isJson(response) && text && JSON.parse(text),
    headers: response.headers,
  };
}

/** An export answers a file. */
function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('application/json') ?? false;
}

/** Its answer names the workspace, whatever it is. */
async function withKey(operation: Operation, key: string, options: Options = {}): Promise<Answer> {
  const answer = await call(operation, `Bearer ${key}`, options);
  expect(answer.headers.get('x-workspace-id')).toMatch(/^[\da-f-]{36}$/);
  return answer;
}

function expectForbidden(answer: Answer, reason: string) {
  expect(answer).toMatchObject({ status: 403, error: { error: 'forbidden', details: { reason } } });
}

test('an answer to a key names the workspace on unknown routes and wrong methods too', async () => {
  for (const [method, path] of [
    ['GET', '/api/v1/nothing'],
    ['DELETE', '/api/v1/leads'],
    ['GET', '/api/v1/leads/%ff'],
    ['GET', `/api/v1/leads/${'x'.repeat(500)}`],
    ['GET', '/api/v2/leads'],
  ] as const) {
    const headers = { authorization: `Bearer ${own.secretKey}` };
    const answer = await h.fetch(path, { method, headers });
    expect(answer.status, path).toBeGreaterThanOrEqual(400);
    expect(answer.headers.get('x-workspace-id'), path).toBe(own.id);
    expect(answer.headers.get('x-ratelimit-remaining'), path).toMatch(/^\d+$/);
    expect(answer.headers.get('x-request-id'), path).toBeTruthy();
  }
});

const broken = ['{', '{"a":', '"text"', '{"fly":1}'];
const signs: Record<string, string>[] = [
  { origin: listed },
  { 'sec-fetch-site': 'same-origin' },
  { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' },
  browser,
];
/** One in turn for each: what a good key, a browser and a broken body are, is decided before the operation. */
const tried = allOperations.map((operation, place) => ({
  ...operation,
  place,
  fault: broken[place % 4],
  sign: signs[place % 4],
}));

/** Keys that no operation takes. */
const remembered = await ownKey({});
expect((await restOf(h, remembered.key).get('/leads')).status).toBe(200);
await h.db.system((tx) => revokeKey(tx, remembered.id));
const revoked = await revokedKey();
const refused = Object.entries({
  'no key': undefined,
  'an empty one': 'Bearer ',
  'another scheme': `Basic ${Buffer.from(`${own.secretKey}:`).toString('base64')}`,
  'the key without a scheme': own.secretKey,
  'a key that was never made': `Bearer ${makeKeyText('secret')}`,
  'a mistyped key': `Bearer ${mistype(own.secretKey)}`,
  'a revoked key': `Bearer ${revoked}`,
  'a key that was revoked after it was used': `Bearer ${remembered.key}`,
  'a production key': `Bearer ${own.productionKey}`,
  'a development key': `Bearer ${own.developmentKey}`,
  'a legacy key': `Bearer ${(await ownKey({ kind: 'legacy' })).key}`,
});

/** Keys that many operations have in common. */
const serverKey = (await ownKey({ serverOnly: true })).key;
const pageKey = (await ownKey({ origins: [listed] })).key;

describe.each(tried)('$id', ({ fault, sign, place, ...operation }) => {
  const allScopes: Scope[] = [...operation.scopes];
  const without: Scope[] = scopeNames.filter((scope) => !operation.scopes.includes(scope));
  const origins = [listed];
  const id = randomUUID();
  const unread: Options = { id, ...(operation.body && { body: '{}' }) };

  test('answers a request without a good key with 401, always the same', async () => {
    const some = refused.filter((_, at) => at === 0 || (at - place) % 4 === 0);
    const answers = await Promise.all(some.map(([, key]) => call(operation, key, unread)));
    for (const [at, answer] of answers.entries()) {
      const what = some[at]?.[0];
      expect(answer.status, what).toBe(401);
      expect(answer.error.error, what).toBe('unauthorized');
      const isKey = /revoked|production|development|legacy/.test(what ?? '');
      expect(answer.headers.get('x-workspace-id'), what).toBe(isKey ? own.id : null);
    }
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  test('answers each of its scopes, and a page of a listed origin', async () => {
    for (const scopes of allScopes.length > 0 ? allScopes.map((one) => [one]) : [[]]) {
      const { key } = await ownKey({ scopes, origins });
      const good = await withKey(operation, key, { headers: { origin: listed } });
      expect(good.status).toBe(operation.status);
      expect(good.headers.get('access-control-allow-origin')).toBe(listed);
    }
  });

  test('answers 403 to a page that may not read it, and to any browser when the key is for servers', async () => {
    const evil = { ...unread, headers: { origin: 'https://evil.example' } };
    const [answer, server] = await Promise.all([
      withKey(operation, pageKey, evil),
      withKey(operation, serverKey, { ...unread, headers: sign }),
    ]);
    expectForbidden(answer, 'origin_not_allowed');
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://evil.example');
    expect(answer.headers.get('vary')).toBe('Origin');
    expectForbidden(server, 'server_only');
  });

  test('checks in this order: 401, 429, origin, feature, scope, 400, 404', async () => {
    const evil = { headers: { ...browser, origin: 'https://evil.example' } };
    const poor = await workspaceWithout(operation.feature);
    const [used, bare, rich] = await Promise.all([
      ownKey({ rateLimitPerMinute: 1, origins }),
      h.newKey({ workspaceId: poor, scopes: without, origins }),
      ownKey({ scopes: without, origins }),
    ]);
    const wrong: Options = { id, query: '?fly=1', ...(operation.body && { body: fault }) };
    const page = { ...wrong, headers: browser };
    const far = { ...wrong, ...evil };
    await withKey(operation, used.key, far);
    const [ended, nobody, often, stranger, feature, scope, input, last] = await Promise.all([
      call(operation, `Bearer ${revoked}`, far),
      call(operation, undefined, far),
      withKey(operation, used.key, far),
      withKey(operation, bare.key, far),
      withKey(operation, bare.key, page),
      withKey(operation, rich.key, page),
      withKey(operation, pageKey, page),
      withKey(operation, pageKey, { id, headers: browser }),
    ]);
    expect([ended.status, nobody.status, often.status]).toEqual([401, 401, 429]);
    expectForbidden(stranger, 'origin_not_allowed');
    expectForbidden(feature, 'feature_not_included');
    if (allScopes.length > 0) expectForbidden(scope, 'missing_scope');
    expect(input.status).toBe(400);
    expect(last.status).toBe(operation.params ? 404 : operation.status);
  });

  if (operation.params) {
    test('reveals nothing of another workspace: a foreign id does not exist', async () => {
      const ids = [foreign.ids.get(collectionOf(operation)) ?? '', randomUUID(), undefined];
      const [theirs, nobodys, ours] = await Promise.all(
        ids.map((one) => withKey(operation, serverKey, { id: one })),
      );
      expect(theirs).toMatchObject({ status: 404, error: { error: 'not_found' } });
      expect(theirs?.text).toBe(nobodys?.text);
      expect(nobodys?.status).toBe(404);
      expect(namesOf(theirs)).toEqual(namesOf(nobodys));
      expect(ours?.status).toBe(operation.status);
    });
  }

  // Of those that are read: rest.test.ts.
  if (operation.method !== 'GET') {
    test('answers 400 to an unknown parameter and lists the allowed ones', async () => {
      const unknown = await withKey(operation, own.secretKey, { ...unread, query: '?fly=1' });
      expect(unknown).toMatchObject({ status: 400, error: { error: 'invalid_request' } });
      const names = Object.keys(operation.query?.properties ?? {});
      for (const name of names.length > 0 ? names : ['none']) {
        expect(unknown.error.message).toContain(name);
      }
    });
  }
});

function namesOf(answer: Answer | undefined): string[] {
  return [...(answer?.headers.keys() ?? [])].sort();
}

describe('a key that cannot be one', () => {
  let questions = 0;
  const counting: Database = {
    ...h.db,
    system: (work) => {
      questions += 1;
      return h.db.system(work);
    },
    everywhere: (work) => {
      questions += 1;
      return h.db.everywhere(work);
    },
    upkeepEverywhere: (work, ids) => {
      questions += 1;
      return h.db.upkeepEverywhere(work, ids);
    },
    workspace: (id, work) => {
      questions += 1;
      return h.db.workspace(id, work);
    },
  };
  const log = createLogger({ logLevel: 'silent' }, false);
  const app = buildApp({ config: h.config, db: counting, log }).then(async (built) => {
    // Its looks for jobs are no questions of requests.
    await built.background.stop();
    return built;
  });
  afterAll(async () => (await app).close());

  const questionsFor = async (authorization: string, specs = allOperations) => {
    const before = questions;
    for (const operation of specs) {
      const { statusCode } = await (await app).inject({
        method: operation.method,
        url: pathOf(operation, own),
        headers: { authorization },
        ...(operation.body && { payload: {} }),
      });
      expect(statusCode).toBe(401);
    }
    return questions - before;
  };

  test('is refused without a question to the database', async () => {
    for (const key of [own.secretKey, foreign.secretKey, own.productionKey]) {
      for (let place = 0; place < key.length; place += 5) {
        const letter = key[place] === 'x' ? 'y' : 'x';
        const typo = key.slice(0, place) + letter + key.slice(place + 1);
        // Each place at some operations, in turn.
        const some = allOperations.filter((_, index) => (index - place / 5) % 8 === 0);
        expect(await questionsFor(`Bearer ${typo}`, some), typo).toBe(0);
      }
      expect(await questionsFor(`Bearer ${key.slice(0, -1)}`)).toBe(0);
    }
    // Whose workspace it is of is asked once.
    await questionsFor(`Bearer ${own.productionKey}`, allOperations.slice(0, 1));
    expect(await questionsFor(`Bearer ${own.productionKey}`)).toBe(0);
    expect(await questionsFor('Bearer svc_sk_')).toBe(0);
  });

  test('which the count of questions would show', async () => {
    expect(await questionsFor(`Bearer ${makeKeyText('secret')}`)).toBe(allOperations.length);
  });
});
