import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { dataOf, post } from '../../testing/post.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness({ trust: 'open' });

const hourMs = 3_600_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

/** Sends one event and returns when it happened, as stored, and when it was received. */
async function stored(timestamp: string | undefined, sentAt?: string, single = false) {
  const visitor_id = randomUUID();
  const message = { type: 'event', name: 'x', visitor_id, session_id: randomUUID(), timestamp };
  const answer = single
    ? await post(h, '/ingest', { ...message, sent_at: sentAt })
    : await post(h, '/ingest/batch', { batch: [message], sent_at: sentAt });
  expect(dataOf(answer).results[0]).toMatchObject({ status: 'accepted' });
  const [row] = await h.db.system(
    (tx) => tx<{ at: Date; received: Date; text: string }[]>`
      select occurred_at as at, received_at as received,
             to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as text
      from events where visitor_id = ${visitor_id}`,
  );
  if (!row) throw new Error('the event is not stored');
  return row;
}

const near = (at: Date, expectedMs: number) =>
  expect(Math.abs(at.getTime() - expectedMs)).toBeLessThan(5_000);

test('without a timestamp the time of receipt counts', async () => {
  near((await stored(undefined)).at, Date.now());
});

test.each([
  ['2026-05-04T09:30:00Z', '2026-05-04T09:30:00.000000'],
  ['2026-05-04T09:30:00.123456Z', '2026-05-04T09:30:00.123456'],
  ['2026-05-04T09:30:00.1234569+02:00', '2026-05-04T07:30:00.123456'],
  ['2026-05-04T09:30+0530', '2026-05-04T04:00:00.000000'],
  ['2026-05-04T09:30:00', '2026-05-04T09:30:00.000000'],
  ['2026-05-04', '2026-05-04T00:00:00.000000'],
  ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000000'],
])('a timestamp is kept to the microsecond, with any offset: %s', async (timestamp, text) => {
  expect((await stored(timestamp)).text).toBe(text);
});

test('a clock that differs by less than a minute is right: transit never reorders events', async () => {
  const timestamp = ago(hourMs);
  for (const sentAt of [ago(50_000), ago(-50_000), ago(0)]) {
    expect((await stored(timestamp, sentAt)).at.toISOString()).toBe(timestamp);
  }
});

test.each([
  ['behind', 2 * hourMs],
  ['ahead', -3 * hourMs],
])(
  'a device with a clock that is %s has its timestamps shifted by the difference',
  async (_how, offMs) => {
    for (const single of [false, true]) {
      const { at } = await stored(ago(offMs + 10 * 60_000), ago(offMs), single);
      near(at, Date.now() - 10 * 60_000);
    }
  },
);

test('the shift keeps the distance between the events of a batch', async () => {
  const visitor_id = randomUUID();
  const now = Date.now();
  const before = (ms: number) => new Date(now - ms).toISOString();
  const at = (ms: number) => ({ type: 'event', name: 'x', visitor_id, timestamp: before(ms) });
  const times = [5 * hourMs, 5 * hourMs - 1_500, 5 * hourMs - 61_000];
  const body = { sent_at: before(5 * hourMs - 120_000), batch: times.map(at) };
  await post(h, '/ingest/batch', body);
  const rows = await h.db.system(
    (tx) => tx<{ at: Date }[]>`
      select occurred_at as at from events where visitor_id = ${visitor_id} order by occurred_at`,
  );
  const [first = 0, second = 0, third = 0] = rows.map((row) => row.at.getTime());
  expect(Math.abs(second - first - 1_500)).toBeLessThan(50);
  expect(Math.abs(third - first - 61_000)).toBeLessThan(50);
  expect(Math.abs(first - (Date.now() - 120_000))).toBeLessThan(5_000);
});

test('a time more than a minute ahead becomes the time of receipt; up to a minute is kept', async () => {
  near((await stored(ago(-2 * 60_000))).at, Date.now());
  near((await stored('9999-12-31T23:59:59Z')).at, Date.now());
  const soon = ago(-50_000);
  expect((await stored(soon)).at.toISOString()).toBe(soon);
});

test('a shift that would lead before 1970 gives the time of receipt', async () => {
  near((await stored('1970-01-02T00:00:00Z', ago(-30 * 365 * 24 * hourMs))).at, Date.now());
});

test.each(['yesterday', '', 17, null, {}, '+275760-09-13T00:00:00.001Z'])(
  'a sent_at that is no instant corrects nothing: %j',
  async (sent_at) => {
    const timestamp = ago(hourMs);
    expect((await stored(timestamp, sent_at as string)).at.toISOString()).toBe(timestamp);
  },
);

test('messages of one batch without timestamps keep their order', async () => {
  const visitor_id = randomUUID();
  const batch = Array.from({ length: 300 }, (_, place) => ({
    type: 'event',
    name: `n${place}`,
    visitor_id,
  }));
  await h.send(batch);
  const rows = await h.db.system(
    (tx) => tx<{ name: string }[]>`
      select name from events where visitor_id = ${visitor_id} order by occurred_at`,
  );
  expect(rows.map(({ name }) => name)).toEqual(batch.map(({ name }) => name));
});
