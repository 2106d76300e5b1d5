/* Sums that are kept are those of the facts, and made anew they are the same, row by row, after any history. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { settleAll, smallSteps } from '../testing/counted-history.ts';
import type { TestWorkspace } from '../testing/harness.ts';
import { keptRows } from '../testing/kept-rows.ts';
import { randomHistory, seededRandom, shuffled } from '../testing/random-history.ts';
import { sharedHarness } from '../testing/shared-harness.ts';
import { SLOW } from '../testing/slow.ts';
import { checkStats } from './check.ts';
import { rollupStats, usualRollup } from './rollup.ts';
import { startRebuild } from './state.ts';

const h = await sharedHarness({ trust: 'open' });
const endMs = Date.now() - 3_600_000;

const rollupAll = async (workspace: TestWorkspace) => {
  await h.settle();
  await settleAll(h, workspace, smallSteps);
};
const rowsOf = (workspace: TestWorkspace) => keptRows(h, workspace);
const check = ({ id }: TestWorkspace) => h.db.workspace(id, (tx) => checkStats(tx, id));

async function countPairs({ id }: TestWorkspace): Promise<number> {
  const [row] = await h.db.workspace(
    id,
    (tx) => tx<{ pairs: number }[]>`
      select count(*)::integer as pairs from stats_pairs where workspace_id = ${id}`,
  );
  return row?.pairs ?? 0;
}

async function deliver(
  workspace: TestWorkspace,
  batches: object[][],
  rollsUp: (place: number) => boolean,
) {
  for (const [place, batch] of batches.entries()) {
    await h.send(batch, workspace.productionKey);
    if (rollsUp(place)) await rollupAll(workspace);
  }
}

test.each([
  { seed: 12, days: 0 },
  // Of days that were over before: all but the first is counted later.
  { seed: 13, days: 5 },
])(
  'stored sums equal those of the facts, also after a recount ($seed, of $days days ago)',
  async ({ seed, days }) => {
    const workspace = await h.newWorkspace();
    const random = seededRandom(seed);
    const history = randomHistory(seed, 40, endMs - days * 86_400_000);
    const order = seed % 2 === 0 ? shuffled(history, random) : history;
    const batches = order.map((message) => [message]);
    await deliver(workspace, batches, () => random() < 0.08);
    const [first] = history;
    const body = { visitor_id: String(first?.visitor_id) };
    await h.client(workspace.secretKey).leads.create(body);
    await rollupAll(workspace);
    expect(await check(workspace)).toEqual([]);
    const before = await rowsOf(workspace);
    expect(before.session_facts?.length).toBeGreaterThan(3);
    expect(before.stats_days?.length).toBeGreaterThan(50);
    if (days > 0) expect(await countPairs(workspace)).toBeGreaterThan(20);

    await h.db.workspace(workspace.id, (tx) => startRebuild(tx, workspace.id));
    await rollupAll(workspace);
    const after = await rowsOf(workspace);
    for (const [table, rows] of Object.entries(after)) expect(rows, table).toEqual(before[table]);

    await h.db.workspace(
      workspace.id,
      (tx) => tx`
        update stats_active_days set visitors = visitors + 1 where workspace_id = ${workspace.id}`,
    );
    expect(await check(workspace)).toMatchObject([{ what: 'active days of visitors' }]);
  },
  SLOW,
);

test('visits counted before their system was known get it, and their sums stay', async () => {
  const workspace = await h.newWorkspace();
  await h.send(randomHistory(15, 25, endMs - 3 * 86_400_000), workspace.productionKey);
  await rollupAll(workspace);
  const before = await rowsOf(workspace);
  await h.db.workspace(workspace.id, async (tx) => {
    await tx`update session_facts set os = 0 where workspace_id = ${workspace.id}`;
    await tx`update stats_state set phase = 'sessions' where workspace_id = ${workspace.id}`;
  });
  await rollupAll(workspace);
  expect(await rowsOf(workspace)).toEqual(before);
  expect(await check(workspace)).toEqual([]);
});

test('concurrent rollups count nothing twice', async () => {
  const workspace = await h.newWorkspace();
  const session_id = randomUUID();
  const view = { type: 'event', name: 'page_view', visitor_id: randomUUID(), session_id };
  await h.send([view, view, view], workspace.productionKey);
  const rollup = () =>
    h.db.workspace(workspace.id, (tx) =>
      rollupStats(tx, workspace.id, {
        ...usualRollup,
        ...{ batchSize: 1, quietMs: 0, settleSize: 5, staleMs: 0 },
      }),
    );
  await Promise.all([rollup(), rollup(), rollup()]);
  await rollupAll(workspace);
  const { stats_quarters: quarters } = await rowsOf(workspace);
  expect(quarters).toMatchObject([{ row: { sessions: 1, page_views: 3 } }]);
});
