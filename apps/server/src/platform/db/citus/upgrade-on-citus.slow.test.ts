/* A cluster that an older version of the service arranged, brought to this one. */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, expect, test } from 'vitest';
import { describeOnCitus, type TestCitus } from '../../../testing/citus.ts';
import { startHarness } from '../../../testing/harness.ts';
import { listMigrations, migrate } from '../migrate.ts';

/** A workspace with a visit, on a cluster that has the baseline alone. */
async function olderStage({ ownerUrl, join }: TestCitus) {
  const isOld = ({ version }: { version: number }) => version === 1;
  await migrate(ownerUrl, isOld);
  await join();
  await migrate(ownerUrl, isOld);
  const owner = postgres(ownerUrl, { max: 1, onnotice: () => undefined });
  afterAll(() => owner.end());
  const h = await startHarness({}, {}, { ownerUrl });
  const visitor_id = randomUUID();
  const send = (message_id: string) =>
    h.send({ type: 'event', name: 'page_view', message_id, visitor_id }, h.workspace.productionKey);
  await send('before');
  return { ownerUrl, owner, h, send };
}

await describeOnCitus(olderStage, {}, (stage) => {
  const { ownerUrl, owner, h, send } = stage;
  const visits = () => h.db.workspace(h.workspace.id, (tx) => tx`select from sessions`);

  test('a migration that fails leaves what is there served', async () => {
    await owner`
      create table workspace_places (workspace_id uuid, cell text, moving_to text, left_behind text)`;
    await owner`insert into workspace_places values (${h.workspace.id}, 'eu', null, null)`;
    await expect(migrate(ownerUrl)).rejects.toThrow('Workspaces live in cells');
    await expect.poll(visits).toHaveLength(1);
    await owner`delete from workspace_places`;
  });

  test('existing data is there and is served', async () => {
    const names = (await listMigrations()).map(({ name }) => name);
    expect(await migrate(ownerUrl)).toEqual(names.slice(1));
    await expect.poll(visits).toHaveLength(1);
    expect(await send('before')).toMatchObject({ duplicates: 1 });
    expect(await send('after')).toMatchObject({ accepted: 1 });
    expect(await owner`select from workspace_places`.catch(({ code }) => code)).toBe('42P01');
  });
});
