/* Messages made from their schemas, fitting and broken. ROUNDS and SEED as in fuzz.test.ts. */
import { randomUUID } from 'node:crypto';
import {
  IngestAnswer,
  messageSchemas,
  messageTypes,
  VisitorResolveAnswer,
  VisitorResolveQuestion,
} from '@footfall/contract/ingest';
import fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { afterAll, expect, test } from 'vitest';
import {
  assertHolds,
  FuzzFault,
  faultOfHeaders,
  isErrorBody,
  openWire,
  sameJson,
} from '../../testing/fuzz.ts';
import type { JsonSchema } from '../../testing/fuzz-document.ts';
import { anyJson, anyObject, anyText, cleaned, fittingObject } from '../../testing/fuzz-values.ts';
import { startHarness } from '../../testing/harness.ts';
import { hostileJson } from '../../testing/hostile-values.ts';
import { pageIn, restOf } from '../../testing/rest.ts';
import { inRounds } from '../../testing/rounds.ts';
import { SLOW } from '../../testing/slow.ts';

const total = inRounds(24);
const seed = Number(process.env.SEED || 20_261_120);
const timeout = SLOW + total * 10;

const h = await startHarness();
const wire = openWire(h.url, { 'x-svc-key': h.workspace.productionKey });
afterAll(() => wire.close());
const isAnswer = Compile(IngestAnswer);
const isResolved = Compile(VisitorResolveAnswer);
const hostile = fc.constantFrom(
  ...Object.values(hostileJson).filter((text) => text.length < 50_000),
);
const fields = [
  ...new Set(Object.values(messageSchemas).flatMap(({ properties }) => Object.keys(properties))),
];
const brokenValue = fc.oneof(
  hostile,
  anyJson.map((value) => JSON.stringify(value)),
);

/**
 * Visitors who mostly name themselves as the same few people: one tangle. With all messages in one, most
 * of the time would go into working out who its hundreds of people are, again and again.
 */
interface Circle {
  visitors: string[];
  people: { user_id: string; email: string }[];
}

const circles: Circle[] = Array.from({ length: 50 }, (_, place) => ({
  visitors: Array.from({ length: 5 }, () => randomUUID()),
  people: Array.from({ length: 10 }, (_, person) => ({
    user_id: `u${place}-${person}`,
    email: `p${place}-${person % 7}@example.com`,
  })),
}));
const visitors = circles.flatMap((circle) => circle.visitors);

function validMessage(circle: Circle): fc.Arbitrary<object> {
  const visitor_id = fc.constantFrom(...circle.visitors);
  const person = fc.constantFrom(...circle.people);
  // One in four names somebody who was never heard of, in any way that the schema allows.
  const isKnown = fc.integer({ min: 0, max: 3 }).map((number) => number > 0);
  return fc.oneof(
    ...messageTypes.map((type) => {
      const fields = fittingObject(messageSchemas[type] as JsonSchema, circle.visitors);
      return fc
        .tuple(fields, visitor_id, person, isKnown)
        .map(([message, visitor, { user_id, email }, hasName]) => ({
          visitor_id: visitor,
          ...message,
          ...(hasName && 'email' in message && { email }),
          ...((type === 'identify' || (hasName && 'user_id' in message)) && { user_id }),
          // A signature that is made up is refused.
          ...(type === 'identify' && { signature: undefined, email_signature: undefined }),
        }));
    }),
  );
}

/** As JSON, since some broken values cannot be said otherwise. */
function validText(circle: Circle) {
  return validMessage(circle).map((message) => ({ text: JSON.stringify(message), isValid: true }));
}

function brokenText(circle: Circle) {
  const changed = fc
    .tuple(validMessage(circle), fc.constantFrom(...fields), brokenValue)
    .map(([message, field, value]) => {
      const text = JSON.stringify({ ...message, [field]: undefined });
      return `${text.slice(0, -1)},${JSON.stringify(field)}:${value}}`;
    });
  return fc.oneof(brokenValue, changed).map((text) => ({ text, isValid: false }));
}

/** Ten requests that are on their way together. Of one circle, since each waits for what it knows already. */
function batchesOf(circle: Circle) {
  const batch = fc.array(fc.oneof(validText(circle), brokenText(circle)), {
    minLength: 1,
    maxLength: 10,
  });
  return fc.array(batch, { minLength: 10, maxLength: 10, size: 'max' });
}

const json = { 'content-type': 'application/json' };
const statuses = { accepted: 0, duplicate: 0, rejected: 0, ignored: 0 };
let requests = 0;

async function post(path: string, body: string, headers: Record<string, string> = json) {
  const answer = await wire.send('POST', path, headers, body);
  requests += 1;
  const fail = (why: string) =>
    new FuzzFault(
      `${why}: ${path} ${body.slice(0, 1_500)} was answered ${answer.status} ${answer.text.slice(0, 500)}`,
    );
  const fault = faultOfHeaders({ workspaceId: h.workspace.id }, answer);
  if (fault) throw fail(fault);
  if (answer.status >= 500) throw fail('a failure');
  const value: unknown = JSON.parse(answer.text);
  if (answer.status >= 400 && !isErrorBody(value)) throw fail('no error body');
  return { status: answer.status, value, fail };
}

