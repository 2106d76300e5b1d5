/* Workspaces apart on shared connections, also when transactions break off; through PgBouncer: isolation-pgbouncer.slow.test.ts. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { expectNoForeignRows, startInterleaving } from '../../testing/interleaved.ts';
import { inRounds } from '../../testing/rounds.ts';
import { byServer, connect, type Tx } from './connect.ts';

const turns = inRounds(200);
const stage = await startInterleaving();
const { h, one, two } = stage;

test('a transaction of many workspaces sees of each its own rows, in whichever order they are entered', async () => {
  const made = await Promise.all(Array.from({ length: 12 }, () => h.newWorkspace()));
  const workspaces = made.map(({ id }) => id);
  // On a cluster those of a node are in several parts of it.
  for (const together of await byServer(h.db, workspaces)) {
    const entered = [...together, ...together.toReversed(), ...together];
    const [first = ''] = together;
    await h.db.workspaceSeries(0, first, async (enter) => {
      for (const id of entered) {
        const seen = await enter(id)`select workspace_id as id from workspaces`;
        expect(seen).toEqual([{ id }]);
      }
    });
  }
});

test(`a pool of 2 and ${turns} interleaved transactions and requests with aborts: 0 foreign rows`, async () => {
  await expectNoForeignRows(stage, await connect(h.ownerUrl, { poolSize: 2 }), turns);
});

test('a statement that comes after its transaction ended is refused, not done in the next one', async () => {
  const db = await connect(h.ownerUrl, { poolSize: 1 });
  const list = (tx: Tx) => tx`select workspace_id from workspaces`;
  let late: Tx | undefined;
  let goOn: () => void = () => undefined;
  const began = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await db.workspace(one.id, async (tx) => {
    late = tx;
    await list(tx);
  });
  const next = db.workspace(two.id, async (tx) => {
    goOn();
    await sleep(50);
    return list(tx);
  });
  await began;
  await expect((async () => late && list(late))()).rejects.toThrow('has ended');
  await expect((async () => late?.unsafe('select 1'))()).rejects.toThrow('has ended');
  expect((await next)[0]?.workspace_id).toBe(two.id);
  await db.close();
});
