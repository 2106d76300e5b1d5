/* After any history members that are kept are those whom a recount by the filter finds, however it is counted. */
import { expect, test } from 'vitest';
import { settleAll } from '../../testing/counted-history.ts';
import type { TestWorkspace } from '../../testing/harness.ts';
import { randomHistory, seededRandom, shuffled } from '../../testing/random-history.ts';
import { pageIn, type Rest, recordIn, restOf } from '../../testing/rest.ts';
import { seedsFrom } from '../../testing/rounds.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { SLOW } from '../../testing/slow.ts';

const h = await sharedHarness({ trust: 'open' });

const filters: Record<string, string[]> = {
  visitors: [
    'did(page_view, path = "/pricing", at least 2, within 20h)',
    'did(page_view, path = "/pricing*", at least 3) AND NOT did(signup)',
    'did(page_view, path IN ("/", "/demo"), url:shop, within 8h) AND country:*',
    'did(click, within 12h) OR conversion.value > 20',
    'event_count > 8 AND source = website',
    'NOT did(page_view, path = "/pricing", within 30h) AND event_count > 2',
    'NOT lead:* AND (session.country = Germany OR identity.email:bosch)',
    'channel = search AND company:*',
  ],
  identities: [
    'did(page_view, path = "/pricing", at least 2, within 20h)',
    'did(page_view, path = "/*", at least 4) AND NOT did(purchase, at least 3)',
    'did(click) AND last_seen > now-2d',
    'conversion.name = signup AND NOT name:*',
    'traits.plan > 20 OR lead.source = campaign',
    'session.channel = search',
  ],
};

interface Kept {
  id: string;
  of: string;
  filter: string;
}

async function makeLists(rest: Rest): Promise<Kept[]> {
  const kept: Kept[] = [];
  for (const [of, ofThem] of Object.entries(filters)) {
    for (const filter of ofThem) {
      const { id } = recordIn(
        await rest.post('/lists', { name: filter.slice(0, 200), of, filter }),
      );
      kept.push({ id, of, filter });
    }
  }
  return kept;
}

const idsOf = async (rest: Rest, path: string, query: Record<string, string> = {}) =>
  pageIn(await rest.get(`${path}?${new URLSearchParams({ limit: '100', ...query })}`))
    .data.map(({ id }) => id)
    .toSorted();

/** Paths are known of visits; of addresses the events of all are read. */
const byEvents = (filter: string) =>
  filter.replaceAll('path', 'url').replaceAll('"/', '"https://shop.example/');

/** Returns how many members there are in all. */
async function compare(rest: Rest, lists: Kept[]): Promise<number> {
  let members = 0;
  for (const { id, of, filter } of lists) {
    const path = `/lists/${id}/members`;
    const kept = await idsOf(rest, path);
    expect(await idsOf(rest, `/${of}`, { filter }), filter).toEqual(kept);
    expect(await idsOf(rest, `/${of}`, { filter: byEvents(filter) }), filter).toEqual(kept);
    expect(pageIn(await rest.get(`${path}?limit=1`)).pagination.total).toBe(kept.length);
    expect(recordIn(await rest.post('/lists/preview', { of, filter }))).toMatchObject({
      total: kept.length,
    });
    members += kept.length;
  }
  return members;
}

async function correctSomebody(rest: Rest, { id }: TestWorkspace): Promise<void> {
  const [first, second] = pageIn(await rest.get('/identities')).data;
  if (!first || !second) throw new Error('there are too few people');
  const joined = await rest.post(`/identities/${first.id}/join`, { identity_id: second.id });
  if (joined.status !== 200) throw new Error(`${id}: ${joined.text}`);
}

test.each(seedsFrom(32))(
  'kept members are those of a recount (%i)',
  async (seed) => {
    const workspace = await h.newWorkspace();
    const rest = restOf(h, workspace.secretKey);
    const random = seededRandom(seed);
    const history = randomHistory(seed, 45, Date.now() - 60_000);
    const late = seed % 2 === 0 ? shuffled(history, random) : history;
    await h.send(late.slice(0, 30), workspace.productionKey);
    const lists = await makeLists(rest);
    let members = 0;
    for (const [from, until] of [
      [30, 50],
      [50, 51],
      [51, 90],
    ]) {
      await h.send(late.slice(from, until), workspace.productionKey);
      await h.settle();
      if (random() < 0.5) await settleAll(h, workspace);
      members += await compare(rest, lists);
    }
    expect(members).toBeGreaterThan(20);
    await correctSomebody(rest, workspace);
    await h.settle();
    await compare(rest, lists);
  },
  SLOW,
);
