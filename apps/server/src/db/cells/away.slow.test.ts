/*
 * A cell on a server of its own, whose owner is no superuser, so that row level security binds the copies too. The server is
 * stopped, and a mover is killed.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runCommand, runJson } from '../../testing/command-line.ts';
import { startHarness } from '../../testing/harness.ts';
import { hasOldServer, startOldServer } from '../../testing/old-server.ts';
import { startCommand, temporaryDirectory, until } from '../../testing/service-process.ts';
import { signedIn } from '../../testing/signed-in.ts';
import { SLOW } from '../../testing/slow.ts';

const view = (n: number) => ({
  type: 'event',
  name: 'page_view',
  message_id: `v-${n}`,
  visitor_id: randomUUID(),
  url: 'https://example.com/',
});

test.skipIf(!hasOldServer)(
  'a cell that is away takes its own workspaces along only; a mover that is killed loses nothing',
  {
    timeout: SLOW,
  },
  async () => {
    const server = await startOldServer();
    const CELLS = `far=${server.url}`;
    const h = await startHarness({
      CELLS,
      REQUEST_DEADLINE_MS: '4500',
      CONNECTION_DEADLINE_MS: '12000',
    });
    const env = { CELLS, DATABASE_URL: h.ownerUrl };
    const far = await h.newWorkspace('Far');
    const near = await h.newWorkspace('Near');
    await h.send(
      Array.from({ length: 200 }, (_, n) => view(n)),
      far.productionKey,
    );
    const get = (path: string, key: string) =>
      h.fetch(`/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } });
    const totalOf = async (key: string) => {
      const answer = await get('/events?limit=1', key);
      return ((await answer.json()) as { pagination: { total: number } }).pagination.total;
    };
    // Killed in the midst, again and again a little later: it lives at one of the two, as a whole, and can be written to.
    for (const ms of [1_500, 2_500, 4_000]) {
      const mover = startCommand(['cells', 'move', far.id, 'far'], {
        dataDir: await temporaryDirectory(),
        env,
      });
      await sleep(ms);
      mover.kill('SIGKILL');
      await mover.exit;
      await until(async () => {
        await h.db.followRoutes();
        return (await totalOf(far.secretKey)) === 200;
      });
    }
    await runJson(['cells', 'move', far.id, 'far'], env);
    await h.db.followRoutes();
    await h.settle();
    expect(await totalOf(far.secretKey)).toBe(200);
    expect(h.db.routes()).toMatchObject([{ cell: 'far', movingTo: null, leftBehind: null }]);

    // People sign in at home and work in the cell.
    const member = await signedIn(h, { workspaceId: far.id });
    expect(await member.get('/me')).toMatchObject({ status: 200 });
    expect(await member.get('/sessions?limit=5')).toMatchObject({ status: 200 });
    const made = await member.post('/lists', { name: 'Theirs' });
    expect(made.status).toBe(200);
    const invited = await member.post('/invitations', { email: 'new@example.com', role: 'viewer' });
    expect(invited.status).toBe(201);
    expect((await member.patch('/workspace', { name: 'Farther' })).status).toBe(200);
    await h.settle();
    const log = await member.get('/audit-log');
    expect(JSON.stringify(log.body)).toContain('createInvitation');
    expect(JSON.stringify(await runJson(['cells', 'list'], env))).toContain('Farther');
    const stranger = await signedIn(h, { workspaceId: near.id });
    const refused = await stranger.get('/me', { 'x-workspace-id': far.id });
    expect(refused.status).toBe(403);

    await server.stop();
    const post = (key: string, n: number) =>
      fetch(`${h.url}/ingest`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-svc-key': key },
        body: JSON.stringify(view(n)),
      });
    const away = await post(far.productionKey, 1_000);
    expect(away.status).toBe(503);
    expect(away.headers.get('retry-after')).not.toBeNull();
    expect((await get('/events', far.secretKey)).status).toBe(503);
    // The others: ingest, REST and dashboard go on.
    expect((await post(near.productionKey, 1_001)).status).toBe(200);
    expect(await totalOf(near.secretKey)).toBe(1);
    expect((await stranger.get('/me')).status).toBe(200);
    await until(async () => {
      const ready = await h.fetch('/readyz');
      expect(ready.status).toBe(200);
      return JSON.stringify(await ready.json()).includes('"far":"away"');
    });
    expect(await (await h.fetch('/metrics')).text()).toContain('footfall_cell_up{cell="far"} 0');
    const doctor = await runCommand(['doctor'], env);
    expect(doctor.stdout).toContain('far does not answer');
    // Without the cell nothing is started that would store of them at home.
    const without = await runCommand(['workspace', 'list'], { DATABASE_URL: h.ownerUrl });
    expect(without.stderr).toContain('CELLS does not name: far');

    await server.start();
    await until(async () => (await post(far.productionKey, 1_000)).status === 200);
    expect(await totalOf(far.secretKey)).toBe(201);
  },
);
