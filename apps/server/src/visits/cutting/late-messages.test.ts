/* Visits are the same whenever their messages arrive, and say what those messages add up to. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { pageIn, type Row, recordIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness({ trust: 'open' });
const rest = restOf(h);

const start = Date.now() - 20 * 24 * 60 * 60_000;
const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();
const shown = (minutes: number) => `${at(minutes).slice(0, 19)}Z`;
const address = (path: string) => `https://shop.example/${path}`;

const view = (visitor_id: string, minutes: number, path?: string, fields: object = {}) => ({
  type: 'event',
  name: path === undefined ? 'click' : 'page_view',
  visitor_id,
  timestamp: at(minutes),
  ...(path !== undefined && { context: { page: { url: address(path) } } }),
  ...fields,
});
const tagged = (visitor_id: string, minutes: number, path: string, campaign: object) =>
  view(visitor_id, minutes, path, { context: { page: { url: address(path) }, campaign } });

/** Oldest first, when the background has done its work. */
async function sessionsOf(visitorId: string): Promise<Row[]> {
  await h.settle();
  return pageIn(await rest.get(`/visitors/${visitorId}/sessions?limit=100`)).data.toReversed();
}

async function sendEach(messages: object[]) {
  for (const message of messages) await h.send(message);
}

test('a late message in the gap between two visits makes them one', async () => {
  const visitor = randomUUID();
  await sendEach([view(visitor, 0, 'a'), view(visitor, 50, 'c')]);
  expect(await sessionsOf(visitor)).toHaveLength(2);
  await h.send(view(visitor, 25, 'b'));
  const [session, ...others] = await sessionsOf(visitor);
  expect(others).toEqual([]);
  expect(session).toMatchObject({
    entry_url: address('a'),
    exit_url: address('c'),
    event_count: 3,
    page_view_count: 3,
    duration_seconds: 50 * 60,
    started_at: shown(0),
    last_activity_at: shown(50),
  });
  expect(recordIn(await rest.get(`/visitors/${visitor}`))).toMatchObject({ session_count: 1 });
});

test('a late message of another campaign cuts the visit in two, and the conversion goes with its part', async () => {
  const visitor = randomUUID();
  const conversion = { type: 'conversion', name: 'signup', visitor_id: visitor, timestamp: at(20) };
  await sendEach([view(visitor, 0, 'a'), view(visitor, 15, 'c'), conversion]);
  expect(await sessionsOf(visitor)).toHaveLength(1);
  await h.send(tagged(visitor, 10, 'b', { source: 'google', name: 'late' }));
  const [first, second, ...others] = await sessionsOf(visitor);
  expect(others).toEqual([]);
  expect(first).toMatchObject({ source: 'website', event_count: 1, exit_url: address('a') });
  expect(second).toMatchObject({
    source: 'campaign',
    event_count: 3,
    entry_url: address('b'),
    exit_url: address('c'),
    started_at: shown(10),
  });
  const query = `visitor_id=${visitor}`;
  const [converted] = pageIn(await rest.get(`/conversions?${query}`)).data;
  expect(converted).toMatchObject({ session_id: second?.id, last_touch: { source: 'campaign' } });
  const lead = recordIn(await rest.get(`/leads/${converted?.lead_id}`));
  expect(lead).toMatchObject({ session_id: second?.id, source: 'campaign' });
});

test('a late first message becomes the entry of its visit and of the visitor', async () => {
  const visitor = randomUUID();
  await sendEach([view(visitor, 10, 'b'), view(visitor, 12, 'c')]);
  await h.send(tagged(visitor, 5, 'a', { source: 'newsletter' }));
  expect(await sessionsOf(visitor)).toMatchObject([
    { event_count: 3, entry_url: address('a'), exit_url: address('c'), source: 'campaign' },
  ]);
  expect(recordIn(await rest.get(`/visitors/${visitor}`))).toMatchObject({
    source: 'campaign',
    entry_url: address('a'),
    first_seen: shown(5),
    last_seen: shown(12),
  });
});

test('a message of months ago is a visit of its own and leaves the others as they are', async () => {
  const visitor = randomUUID();
  await sendEach([view(visitor, 0, 'a'), view(visitor, 5, 'b')]);
  const [before] = await sessionsOf(visitor);
  const longAgo = -90 * 24 * 60;
  await h.send(view(visitor, longAgo, 'old'));
  const [old, ...others] = await sessionsOf(visitor);
  expect(others).toEqual([before]);
  expect(old).toMatchObject({ event_count: 1, entry_url: address('old'), duration_seconds: 0 });
  expect(recordIn(await rest.get(`/visitors/${visitor}`))).toMatchObject({
    first_seen: shown(longAgo),
    entry_url: address('old'),
    session_count: 2,
  });
});

test('a late message of a backend joins the browser’s session of its time', async () => {
  const [visitor, session_id] = [randomUUID(), randomUUID()];
  await sendEach([
    view(visitor, 0, 'a', { session_id }),
    view(visitor, 10, 'b', { session_id }),
    view(visitor, 100, 'c', { session_id: randomUUID() }),
    view(visitor, 5),
    view(visitor, -20),
    view(visitor, 38),
  ]);
  const sessions = await sessionsOf(visitor);
  expect(sessions.map(({ event_count }) => event_count)).toEqual([5, 1]);
  expect(sessions[0]).toMatchObject({ id: session_id, started_at: shown(-20) });
});

