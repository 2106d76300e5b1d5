/* Where visits begin and end, for senders that name their sessions and for those that do not. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { pageIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness({ trust: 'open' });
const rest = restOf(h);

const dayMs = 24 * 60 * 60_000;
/** Midnight in UTC. */
const midnightMs = Math.floor(Date.now() / dayMs) * dayMs - 9 * dayMs;
/** By minutes after noon. */
const at = (minutes: number) => new Date(midnightMs + dayMs / 2 + minutes * 60_000).toISOString();

interface Sent {
  at: number;
  session?: string;
  context?: object;
}

const page = (path: string) => ({ page: { url: `https://shop.example/${path}` } });

function message(visitor_id: string, { at: minutes, session, context }: Sent) {
  const named = session === undefined ? {} : { session_id: session };
  const timestamp = at(minutes);
  return { type: 'event', name: 'page_view', visitor_id, timestamp, context, ...named };
}

/** Sessions of a visitor, oldest first. */
async function sessionsOf(visitorId: string) {
  await h.settle();
  return pageIn(await rest.get(`/visitors/${visitorId}/sessions?limit=100`)).data.toReversed();
}

/** How many messages each session has, when they are sent one by one and when all at once. */
async function sizes(messages: Sent[]): Promise<unknown[]> {
  const [single, batched] = [randomUUID(), randomUUID()];
  for (const sent of messages) await h.send(message(single, sent));
  await h.send(messages.map((sent) => message(batched, sent)));
  const counts = (await sessionsOf(single)).map(({ event_count }) => event_count);
  expect((await sessionsOf(batched)).map(({ event_count }) => event_count)).toEqual(counts);
  return counts;
}

test('a visit continues after 29:59 and 30:00 idle minutes and ends before 30:01', async () => {
  expect(await sizes([{ at: 0 }, { at: 29 + 59 / 60 }, { at: 59 + 59 / 60 }])).toEqual([3]);
  expect(await sizes([{ at: 0 }, { at: 30 + 1 / 60 }])).toEqual([1, 1]);
});

test('a visit lasts 24 hours and not a second more, however busy it is', async () => {
  const busy = Array.from({ length: 58 }, (_, place) => ({ at: place * 25 }));
  expect(await sizes([...busy, { at: 24 * 60 }])).toEqual([59]);
  expect(await sizes([...busy, { at: 24 * 60 + 1 / 60 }, { at: 24 * 60 + 20 }])).toEqual([58, 2]);
});

test('a visit goes on past midnight', async () => {
  expect(await sizes([{ at: 12 * 60 - 5 }, { at: 12 * 60 + 5 }, { at: 12 * 60 + 20 }])).toEqual([
    3,
  ]);
});

const spring = { campaign: { source: 'google', medium: 'cpc', name: 'spring' } };

test.each<[string, object, object]>([
  ['tags where there were none', {}, spring],
  ['a click id where there were none', {}, { click_ids: { gclid: 'a' } }],
  ['another campaign', spring, { campaign: { ...spring.campaign, name: 'summer' } }],
  ['another term of the same campaign', spring, { campaign: { ...spring.campaign, term: 'x' } }],
  ['another click id', { click_ids: { gclid: 'a' } }, { click_ids: { gclid: 'b' } }],
  ['a click id beside the same tags', spring, { ...spring, click_ids: { gclid: 'a' } }],
])('begins anew with %s', async (_, first, second) => {
  expect(
    await sizes([
      { at: 0, context: { ...page('a'), ...first } },
      { at: 5, context: { ...page('b'), ...second } },
      { at: 6, context: page('c') },
    ]),
  ).toEqual([1, 2]);
});

test.each<[string, object, object]>([
  ['the same tags again, in another order', spring, reversed(spring)],
  ['pages without tags', spring, {}],
  ['empty tags', spring, { campaign: { source: '', name: null } }],
])('a visit goes on with %s', async (_, first, second) => {
  expect(
    await sizes([
      { at: 0, context: { ...page('a'), ...first } },
      { at: 5, context: { ...page('b'), ...second } },
      { at: 9, context: { ...page('c'), ...first } },
    ]),
  ).toEqual([3]);
});

