/* Every payload that has broken services, in every field of every message. */
import { randomUUID } from 'node:crypto';
import { IngestAnswer, type IngestResult, messageSchemas } from '@footfall/contract/ingest';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { expect, test } from 'vitest';
import { hostileJson } from '../../testing/hostile-values.ts';
import { dataOf, post, resultOf } from '../../testing/post.ts';
import { isChecked } from '../../testing/rounds.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { SLOW } from '../../testing/slow.ts';
import { together } from '../../testing/together.ts';

const h = await sharedHarness();
const answerCheck = Compile(IngestAnswer);

const marker = '@@hostile@@';

/** The paths of all fields of a schema, and one name that no schema has. */
function fieldPaths(schema: TSchema, prefix: string[] = []): string[][] {
  const properties = 'properties' in schema ? (schema.properties as Record<string, TSchema>) : {};
  const own = Object.entries(properties).flatMap(([name, part]) => [
    [...prefix, name],
    ...fieldPaths(part, [...prefix, name]),
  ]);
  return prefix.length === 0 ? [...own, ['undeclared'], ['context', 'click_ids', 'gclid']] : own;
}

function valid(type: string): Record<string, unknown> {
  const visitor_id = randomUUID();
  const base = { type, visitor_id, session_id: randomUUID(), message_id: `good ${visitor_id}` };
  const own: Record<string, object> = {
    event: { name: 'page_view' },
    session: { action: 'start' },
    identify: { email: `${visitor_id}@example.com` },
    conversion: { name: 'signup' },
  };
  return { ...base, ...own[type] };
}

/** The JSON text of a valid message with one field replaced. */
function withField(type: string, path: string[], json: string): string {
  const message = valid(type);
  let place = message;
  for (const name of path.slice(0, -1)) {
    const next: Record<string, unknown> = {};
    place[name] = next;
    place = next;
  }
  place[path.at(-1) ?? ''] = marker;
  return JSON.stringify(message).replace(JSON.stringify(marker), () => json);
}

interface Ledger {
  accepted: number;
  rejected: string[];
}

/** Sends the messages with good ones between; returns what became of them. */
async function sendAmongGood(texts: string[], key: string): Promise<Ledger> {
  const ledger: Ledger = { accepted: 0, rejected: [] };
  const isGood = (place: number) => place % 10 === 0;
  let batch: string[] = [];
  let size = 0;
  const flush = async () => {
    const answer = await post(h, '/ingest/batch', `{"batch":[${batch.join(',')}]}`, {
      'x-svc-key': key,
    });
    expect(answerCheck.Check(answer.body), answer.text.slice(0, 500)).toBe(true);
    const { results } = dataOf(answer);
    expect(results).toHaveLength(batch.length);
    for (const [place, result] of results.entries()) {
      note(ledger, batch[place] ?? '', result);
      if (isGood(place)) expect(result.status, JSON.stringify(result)).toBe('accepted');
    }
    batch = [];
    size = 0;
  };
  const add = (text: string) => {
    batch.push(text);
    size += text.length;
  };
  for (const text of texts) {
    if (isGood(batch.length)) add(JSON.stringify(valid('event')));
    add(text);
    if (batch.length >= 200 || size > 700_000) await flush();
  }
  await flush();
  return ledger;
}

function note(ledger: Ledger, text: string, { status, error }: IngestResult): void {
  expect(status, text.slice(0, 300)).not.toBe('duplicate');
  if (status === 'accepted') ledger.accepted += 1;
  else {
    expect(error, text.slice(0, 300)).toMatch(/^\S.*: \S/);
    ledger.rejected.push(text);
  }
}

