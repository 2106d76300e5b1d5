/* Sums that are kept are those of the facts, and made anew they are the same, row by row, after any history. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startHarness, type TestWorkspace } from '../../testing/harness.ts';
import { randomHistory, seededRandom, shuffled } from '../../testing/random-history.ts';
import { SLOW } from '../../testing/slow.ts';
import { checkStats } from './check.ts';
import { foldStats } from './fold.ts';
import { startRebuild } from './state.ts';

const h = await startHarness({}, { trust: 'open' });
const endMs = Date.now() - 3_600_000;

/** Until nothing is left to count, with the sums of all visits that are over. */
async function foldAll({ id }: TestWorkspace): Promise<void> {
  await h.settle();
  for (;;) {
    const options = { batchSize: 7, quietMs: 0, settleSize: 5, staleMs: 0 };
    if ((await h.db.workspace(id, (tx) => foldStats(tx, id, options))) === 0) return;
  }
}

const kept = ['session_facts', 'open_facts', 'stats_quarters', 'stats_days', 'stats_active_days'];

async function rowsOf({ id }: TestWorkspace): Promise<Record<string, unknown[]>> {
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
  return Object.fromEntries(kept.map((table, place) => [table, [...(rows[place] ?? [])]]));
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

test.each([11, 12])(
  'kept sums are those of the facts, and the same when they are made anew (%i)',
  async (seed) => {
    const workspace = await h.newWorkspace();
    const random = seededRandom(seed);
    const history = randomHistory(seed, 50, endMs);
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

    await h.db.workspace(workspace.id, (tx) => startRebuild(tx, workspace.id));
    await foldAll(workspace);
    const after = await rowsOf(workspace);
    for (const table of kept) expect(after[table], table).toEqual(before[table]);

    await h.db.workspace(
      workspace.id,
      (tx) => tx`
        update stats_active_days set visitors = visitors + 1 where workspace_id = ${workspace.id}`,
    );
    expect(await check(workspace)).toMatchObject([{ what: 'active days of visitors' }]);
  },
  SLOW,
);

test('two that fold at once count nothing twice', async () => {
  const workspace = await h.newWorkspace();
  const session_id = randomUUID();
  const view = { type: 'event', name: 'page_view', visitor_id: randomUUID(), session_id };
  await h.send([view, view, view], workspace.productionKey);
  const fold = () =>
    h.db.workspace(workspace.id, (tx) =>
      foldStats(tx, workspace.id, { batchSize: 1, quietMs: 0, settleSize: 5, staleMs: 0 }),
    );
  await Promise.all([fold(), fold(), fold()]);
  await foldAll(workspace);
  const { stats_quarters: quarters } = await rowsOf(workspace);
  expect(quarters).toMatchObject([{ row: { sessions: 1, page_views: 3 } }]);
});
