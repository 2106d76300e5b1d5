/* What PostgreSQL has is what ClickHouse shows: real engines at both ends, and a door between them that breaks. */
import { expect, test } from 'vitest';
import { endWorkspace } from '../accounts/workspaces/removal.ts';
import { changeSettings } from '../accounts/workspaces/settings.ts';
import { forgetOldChanges } from '../platform/changes/forget.ts';
import {
  clickHousePassword,
  clickHousePython,
  clickHouseRemedy,
  startClickHouse,
} from '../testing/clickhouse.ts';
import { startHarness, type TestWorkspace } from '../testing/harness.ts';
import { describeWith } from '../testing/programs.ts';
import { randomHistory, seededRandom, shuffled } from '../testing/random-history.ts';
import { showsAll, storedIn } from '../testing/sent-rows.ts';
import { keepRetention } from '../visits/retention/keep-retention.ts';
import { beginAgain } from './positions.ts';

const clickhouse = await startClickHouse();
clickhouse.door = 'away';
const h = await startHarness(
  { SINK_CLICKHOUSE_URL: clickhouse.url },
  { trust: 'open' },
  { sinkPollMs: 200 },
);

describeWith(clickHousePython, 'a ClickHouse beside PostgreSQL', clickHouseRemedy, () => {
  test('earlier rows are sent once the sink is there; readiness never fails, and no log shows the password', async () => {
    const workspace = await h.newWorkspace();
    await sendHistory(workspace, 1);
    await expect.poll(() => metric('footfall_sink_failures_total')).toBeGreaterThan(0);
    expect((await h.fetch('/readyz')).status).toBe(200);
    clickhouse.door = 'open';
    await showsAll(h, clickhouse, workspace);
    expect(await metric('footfall_sink_rows_sent_total{table="events"}')).toBeGreaterThan(40);
    const logged = h.logLines.join('');
    expect(logged).toContain('does not answer');
    expect(logged).not.toContain(encodeURIComponent(clickHousePassword));
    expect(logged).not.toContain(clickHousePassword);
  });

  test('late messages, recut visits and corrected people: each row once, in its current state', async () => {
    const workspace = await h.newWorkspace();
    await showsAll(h, clickhouse, workspace);
    for (const seed of [2, 3]) {
      await sendHistory(workspace, seed);
      await showsAll(h, clickhouse, workspace);
    }
    const twice = await clickhouse.rows(
      `select id from footfall_visits final where workspace_id = '${workspace.id}' group by id, visitor_id, is_test having count() > 1`,
    );
    expect(twice).toEqual([]);
    expect(await named(workspace)).toEqual([]);
  });

  test.for(['failing', 'away', 'forgetful'] as const)(
    '%s for a while: nothing is missing, nothing twice',
    async (door) => {
      const workspace = await h.newWorkspace();
      await sendHistory(workspace, 4);
      await showsAll(h, clickhouse, workspace);
      clickhouse.door = door;
      clickhouse.statements.length = 0;
      await sendHistory(workspace, 5);
      await expect
        .poll(() => clickhouse.statements.filter((text) => text.startsWith('insert')).length)
        .toBeGreaterThan(0);
      clickhouse.door = 'open';
      await showsAll(h, clickhouse, workspace);
    },
  );

  test('events that retention removes go there too, and a new fill does not bring them back', async () => {
    const workspace = await h.newWorkspace();
    const old = randomHistory(6, 40, Date.now() - 40 * 86_400_000);
    await h.send(old, workspace.productionKey);
    await sendHistory(workspace, 7);
    await showsAll(h, clickhouse, workspace);
    const count = (await storedIn(h, workspace.id)).events.length;
    await h.db.system((tx) =>
      changeSettings(tx, workspace.id, {
        retention: { events: 30, refused_messages: null, consents: null, audit_log: null },
      }),
    );
    await keepRetention(h.db, { isEnding: () => false, knownForMs: 0 });
    await showsAll(h, clickhouse, workspace);
    expect((await storedIn(h, workspace.id)).events.length).toBeLessThan(count - 30);
    await h.db.upkeep((tx) => beginAgain(tx, workspace.id), workspace.id);
    await untilFollowing(workspace);
    await showsAll(h, clickhouse, workspace);
    // Removed, not only marked: what was there of people is gone.
    await expect.poll(() => allRows(workspace, 'occurred_at < now() - interval 31 day')).toBe(0);
  });

  test('changes that were forgotten meanwhile: all is sent again, and what is gone here goes there', async () => {
    const workspace = await h.newWorkspace();
    await sendHistory(workspace, 8);
    await showsAll(h, clickhouse, workspace);
    clickhouse.door = 'away';
    await h.db.upkeep((tx) => {
      const sessions = tx(tx.stored('sessions'));
      return tx`delete from ${sessions} where workspace_id = ${workspace.id} and ctid = any(array(
        select ctid from ${sessions} where workspace_id = ${workspace.id} limit 3))`;
    }, workspace.id);
    await sendHistory(workspace, 9);
    await h.db.upkeep((tx) => forgetOldChanges(tx, workspace.id, { kept: 1 }), workspace.id);
    clickhouse.door = 'open';
    await showsAll(h, clickhouse, workspace);
  });

  test('a deleted workspace is erased there, also where ClickHouse was away when it went', async () => {
    const [workspace, other] = [await h.newWorkspace(), await h.newWorkspace()];
    await sendHistory(workspace, 10);
    await sendHistory(other, 10);
    await showsAll(h, clickhouse, workspace);
    await showsAll(h, clickhouse, other);
    clickhouse.door = 'away';
    await h.db.workspace(workspace.id, (tx) => endWorkspace(tx, workspace.id));
    await h.db.system(
      (tx) =>
        tx`update workspaces set deleted_at = now() - interval '2 min' where workspace_id = ${workspace.id}`,
    );
    await h.settle();
    await expect.poll(async () => (await storedIn(h, workspace.id)).events.length).toBe(0);
    expect(await allRows(workspace, '1')).toBeGreaterThan(10);
    clickhouse.door = 'open';
    await expect.poll(() => allRows(workspace, '1')).toBe(0);
    const left = () =>
      h.db.system((tx) => tx`select from sink_positions where workspace_id = ${workspace.id}`);
    await expect.poll(left).toHaveLength(0);
    await showsAll(h, clickhouse, other);
  });
});

