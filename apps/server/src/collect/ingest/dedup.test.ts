import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { statusesOf } from '../../testing/post.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { tablesWith } from '../../testing/tables.ts';

const h = await sharedHarness({ trust: 'open' });

const view = (fields: object = {}) => ({
  type: 'event',
  name: 'page_view',
  visitor_id: randomUUID(),
  session_id: randomUUID(),
  ...fields,
});
const rowsOf = (visitorIds: string[]) =>
  h.db.system(async (tx) => {
    const [row] = await tx<{ total: number }[]>`
      select count(*)::integer as total from events where visitor_id = any(${visitorIds}::uuid[])`;
    return row?.total ?? 0;
  });

test.each([
  ['a UUIDv7', uuidv7()],
  ['a UUIDv4', randomUUID()],
  ['any text', 'order/17 ✓'],
  ['100 characters', 'x'.repeat(100)],
  ['100 characters beyond the basic plane', '🦊'.repeat(100)],
  ['one space', ' '],
])('a message id that is %s makes a retry harmless', async (_name, message_id) => {
  const message = view({ message_id });
  const first = await h.send(message);
  expect(first.results[0]).toMatchObject({ status: 'accepted', message_id });
  const second = await h.send(message);
  expect(second).toMatchObject({ accepted: 0, duplicates: 1 });
  expect(second.results[0]).toMatchObject({
    message_id,
    visitor_id: message.visitor_id,
    session_id: message.session_id,
  });
  expect(await rowsOf([message.visitor_id])).toBe(1);
});

test('a message id of more than 100 characters, or none, is rejected', async () => {
  const data = await h.send([view({ message_id: 'x'.repeat(101) }), view({ message_id: '' })]);
  expect(statusesOf(data)).toEqual(['rejected', 'rejected']);
  expect(data.results[0]?.error).toMatch(/^message_id: /);
});

test('a missing message id is generated and returned', async () => {
  const data = await h.send([view(), view({ timestamp: new Date().toISOString() })]);
  for (const { message_id } of data.results) expect(message_id).toMatch(/^[\da-f-]{36}$/);
});

test('with a timestamp the content names the message; without one, two equal clicks are two', async () => {
  const click = view({ name: 'click' });
  expect(await h.send([click, click])).toMatchObject({ accepted: 2, duplicates: 0 });
  expect(await h.send(click)).toMatchObject({ accepted: 1 });
  expect(await rowsOf([click.visitor_id])).toBe(3);

  const dated = view({ name: 'click', timestamp: new Date().toISOString(), properties: { a: 1 } });
  expect(await h.send([dated, dated])).toMatchObject({ accepted: 1, duplicates: 1 });
  expect(await h.send(dated)).toMatchObject({ duplicates: 1 });
  expect(await h.send({ ...dated, properties: { a: 2 } })).toMatchObject({ accepted: 1 });
  expect(await rowsOf([dated.visitor_id])).toBe(2);
});

test('the same message id in two workspaces, and in two environments, is two messages', async () => {
  const other = await h.newWorkspace();
  const message = view({ message_id: 'shared', timestamp: '2026-05-04T09:30:00Z' });
  const keys = [h.workspace, other].flatMap((workspace) => [
    workspace.productionKey,
    workspace.developmentKey,
  ]);
  for (const key of keys) expect(await h.send(message, key)).toMatchObject({ accepted: 1 });
  for (const key of keys) expect(await h.send(message, key)).toMatchObject({ duplicates: 1 });
  expect(await rowsOf([message.visitor_id])).toBe(4);
});

test('a retry is recognised whenever it comes, by whichever key and however the clock is corrected', async () => {
  const legacy = await h.newKey({ kind: 'legacy' });
  const message = view({ message_id: 'late', timestamp: '2026-05-04T09:30:00.000Z' });
  expect(await h.send(message)).toMatchObject({ accepted: 1 });
  expect(await h.send(message, legacy.key)).toMatchObject({ duplicates: 1 });
  for (const sent_at of ['2026-05-04T09:30:01Z', '2020-01-01T00:00:00Z', '2099-01-01T00:00:00Z']) {
    const answer = await h.fetch('/ingest/batch', {
      method: 'POST',
      headers: { 'x-svc-key': h.workspace.productionKey },
      body: JSON.stringify({ sent_at, batch: [message] }),
    });
    expect(await answer.json()).toMatchObject({ data: { duplicates: 1 } });
  }
});

