/* What @footfall/client does beyond single calls: retries, deadlines, errors, pages, and the types that it refuses. */
import { randomUUID } from 'node:crypto';
import { etag, Footfall, FootfallError, type Lead } from '@footfall/client';
import { expect, expectTypeOf, test } from 'vitest';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness();
const baseUrl = h.url;
const apiKey = h.workspace.secretKey;

/** `faults`: one for each request; a status with headers, 'lost' after the service has done its work, or 'silent'. */
function clientOn(faults: ('lost' | 'silent' | [number, Record<string, string>?])[], options = {}) {
  const seen: Request[] = [];
  const footfall = new Footfall({
    baseUrl,
    apiKey,
    async fetch(request) {
      seen.push(request);
      const fault = faults.shift();
      if (fault === 'silent') await untilAborted(request.signal);
      if (Array.isArray(fault)) {
        const [status, headers] = fault;
        return Response.json({ error: 'unavailable', message: 'Not now.' }, { status, headers });
      }
      const response = await fetch(request);
      if (fault === 'lost') throw new TypeError('fetch failed', { cause: new Error('reset') });
      return response;
    },
    ...options,
  });
  return { footfall, seen };
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}

async function failureOf(promise: PromiseLike<unknown>): Promise<FootfallError> {
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  );
  if (!(error instanceof FootfallError)) throw new Error(`it failed with ${error}`);
  return error;
}

test('a list is read to its end, by cursor, while records come in', async () => {
  const { footfall } = clientOn([]);
  const source = randomUUID();
  for (let number = 0; number < 4; number++) await footfall.leads.create({ source });
  const seen: string[] = [];
  for await (const lead of footfall.leads.list({ source, limit: 1 })) {
    expectTypeOf(lead).toEqualTypeOf<Lead>();
    seen.push(lead.id);
    if (seen.length < 4) await footfall.leads.create({ source });
  }
  expect(new Set(seen).size).toBe(4);
  const some: string[] = [];
  for await (const { id } of footfall.leads.list({ source, limit: 2, offset: 1 })) some.push(id);
  expect(some).toHaveLength(6);
});