async function sendHistory(workspace: TestWorkspace, seed: number): Promise<void> {
  const history = randomHistory(seed, 45, Date.now() - 60_000);
  const late = shuffled(history, seededRandom(seed));
  await h.send(late.slice(0, 30), workspace.productionKey);
  await h.settle();
  await h.send(late.slice(30), workspace.productionKey);
  await h.send(randomHistory(seed + 100, 10, Date.now() - 60_000), workspace.developmentKey);
  await h.settle();
}

async function metric(name: string): Promise<number> {
  const text = await (await h.fetch('/metrics')).text();
  const line = text.split('\n').find((own) => own.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1));
}

async function untilFollowing({ id }: TestWorkspace): Promise<void> {
  const phase = () =>
    h.db.system((tx) => tx`select phase from sink_positions where workspace_id = ${id}`);
  await expect.poll(phase).toEqual([{ phase: 'following' }]);
}

/** Those of older versions, too. */
async function allRows({ id }: TestWorkspace, condition: string): Promise<number> {
  const [row] = await clickhouse.rows<{ rows: string }>(
    `select count() as rows from footfall_events where workspace_id = '${id}' and ${condition}`,
  );
  return Number(row?.rows);
}

/** Events in which somebody is told by name. */
async function named({ id }: TestWorkspace) {
  return clickhouse.rows(
    `select id from footfall_events where workspace_id = '${id}' and (concat(properties, tags, url, title) ilike '%@%' or tags like '%"ip"%')`,
  );
}
