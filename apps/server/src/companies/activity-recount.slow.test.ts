/* What companies did, told from facts, is what visits and events say: after any history, counted or not, and while it is counted. */
import { expect, test } from 'vitest';
import { rollupStats, usualRollup } from '../stats/rollup.ts';
import { startRebuild } from '../stats/state.ts';
import type { TestWorkspace } from '../testing/harness.ts';
import { type Random, randomHistory, seededRandom, shuffled } from '../testing/random-history.ts';
import { pageIn, recordIn, restOf } from '../testing/rest.ts';
import { seedsFrom } from '../testing/rounds.ts';
import { sharedHarness } from '../testing/shared-harness.ts';
import { SLOW } from '../testing/slow.ts';

const h = await sharedHarness({ trust: 'open' });
const endMs = Date.now() - 60 * 60_000;

const addresses = [
  'https://www.shop.example/pricing?plan=a#top',
  'https://blog.example/pricing',
  'https://shop.example',
  '/pricing',
  'https://shop.example/?q=1',
  `https://shop.example/${'long/'.repeat(120)}`,
];

/** On several sites, and with addresses that are no usual ones. */
function elsewhere(history: Record<string, unknown>[], random: Random): Record<string, unknown>[] {
  return history.map((message) => {
    const url = addresses[Math.floor(random() * addresses.length * 4)];
    return url ? { ...message, context: { ...Object(message.context), page: { url } } } : message;
  });
}

const rollup = ({ id }: TestWorkspace, batchSize: number, quietMs: number) =>
  h.db.workspace(id, (tx) =>
    rollupStats(tx, id, { ...usualRollup, batchSize, quietMs, settleSize: 5, staleMs: 0 }),
  );

function grouped<T>(list: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of list) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

interface Visit {
  id: string;
  visitor_id: string;
  started_at: Date;
  last_activity_at: Date;
  page_view_count: number;
}