function reversed({ campaign }: typeof spring) {
  return { campaign: Object.fromEntries(Object.entries(campaign).toReversed()) };
}

test('a session that messages name is never cut, by pauses, length or campaigns', async () => {
  const session = randomUUID();
  expect(
    await sizes([
      { at: 0, session, context: page('a') },
      { at: 45, session, context: { ...page('b'), ...spring } },
      { at: 26 * 60, session, context: page('c') },
    ]),
  ).toEqual([3]);
});

test('what a backend sends joins the session that the browser names: before, within and after it', async () => {
  const [visitor, session] = [randomUUID(), randomUUID()];
  const order: Sent[] = [
    { at: 0 },
    { at: 10, session, context: page('entry') },
    { at: 12 },
    { at: 20, session, context: page('exit') },
    { at: 45 },
  ];
  for (const sent of order) await h.send(message(visitor, sent));
  expect(await sessionsOf(visitor)).toMatchObject([
    {
      id: session,
      event_count: 5,
      entry_url: 'https://shop.example/entry',
      exit_url: 'https://shop.example/exit',
      started_at: `${at(0).slice(0, 19)}Z`,
      duration_seconds: 45 * 60,
    },
  ]);
  const events = await h.db.system(
    (tx) => tx`select distinct session_id from events where visitor_id = ${visitor}`,
  );
  expect([...events]).toEqual([{ session_id: session }]);
});

test('what a backend sends more than 30 minutes before or after the browser’s session is a visit of its own', async () => {
  const [visitor, session] = [randomUUID(), randomUUID()];
  const order: Sent[] = [
    { at: 0 },
    { at: 40, session, context: page('a') },
    { at: 50, session, context: page('b') },
    { at: 81 },
  ];
  for (const sent of order) await h.send(message(visitor, sent));
  const sessions = await sessionsOf(visitor);
  expect(sessions.map(({ event_count }) => event_count)).toEqual([1, 2, 1]);
  expect(sessions[1]?.id).toBe(session);
});

test('between two sessions of the browser, a backend’s message belongs to the one that goes on', async () => {
  const [visitor, first, second] = [randomUUID(), randomUUID(), randomUUID()];
  for (const sent of [
    { at: 0, session: first },
    { at: 5, session: second },
    { at: 6 },
    { at: 7, session: first },
    { at: 8 },
  ]) {
    await h.send(message(visitor, sent));
  }
  const counts = (await sessionsOf(visitor)).map(({ id, event_count }) => [id, event_count]);
  expect(counts).toEqual([
    [first, 3],
    [second, 2],
  ]);
});

test('a session id that two visitors send is two sessions', async () => {
  const [one, other, session] = [randomUUID(), randomUUID(), randomUUID()];
  await h.send([
    message(one, { at: 0, session, context: page('one') }),
    message(other, { at: 1, session, context: { ...page('other'), ...spring } }),
    message(other, { at: 2 }),
    message(one, { at: 3, session, context: page('last') }),
  ]);
  await h.send(message(one, { at: -10 }));
  const shown = ({ id, event_count, entry_url }: Record<string, unknown>) => [
    id,
    event_count,
    entry_url,
  ];
  expect((await sessionsOf(one)).map(shown)).toEqual([[session, 3, 'https://shop.example/one']]);
  expect((await sessionsOf(other)).map(shown)).toEqual([
    [session, 2, 'https://shop.example/other'],
  ]);
});

test('live and test messages of one visitor never share a visit', async () => {
  const visitor = randomUUID();
  const { developmentKey } = h.workspace;
  await h.send(message(visitor, { at: 0 }));
  await h.send([message(visitor, { at: 1 }), message(visitor, { at: 2 })], developmentKey);
  await h.send(message(visitor, { at: 3 }), developmentKey);
  await h.settle();
  const counts = async (query: string) =>
    pageIn(await rest.get(`/visitors/${visitor}/sessions${query}`)).data.map(
      ({ event_count }) => event_count,
    );
  expect(await counts('')).toEqual([1]);
  expect(await counts('?test=true')).toEqual([3]);
});
