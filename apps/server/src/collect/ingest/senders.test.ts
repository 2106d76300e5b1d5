import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { dataOf, post } from '../../testing/post.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness({ trust: 'open', ip_anonymisation: 'none' });

const minuteMs = 60_000;
/** Within one day, so that nothing here lies in the future. */
const start = Date.now() - 48 * 60 * minuteMs;
const at = (minutes: number) => new Date(start + minutes * minuteMs).toISOString();

async function sessionsOf(visitorId: string) {
  return h.db.system(
    (tx) => tx<Record<string, unknown>[]>`
      select * from sessions where visitor_id = ${visitorId} order by started_at`,
  );
}

async function sessionOfContext(context: object, headers: Record<string, string> = {}) {
  const visitor_id = randomUUID();
  const message = { type: 'event', name: 'x', visitor_id, context };
  await post(h, '/ingest', message, headers);
  const [session] = await sessionsOf(visitor_id);
  return session;
}

test('address and browser in the context count for backends only, which send no Origin', async () => {
  const context = { ip: '203.0.113.7', user_agent: 'Visitor/1.0' };
  const own = { 'user-agent': 'Sender/2.0' };
  expect(await sessionOfContext(context, own)).toMatchObject({
    ip: '203.0.113.7',
    user_agent: 'Visitor/1.0',
  });
  const origin = 'https://a.example';
  expect(await sessionOfContext(context, { ...own, origin })).toMatchObject({
    ip: '127.0.0.1',
    user_agent: 'Sender/2.0',
  });
  expect(await sessionOfContext({ ip: 'no address' }, own)).toMatchObject({
    ip: '127.0.0.1',
    user_agent: 'Sender/2.0',
  });
  expect(await sessionOfContext({ ip: '2001:db8::7' }, own)).toMatchObject({ ip: '2001:db8::7' });
});

test('nobody is believed about X-Forwarded-For by default', async () => {
  const session = await sessionOfContext({}, { 'x-forwarded-for': '203.0.113.9' });
  expect(session).toMatchObject({ ip: '127.0.0.1' });
});

test('batch-level context fills what a message leaves out, and no more', async () => {
  const visitor = () => randomUUID();
  const [none, own, partly] = [visitor(), visitor(), visitor()];
  const context = {
    locale: 'en-GB',
    page: { url: 'https://shop.example/batch', title: 'Batch' },
    campaign: { source: 'newsletter' },
  };
  const event = { type: 'event', name: 'page_view' };
  const batch = [
    { ...event, visitor_id: none },
    { ...event, visitor_id: own, context: { ...context, locale: 'de-DE', campaign: {} } },
    { ...event, visitor_id: partly, context: { page: { url: 'https://shop.example/own' } } },
  ];
  dataOf(await post(h, '/ingest/batch', { batch, context }));
  expect(await sessionsOf(none)).toMatchObject([
    { locale: 'en-GB', entry_url: 'https://shop.example/batch', source: 'campaign' },
  ]);
  expect(await sessionsOf(own)).toMatchObject([{ locale: 'de-DE', source: 'website' }]);
  expect(await sessionsOf(partly)).toMatchObject([
    { locale: 'en-GB', entry_url: 'https://shop.example/own', source: 'campaign' },
  ]);
});

test.each([null, 17, 'text', [], [1]])(
  'a batch-level context that is no object is ignored: %j',
  async (context) => {
    const batch = [{ type: 'event', name: 'x', visitor_id: randomUUID() }];
    expect(dataOf(await post(h, '/ingest/batch', { batch, context })).accepted).toBe(1);
  },
);

test('a person without visitor_id is the same visitor each time, apart in each environment and workspace', async () => {
  const other = await h.newWorkspace();
  const visitorOf = async (who: object, key?: string) => {
    const data = await h.send({ type: 'event', name: 'login', ...who }, key);
    return data.results[0]?.visitor_id ?? '';
  };
  const first = await visitorOf({ email: 'backend@example.com' });
  expect(first).toMatch(/^[\da-f-]{36}$/);
  expect(await visitorOf({ email: 'Backend@Example.com' })).toBe(first);
  expect(await visitorOf({ email: 'other@example.com' })).not.toBe(first);
  expect(await visitorOf({ email: 'backend@example.com' }, h.workspace.developmentKey)).not.toBe(
    first,
  );
  expect(await visitorOf({ email: 'backend@example.com' }, other.productionKey)).not.toBe(first);
  const byId = await visitorOf({ user_id: 'u-1' });
  expect(await visitorOf({ user_id: 'u-1', email: 'u1@example.com' })).toBe(byId);
  expect(await visitorOf({ user_id: 'U-1' })).not.toBe(byId);
});

test('a message that names neither a visitor nor a person is rejected, an identify of nobody too', async () => {
  const data = await h.send([
    { type: 'event', name: 'x' },
    { type: 'identify', visitor_id: randomUUID(), name: 'Nobody' },
  ]);
  expect(data.results.map(({ error }) => error)).toEqual([
    'visitor_id: is required without email or user_id',
    'email: an identify call needs email or user_id',
  ]);
});

test('without session ids a visit lasts until 30 idle minutes have passed', async () => {
  const visitor_id = randomUUID();
  const send = async (minutes: number) => {
    const message = { type: 'event', name: 'x', visitor_id, timestamp: at(minutes) };
    return (await h.send(message)).results[0]?.session_id;
  };
  const first = await send(0);
  expect(await send(30)).toBe(first);
  expect(await send(59)).toBe(first);
  const second = await send(89.1);
  expect(second).not.toBe(first);
  expect(await send(100)).toBe(second);
  expect(await send(40)).toBe(first);
  expect(await send(-29)).toBe(first);
  expect(await sessionsOf(visitor_id)).toMatchObject([
    {
      id: first,
      event_count: 5,
      started_at: new Date(at(-29)),
      last_activity_at: new Date(at(59)),
    },
    { id: second, event_count: 2 },
  ]);
});