async function recounted({ id }: TestWorkspace) {
  const [visits, evidence, views, links] = await h.db.system((tx) =>
    Promise.all([
      tx<Visit[]>`select * from sessions where workspace_id = ${id} and not is_test and bot = ''`,
      tx<{ visitor_id: string; company_id: string }[]>`
        select visitor_id, company_id from company_evidence where workspace_id = ${id} and not is_test`,
      tx<{ visit: string; url: string }[]>`
        select session_id || ' ' || visitor_id as visit, url from events
        where workspace_id = ${id} and not is_test and type = 'event' and name = 'page_view' and url <> ''`,
      tx<{ visitor_id: string; identity_id: string }[]>`
        select visitor_id, identity_id from identity_links
        where workspace_id = ${id} and not is_test and identity_id is not null order by linked_at, event_id`,
    ]),
  );
  const ownerOf = new Map(links.map(({ visitor_id, identity_id }) => [visitor_id, identity_id]));
  const visitorsOf = grouped(evidence, ({ company_id }) => company_id);
  const urlsOf = grouped(views, ({ visit }) => visit);

  const activityOf = (companyId: string, since: Date, until: Date) => {
    const own = new Set(visitorsOf.get(companyId)?.map(({ visitor_id }) => visitor_id));
    const here = visits.filter(
      (visit) => own.has(visit.visitor_id) && visit.started_at >= since && visit.started_at < until,
    );
    if (here.length === 0) return undefined;
    const visitors = new Set(here.map(({ visitor_id }) => visitor_id));
    const urls = here
      .flatMap((visit) => urlsOf.get(`${visit.id} ${visit.visitor_id}`) ?? [])
      .map(({ url }) => url.replace(/[?#].*/s, ''));
    const pages = [...grouped(urls, (url) => url)].map(([url, each]) => ({
      url,
      views: each.length,
    }));
    const second = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`;
    return {
      first_seen: second(Math.min(...here.map(({ started_at }) => Number(started_at)))),
      last_seen: second(Math.max(...here.map((visit) => Number(visit.last_activity_at)))),
      visits: here.length,
      visitors: visitors.size,
      people: new Set([...visitors].flatMap((visitor) => ownerOf.get(visitor) ?? [])).size,
      page_views: here.reduce((sum, visit) => sum + visit.page_view_count, 0),
      pages,
    };
  };
  return { visits, companies: [...visitorsOf.keys()], activityOf };
}

/** In ranges that begin and end with visits, and others. Returns how many companies were told of. */
async function compare(workspace: TestWorkspace, random: Random): Promise<number> {
  const rest = restOf(h, workspace.secretKey);
  const { visits, companies, activityOf } = await recounted(workspace);
  const moment = () => {
    const { started_at } = visits[Math.floor(random() * visits.length)] as Visit;
    return Number(started_at) + (random() < 0.5 ? 0 : Math.floor(random() * 7_200_000));
  };
  let count = 0;
  for (const isWhole of [true, false, false]) {
    const [since = 0, until = 0] = isWhole ? [0, Date.now()] : [moment(), moment()].sort();
    const times = { from: new Date(since), to: new Date(until) };
    const query = Object.fromEntries(
      Object.entries(times).map(([name, time]) => [name, time.toISOString()]),
    );
    const search = new URLSearchParams({ ...query, expand: 'activity', sort: '-page_views' });
    const { data, pagination } = pageIn(await rest.get(`/companies?${search}`));
    const expected = new Map(
      companies.flatMap((id) => {
        const company = activityOf(id, times.from, times.to);
        return company ? [[id, company] as const] : [];
      }),
    );
    expect(data.map(({ id }) => String(id)).sort()).toEqual([...expected.keys()].sort());
    expect(pagination.total).toBe(expected.size);
    for (const { id, activity } of data) {
      const { pages, ...company } = expected.get(String(id)) ?? { pages: [] };
      expect(activity).toMatchObject(company);
      const { top_pages } = activity as { top_pages: { url: string; views: number }[] };
      expect(pages).toEqual(expect.arrayContaining(top_pages));
      const most = pages.map(({ views }) => views).sort((a, b) => b - a);
      expect(top_pages.map(({ views }) => views)).toEqual(most.slice(0, 5));
      const alone = await rest.get(`/companies/${id}?${search}`.replace(/&sort=.*/, ''));
      expect(recordIn(alone).activity).toEqual(activity);
    }
    count += data.length;
  }
  return count;
}

test.each(seedsFrom(2))(
  'companies are told as visits and events say (%i)',
  async (seed) => {
    const workspace = await h.newWorkspace();
    const random = seededRandom(seed + 700);
    const history = elsewhere(randomHistory(seed + 700, 60, endMs), random);
    const order = seed % 2 === 0 ? shuffled(history, random) : history;
    await h.send(order.slice(0, 80), workspace.productionKey);
    await h.settle();
    // Counted in part, then all, with open facts and without.
    await rollup(workspace, 3, 0);
    let compared = await compare(workspace, random);
    while ((await rollup(workspace, 50, 0)) > 0);
    compared += await compare(workspace, random);
    await h.send(order.slice(80), workspace.productionKey);
    await h.settle();
    compared += await compare(workspace, random);

    const visitor_id = String(order[0]?.visitor_id);
    const decide = (body: object) => restOf(h, workspace.secretKey).post('/overrides', body);
    expect((await decide({ kind: 'bot', visitor_id })).status).toBe(201);
    await h.settle();
    const counted = (async () => {
      while ((await rollup(workspace, 1, 0)) > 0);
    })();
    compared += await compare(workspace, random);
    await counted;
    compared += await compare(workspace, random);

    await h.db.workspace(workspace.id, (tx) => startRebuild(tx, workspace.id));
    compared += await compare(workspace, random);
    await rollup(workspace, 2, 0);
    compared += await compare(workspace, random);
    expect(compared).toBeGreaterThan(10);
  },
  SLOW,
);