test.each(Object.entries(messageSchemas))(
  'whatever stands in a field of %s, the others are stored, nothing is lost and refused bytes are kept',
  async (type, schema) => {
    const workspace = await h.newWorkspace();
    const texts = fieldPaths(schema).flatMap((path, place) =>
      Object.values(hostileJson)
        .filter((_, at) => isChecked(at, place))
        .map((json) => withField(type, path, json)),
    );
    expect(texts.length).toBeGreaterThan(250);
    const { accepted, rejected } = await sendAmongGood(
      // Two messages with the same hostile id are one message.
      texts.filter((text) => !/"(message_id|external_id)":(?!"good)/.test(text)),
      workspace.productionKey,
    );
    const stored = await h.db.system(async (tx) => {
      const events = await tx<{ total: number }[]>`
        select count(*)::integer as total from events where workspace_id = ${workspace.id}`;
      const failed = await tx<{ body: Buffer; reason: string }[]>`
        select body, reason from failed_events where workspace_id = ${workspace.id}`;
      return { events: events[0]?.total, failed };
    });
    expect(stored.events).toBe(accepted);
    expect(stored.failed.map(({ body }) => body.toString()).sort()).toEqual(
      rejected.map((text) => Buffer.from(text).subarray(0, 4096).toString()).sort(),
    );
    for (const { reason } of stored.failed) expect(reason).toMatch(/^\S.*: \S/);
  },
  SLOW,
);

test.each(['message_id', 'external_id'])(
  'any value in %s is stored once or refused',
  async (field) => {
    await together(Object.entries(hostileJson), async ([name, json]) => {
      const text = withField('conversion', [field], json);
      const first = resultOf(await post(h, '/ingest', text)).status;
      const second = resultOf(await post(h, '/ingest', text)).status;
      // A refused id is refused again; null and the like are no id, so the other one counts.
      const expected = first === 'rejected' ? 'rejected' : 'duplicate';
      expect([name, second]).toEqual([name, expected]);
    });
  },
);

test('a value that is no message is rejected alone', async () => {
  const workspace = await h.newWorkspace();
  const { accepted, rejected } = await sendAmongGood(
    Object.values(hostileJson),
    workspace.productionKey,
  );
  expect(rejected).toHaveLength(Object.keys(hostileJson).length);
  expect(accepted).toBeGreaterThan(0);
});

test('a text is stored without NUL, with U+FFFD for lone surrogates, and otherwise as it came', async () => {
  const visitor_id = randomUUID();
  const text = String.raw`{"type":"event","visitor_id":"${visitor_id}","name":"a\u0000b\ud800c",
    "properties":{"x\u0000y":"\udfff","__proto__":{"isAdmin":true},"n":9007199254740993,"z":-0,
    "fox":"\ud83e\udd8a","control":"\u0001","deep":[[[{"constructor":1}]]]}}`;
  expect(dataOf(await post(h, '/ingest', text)).accepted).toBe(1);
  const [row] = await h.db.system(
    (tx) => tx<{ name: string; properties: string }[]>`
      select name, properties::text from events where visitor_id = ${visitor_id}`,
  );
  expect(row?.name).toBe('ab\ufffdc');
  expect(JSON.parse(row?.properties ?? '')).toEqual(
    JSON.parse(
      '{"xy":"\ufffd","__proto__":{"isAdmin":true},"n":9007199254740992,"z":0,"fox":"🦊","control":"\\u0001","deep":[[[{"constructor":1}]]]}',
    ),
  );
  expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
});

test('values at their limits are stored, one beyond is rejected with the field that is wrong', async () => {
  const limits: [string, string[], unknown, unknown][] = [
    ['event', ['name'], 'x'.repeat(200), 'x'.repeat(201)],
    ['event', ['context', 'page', 'url'], 'x'.repeat(4096), 'x'.repeat(4097)],
    ['identify', ['email'], `${'x'.repeat(314)}@a.com`, `${'x'.repeat(315)}@a.com`],
    ['identify', ['user_id'], '𝕏'.repeat(200), '𝕏'.repeat(201)],
    ['conversion', ['value'], 1e12, 1e12 + 1],
    ['conversion', ['currency'], 'eur', 'euro'],
    ['session', ['engaged_ms'], 86_400_000, 86_400_001],
  ];
  await together(limits, async ([type, path, good, bad]) => {
    const send = async (value: unknown) =>
      resultOf(await post(h, '/ingest', withField(type, path, JSON.stringify(value))));
    expect(await send(good)).toMatchObject({ status: 'accepted' });
    const refused = await send(bad);
    expect(refused).toMatchObject({ status: 'rejected' });
    expect(refused.error?.startsWith(`${path.join('.')}: `), refused.error).toBe(true);
  });
});
