/* Page and total of a list whose filter has to look at many rows: found once, and the same as when they are asked for apart. */
import { checkFilter } from '@footfall/contract/filter-check';
import type { RecordKind } from '@footfall/contract/filter-fields';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listCompanies } from '../../companies/read.ts';
import { listIdentities } from '../../people/identities/read.ts';
import { listVisitors } from '../../people/visitors/read.ts';
import { type OrderedPage, orderedPageOf } from '../../platform/resource-kit/paging.ts';
import { listConversions } from '../../revenue/conversions/read.ts';
import { listLeads } from '../../revenue/leads/store.ts';
import { FaultProxy } from '../../testing/fault-proxy.ts';
import { anyFilter } from '../../testing/fuzz-filters.ts';
import { startHarness } from '../../testing/harness.ts';
import { randomHistory } from '../../testing/random-history.ts';
import { type ListAnswer, pageIn, restOf } from '../../testing/rest.ts';
import { inRounds } from '../../testing/rounds.ts';
import type { ListFilter } from './list-filter.ts';
import type { Asker } from './match-page.ts';

const h = await startHarness({}, { trust: 'open' });
const workspace = await h.newWorkspace();
await h.send(randomHistory(5, 200, Date.now() - 60_000), workspace.productionKey);
await h.settle();
const rest = restOf(h, workspace.secretKey);
const seed = Number(process.env.SEED || 20_261_120);

type Apart = (asker: Asker, filter: ListFilter, page: OrderedPage) => Promise<{ data: object[] }>;
const { id } = workspace;
const isTest = false;
const isBot = false;
const isSuspect = false;

/** The page by itself. Sessions are asked for by nothing else. */
const apart: Record<string, [kind: RecordKind, sorts: string[], Apart | undefined]> = {
  '/visitors': [
    'visitor',
    ['created_at', '-created_at', 'last_visit', '-last_visit'],
    (asker, filter, page) => listVisitors(asker, id, { isTest, isBot, ...filter }, page),
  ],
  '/identities': [
    'identity',
    ['created_at', '-updated_at', '-intent_score', 'intent_score'],
    (asker, filter, page) => listIdentities(asker, id, { isTest, ...filter }, page, []),
  ],
  '/leads': [
    'lead',
    ['-created_at', 'updated_at'],
    (asker, filter, page) => listLeads(asker, id, { isTest, isSuspect, ...filter }, page),
  ],
  '/companies': [
    'company',
    ['-created_at', 'name'],
    (asker, filter, page) => listCompanies(asker, id, { isTest, ...filter }, page),
  ],
  '/conversions': [
    'conversion',
    ['-created_at', 'created_at'],
    (asker, filter, page) => listConversions(asker, id, { isTest, isBot, ...filter }, page),
  ],
  '/sessions': ['session', ['-created_at', 'created_at'], undefined],
};

const read = async (path: string, query: Record<string, string>, through = rest) =>
  pageIn(await through.get(`${path}?${new URLSearchParams(query)}`));

/** All pages by cursor. */
async function walked(path: string, query: Record<string, string>): Promise<ListAnswer[]> {
  const pages: ListAnswer[] = [];
  for (let cursor: string | null | undefined = ''; typeof cursor === 'string'; ) {
    const page = await read(path, { ...query, cursor, limit: '9' });
    pages.push(page);
    cursor = page.pagination.next_cursor;
  }
  return pages;
}

test.each(Object.entries(apart))('%s of random filters', async (path, [kind, sorts, ask]) => {
  let most = 0;
  const questions = fc.tuple(anyFilter(kind), fc.constantFrom(...sorts), fc.nat(3));
  await fc.assert(
    fc.asyncProperty(questions, async ([filter, sort, offset]) => {
      const query = { filter, sort };
      const all = await read(path, { ...query, limit: '100' });
      const { total } = all.pagination;
      most = Math.max(most, total);
      const pages = await walked(path, query);
      expect(pages.flatMap(({ data }) => data)).toEqual(all.data);
      expect(new Set(pages.map((page) => page.pagination.total))).toEqual(new Set([total]));
      const later = await read(path, { ...query, limit: '2', offset: String(offset) });
      expect(later.data).toEqual(all.data.slice(offset, offset + 2));
      const pastTheEnd = await read(path, { ...query, offset: String(total) });
      expect(pastTheEnd).toMatchObject({ data: [], pagination: { total } });
      expect(total).toBe(all.data.length);
      if (!ask) return;
      const checked = { filter: checkFilter(filter, kind) };
      const page = orderedPageOf({ sort, limit: 2, offset });
      const response = await h.db.workspace(id, (tx) =>
        ask({ tx, needsTotal: false }, checked, page),
      );
      expect(response.data).toEqual(later.data);
    }),
    { numRuns: inRounds(8), seed },
  );
  expect(most).toBeGreaterThan(0);
});

const did = 'did(page_view, within 30d)';

/** Of leads it stands there for their people and for visitors without a name. */
const lookups: [path: string, filter: string, times: number][] = [
  ['/visitors?sort=-last_visit', did, 1],
  ['/visitors', 'did(page_view, path = "/*", within 30d)', 1],
  ['/visitors', `${did} AND NOT did(signup, within 30d)`, 2],
  ['/identities', `NOT ${did} AND country != DE`, 1],
  ['/leads', `source = website AND ${did}`, 2],
  ['/companies', did, 1],
  ['/sessions', did, 1],
];

test('a condition on events is evaluated once per list, for page and total', async () => {
  const proxy = new FaultProxy(h.ownerUrl);
  const beside = await startHarness({}, {}, { ownerUrl: await proxy.start() });
  let sent = '';
  proxy.onSent = (bytes) => {
    sent += bytes.toString('latin1');
  };
  for (const [list, filter, times] of lookups) {
    sent = '';
    const [path = '', sort = ''] = list.split('?sort=');
    const query = { filter, ...(sort && { sort }) };
    await read(path, query, restOf(beside, workspace.secretKey));
    // Stands in the statement once for each.
    expect([list, filter, sent.match(/require_kept_events\(/g)?.length]).toEqual([
      list,
      filter,
      times,
    ]);
  }
  await proxy.stop();
});
