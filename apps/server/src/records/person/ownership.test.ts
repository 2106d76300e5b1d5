/* Whose a visitor's history is, also where a backend names somebody with every message. */
import { expect, test } from 'vitest';
import { runCombined } from '../../platform/db/combined-statement.ts';
import { orderedPageOf } from '../../platform/resource-kit/paging.ts';
import { seededRandom } from '../../testing/random-history.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { rowsReadBy } from '../../testing/tables.ts';
import { activityPage } from './activity.ts';
import { insertLinks, type Link, type NewLink, selectLinks } from './links.ts';
import { currentOwner, ownerAt, ownerKnownAt, slicesOf, VisitorLinks } from './ownership.ts';

const h = await sharedHarness();

test('binary search finds the same owner as a scan of every link', () => {
  const links = Array.from({ length: 40 }, (_, place): Link => {
    const linked_at = `2026-10-01T10:00:${String(place >> 1).padStart(2, '0')}.000000Z`;
    const identity_id = `person ${place % 5}`;
    return { visitor_id: 'v', is_test: false, identity_id, linked_at, event_id: `e${place % 2}` };
  });
  for (let second = -1; second <= 21; second++) {
    const at = `2026-10-01T${second < 0 ? '09' : '10'}:00:${String(Math.abs(second)).padStart(2, '0')}.000000Z`;
    const own = links.findLast(({ linked_at }) => linked_at <= at) ?? links[0];
    expect(ownerAt(links, at)).toBe(own?.identity_id);
    const link = links.findLast(({ linked_at }) => linked_at <= at);
    expect(ownerKnownAt(links, at)).toBe(link?.identity_id);
  }
  expect(ownerAt([], '2026')).toBeUndefined();
});

test('a person with 5,000 identify messages is counted once, and each link and message is read a few times', async () => {
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
  const identityId = data[0]?.id ?? '';
  const { pagination } = await read(`/identities/${identityId}/activity`);
  expect(pagination.total).toBe(5_001 + 1);
  const { id } = h.workspace;
  await h.db.workspace(id, async (tx) => {
    const page = () => activityPage(tx, id, { identityId }, {}, orderedPageOf({}));
    const read = await rowsReadBy(tx, ['identity_links', 'events', 'sessions'], page);
    // Where each link were met with each message it would be 25,000,000.
    expect(read).toBeLessThan(30 * messages.length);
  });
});

const uuid = (kind: number, number: number) =>
  `00000000-0000-4000-800${kind}-${String(number).padStart(12, '0')}`;

/** Links of a few visitors to a few people, many of them in one instant, in no order. */
function randomLinks(seed: number): NewLink[] {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  return Array.from({ length: 1 + below(40) }, (_, place) => ({
    eventId: uuid(1, below(1_000) * 100 + place),
    isTest: below(5) === 0,
    visitorId: uuid(2, below(3)),
    namedId: uuid(4, 0),
    identityId: uuid(3, below(4)),
    occurredAt: `2026-10-01T10:00:${String(below(20)).padStart(2, '0')}.000000Z`,
    email: 'ada@example.com',
    userId: undefined,
    verificationLevel: 'public' as const,
    provedName: null,
    network: null,
    isFoundBot: false,
    ownsEmail: false,
    isOverflow: false,
    weight: 1 as const,
  }));
}

const instants = Array.from(
  { length: 23 },
  (_, place) =>
    `2026-10-01T${place === 0 ? '09' : '10'}:00:${String(place).padStart(2, '0')}.000000Z`,
);

interface Owned {
  visitor_id: string;
  is_test: boolean;
  at: string;
  owner: string;
}

test.each(Array.from({ length: 25 }, (_, place) => place + 1))(
  'SQL and the function agree whose a visitor was at any time (%i)',
  async (seed) => {
    const { id: workspaceId } = await h.newWorkspace();
    const newLinks = randomLinks(seed);
    const visitors = [0, 1, 2].map((number) => uuid(2, number));
    const people = [0, 1, 2, 3].map((number) => uuid(3, number));
    const { links, owned, current } = await h.db.workspace(workspaceId, async (tx) => {
      await runCombined(tx, workspaceId, [insertLinks(newLinks)]);
      return {
        links: await selectLinks(tx, workspaceId, visitors, []),
        owned: await tx<Owned[]>`
          with ${slicesOf(tx, workspaceId, people)}
          select visitor_id, is_test, at, identity_id as owner
          from slices join unnest(${instants}::text[]) at
            on at::timestamptz >= since and at::timestamptz < until`,
        current: await tx<Owned[]>`
          select v.id as visitor_id, v.is_test, '' as at, o.identity_id as owner
          from (select distinct visitor_id as id, is_test from identity_links
                where workspace_id = ${workspaceId}) v
          cross join lateral (${currentOwner(tx, workspaceId)}) o`,
      };
    });
    const visitorLinks = new VisitorLinks(links);
    const expected = (at: string) =>
      visitors.flatMap((visitorId) =>
        [false, true].flatMap((isTest): Owned[] => {
          const owner = ownerAt(visitorLinks.of({ visitorId, isTest }), at);
          return owner ? [{ visitor_id: visitorId, is_test: isTest, at, owner }] : [];
        }),
      );
    expect(sorted(owned)).toEqual(sorted(instants.flatMap(expected)));
    const now = expected('2026-10-02').map((row) => ({ ...row, at: '' }));
    expect(sorted(current)).toEqual(sorted(now));
  },
);

const sorted = (rows: Iterable<Owned>) => [...rows].map((row) => JSON.stringify(row)).sort();