test('an external id of a conversion is counted once, whatever else differs', async () => {
  const order = (fields: object = {}) => ({
    ...view({ type: 'conversion', name: 'purchase', value: 10, external_id: 'order-1' }),
    ...fields,
  });
  const first = order();
  expect(await h.send(first)).toMatchObject({ accepted: 1 });
  const others = [
    order({ message_id: 'another', value: 11 }),
    order({ timestamp: '2026-05-04T09:30:00Z' }),
    order({ name: 'renewal' }),
  ];
  expect(await h.send(others)).toMatchObject({ accepted: 0, duplicates: 3 });
  expect(await h.send(order({ external_id: 'order-2' }))).toMatchObject({ accepted: 1 });
  expect(await h.send(order(), h.workspace.developmentKey)).toMatchObject({ accepted: 1 });
  const other = await h.newWorkspace();
  expect(await h.send(order(), other.productionKey)).toMatchObject({ accepted: 1 });
  const rows = await h.db.system(
    (tx) => tx`select name, value::float8 from conversions
               where external_id = 'order-1' and workspace_id = ${h.workspace.id} and not is_test`,
  );
  expect([...rows]).toEqual([{ name: 'purchase', value: 10 }]);
});

test('a duplicate changes nothing: counts, sessions, people and leads stay as they were', async () => {
  const workspace = await h.newWorkspace();
  const visitor_id = randomUUID();
  const messages = [
    view({ visitor_id, message_id: 'a' }),
    { type: 'identify', visitor_id, email: 'once@example.com', message_id: 'b', name: 'First' },
    { type: 'conversion', visitor_id, name: 'signup', message_id: 'c' },
  ];
  const tables = await tablesWith(h.db, 'is_test');
  const state = async () => {
    await h.settle();
    return h.db.system(async (tx) => {
      const of = (table: string) =>
        tx`select * from ${tx(table)} where workspace_id = ${workspace.id}`;
      return Promise.all(tables.map(of));
    });
  };
  await h.send(messages, workspace.productionKey);
  const before = await state();
  const changed = messages.map((message) => ({
    ...message,
    name: 'changed',
    properties: { a: 1 },
  }));
  const again = await h.send(changed, workspace.productionKey);
  expect(again).toMatchObject({ accepted: 0, duplicates: 3 });
  expect(await state()).toEqual(before);
});

test('a duplicate without session is answered with the session that it was stored with', async () => {
  const message = { type: 'event', name: 'x', visitor_id: randomUUID(), message_id: 'sessionless' };
  const first = await h.send(message);
  const second = await h.send([message, { ...message, session_id: undefined }]);
  expect(statusesOf(second)).toEqual(['duplicate', 'duplicate']);
  for (const result of second.results) {
    expect(result.session_id).toBe(first.results[0]?.session_id);
  }
});

test('messages sent one to five times, shuffled, in batches at the same time are stored once each', async () => {
  const copies = fc.array(
    fc.record({ copies: fc.integer({ min: 1, max: 5 }), hasSession: fc.boolean() }),
    { minLength: 1, maxLength: 40 },
  );
  await fc.assert(
    fc.asyncProperty(
      copies,
      fc.integer({ min: 1, max: 8 }),
      fc.infiniteStream(fc.nat()),
      async (plan, batches, random) => {
        const workspace = await h.newWorkspace();
        const visitors = [randomUUID(), randomUUID(), randomUUID()];
        const next = () => random.next().value ?? 0;
        const all = plan.flatMap(({ copies: count, hasSession }, place) => {
          const visitor_id = visitors[place % 3] ?? '';
          const session_id = hasSession ? visitor_id : undefined;
          const message = {
            type: 'event',
            name: 'x',
            visitor_id,
            session_id,
            message_id: `m${place}`,
          };
          return Array.from({ length: count }, () => message);
        });
        const shuffled = all.map((message) => ({ message, order: next() }));
        shuffled.sort((a, b) => a.order - b.order);
        const sent = Array.from({ length: batches }, (_, batch) =>
          shuffled
            .filter((_message, place) => place % batches === batch)
            .map(({ message }) => message),
        );
        const answers = await Promise.all(
          sent.map((batch) => h.send(batch, workspace.productionKey)),
        );
        const sum = (name: 'accepted' | 'duplicates' | 'rejected') =>
          answers.reduce((total, data) => total + data[name], 0);
        expect([sum('accepted'), sum('duplicates'), sum('rejected')]).toEqual([
          plan.length,
          all.length - plan.length,
          0,
        ]);
        const [counts] = await h.db.system(
          (tx) => tx`
          select (select count(*) from events where workspace_id = ${workspace.id})::integer as events,
                 (select sum(event_count) from sessions where workspace_id = ${workspace.id})::integer as counted,
                 (select count(*) from visitors where workspace_id = ${workspace.id})::integer as visitors`,
        );
        const visitorCount = Math.min(3, plan.length);
        expect(counts).toEqual({
          events: plan.length,
          counted: plan.length,
          visitors: visitorCount,
        });
      },
    ),
    { numRuns: 25 },
  );
});
