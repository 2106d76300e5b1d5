/* What @footfall/client does beyond the calls themselves: retries, deadlines, errors, lists to their end. */
import { randomUUID } from 'node:crypto';
import { createClient, FootfallError, unwrap } from '@footfall/client';
import { expect, expectTypeOf, test } from 'vitest';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness();
const baseUrl = h.url;
const key = h.workspace.secretKey;

/** `faults`: each for one request; a status with headers, 'lost' after the service has done its work, or 'silent'. */
function clientOn(faults: ('lost' | 'silent' | [number, Record<string, string>?])[], options = {}) {
  const seen: Request[] = [];
  const footfall = createClient({
    baseUrl,
    key,
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

async function failureOf(promise: Promise<unknown>): Promise<FootfallError> {
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
  const body = { source };
  for (let number = 0; number < 4; number++) unwrap(await footfall.POST('/leads', { body }));
  const seen: string[] = [];
  for await (const lead of footfall.all('/leads', { params: { query: { source, limit: 1 } } })) {
    expectTypeOf(lead.code).toEqualTypeOf<string>();
    seen.push(lead.id);
    if (seen.length < 4) unwrap(await footfall.POST('/leads', { body }));
  }
  expect(new Set(seen).size).toBe(4);
  const some: string[] = [];
  const query = { source, limit: 2, offset: 1 };
  for await (const { id } of footfall.all('/leads', { params: { query } })) some.push(id);
  expect(some).toHaveLength(6);
});

test('a list of one record is read to its end', async () => {
  const { footfall, seen } = clientOn([]);
  const user_id = randomUUID();
  const email = `${user_id}@firm.example`;
  await h.send([
    { type: 'identify', user_id, email },
    ...[1, 2, 3].map((number) => ({ type: 'event', name: `step ${number}`, user_id })),
  ]);
  const { data } = unwrap(await footfall.GET('/identities', { params: { query: { email } } }));
  const path = { id: data[0]?.id ?? '' };
  const kinds: string[] = [];
  seen.length = 0;
  const all = footfall.all('/identities/{id}/activity', { params: { path, query: { limit: 2 } } });
  for await (const { type } of all) kinds.push(type);
  expect(kinds.length).toBeGreaterThanOrEqual(4);
  // The page after a full one tells that there is no more.
  expect(seen.length).toBe(Math.floor(kinds.length / 2) + 1);
  // @ts-expect-error: it needs an id
  const wrong = () => footfall.all('/identities/{id}/activity');
  expectTypeOf(wrong).toBeFunction();
});

test.for([408, 429, 500, 502, 503, 504])('reading goes on after %i', async (status) => {
  const { footfall, seen } = clientOn([[status, { 'retry-after': '0' }]]);
  unwrap(await footfall.GET('/leads'));
  expect(seen).toHaveLength(2);
});

test('a record is made once though the answer was lost', async () => {
  const { footfall, seen } = clientOn(['lost', [503]]);
  const source = randomUUID();
  const { data: lead } = unwrap(await footfall.POST('/leads', { body: { source } }));
  const keys = new Set(seen.map(({ headers }) => headers.get('idempotency-key')));
  expect([seen.length, keys.size]).toEqual([3, 1]);
  const { data } = unwrap(await footfall.GET('/leads', { params: { query: { source } } }));
  expect(data.map(({ id }) => id)).toEqual([lead.id]);
});

test('a change is sent again, but not with If-Match; nothing is where it is told so', async () => {
  const { data: lead } = unwrap(await clientOn([]).footfall.POST('/leads', { body: {} }));
  const params = { path: { id: lead.id } };
  const body = { properties: { a: 1 } };
  const plain = clientOn(['lost']);
  unwrap(await plain.footfall.PATCH('/leads/{id}', { params, body }));
  const { response } = await plain.footfall.GET('/leads/{id}', { params });
  const header = { 'If-Match': response.headers.get('etag') ?? '' };
  const matched = clientOn(['lost']);
  const change = { params: { ...params, header }, body: { properties: { a: 2 } } };
  const failure = await failureOf(matched.footfall.PATCH('/leads/{id}', change));
  expect([failure.code, failure.status, failure.message]).toEqual([
    'no_answer',
    0,
    'The service gave no answer: reset',
  ]);
  expect([plain.seen.length, matched.seen.length]).toEqual([3, 1]);
  const once = clientOn([[503]], { maxTries: 1 });
  const { error } = await once.footfall.POST('/leads', { body: {} });
  expect([error?.error, once.seen[0]?.headers.has('idempotency-key')]).toEqual([
    'unavailable',
    false,
  ]);
});

test('who has to wait for long is told at once, and the tries have an end', async () => {
  const { footfall, seen } = clientOn([[429, { 'retry-after': '3600' }]]);
  const answer = await footfall.GET('/leads');
  expect(() => unwrap(answer)).toThrow(
    expect.objectContaining({ status: 429, retryAfterMs: 3_600_000 }),
  );
  expect(seen).toHaveLength(1);
  const never = clientOn(Array(9).fill([503, { 'retry-after': '0' }]), { maxTries: 3 });
  expect((await never.footfall.GET('/leads')).response.status).toBe(503);
  expect(never.seen).toHaveLength(3);
});

test('an answer has a deadline, and a caller may give up', async () => {
  const late = clientOn(['silent', 'silent'], { timeoutMs: 50, maxTries: 2 });
  expect((await failureOf(late.footfall.GET('/leads'))).code).toBe('timeout');
  expect(late.seen).toHaveLength(2);
  const given = clientOn([[503, { 'retry-after': '30' }]]);
  const reason = new Error('not needed any more');
  const giving = new AbortController();
  setTimeout(() => giving.abort(reason), 200);
  await expect(given.footfall.GET('/leads', { signal: giving.signal })).rejects.toBe(reason);
  expect(given.seen).toHaveLength(1);
});

test('an error tells code, message, details and request', async () => {
  const { footfall, seen } = clientOn([]);
  const list = footfall.all('/leads', { params: { query: { limit: 101 } } });
  const failure = await failureOf(list.next());
  expect(failure).toMatchObject({
    code: 'invalid_request',
    status: 400,
    message: 'query.limit: must be <= 100',
    details: { issues: [{ path: 'query.limit' }] },
    requestId: expect.stringMatching(/./),
  });
  expect(seen).toHaveLength(1);
});

test('a file is passed on as it comes', async () => {
  const { footfall } = clientOn([]);
  const query = { format: 'csv', fields: 'id' } as const;
  const answer = await footfall.GET('/exports/leads', { params: { query }, parseAs: 'stream' });
  const text = await new Response(answer.data as unknown as ReadableStream).text();
  expect(text.split('\n').length).toBeGreaterThan(2);
});
