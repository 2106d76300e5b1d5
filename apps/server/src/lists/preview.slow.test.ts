/* How many a filter is true of, told of a sample: who is in it, how far the estimate lies from the truth, and when it is exact. */
import { checkFilter } from '@footfall/contract/filter-check';
import { type ListSubject, listSubjects } from '@footfall/contract/list-record';
import { expect, test } from 'vitest';
import { shareOf } from '../records/visit/shares.ts';
import { type Random, seededRandom } from '../testing/random-history.ts';
import { recordIn, restOf } from '../testing/rest.ts';
import { sharedHarness } from '../testing/shared-harness.ts';
import { SLOW } from '../testing/slow.ts';
import { previewOf, usualLimits } from './preview.ts';

const h = await sharedHarness({ trust: 'open' });

const uuidOf = (random: Random) => {
  const hex = (length: number) =>
    Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
};

interface Device {
  id: string;
  /** Whose, if anybody's: two devices in a row may be one person's. */
  email: string | undefined;
  views: string[];
  /** Its pages are not read yet: only its events tell. */
  isUnread: boolean;
}

const pages = Array.from({ length: 12 }, (_, place) => `/page-${place}`);

/** The first pages are seen by most of them, the last by few. */
function someDevices(random: Random, count: number): Device[] {
  return Array.from({ length: count }, (_, place) => ({
    id: uuidOf(random),
    email: random() < 0.7 ? `p${Math.floor(place / 2)}@example.org` : undefined,
    views: pages.flatMap((page, at) =>
      Array.from({ length: 2 }, () => (random() < 0.6 / (at + 1) ? [page] : [])).flat(),
    ),
    isUnread: place % 10 === 0,
  }));
}

function messagesOf({ id, email, views }: Device) {
  const at = (second: number) => new Date(Date.now() - 3_600_000 + second * 1000).toISOString();
  const own = { visitor_id: id, session_id: id, timestamp: at(views.length) };
  const viewed = views.map((page, place) => ({
    ...{ type: 'event', name: 'page_view', ...own, timestamp: at(place) },
    context: { page: { url: `https://shop.example${page}` } },
  }));
  return email === undefined ? viewed : [...viewed, { type: 'identify', email, ...own }];
}

interface Truth {
  total: number;
  /** Of the sample of so many shares. */
  sampled: (shares: number) => number;
}

function truthOf(devices: Device[], of: ListSubject, page: string, atLeast: number): Truth {
  const groups = new Map<string, { first: string; views: number }>();
  for (const { id, email, views, isUnread } of devices) {
    const key = of === 'visitors' ? id : email;
    const seen = views.filter((each) => each === page).length;
    if (key === undefined || (seen === 0 && !isUnread)) continue;
    const group = groups.get(key);
    const first = group && group.first < id ? group.first : id;
    groups.set(key, { first, views: (group?.views ?? 0) + seen });
  }
  const matching = [...groups.values()].filter(({ views }) => views >= atLeast);
  return {
    total: matching.length,
    sampled: (shares) => matching.filter(({ first }) => shareOf(first) < shares).length,
  };
}

