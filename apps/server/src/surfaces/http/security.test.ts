/*
 * What every operation of the contract refuses, and in which order. Driven by the list of
 * operations: a new one is covered by being declared.
 */
import { randomUUID } from 'node:crypto';
import { type Feature, featureNames, type Scope, scopeNames } from '@footfall/contract/access';
import type { ErrorBody } from '@footfall/contract/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeKeyText } from '../../accounts/keys/key-text.ts';
import { type NewKey, revokeKey } from '../../accounts/keys/store.ts';
import { setFeatures } from '../../accounts/workspaces/store.ts';
import { buildApp } from '../../app.ts';
import type { Database } from '../../platform/db/connect.ts';
import { createLogger } from '../../platform/observability.ts';
import {
  allOperations,
  collectionOf,
  freshBodyOf,
  idToRemove,
  pathOf,
  type SeededWorkspace,
  seedWorkspace,
} from '../../testing/seeded-workspace.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness();
const own = await seedWorkspace(h);
const foreign = await seedWorkspace(h);
const listed = 'https://app.example';
const browser = { origin: listed, 'sec-fetch-site': 'cross-site', 'user-agent': 'Mozilla/5.0' };

const ownKey = (key: Partial<NewKey>) => h.newKey({ workspaceId: own.id, ...key });
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

