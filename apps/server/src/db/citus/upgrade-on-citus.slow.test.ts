/* A cluster that an older version of the service arranged, brought to this one. */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, expect, test } from 'vitest';
import { describeOnCitus, type TestCitus } from '../../testing/citus.ts';
import { startHarness } from '../../testing/harness.ts';
import { fillVisits } from '../../testing/older-visits.ts';
import { connect } from '../connect.ts';
import { migrate } from '../migrate.ts';

/** The first version that could be on a cluster. */
const firstOnCitus = 87;

/** Two workspaces, on a cluster that was arranged as it was then. */
async function olderStage({ ownerUrl, join }: TestCitus) {
  await migrate(ownerUrl, ({ version }) => version <= firstOnCitus);
  const owner = postgres(ownerUrl, { max: 1, onnotice: () => undefined });
  afterAll(() => owner.end());
  const features = ['api', 'campaigns', 'conversions', 'visitors', 'leads', 'stats'];
  const ids = [randomUUID(), randomUUID()];
  for (const id of ids) {
    await owner`insert into workspaces (workspace_id, name, features) values (${id}, 'Old', ${features})`;
    await owner`insert into stats_state (workspace_id, phase, time_zone) values (${id}, 'kept', 'UTC')`;
    await fillVisits(owner, id, ['campaign', 'website']);
    const sums = {
      sessions: 2,
      page_views: 2,
      bounces: 2,
      engaged_ms: 0,
      leads: 0,
      conversions: 0,
    };
    const day = { workspace_id: id, is_test: false, day: 20_000, first_value: 0, second_value: 0 };
    for (const dimensions of [0, 17])
      await owner`insert into stats_days ${owner({ ...day, ...sums, dimensions })}`;
  }
  await join();
  await migrate(ownerUrl, ({ version }) => version <= firstOnCitus);
  return { ownerUrl, owner, ids };
}

await describeOnCitus(olderStage, {}, (stage) => {
  const { ownerUrl, owner, ids } = stage;

  test('a migration that fails leaves what is there served', async () => {
    // In the way of migration 0106.
    await owner`create table stats_pairs (somebody text)`;
    await expect(migrate(ownerUrl)).rejects.toThrow('relation "stats_pairs" already exists');
    const db = await connect(ownerUrl);
    try {
      for (const id of ids) {
        const facts = await db.workspace(id, (tx) => tx`select from session_facts`);
        expect(facts).toHaveLength(2);
      }
    } finally {
      await db.close();
    }
    await owner`drop table stats_pairs`;
  });

  test('what was there is there, and is served', async () => {
    expect((await migrate(ownerUrl)).length).toBeGreaterThan(0);
    const h = await startHarness({}, {}, { ownerUrl });
    await h.settle();
    for (const workspaceId of ids) {
      const { key } = await h.newKey({ workspaceId });
      const client = h.client(key);
      const range = { since: '2026-09-15', until: '2026-10-15', metrics: 'sessions,page_views' };
      const { data } = await client.GET('/stats', { params: { query: range } });
      expect(data?.data.total).toMatchObject({ sessions: 2, page_views: 2 });
      const visitors = await client.GET('/visitors');
      expect(visitors.data?.data).toHaveLength(1);
      const sessions = await client.GET('/sessions', {
        params: { query: { visitor_id: visitors.data?.data[0]?.id } },
      });
      expect(sessions.data?.data).toHaveLength(2);
    }
    expect(await owner`select from wide_facts`.catch(({ code }) => code)).toBe('42P01');
    expect(h.logLines.filter((line) => JSON.parse(line).level >= 40)).toEqual([]);
  });
});
