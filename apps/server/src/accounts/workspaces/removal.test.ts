/* A workspace that is deleted: nobody has access from then on, and nothing of it is left, nor anything of others gone. */
import { expect, test } from 'vitest';
import { faultsIn, restOf } from '../../testing/rest.ts';
import { seedWorkspace } from '../../testing/seeded-workspace.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { signedIn } from '../../testing/signed-in.ts';
import { tablesWith } from '../../testing/tables.ts';

const h = await sharedHarness();
const tables = await tablesWith(h.db, 'workspace_id');

/** How many rows each table has of the workspace. */
async function rowsOf(workspaceId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const [row] = await h.db.system(
      (tx) => tx<{ total: number }[]>`
        select count(*)::integer as total from ${tx(table)} where workspace_id = ${workspaceId}`,
    );
    if (row && row.total > 0) counts[table] = row.total;
  }
  return counts;
}

/** Without what goes on by itself: what is under way, is told of that, and is counted now and then. */
function restingOf(counts: Record<string, number>): Record<string, number> {
  // Pairs of days that are over are kept when there is time.
  const moving = ['jobs', 'changes', 'daily_usage', 'stats_pairs'];
  return Object.fromEntries(Object.entries(counts).filter(([table]) => !moving.includes(table)));
}

test('it ends at once, goes as a whole, and the neighbour stays', async () => {
  const [gone, stays] = [await seedWorkspace(h), await seedWorkspace(h)];
  const admin = await signedIn(h, { workspaceId: gone.id, role: 'admin' });
  const member = await signedIn(h, { workspaceId: gone.id, role: 'member' });
  await admin.post('/signing-secrets', { name: 'Backend' });
  await admin.post('/views', { page: 'leads', name: 'All', shared: true });
  await h.settle();
  const neighbour = restingOf(await rowsOf(stays.id));
  expect(Object.keys(await rowsOf(gone.id)).length).toBeGreaterThan(25);

  expect((await member.post('/workspaces/delete', { confirm: 'Test' })).status).toBe(403);
  expect(faultsIn(await admin.post('/workspaces/delete', { confirm: 'test' }))).toEqual([
    'body.confirm',
  ]);
  expect((await admin.post('/workspaces/delete', {})).status).toBe(400);
  const answer = await admin.post('/workspaces/delete', { confirm: 'Test' });
  expect(answer.body).toEqual({ data: { id: gone.id, state: 'deleting' } });

  expect((await restOf(h, gone.secretKey).get('/leads')).status).toBe(401);
  const late = { type: 'event', name: 'page_view', visitor_id: gone.visitorId };
  await expect(h.send(late, gone.productionKey)).rejects.toThrow('401');
  for (const by of [admin, member]) expect((await by.get('/leads')).status).toBe(403);

  await h.settle();
  // Who did what outlives the workspace.
  expect(await rowsOf(gone.id)).toEqual({ workspaces: 1, security_events: 2 });
  // What was under way has ended after a minute.
  await h.db.system(
    (tx) => tx`
      update workspaces set deleted_at = now() - interval '2 minutes' where workspace_id = ${gone.id}`,
  );
  await h.settle();
  expect(await rowsOf(gone.id)).toEqual({ security_events: 2 });
  expect(restingOf(await rowsOf(stays.id))).toEqual(neighbour);
  expect((await restOf(h, stays.secretKey).get('/leads')).status).toBe(200);
  expect(h.logLines.join('')).toContain('removed all data of a deleted workspace');
});
