/* Every change of a visit is collected once: also of a transaction that ends late, of many, and after a restore. */
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { createWorkspace } from '../accounts/workspaces/store.ts';
import { recordChanges } from '../platform/changes/record.ts';
import { connect, type Tx } from '../platform/db/connect.ts';
import { migratedDatabase } from '../testing/database.ts';
import { holdTransaction } from '../testing/open-transaction.ts';
import { collectMarks, selectUncollectedWorkspaces, waitingSince } from './marks.ts';

async function start() {
  const db = await connect(await migratedDatabase());
  onTestFinished(() => db.close());
  const { id } = await db.system((tx) => createWorkspace(tx, 'Test'));
  const inside = <T>(work: (tx: Tx) => Promise<T>) => db.workspace(id, work);
  return {
    id,
    inside,
    touch: (tx: Tx, ids: string[]) =>
      recordChanges(
        tx,
        id,
        ids.map((visit) => ({ kind: 'session', id: visit, visitorId: visit, isTest: false })),
      ),
    collect: (atOnce?: number) => inside((tx) => collectMarks(tx, id, atOnce)),
    uncollected: () => db.system(selectUncollectedWorkspaces),
    /** The visits that were marked since the last call. */
    takeMarked: () =>
      inside(async (tx) => {
        const rows = await tx<{ id: string }[]>`
          delete from stats_marks where workspace_id = ${id} returning session_id as id`;
        return rows.map((row) => row.id).sort();
      }),
    waiting: () =>
      inside(async (tx) => {
        const [row] = await tx<{ since: Date | null }[]>`
          select ${waitingSince(tx, id)} as since`;
        return row?.since ?? null;
      }),
  };
}

const someIds = (count: number) => Array.from({ length: count }, () => randomUUID()).sort();

test('a touched record is marked once, and nothing waits after collection', async () => {
  const { id, inside, touch, collect, uncollected, takeMarked, waiting } = await start();
  expect(await uncollected()).toEqual([]);
  expect(await waiting()).toBe(null);
  const [first = '', second = ''] = someIds(2);
  await inside((tx) => touch(tx, [first, second]));
  await inside((tx) => touch(tx, [first]));
  expect(await uncollected()).toEqual([id]);
  expect(await waiting()).toBeInstanceOf(Date);
  expect(await collect()).toBe(false);
  expect(await takeMarked()).toEqual([first, second]);
  expect(await uncollected()).toEqual([]);
  expect(await waiting()).toBe(null);
  await collect();
  expect(await takeMarked()).toEqual([]);
});

test('a transaction that began before and ends after the collection is collected by the next', async () => {
  const { inside, touch, collect, takeMarked } = await start();
  const [early = '', late = '', ...others] = someIds(5);
  const slow = await holdTransaction(inside, (tx) => touch(tx, [late]));
  await inside((tx) => touch(tx, [early]));
  for (const other of others) await inside((tx) => touch(tx, [other]));
  while (await collect(2));
  expect(await takeMarked()).toEqual([early, ...others].sort());
  await slow.commit();
  while (await collect(2));
  expect(await takeMarked()).toEqual([late]);
});

test('many are collected part by part, each once, also where one transaction wrote more than a part', async () => {
  const { inside, touch, collect, takeMarked } = await start();
  const ids = someIds(700);
  await inside((tx) => touch(tx, ids.slice(0, 10)));
  await inside((tx) => touch(tx, ids.slice(10, 400)));
  for (let from = 400; from < 700; from += 30) {
    await inside((tx) => touch(tx, ids.slice(from, from + 30)));
  }
  const taken: string[] = [];
  let parts = 0;
  for (let isMoreLeft = true; isMoreLeft; parts++) {
    isMoreLeft = await collect(3);
    taken.push(...(await takeMarked()));
  }
  expect(parts).toBeGreaterThan(3);
  expect(taken.sort()).toEqual(ids);
});

test('a snapshot from a server with higher transaction numbers is ignored', async () => {
  const { id, inside, touch, collect, uncollected, takeMarked } = await start();
  const ids = someIds(3);
  await collect();
  await inside(async (tx) => {
    await tx`update stats_state set collected = '900000000:900000005:900000001'
             where workspace_id = ${id}`;
    await touch(tx, ids);
  });
  expect(await uncollected()).toEqual([id]);
  await collect();
  expect(await takeMarked()).toEqual(ids);
  expect(await uncollected()).toEqual([]);
});