test(
  'an estimate lies within its stated error in 90 of 100 cases and more, and its sample are real',
  async () => {
    const workspace = await h.newWorkspace();
    const rest = restOf(h, workspace.secretKey);
    const random = seededRandom(65);
    const devices = someDevices(random, 400);
    const messages = devices.flatMap(messagesOf);
    for (let at = 0; at < messages.length; at += 500) {
      await h.send(messages.slice(at, at + 500), workspace.productionKey);
    }
    await h.settle();
    const idsAt = (digit: number) =>
      devices.filter((_, place) => place % 10 === digit).map(({ id }) => id);
    await h.db.workspace(workspace.id, async (tx) => {
      await tx`
        update session_facts set pages = null, page_counts = null
        where workspace_id = ${workspace.id} and visitor_id = any(${idsAt(0)}::uuid[])`;
      // Too many for the index of samples.
      await tx`
        update session_facts set
          pages = pages || array(select n from generate_series(100000, 100100) n),
          page_counts = page_counts || array(select 1 from generate_series(100000, 100100) n)
        where workspace_id = ${workspace.id} and visitor_id = any(${idsAt(1)}::uuid[])`;
    });
    const kinds = ['visitors', 'identities'] as const;
    const cases = kinds.flatMap((of) =>
      pages.flatMap((page) => [1, 2].map((atLeast) => ({ of, page, atLeast }))),
    );
    let misses = 0;
    for (const { of, page, atLeast } of cases) {
      const truth = truthOf(devices, of, page, atLeast);
      const filter = `did(page_view, path = "${page}", at least ${atLeast}, within 2d)`;
      const exact = recordIn(await rest.post('/lists/preview', { of, filter, exact: true }));
      expect(exact, filter).toMatchObject({ total: truth.total, approximate: false });
      for (const mostShares of [4, 16]) {
        const limits = { ...usualLimits, visits: 0, timeMs: 1e9, mostShares, fewMatches: 0 };
        const checked = checkFilter(filter, listSubjects[of]);
        const { total, total_error, sample } = await h.db.workspace(workspace.id, (tx) =>
          previewOf(tx, workspace.id, of, checked, limits),
        );
        const sampledCount = truth.sampled(mostShares);
        expect(total, `${of} ${filter}`).toBe(Math.round((sampledCount * 64) / mostShares));
        expect(sample.length).toBe(Math.min(20, sampledCount));
        if (Math.abs(total - truth.total) > Number(total_error)) misses += 1;
      }
    }
    expect(misses).toBeLessThan((2 * cases.length) / 10);
  },
  SLOW,
);

const countedFilters: [ListSubject, string][] = [
  ['visitors', 'source = website'],
  ['visitors', 'did(signup) OR did(page_view, path = "/a")'],
  ['visitors', 'NOT did(page_view, path = "/b") AND session_count >= 1'],
  ['identities', 'did(page_view, path = "/a") AND email:example'],
  ['identities', 'last_seen > now-2d'],
];

test('few matches are listed one by one, and small workspaces are counted exactly', async () => {
  const workspace = await h.newWorkspace();
  const rest = restOf(h, workspace.secretKey);
  const random = seededRandom(66);
  const devices = someDevices(random, 60).map((device, place) => ({
    ...device,
    views: place % 3 === 0 ? ['/a'] : ['/b', '/b'],
  }));
  await h.send(devices.flatMap(messagesOf), workspace.productionKey);
  await h.settle();
  for (const [of, filter] of countedFilters) {
    const exact = recordIn(await rest.post('/lists/preview', { of, filter, exact: true }));
    expect(exact.approximate).toBe(false);
    expect(Number(exact.total), filter).toBeGreaterThan(5);
    expect(recordIn(await rest.post('/lists/preview', { of, filter }))).toEqual(exact);
    const checked = checkFilter(filter, listSubjects[of]);
    const preview = (limits: Partial<typeof usualLimits>) =>
      h.db.workspace(workspace.id, (tx) =>
        previewOf(tx, workspace.id, of, checked, { ...usualLimits, visits: 0, ...limits }),
      );
    expect(await preview({ timeMs: 60_000 })).toEqual(exact);
    const sampled = await preview({ timeMs: 60_000, fewMatches: 0 });
    expect(sampled.approximate).toBe(true);
    const ids = new Set((await idsOf(rest, of, filter)) as string[]);
    expect(sampled.sample.filter((id) => !ids.has(id))).toEqual([]);
    expect(Math.abs(sampled.total - Number(exact.total))).toBeLessThan(
      3 * (sampled.total_error ?? 0),
    );
  }
});

async function idsOf(rest: ReturnType<typeof restOf>, of: ListSubject, filter: string) {
  const { body } = await rest.get(`/${of}?${new URLSearchParams({ filter, limit: '100' })}`);
  return (body as { data: { id: string }[] }).data.map(({ id }) => id);
}