test('a list is one page, its pages, or a page that continues another', async () => {
  const { footfall, seen } = clientOn([]);
  const source = randomUUID();
  const ids: string[] = [];
  for (let number = 0; number < 3; number++)
    ids.unshift((await footfall.leads.create({ source })).id);
  seen.length = 0;
  const list = footfall.leads.list({ source, limit: 2 });
  expect(seen).toHaveLength(0);
  const { data, pagination } = await list;
  expect(data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  expect(pagination).toMatchObject({ limit: 2, total: 3 });
  const next = await footfall.leads.list({ source, cursor: pagination.next_cursor ?? '' });
  expect(next.data.map(({ id }) => id)).toEqual(ids.slice(2));
  expect(next.pagination.next_cursor).toBeNull();
  const sizes: number[] = [];
  for await (const page of list.pages()) sizes.push(page.data.length);
  expect(sizes).toEqual([2, 1]);
});

test('a list of one record is read to its end', async () => {
  const { footfall, seen } = clientOn([]);
  const user_id = randomUUID();
  const email = `${user_id}@firm.example`;
  await h.send([
    { type: 'identify', user_id, email },
    ...[1, 2, 3].map((number) => ({ type: 'event', name: `step ${number}`, user_id })),
  ]);
  const { data } = await footfall.identities.list({ email });
  const kinds: string[] = [];
  seen.length = 0;
  const all = footfall.identities.listActivity(data[0]?.id ?? '', { limit: 2 });
  for await (const { type } of all) kinds.push(type);
  expect(kinds.length).toBeGreaterThanOrEqual(4);
  // The page after a full one tells that there is no more.
  expect(seen.length).toBe(Math.floor(kinds.length / 2) + 1);
});

test('a record is made, read, changed and removed', async () => {
  const { footfall } = clientOn([]);
  const name = randomUUID();
  const made = await footfall.lists.create({ name, color: '#2563EB' });
  expect(await footfall.lists.update(made.id, { description: 'Hot' })).toMatchObject({ name });
  expect(await footfall.lists.get(made.id)).toMatchObject({ description: 'Hot' });
  const { visitor_id } = await footfall.leads.create();
  const visitor_ids = [visitor_id];
  expect(await footfall.lists.addMembers(made.id, { visitor_ids })).toMatchObject({ added: 1 });
  await footfall.lists.delete(made.id);
  expect((await failureOf(footfall.lists.get(made.id))).code).toBe('not_found');
});

test('a query takes dates, and leaves out what is undefined', async () => {
  const { footfall, seen } = clientOn([]);
  const created_after = new Date(Date.now() + 60_000);
  const { data } = await footfall.leads.list({ created_after, source: undefined, test: true });
  expect(data).toEqual([]);
  const { searchParams } = new URL(seen[0]?.url ?? '');
  expect(Object.fromEntries(searchParams)).toEqual({
    created_after: created_after.toISOString(),
    test: 'true',
    limit: '100',
    cursor: '',
  });
});

test('an id cannot leave its place in the path', async () => {
  const { footfall, seen } = clientOn([]);
  for (const id of ['', '.', '..']) {
    expect(() => footfall.leads.get(id)).toThrow(new TypeError(`"${id}" is not an id.`));
  }
  await failureOf(footfall.leads.get('../users?limit=1'));
  expect(seen.map(({ url }) => url.slice(baseUrl.length))).toEqual([
    '/api/v1/leads/..%2Fusers%3Flimit%3D1',
  ]);
});

test.for([408, 429, 500, 502, 503, 504])('reading continues after %i', async (status) => {
  const { footfall, seen } = clientOn([[status, { 'retry-after': '0' }]]);
  await footfall.leads.list();
  expect(seen).toHaveLength(2);
});

test('a record is made once though the answer was lost', async () => {
  const { footfall, seen } = clientOn(['lost', [503]]);
  const source = randomUUID();
  const lead = await footfall.leads.create({ source });
  const keys = new Set(seen.map(({ headers }) => headers.get('idempotency-key')));
  expect([seen.length, keys.size]).toEqual([3, 1]);
  const { data } = await footfall.leads.list({ source });
  expect(data.map(({ id }) => id)).toEqual([lead.id]);
});

test('the same idempotency key makes one record', async () => {
  const { footfall } = clientOn([]);
  const idempotencyKey = randomUUID();
  const source = randomUUID();
  const { id } = await footfall.leads.create({ source }, { idempotencyKey });
  expect((await footfall.leads.create({ source }, { idempotencyKey })).id).toBe(id);
  const failure = await failureOf(footfall.leads.create({ source: 'b' }, { idempotencyKey }));
  expect(failure.code).toBe('conflict');
});

test('a change is retried, except with If-Match or maxTries: 1', async () => {
  const { id } = await clientOn([]).footfall.leads.create();
  const plain = clientOn(['lost']);
  await plain.footfall.leads.update(id, { properties: { a: 1 } });
  const ifMatch = etag(await plain.footfall.leads.get(id));
  if (ifMatch === undefined) throw new Error('the record has no version');
  const matched = clientOn(['lost']);
  const change = matched.footfall.leads.update(id, { properties: { a: 2 } }, { ifMatch });
  const { code, status, message } = await failureOf(change);
  expect([code, status, message]).toEqual(['no_answer', 0, 'The service did not answer: reset']);
  expect([plain.seen.length, matched.seen.length]).toEqual([3, 1]);
  const stale = matched.footfall.leads.update(id, { properties: { a: 3 } }, { ifMatch });
  expect((await failureOf(stale)).code).toBe('precondition_failed');
  const once = clientOn([[503]], { maxTries: 1 });
  const failure = await failureOf(once.footfall.leads.create());
  expect([failure.code, once.seen[0]?.headers.has('idempotency-key')]).toEqual([
    'unavailable',
    false,
  ]);
});

test('a long Retry-After is an error at once, and the tries have an end', async () => {
  const { footfall, seen } = clientOn([[429, { 'retry-after': '3600' }]]);
  const failure = await failureOf(footfall.leads.list());
  expect(failure).toMatchObject({ status: 429, retryAfterMs: 3_600_000 });
  expect(seen).toHaveLength(1);
  const never = clientOn(Array(9).fill([503, { 'retry-after': '0' }]), { maxTries: 3 });
  expect((await failureOf(never.footfall.leads.list())).status).toBe(503);
  expect(never.seen).toHaveLength(3);
});

test('an answer has a deadline, and a caller may give up', async () => {
  const late = clientOn(['silent', 'silent'], { timeoutMs: 50, maxTries: 2 });
  expect((await failureOf(late.footfall.leads.list())).code).toBe('timeout');
  expect(late.seen).toHaveLength(2);
  const { footfall, seen } = clientOn([[503, { 'retry-after': '30' }]]);
  const reason = new Error('not needed any more');
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), 200);
  await expect(footfall.leads.list({}, { signal: controller.signal })).rejects.toBe(reason);
  expect(seen).toHaveLength(1);
});

