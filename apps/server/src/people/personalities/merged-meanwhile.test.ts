/* A personality that is computed while its person is merged into another one. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startHarness } from '../../testing/harness.ts';
import { refreshPersonalities } from './store.ts';

const h = await startHarness();
await h.app.background.stop();

test('is not stored for a removed person', async () => {
  const { id } = h.workspace;
  await h.send({ type: 'identify', visitor_id: randomUUID(), email: 'ada@example.com' });
  const people = await h.db.workspace(id, (tx) => tx<{ id: string }[]>`select id from identities`);
  const ids = people.map((person) => person.id);
  expect(ids).toHaveLength(1);
  let refreshed: Promise<void> | undefined;
  await h.db.workspace(id, async (tx) => {
    await tx`delete from identities where workspace_id = ${id} and id = any(${ids}::uuid[])`;
    refreshed = h.db.workspace(id, (other) => refreshPersonalities(other, id, ids));
    // It has seen the person, and waits for what becomes of them.
    const waiting = () => h.db.upkeep((own) => own`select from pg_locks where not granted`, id);
    await expect.poll(waiting).toHaveLength(1);
    await tx`delete from personalities where workspace_id = ${id}`;
  });
  await refreshed;
  expect(await h.db.workspace(id, (tx) => tx`select from personalities`)).toHaveLength(0);
});
