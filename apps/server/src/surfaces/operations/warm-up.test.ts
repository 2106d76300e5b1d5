import { expect, test } from 'vitest';
import { startHarness } from '../../testing/harness.ts';
import { warmUp } from './warm-up.ts';

const h = await startHarness();

test('what a page of figures asks is answered, also in a workspace that includes no more than it has to', async () => {
  expect(await warmUp(h.db)).toBe(2);
  await h.db.system((tx) => tx`update workspaces set features = '{api}'`);
  expect(await warmUp(h.db)).toBe(2);
});

test('where there is no workspace there is nothing to ask', async () => {
  await h.db.system((tx) => tx`update workspaces set deleted_at = now()`);
  expect(await warmUp(h.db)).toBe(0);
});