test('an error has code, message, details and request', async () => {
  const { footfall, seen } = clientOn([]);
  const failure = await failureOf(footfall.leads.list({ limit: 101 }));
  expect(failure).toMatchObject({
    code: 'invalid_request',
    status: 400,
    message: 'limit must be at most 100',
    details: { issues: [{ path: 'query.limit' }] },
    requestId: expect.stringMatching(/./),
  });
  expect(seen).toHaveLength(1);
});

test('an answer of something else is an error', async () => {
  const page = () => new Response('<html>', { headers: { 'content-type': 'text/html' } });
  const { footfall } = clientOn([], { fetch: async () => page() });
  expect(await failureOf(footfall.leads.list())).toMatchObject({
    code: 'no_answer',
    status: 200,
    message: expect.stringContaining('did not answer with JSON'),
  });
});

test('a file is passed on as it comes', async () => {
  const { footfall } = clientOn([]);
  await footfall.leads.create();
  const file = await footfall.exports.leads({ format: 'csv', fields: ['id', 'code'] });
  const text = await file.text();
  expect(text).toMatch(/^(?:\uFEFF)?id,code\r?\n/);
  expect(text.split('\n').length).toBeGreaterThan(2);
});

test('changes are streamed until the end', async () => {
  const { footfall } = clientOn([]);
  const { next: after } = await footfall.changes.list();
  const { id } = await footfall.leads.create();
  // A change waits for older transactions, which may take longer than a stream of a second.
  for await (const change of footfall.changes.stream({ after, seconds: 60 })) {
    if (change.event !== 'change' || !change.data.includes(id)) continue;
    expect(JSON.parse(change.data)).toMatchObject({ position: change.id });
    break;
  }
  const events: string[] = [];
  for await (const { event } of footfall.changes.stream({ after, seconds: 1 })) events.push(event);
  expect(events).toContain('change');
  expect(events.at(-1)).toBe('end');
});

test('the compiler refuses what the API would ignore or refuse', () => {
  const { footfall } = clientOn([]);
  const wrong = { propertees: { plan: 'team' } };
  const change = { code: 'A-1', properties: {} };
  const query = { sorce: 'website', limit: 1 };
  const lead = {} as Lead;
  const calls = [
    // @ts-expect-error: no such field
    () => footfall.leads.create({ propertees: { plan: 'team' } }),
    // @ts-expect-error: no such field, in a variable
    () => footfall.leads.create(wrong),
    // @ts-expect-error: nor beside one that is right
    () => footfall.leads.create({ ...wrong, source: 'fair' }),
    // @ts-expect-error: no lead's code can be changed
    () => footfall.leads.update('1', { code: 'A-1' }),
    // @ts-expect-error: nor in a variable
    () => footfall.leads.update('1', change),
    // @ts-expect-error: a record has fields that cannot be changed
    () => footfall.leads.update('1', lead),
    // @ts-expect-error: no such parameter
    () => footfall.leads.list({ sorce: 'website' }),
    // @ts-expect-error: no such parameter, in a variable
    () => footfall.leads.list(query),
    // @ts-expect-error: not a number
    () => footfall.leads.list({ limit: '50' }),
    // @ts-expect-error: not one of its values
    () => footfall.exports.leads({ format: 'xlsx' }),
    // @ts-expect-error: a list needs a name
    () => footfall.lists.create({ color: '#2563EB' }),
    // @ts-expect-error: it needs an id
    () => footfall.identities.listActivity(),
    // @ts-expect-error: nothing is created here
    () => footfall.leads.get('1', {}, { idempotencyKey: 'a' }),
    // Free-form objects take any key, and variables with the right fields are taken.
    () => footfall.leads.create({ properties: { anything: 1 }, location: { street: 'Am Markt' } }),
    () => footfall.leads.list({ ...query, sorce: undefined as never }),
  ];
  expect(calls.length).toBeGreaterThan(0);
});
