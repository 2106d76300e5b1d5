/* Commands on a Citus cluster: what they do there, and which refuse to. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, expect, test } from 'vitest';
import { createWorkspace } from '../../../accounts/workspaces/store.ts';
import { describeOnCitus, type TestCitus } from '../../../testing/citus.ts';
import { runCommand } from '../../../testing/command-line.ts';
import { temporaryDirectory } from '../../../testing/service-process.ts';
import { formats, manifestName } from '../backup/manifest.ts';
import { connect } from '../connect.ts';
import { migrate } from '../migrate.ts';
import { listNodes, urlOfNode } from './shard-views.ts';

async function stageOn(cluster: TestCitus) {
  const { ownerUrl } = cluster;
  await migrate(ownerUrl);
  await cluster.join();
  await migrate(ownerUrl);
  const db = await connect(ownerUrl);
  const { id: workspaceId } = await db.system((tx) => createWorkspace(tx, 'Eins'));
  await db.close();
  const owner = postgres(ownerUrl, { max: 1, onnotice: () => undefined });
  afterAll(() => owner.end());
  return { ownerUrl, owner, workspaceId };
}

await describeOnCitus(stageOn, {}, (stage) => {
  const { ownerUrl, owner, workspaceId } = stage;

  test('doctor reports what is wrong and what to do', async () => {
    const doctor = async () => {
      const { code, stdout } = await runCommand(['doctor'], { DATABASE_URL: ownerUrl, PORT: '0' });
      return [code, /^(\w+) +Citus +(.*)$/m.exec(stdout)?.slice(1).join(' ')];
    };
    const [first] = await listNodes(owner);
    if (!first) throw new Error('no node');
    const { host, port } = first;
    const node = postgres(urlOfNode(ownerUrl, first), { max: 1, onnotice: () => undefined });
    await node`set citus.enable_ddl_propagation = off`;
    await node`drop schema footfall_node cascade`;
    await node.end();
    expect(await doctor()).toEqual([
      1,
      `WRONG ${host}:${port} lacks the views of the service: run ./footfall migrate.`,
    ]);
    const cure = () => runCommand(['migrate'], { DATABASE_URL: ownerUrl });
    expect((await cure()).code).toBe(0);
    expect(await doctor()).toEqual([0, expect.stringMatching(/^ok \d+\./)]);

    await owner`create table stray (workspace_id uuid primary key)`;
    expect(await doctor()).toEqual([
      1,
      'WRONG Only on the coordinator: stray. To distribute them, run ./footfall migrate.',
    ]);
    expect((await cure()).code).toBe(0);
    expect(await doctor()).toEqual([0, expect.stringMatching(/^ok \d+\./)]);
    await owner`drop table stray`;
    expect((await cure()).code).toBe(0);
  });

  test('commands work', async () => {
    const env = { DATABASE_URL: ownerUrl };
    const workspace = ['--workspace', workspaceId];
    for (const command of [
      ['workspace', 'list'],
      ['workspace', 'create', '--name', 'Zwei'],
      ['keys', 'list', ...workspace],
      ['keys', 'create', ...workspace, '--kind', 'secret', '--name', 'x', '--scopes', 'leads:read'],
      ['jobs', 'list', ...workspace],
      ['stats', 'check', ...workspace],
      [
        'members',
        'add',
        ...workspace,
        '--email',
        'eve@a.example',
        '--name',
        'Eve',
        '--role',
        'admin',
      ],
    ]) {
      const { code, stderr } = await runCommand(command, env);
      expect([command, code, code === 0 ? '' : stderr]).toEqual([command, 0, '']);
    }
  });

  test('backup and restore refuse a cluster with advice and leave nothing behind', async () => {
    const env = { DATABASE_URL: ownerUrl };
    const place = await temporaryDirectory();
    const backup = await runCommand(['backup', join(place, 'backup')], env);
    expect(backup).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/Cannot back up a Citus cluster.*Back up each node/s),
    });
    expect(await readdir(place)).toEqual([]);
    const folder = join(place, 'older');
    await mkdir(folder);
    const manifest = {
      format: formats.plain,
      madeAt: new Date().toISOString(),
      footfall: '0.1.0',
      postgres: '15',
      migrations: [],
      tables: [],
    };
    await writeFile(join(folder, manifestName), JSON.stringify(manifest));
    const restore = await runCommand(['restore', folder], env);
    expect(restore).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /Cannot restore to a Citus cluster.*PostgreSQL server without Citus/s,
      ),
    });
  });
});
