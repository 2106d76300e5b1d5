/* What a job holds in memory of the traits that were ever sent of its people. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { selectEvents } from './history.ts';

const h = await sharedHarness();

test('the newest of very many traits are read', async () => {
  const visitor_id = randomUUID();
  const message = (minute: number) => ({
    type: 'identify',
    visitor_id,
    email: 'ada@example.com',
    traits: { note: 'x'.repeat(100), minute },
    timestamp: new Date(Date.now() - (10 - minute) * 60_000).toISOString(),
  });
  await h.send([1, 2, 3, 4].map(message));
  const read = (most?: number) =>
    h.db.system(async (tx) => {
      const rows = await tx<{ id: string }[]>`
        select id from events where workspace_id = ${h.workspace.id} order by occurred_at`;
      const ids = rows.map(({ id }) => id);
      const events = await selectEvents(tx, h.workspace.id, ids, most);
      return ids.map((id) => events.get(id)?.traits?.minute);
    });
  expect(await read()).toEqual([1, 2, 3, 4]);
  expect(await read(300)).toEqual([undefined, undefined, 3, 4]);
  expect(await read(10)).toEqual([undefined, undefined, undefined, undefined]);
});
