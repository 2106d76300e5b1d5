/* Overrides about somebody whose messages are being stored, by another process or this one: both wait for rather than deadlock each other. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Tx } from '../../platform/db/connect.ts';
import { sharePeople } from '../../platform/db/people-lock.ts';
import { decidingIn } from '../../testing/decided-visitors.ts';
import { holdTransaction } from '../../testing/open-transaction.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness();

async function someoneWaits(): Promise<boolean> {
  const [row] = await h.db.system(
    (tx) => tx<{ waiting: boolean }[]>`
      select count(*) > 0 as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return row?.waiting ?? false;
}

test('an override, and its undoing, wait for messages of the visitor that are being stored', async () => {
  const workspace = await h.newWorkspace();
  const { id } = workspace;
  const visitor_id = randomUUID();
  await h.send({ type: 'event', name: 'page_view', visitor_id }, workspace.productionKey);
  await h.settle();
  const { decide, undo } = decidingIn(h, workspace);

  /** As ingest does it: the people first, then the visitor. */
  const beside = async <T>(act: () => Promise<T>): Promise<T> => {
    const touch = async (tx: Tx) => {
      await sharePeople(tx, id);
      await tx`
        update visitors set entry_url = 'https://shop.example/'
        where workspace_id = ${id} and visitors.id = ${visitor_id}`;
    };
    const storing = await holdTransaction((work) => h.db.workspace(id, work), touch);
    const acted = act();
    await expect.poll(someoneWaits).toBe(true);
    const [answer] = await Promise.all([acted, storing.commit()]);
    return answer;
  };

  const override = await beside(() => decide({ kind: 'bot', visitor_id }));
  expect(override).toMatchObject({ kind: 'bot', visitor_id });
  await h.settle();
  expect(await beside(() => undo(override))).toMatchObject({ id: override.id });
});
