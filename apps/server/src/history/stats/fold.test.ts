/* Sums that are kept are those of the facts, and made anew they are the same, row by row, after any history. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startHarness, type TestWorkspace } from '../../testing/harness.ts';
import { randomHistory, seededRandom, shuffled } from '../../testing/random-history.ts';
import { SLOW } from '../../testing/slow.ts';
import { checkStats } from './check.ts';
import { foldStats, usualFold } from './fold.ts';
import { startRebuild } from './state.ts';

const h = await startHarness({}, { trust: 'open' });
const endMs = Date.now() - 3_600_000;

/** Until nothing is left to count, with the sums of all visits that are over. */
async function foldAll({ id }: TestWorkspace): Promise<void> {
  await h.settle();
  for (;;) {
    const options = {
      ...usualFold,
      ...{ batchSize: 7, quietMs: 0, settleSize: 5, staleMs: 0, mostLater: 20, weekSize: 4 },
    };
    if ((await h.db.workspace(id, (tx) => foldStats(tx, id, options))) === 0) return;
  }
}

const kept = ['session_facts', 'open_facts', 'stats_quarters', 'stats_active_days'];

async function rowsOf({ id }: TestWorkspace): Promise<Record<string, unknown[] | undefined>> {
  const rows = await h.db.workspace(id, (tx) =>
    Promise.all(
      kept.map(
        (table) => tx`
          -- Where there is no visit, it is the time of counting.
          select to_jsonb(t) - 'workspace_id'
                   - case to_jsonb(t) ->> 'sessions' when '0' then 'active_at' else '' end as row
          from ${tx(table)} t
          where workspace_id = ${id} order by 1`,
      ),
    ),
  );
  const tables = kept.map((table, place) => [table, [...(rows[place] ?? [])]] as const);
  return { ...Object.fromEntries(tables), stats_days: await sumsOf(id) };
}

/** Of days and weeks, whether they are in the lists of pairs already or were counted later. */
async function sumsOf(id: string): Promise<unknown[]> {
  return h.db.workspace(id, async (tx) => [
    ...(await tx`
      select is_test, dimensions, day, first_value, second_value, sum(sessions) as sessions, sum(page_views) as page_views,
             sum(bounces) as bounces, sum(engaged_ms) as engaged_ms, sum(leads) as leads, sum(conversions) as conversions
      from (
        select is_test, dimensions, day, first_value, second_value, sessions, page_views, bounces, engaged_ms, leads, conversions
        from stats_days where workspace_id = ${id}
        union all
        select is_test, dimensions, day, first_value, u.second_value, coalesce(u.sessions, 0), coalesce(u.page_views, 0),
               coalesce(u.bounces, 0), coalesce(u.engaged_ms, 0), coalesce(u.leads, 0), coalesce(u.conversions, 0)
        from stats_pairs cross join lateral
          unnest(second_values, sessions, page_views, bounces, engaged_ms, leads, conversions)
            u (second_value, sessions, page_views, bounces, engaged_ms, leads, conversions)
        where workspace_id = ${id}
      ) s
      group by 1, 2, 3, 4, 5
      having row(sum(sessions), sum(page_views), sum(bounces), sum(engaged_ms), sum(leads), sum(conversions))
        <> row(0, 0, 0, 0, 0, 0)
      order by 1, 2, 3, 4, 5`),
  ]);
}

/** How many lists of pairs there are, and how many of these are of weeks. */
async function keptPairs({ id }: TestWorkspace): Promise<{ pairs: number; weeks: number }> {
  const [row] = await h.db.workspace(
    id,
    (tx) => tx<{ pairs: number; weeks: number }[]>`
      select count(*)::integer as pairs, (count(*) filter (where p.day < s.weeks_until))::integer as weeks
      from stats_pairs p join stats_state s using (workspace_id) where workspace_id = ${id}`,
  );
  return row ?? { pairs: 0, weeks: 0 };
}

