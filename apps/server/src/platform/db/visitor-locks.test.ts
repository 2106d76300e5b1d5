/* The locks of those who find sessions: transactions over several workspaces wait for each other, in order. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { lockVisitors } from './visitor-locks.ts';

const h = await sharedHarness();

test('two transactions that meet the same visitors in several workspaces do not deadlock', async () => {
  const [first, second] = [await h.newWorkspace(), await h.newWorkspace()];
  const [ada, bob] = [
    '00000000-0000-4000-8000-000000000001',
    '00000000-0000-4000-8000-000000000002',
  ];
  const through = (lane: number, one: string, other: string) =>
    h.db.workspaceSeries(lane, first.id, async (enter) => {
      await lockVisitors(enter(first.id), 'sessions', first.id, [one]);
      await sleep(100);
      await lockVisitors(enter(second.id), 'sessions', second.id, [other]);
    });
  const ends = await Promise.allSettled([through(0, ada, bob), through(1, bob, ada)]);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
});
