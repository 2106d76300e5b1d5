/* The service on a Citus cluster of a coordinator and two workers. */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { citusPrograms, citusRemedy, startCitus } from '../../testing/citus.ts';
import { startHarness } from '../../testing/harness.ts';
import { describeWith } from '../../testing/programs.ts';
import { readEverything } from '../../testing/read-everything.ts';
import { seedWorkspace } from '../../testing/seeded-workspace.ts';
import { migrate } from '../migrate.ts';

describeWith(citusPrograms, 'on Citus', citusRemedy, async () => {
  const url = process.env.CITUS_TRY_URL;
  const cluster = url ? undefined : await startCitus();
  if (cluster) afterAll(() => cluster.stop());
  const ownerUrl = url ?? cluster?.ownerUrl ?? '';
  await migrate(ownerUrl);
  const h = await startHarness({}, {}, { ownerUrl });

  test('messages of each kind are stored once', async () => {
    const visitor_id = randomUUID();
    const session_id = randomUUID();
    const view = { type: 'event', name: 'page_view', message_id: 'm1', visitor_id, session_id, context: { page: { url: 'https://a.example/x' } } };
    expect(await h.send(view)).toMatchObject({ accepted: 1 });
    expect(await h.send([view])).toMatchObject({ duplicates: 1 });
  });

  test('all reads', async () => {
    const w = await seedWorkspace(h);
    const failed: string[] = [];
    await readEverything(async (path) => {
      const r = await h.fetch(`/api/v1${path}`, { headers: { 'x-svc-key': w.secretKey } });
      const text = await r.text();
      if (r.status !== 200) failed.push(`${path} ${r.status} ${text}`);
      return r.status === 200 ? text : '{"data":[]}';
    });
    expect(failed).toEqual([]);
    expect(h.logLines.filter((l) => JSON.parse(l).level >= 40)).toEqual([]);
  });
});