const check = ({ id }: TestWorkspace) => h.db.workspace(id, (tx) => checkStats(tx, id));

async function deliver(
  workspace: TestWorkspace,
  batches: object[][],
  folds: (place: number) => boolean,
) {
  for (const [place, batch] of batches.entries()) {
    await h.send(batch, workspace.productionKey);
    if (folds(place)) await foldAll(workspace);
  }
}

test.each([
  { seed: 11, days: 0 },
  { seed: 12, days: 0 },
  // Of weeks that were over before: all but the first is counted later.
  { seed: 13, days: 5 },
  { seed: 14, days: 60 },
])(
  'kept sums are those of the facts, and the same when they are made anew ($seed, of $days days ago)',
  async ({ seed, days }) => {
    const workspace = await h.newWorkspace();
    const random = seededRandom(seed);
    const history = randomHistory(seed, 50, endMs - days * 86_400_000);
    const order = seed % 2 === 0 ? shuffled(history, random) : history;
    const batches = order.map((message) => [message]);
    await deliver(workspace, batches, () => random() < 0.15);
    const [first] = history;
    const body = { visitor_id: String(first?.visitor_id) };
    await h.client(workspace.secretKey).POST('/leads', { body });
    await foldAll(workspace);
    expect(await check(workspace)).toEqual([]);
    const before = await rowsOf(workspace);
    expect(before.session_facts?.length).toBeGreaterThan(3);
    expect(before.stats_days?.length).toBeGreaterThan(50);
    const { pairs, weeks } = await keptPairs(workspace);
    if (days > 0) expect(pairs).toBeGreaterThan(20);
    if (days > 42) expect(weeks).toBeGreaterThan(20);

    await h.db.workspace(workspace.id, (tx) => startRebuild(tx, workspace.id));
    await foldAll(workspace);
    const after = await rowsOf(workspace);
    for (const table of [...kept, 'stats_days']) expect(after[table], table).toEqual(before[table]);

    await h.db.workspace(
      workspace.id,
      (tx) => tx`
        update stats_active_days set visitors = visitors + 1 where workspace_id = ${workspace.id}`,
    );
    expect(await check(workspace)).toMatchObject([{ what: 'active days of visitors' }]);
  },
  SLOW,
);

test('what comes late on a day without visits is part of its week', async () => {
  const workspace = await h.newWorkspace();
  const viewOf = (daysAgo: number) => ({
    ...{ type: 'event', name: 'page_view', visitor_id: randomUUID(), session_id: randomUUID() },
    timestamp: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
  });
  await h.send(viewOf(0), workspace.productionKey);
  await foldAll(workspace);
  // As after eight weeks in which nobody came.
  await h.db.workspace(
    workspace.id,
    (tx) => tx`
      update stats_state set weeks_until = weeks_until - 56 where workspace_id = ${workspace.id}`,
  );
  await h.send(viewOf(50), workspace.productionKey);
  await foldAll(workspace);
  expect(await check(workspace)).toEqual([]);
  expect((await keptPairs(workspace)).weeks).toBeGreaterThan(0);
});

test('two that fold at once count nothing twice', async () => {
  const workspace = await h.newWorkspace();
  const session_id = randomUUID();
  const view = { type: 'event', name: 'page_view', visitor_id: randomUUID(), session_id };
  await h.send([view, view, view], workspace.productionKey);
  const fold = () =>
    h.db.workspace(workspace.id, (tx) =>
      foldStats(tx, workspace.id, {
        ...usualFold,
        ...{ batchSize: 1, quietMs: 0, settleSize: 5, staleMs: 0 },
      }),
    );
  await Promise.all([fold(), fold(), fold()]);
  await foldAll(workspace);
  const { stats_quarters: quarters } = await rowsOf(workspace);
  expect(quarters).toMatchObject([{ row: { sessions: 1, page_views: 3 } }]);
});
