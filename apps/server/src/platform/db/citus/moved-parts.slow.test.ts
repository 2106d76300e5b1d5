/* Parts of the workspaces that go to another node, where transactions have other numbers; and what follows changes there: figures, readers, ClickHouse. */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkStats } from '../../../stats/check.ts';
import { describeOnCitus, type TestCitus } from '../../../testing/citus.ts';
import {
  clickHousePython,
  clickHouseRemedy,
  startClickHouse,
} from '../../../testing/clickhouse.ts';
import { startHarness, type TestWorkspace } from '../../../testing/harness.ts';
import { describeWith } from '../../../testing/programs.ts';
import { randomHistory, seededRandom, shuffled } from '../../../testing/random-history.ts';
import { showsAll } from '../../../testing/sent-rows.ts';
import { SLOW } from '../../../testing/slow.ts';
import { migrate } from '../migrate.ts';
import { listNodes } from './shard-views.ts';

async function stageOn(cluster: TestCitus) {
  const { ownerUrl } = cluster;
  await cluster.join();
  await migrate(ownerUrl);
  const clickhouse = await startClickHouse();
  const env: Record<string, string> = clickHousePython
    ? { SINK_CLICKHOUSE_URL: clickhouse.url }
    : {};
  const h = await startHarness(env, { trust: 'open' }, { ownerUrl, sinkPollMs: 200 });
  const admin = postgres(cluster.adminUrl(), { max: 1, onnotice: () => undefined });
  afterAll(() => admin.end());
  return { cluster, clickhouse, h, admin, nodes: await listNodes(admin) };
}

await describeOnCitus(stageOn, { timeout: SLOW }, (stage) => {
  const { cluster, clickhouse, h, admin, nodes } = stage;

  /** The second node has seen many more transactions. */
  beforeAll(async () => {
    const busy = postgres(cluster.adminUrl(workerAt(1)), { max: 1 });
    await busy.unsafe(
      'do $$ begin for i in 1..30000 loop perform pg_current_xact_id(); commit; end loop; end $$',
    );
    await busy.end();
  }, SLOW);

  function workerAt(place: number) {
    const worker = cluster.workers.find(({ port }) => port === nodes[place]?.port);
    if (!worker) throw new Error('no such node');
    return worker;
  }

  async function workspaceAt(place: number): Promise<TestWorkspace> {
    for (;;) {
      const made = await h.newWorkspace();
      if ((await h.db.servers.find(made.id)) === place) return made;
    }
  }

  /** The part that has it goes to the other node; again while there is left what a move before could not remove, since it was read. */
  async function move({ id }: TestWorkspace, place: number): Promise<void> {
    const [from, to] = [nodes[1 - place], nodes[place]];
    if (!from || !to) throw new Error('no such node');
    const moved = () =>
      admin`
        select citus_move_shard_placement(get_shard_id_for_distribution_column('workspaces', ${id}::uuid),
          ${from.host}, ${from.port}, ${to.host}, ${to.port}, shard_transfer_mode => 'block_writes')`.then(
        () => '',
        String,
      );
    await expect.poll(moved, { timeout: 60_000, interval: 500 }).toBe('');
  }

  async function sendHistory({ productionKey }: TestWorkspace, seed: number): Promise<void> {
    const late = shuffled(randomHistory(seed, 60, Date.now() - 60_000), seededRandom(seed));
    for (const part of [late.slice(0, 40), late.slice(40)]) {
      // Of what is on its way the sender is told to come again.
      await expect.poll(() => h.send(part, productionKey).then(() => true, String)).toBe(true);
    }
  }

  const changesAfter = (key: string, after?: string) => h.client(key).changes.list({ after });

  test('figures are right, and readers of changes must start again: there, and back again', async () => {
    const workspace = await workspaceAt(0);
    for (const [seed, place] of [1, 0].entries()) {
      await sendHistory(workspace, 10 * seed);
      const old = await changesAfter(workspace.secretKey);
      await move(workspace, place);
      await sendHistory(workspace, 10 * seed + 1);
      expect(await h.db.servers.find(workspace.id)).toBe(place);
      await expect(changesAfter(workspace.secretKey, old.next)).rejects.toMatchObject({
        status: 410,
      });
      const { next } = await changesAfter(workspace.secretKey);
      await h.send(
        { type: 'event', name: 'page_view', visitor_id: randomUUID(), session_id: 'a' },
        workspace.productionKey,
      );
      const changeCount = async () => (await changesAfter(workspace.secretKey, next)).data.length;
      await expect.poll(changeCount).toBeGreaterThan(0);
      await h.settle();
      expect(await h.db.workspace(workspace.id, (tx) => checkStats(tx, workspace.id))).toEqual([]);
    }
  });

  describeWith(clickHousePython, 'a ClickHouse beside it', clickHouseRemedy, () => {
    test('has of both nodes what is stored, also of a part that is moved while it is away, and comes back', async () => {
      const [workspace, other] = [await workspaceAt(0), await workspaceAt(1)];
      for (const each of [workspace, other]) {
        await sendHistory(each, 2);
        await h.settle();
        await showsAll(h, clickhouse, each);
      }
      for (const [seed, place] of [1, 0].entries()) {
        clickhouse.door = 'away';
        await sendHistory(workspace, 100 + seed);
        // Nobody tells of it: all that is not sent again has to go there.
        await h.db.upkeep((tx) => {
          const sessions = tx(tx.stored('sessions'));
          return tx`delete from ${sessions} where workspace_id = ${workspace.id} and ctid = any(array(
            select ctid from ${sessions} where workspace_id = ${workspace.id} limit 3))`;
        }, workspace.id);
        await move(workspace, place);
        await sendHistory(workspace, 200 + seed);
        await h.settle();
        clickhouse.door = 'open';
        await showsAll(h, clickhouse, workspace);
        await untilFollowing(workspace);
      }
      // Nothing is sent over and over.
      const before = clickhouse.statements.length;
      await sendHistory(other, 3);
      await h.settle();
      await showsAll(h, clickhouse, other);
      await untilFollowing(other);
      expect(clickhouse.statements.length - before).toBeLessThan(60);
    });

    test('while a node is away its workspaces wait, and no others', async () => {
      clickhouse.door = 'open';
      const [alive, dead] = [await workspaceAt(0), await workspaceAt(1)];
      for (const each of [alive, dead]) await showsAll(h, clickhouse, each);
      clickhouse.door = 'away';
      await sendHistory(dead, 4);
      await h.settle();
      await workerAt(1).kill('SIGKILL');
      clickhouse.door = 'open';
      await sendHistory(alive, 5);
      await showsAll(h, clickhouse, alive);
      await workerAt(1).start();
      await expect
        .poll(() => h.db.workspace(dead.id, async () => true).catch(() => false))
        .toBe(true);
      await h.settle();
      await showsAll(h, clickhouse, dead);
    });

    async function untilFollowing({ id }: TestWorkspace): Promise<void> {
      const phase = () =>
        h.db.workspace(id, (tx) => tx`select phase from sink_positions where workspace_id = ${id}`);
      await expect.poll(phase).toEqual([{ phase: 'following' }]);
    }
  });
});
