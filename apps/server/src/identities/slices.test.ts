/* Whose a visitor's history is, also where a backend names somebody with every message. */
import { expect, test } from 'vitest';
import { startHarness } from '../testing/harness.ts';
import type { Link } from './naming.ts';
import { ownerAt, ownerKnownAt } from './slices.ts';

const h = await startHarness();

test('the search by halves finds whom a look at every link finds', () => {
  const links = Array.from({ length: 40 }, (_, place): Link => {
    const linked_at = `2026-10-01T10:00:${String(place >> 1).padStart(2, '0')}.000000Z`;
    const identity_id = `person ${place % 5}`;
    return { visitor_id: 'v', is_test: false, identity_id, linked_at, event_id: `e${place % 2}` };
  });
  for (let second = -1; second <= 21; second++) {
    const at = `2026-10-01T${second < 0 ? '09' : '10'}:00:${String(Math.abs(second)).padStart(2, '0')}.000000Z`;
    const own = links.findLast(({ linked_at }) => linked_at <= at) ?? links[0];
    expect(ownerAt(links, at)).toBe(own?.identity_id);
    const known = links.findLast(({ linked_at }) => linked_at <= at);
    expect(ownerKnownAt(links, at)).toBe(known?.identity_id);
  }
  expect(ownerAt([], '2026')).toBeUndefined();
});

test('a person who is named with each of 5,000 messages is read at once, and counted once', async () => {
  const visitor_id = '00000000-0000-4000-8001-000000000001';
  const session_id = '00000000-0000-4000-8002-000000000001';
  const began = Date.parse('2026-10-01T10:00:00Z');
  const messages = Array.from({ length: 5_000 }, (_, place) => ({
    type: 'event',
    name: 'page_view',
    user_id: 'u1',
    visitor_id,
    session_id,
    timestamp: new Date(began + place * 1_000).toISOString(),
  }));
  for (let from = 0; from < messages.length; from += 1_000) {
    await h.send(messages.slice(from, from + 1_000));
  }
  await h.settle();
  const read = async (path: string) => {
    const headers = { authorization: `Bearer ${h.workspace.secretKey}` };
    return (await (await h.fetch(`/api/v1${path}`, { headers })).json()) as {
      data: { id: string; visits: number }[];
      pagination: { total: number };
    };
  };
  const { data } = await read('/identities');
  const start = performance.now();
  const { pagination } = await read(`/identities/${data[0]?.id}/activity`);
  expect(pagination.total).toBe(5_001 + 1);
  expect(performance.now() - start).toBeLessThan(2_000);
});