test('a late message of the browser pulls what a backend sent into its session', async () => {
  const [visitor, session_id] = [randomUUID(), randomUUID()];
  await sendEach([view(visitor, 0), view(visitor, 25)]);
  const [session] = await sessionsOf(visitor);
  expect(session?.id).not.toBe(session_id);
  await h.send(view(visitor, 10, 'a', { session_id }));
  expect(await sessionsOf(visitor)).toMatchObject([{ id: session_id, event_count: 3 }]);
});

test('a late message within a running session of the browser closes the gap to what a backend sent', async () => {
  const [visitor, session_id] = [randomUUID(), randomUUID()];
  await sendEach([view(visitor, 0, 'a', { session_id }), view(visitor, 50)]);
  expect(await sessionsOf(visitor)).toHaveLength(2);
  await h.send(view(visitor, 25, 'b', { session_id }));
  expect(await sessionsOf(visitor)).toMatchObject([
    { id: session_id, event_count: 3, exit_url: address('b'), last_activity_at: shown(50) },
  ]);
});

test('a duplicate, early or late, changes nothing and is answered with the session it is in', async () => {
  const visitor = randomUUID();
  const messages = [view(visitor, 0, 'a'), view(visitor, 25, 'b'), view(visitor, 50, 'c')];
  const middle = messages[1] ?? {};
  await sendEach([...messages.filter((message) => message !== middle), middle]);
  const before = await sessionsOf(visitor);
  expect(before).toMatchObject([{ event_count: 3 }]);
  const data = await h.send([...messages, ...messages.toReversed()]);
  expect(data).toMatchObject({ accepted: 0, duplicates: 6 });
  expect(new Set(data.results.map(({ session_id }) => session_id))).toEqual(
    new Set([before[0]?.id]),
  );
  expect(await sessionsOf(visitor)).toEqual(before);
});

const ordered = (visitor: string, session_id: string) => {
  const own = { session_id };
  const signal = (minutes: number, action: string, engaged_ms?: number) => ({
    ...{ type: 'session', action, visitor_id: visitor, timestamp: at(minutes), session_id },
    ...(engaged_ms !== undefined && { engaged_ms }),
  });
  return [
    signal(0, 'start'),
    view(visitor, 1, undefined, own),
    view(visitor, 2, 'entry', own),
    signal(3, 'heartbeat', 20_000),
    view(visitor, 4, 'middle', own),
    view(visitor, 5, undefined, own),
    view(visitor, 6, 'exit', own),
    view(visitor, 7, undefined, own),
    signal(8, 'end', 65_400),
  ];
};

test.each([
  ['in order', [0, 1, 2, 3, 4, 5, 6, 7, 8]],
  ['backwards', [8, 7, 6, 5, 4, 3, 2, 1, 0]],
  ['the end first', [6, 8, 7, 2, 0, 4, 1, 5, 3]],
  ['what has no page first', [1, 5, 7, 8, 0, 3, 4, 6, 2]],
  ['the middle first', [4, 3, 5, 2, 6, 1, 7, 0, 8]],
])(
  'a named session is the same with its messages %s, also with some that have no page',
  async (_, order) => {
    const [visitor, session_id] = [randomUUID(), randomUUID()];
    const messages = ordered(visitor, session_id);
    await sendEach(order.map((place) => messages[place] ?? {}));
    expect(await sessionsOf(visitor)).toMatchObject([
      {
        id: session_id,
        entry_url: address('entry'),
        exit_url: address('exit'),
        event_count: 9,
        page_view_count: 3,
        engaged_seconds: 65,
        duration_seconds: 8 * 60,
        is_bounce: false,
        started_at: shown(0),
        last_activity_at: shown(8),
        ended_at: shown(8),
      },
    ]);
  },
);

test.each<[string, boolean, (visitor: string, session_id: string) => object[]]>([
  ['one page and no attention', true, (v, session_id) => [view(v, 0, 'a', { session_id })]],
  ['no page at all', true, (v, session_id) => [view(v, 0, undefined, { session_id })]],
  [
    'one page and 9.9 seconds of attention',
    true,
    (v, session_id) => [view(v, 0, 'a', { session_id }), attention(v, session_id, 9_900)],
  ],
  [
    'one page and 10 seconds of attention',
    false,
    (v, session_id) => [view(v, 0, 'a', { session_id }), attention(v, session_id, 10_000)],
  ],
  [
    'two pages',
    false,
    (v, session_id) => [view(v, 0, 'a', { session_id }), view(v, 1, 'b', { session_id })],
  ],
  [
    'one page and a conversion',
    false,
    (v, session_id) => [
      view(v, 0, 'a', { session_id }),
      { type: 'conversion', name: 'signup', visitor_id: v, session_id, timestamp: at(1) },
    ],
  ],
])('%s: a bounce is %s', async (_, isBounce, messagesOf) => {
  const [visitor, session_id] = [randomUUID(), randomUUID()];
  await h.send(messagesOf(visitor, session_id));
  expect(await sessionsOf(visitor)).toMatchObject([{ id: session_id, is_bounce: isBounce }]);
});

function attention(visitor_id: string, session_id: string, engaged_ms: number) {
  const type = { type: 'session', action: 'heartbeat' };
  return { ...type, visitor_id, session_id, engaged_ms, timestamp: at(1) };
}