test('a visit lasts 24 hours at most, in one batch as in many requests', async () => {
  const steps = Array.from({ length: 80 }, (_, place) => place * 20);
  const lengths = async (visitorId: string) =>
    (await sessionsOf(visitorId)).map(
      ({ started_at, last_activity_at }) => Number(last_activity_at) - Number(started_at),
    );
  const batched = randomUUID();
  const messages = (visitor_id: string) =>
    steps.map((minutes) => ({ type: 'event', name: 'x', visitor_id, timestamp: at(minutes) }));
  await h.send(messages(batched));
  const single = randomUUID();
  for (const message of messages(single)) await h.send(message);
  expect(await lengths(batched)).toEqual([24 * 60 * minuteMs, 120 * minuteMs]);
  expect(await lengths(single)).toEqual(await lengths(batched));
});

test('messages that come out of order and at the same time share one session', async () => {
  const visitor_id = randomUUID();
  const minutes = [12, 3, 29, 0, 17, 8, 25, 21];
  const answers = await Promise.all(
    minutes.map((minute) =>
      h.send({ type: 'event', name: 'x', visitor_id, timestamp: at(minute) }),
    ),
  );
  expect(new Set(answers.map(({ results }) => results[0]?.session_id)).size).toBe(1);
  expect(await sessionsOf(visitor_id)).toMatchObject([{ event_count: 8 }]);
});

test('a message without session id joins the session that the browser keeps', async () => {
  const visitor_id = randomUUID();
  const session_id = randomUUID();
  await h.send({ type: 'session', action: 'start', visitor_id, session_id });
  const data = await h.send({ type: 'event', name: 'from the backend', visitor_id });
  expect(data.results[0]?.session_id).toBe(session_id);
});

test('a session has its start, its end, its pages and its engagement time', async () => {
  const visitor_id = randomUUID();
  const session_id = randomUUID();
  const base = { visitor_id, session_id };
  const page = (name: string) => ({ page: { url: `https://shop.example/${name}` } });
  await h.send([
    { ...base, type: 'session', action: 'start', timestamp: at(0), context: page('entry') },
    { ...base, type: 'event', name: 'page_view', timestamp: at(1), context: page('entry') },
    { ...base, type: 'session', action: 'heartbeat', timestamp: at(2), engaged_ms: 60_000.4 },
  ]);
  await h.send([
    { ...base, type: 'event', name: 'page_view', timestamp: at(3), context: page('exit') },
    { ...base, type: 'session', action: 'end', timestamp: at(4), engaged_ms: 90_000 },
    { ...base, type: 'session', action: 'heartbeat', timestamp: at(3.5), engaged_ms: 70_000 },
  ]);
  expect(await sessionsOf(visitor_id)).toMatchObject([
    {
      id: session_id,
      started_at: new Date(at(0)),
      last_activity_at: new Date(at(4)),
      ended_at: new Date(at(4)),
      entry_url: 'https://shop.example/entry',
      exit_url: 'https://shop.example/exit',
      page_view_count: 2,
      event_count: 6,
      engaged_ms: 90_000,
    },
  ]);
});

test('the same rows come of the same messages in any order and in any batches', async () => {
  const context = (url: string) => ({ page: { url, referrer: `${url}/from` }, locale: url });
  const messages = Array.from({ length: 12 }, (_, place) => ({
    type: 'event',
    name: place % 2 === 0 ? 'page_view' : 'click',
    session_id: `00000000-0000-4000-8000-00000000000${place % 3}`,
    timestamp: at(place),
    context: context(`https://shop.example/${place}`),
  }));
  const rowsAfter = async (order: number[], batchSize: number) => {
    const visitor_id = randomUUID();
    for (let place = 0; place < order.length; place += batchSize) {
      const batch = order
        .slice(place, place + batchSize)
        .map((index) => ({ ...messages[index], visitor_id, message_id: `${visitor_id}${index}` }));
      await h.send(batch);
    }
    const ignored = { visitor_id: '', first_event_id: '', exit_event_id: '', id: '' };
    const sessions = (await sessionsOf(visitor_id)).map((row) => ({ ...row, ...ignored }));
    const visitors = await h.db.system(
      (tx) => tx<Record<string, unknown>[]>`select * from visitors where id = ${visitor_id}`,
    );
    return { sessions, visitors: visitors.map((row) => ({ ...row, ...ignored })) };
  };
  const inOrder = messages.map((_, place) => place);
  const expected = await rowsAfter(inOrder, 12);
  expect(expected.sessions).toHaveLength(3);
  expect(await rowsAfter(inOrder.toReversed(), 12)).toEqual(expected);
  expect(await rowsAfter(inOrder.toReversed(), 1)).toEqual(expected);
  expect(await rowsAfter([7, 2, 11, 0, 5, 9, 1, 8, 3, 10, 6, 4], 5)).toEqual(expected);
});

test('a user_id that is spelled like an address is not the person with that address', async () => {
  const event = { type: 'event', name: 'login' };
  const byEmail = await h.send({ ...event, email: 'twin@example.com' });
  const byUser = await h.send({ ...event, user_id: 'twin@example.com' });
  expect(byUser.results[0]?.visitor_id).not.toBe(byEmail.results[0]?.visitor_id);
});