test(
  `${total} requests with messages, valid and broken: none fails, each message is answered in its place and stored or kept as refused (seed ${seed})`,
  async () => {
    const holds = fc.asyncProperty(fc.oneof(...circles.map(batchesOf)), async (batches) => {
      await Promise.all(batches.map(sendBatch));
    });
    await assertHolds(holds, seed, Math.ceil(total / 10));
    expect(requests).toBeGreaterThanOrEqual(total);
    const { accepted, duplicate, rejected } = statuses;
    for (const count of [accepted, duplicate, rejected]) expect(count).toBeGreaterThan(0);
    const [stored] = await h.db.system(
      (tx) => tx<{ events: number; failed: number }[]>`
        select (select count(*)::integer from events) as events,
               (select count(*)::integer from failed_events) as failed`,
    );
    expect(stored).toEqual({ events: statuses.accepted, failed: statuses.rejected });
  },
  timeout,
);

/** Nobody here is a page of a website that may go without ids. */
const isOfCookieless = (value: unknown) => JSON.stringify(value).includes('cookieless');

async function sendBatch(batch: { text: string; isValid: boolean }[]): Promise<void> {
  const isSingle = batch.length === 1;
  const body = batch.map(({ text }) => text).join(',');
  const path = isSingle ? '/ingest' : '/ingest/batch';
  const { status, value, fail } = await post(path, isSingle ? body : `{"batch":[${body}]}`);
  if (isSingle && status === 400) {
    if (batch[0]?.isValid && !isOfCookieless(value)) throw fail('refused');
    statuses.rejected += 1;
    return;
  }
  if (status !== 200 || !isAnswer.Check(value)) throw fail('not as declared');
  const fault = faultOfResults(batch, value.data);
  if (fault) throw fail(fault);
  for (const { status: outcome } of value.data.results) statuses[outcome] += 1;
}

function faultOfResults(
  batch: { isValid: boolean }[],
  { accepted, duplicates, rejected, ignored = 0, results }: IngestAnswer['data'],
): string | undefined {
  if (results.length !== batch.length) return 'not every message is answered';
  if (accepted + duplicates + rejected + ignored !== results.length) {
    return 'the counts do not add up';
  }
  if (results.some(({ index }, place) => index !== place)) return 'out of order';
  const refused = results.find(
    (result, place) =>
      batch[place]?.isValid && result.status === 'rejected' && !isOfCookieless(result),
  );
  return refused && `refused (${refused.error})`;
}

const question = fittingObject(VisitorResolveQuestion as JsonSchema, visitors);

test(
  `${total / 4} broken bodies and visitor-resolve questions are answered as declared (seed ${seed})`,
  async () => {
    const garbage = fc.oneof(
      anyText,
      hostile,
      fc
        .oneof(...circles.map(validText))
        .chain(({ text }) => fc.nat(text.length).map((length) => text.slice(0, length))),
      anyJson.map((value) => JSON.stringify({ batch: value })),
      anyJson.map((value) => JSON.stringify({ batch: [], context: value, sent_at: value })),
    );
    const type = fc.constantFrom(
      'application/json',
      'text/plain',
      'a/b',
      'application/octet-stream',
    );
    const path = fc.constantFrom('/ingest', '/ingest/batch', '/visitor-resolve', '/ingest?key=x');
    const holds = fc.asyncProperty(
      garbage,
      type,
      path,
      question,
      async (body, label, to, query) => {
        const { status, fail } = await post(to, body, { 'content-type': label });
        if (![200, 400, 413, 415].includes(status)) throw fail('not a declared status');
        const resolved = await post('/visitor-resolve', JSON.stringify(query));
        if (resolved.status !== 200 || !isResolved.Check(resolved.value))
          throw resolved.fail('no answer');
      },
    );
    await assertHolds(holds, seed, Math.ceil(total / 8));
  },
  timeout,
);

test(
  `conversions of any shape read back equal (seed ${seed})`,
  async () => {
    const workspace = await h.newWorkspace();
    const rest = restOf(h, workspace.secretKey);
    const conversion = fc.record({
      name: anyText.map((text) => `n${text}`),
      code: anyText,
      value: fc.double({ min: -1e12, max: 1e12, noNaN: true }),
      properties: anyObject,
    });
    let place = 0;
    const holds = fc.asyncProperty(
      fc.array(conversion, { minLength: 1, maxLength: 20 }),
      async (all) => {
        const messages = all.map((one) => {
          place += 1;
          const external_id = `order-${place}`;
          return { type: 'conversion', visitor_id: visitors[0], external_id, ...one };
        });
        const { accepted } = await h.send(messages, workspace.productionKey);
        expect(accepted).toBe(messages.length);
        const { data } = pageIn(await rest.get('/conversions?limit=20'));
        for (const { external_id, name, code, value, properties } of messages) {
          const stored = data.find((row) => row.external_id === external_id);
          const sent = cleaned({ name, code, value, properties });
          const read = {
            name: stored?.name,
            code: stored?.code,
            value: stored?.value,
            properties: stored?.properties,
          };
          if (!sameJson(sent, read))
            throw new FuzzFault(`${JSON.stringify(sent)} became ${JSON.stringify(read)}`);
        }
      },
    );
    await assertHolds(holds, seed, Math.ceil(total / 50));
  },
  timeout,
);