describe.each(tried)('$id', ({ fault, sign, place, ...operation }) => {
  const refused: Record<string, string | undefined> = {};
  const allScopes: Scope[] = [...operation.scopes];
  const without: Scope[] = scopeNames.filter((scope) => !operation.scopes.includes(scope));
  let poor: SeededWorkspace;

  beforeAll(async () => {
    const legacy = await ownKey({ kind: 'legacy' });
    const remembered = await ownKey({});
    await withKey(operation, remembered.key);
    await h.db.system((tx) => revokeKey(tx, remembered.id));
    Object.assign(refused, {
      'no key': undefined,
      'an empty one': 'Bearer ',
      'another scheme': `Basic ${Buffer.from(`${own.secretKey}:`).toString('base64')}`,
      'the key without a scheme': own.secretKey,
      'a key that was never made': `Bearer ${makeKeyText('secret')}`,
      'a mistyped key': `Bearer ${mistype(own.secretKey)}`,
      'a revoked key': `Bearer ${await revokedKey()}`,
      'a key that was revoked after it was used': `Bearer ${remembered.key}`,
      'a production key': `Bearer ${own.productionKey}`,
      'a development key': `Bearer ${own.developmentKey}`,
      'a legacy key': `Bearer ${legacy.key}`,
    });
    poor = { ...own, ...(await h.newWorkspace()) };
    const features = featureNames.filter((name: Feature) => name !== operation.feature);
    await h.db.system((tx) => setFeatures(tx, poor.id, features));
  });

  test('answers a request without a good key with 401, always the same', async () => {
    const texts = new Set<string>();
    const all = Object.entries(refused);
    for (const [what, authorization] of all.filter((_, at) => at === 0 || (at - place) % 4 === 0)) {
      const answer = await call(operation, authorization, {});
      expect(answer.status, what).toBe(401);
      expect(answer.error.error, what).toBe('unauthorized');
      expect(answer.headers.has('x-workspace-id'), what).toBe(false);
      texts.add(answer.text);
    }
    expect(texts.size).toBe(1);
  });

  test('answers its scopes, and 403 missing_scope to a key with all others', async () => {
    for (const scopes of allScopes.length > 0 ? allScopes.map((one) => [one]) : [[]]) {
      const { key } = await ownKey({ scopes });
      expect((await withKey(operation, key)).status).toBe(operation.status);
    }
    if (allScopes.length === 0) return;
    const { key } = await ownKey({ scopes: without });
    expectForbidden(await withKey(operation, key), 'missing_scope');
  });

  test('answers 403 feature_not_included when the workspace lacks the feature', async () => {
    const { key } = await h.newKey({ workspaceId: poor.id });
    expectForbidden(await withKey(operation, key), 'feature_not_included');
  });

  test('answers 403 origin_not_allowed to a page of another origin, which cannot read it', async () => {
    const { key } = await ownKey({ origins: [listed] });
    const answer = await withKey(operation, key, { headers: { origin: 'https://evil.example' } });
    expectForbidden(answer, 'origin_not_allowed');
    expect(answer.headers.has('access-control-allow-origin')).toBe(false);
    expect(answer.headers.get('vary')).toBe('Origin');
    const good = await withKey(operation, key, { headers: { origin: listed } });
    expect(good.status).toBe(operation.status);
    expect(good.headers.get('access-control-allow-origin')).toBe(listed);
  });

  test('answers 403 server_only to any browser when the key is for servers', async () => {
    const { key } = await ownKey({ serverOnly: true });
    expectForbidden(await withKey(operation, key, { headers: sign }), 'server_only');
    expect((await withKey(operation, key)).status).toBe(operation.status);
  });

  test('checks in this order: 401, 429, origin, feature, scope, 400, 404', async () => {
    const evil = { headers: { ...browser, origin: 'https://evil.example' } };
    const used = await ownKey({ rateLimitPerMinute: 1, origins: [listed] });
    await withKey(operation, used.key, evil);
    const bare = await h.newKey({ workspaceId: poor.id, scopes: without, origins: [listed] });
    const rich = await ownKey({ scopes: without, origins: [listed] });
    const right = await ownKey({ origins: [listed] });
    const id = randomUUID();
    const wrong: Options = { id, query: '?fly=1', ...(operation.body && { body: fault }) };
    const page = { ...wrong, headers: browser };
    const revoked = await revokedKey();
    expect((await call(operation, `Bearer ${revoked}`, { ...wrong, ...evil })).status).toBe(401);
    expect((await call(operation, undefined, { ...wrong, ...evil })).status).toBe(401);
    expect((await withKey(operation, used.key, { ...wrong, ...evil })).status).toBe(429);
    const stranger = await withKey(operation, bare.key, { ...wrong, ...evil });
    expectForbidden(stranger, 'origin_not_allowed');
    expectForbidden(await withKey(operation, bare.key, page), 'feature_not_included');
    if (allScopes.length > 0) {
      expectForbidden(await withKey(operation, rich.key, page), 'missing_scope');
    }
    expect((await withKey(operation, right.key, page)).status).toBe(400);
    const last = operation.params ? 404 : operation.status;
    expect((await withKey(operation, right.key, { id, headers: browser })).status).toBe(last);
  });

  if (operation.params) {
    test('tells nothing of another workspace: a foreign id is no id', async () => {
      const ids = [foreign.ids.get(collectionOf(operation)) ?? '', randomUUID(), undefined];
      const [theirs, nobodys, ours] = await Promise.all(
        ids.map((id) => withKey(operation, own.secretKey, { id })),
      );
      expect(theirs).toMatchObject({ status: 404, error: { error: 'not_found' } });
      expect(theirs?.text).toBe(nobodys?.text);
      expect(nobodys?.status).toBe(404);
      expect(namesOf(theirs)).toEqual(namesOf(nobodys));
      expect(ours?.status).toBe(operation.status);
      const malformed = await withKey(operation, own.secretKey, { id: 'x' });
      expect(malformed).toMatchObject({ status: 400, error: { error: 'invalid_request' } });
    });
  }

  test('answers 400 to an unknown parameter, naming those it takes', async () => {
    const unknown = await withKey(operation, own.secretKey, { query: '?fly=1' });
    expect(unknown).toMatchObject({ status: 400, error: { error: 'invalid_request' } });
    const names = Object.keys(operation.query?.properties ?? {});
    for (const name of names.length > 0 ? names : ['none']) {
      expect(unknown.error.message).toContain(name);
    }
  });
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

  const questionsFor = async (authorization: string, asked = allOperations) => {
    const before = questions;
    for (const operation of asked) {
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
    expect(await questionsFor(`Bearer ${own.productionKey}`)).toBe(0);
    expect(await questionsFor('Bearer svc_sk_')).toBe(0);
  });

  test('which the count of questions would show', async () => {
    expect(await questionsFor(`Bearer ${makeKeyText('secret')}`)).toBe(allOperations.length);
  });
});
