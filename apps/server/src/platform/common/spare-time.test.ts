import { afterEach, expect, test } from 'vitest';
import { SpareTime } from './spare-time.ts';

const never = new AbortController().signal;
let others: NodeJS.Timeout | undefined;

afterEach(() => clearInterval(others));

/** Something else takes most of the process's time. */
async function busyProcess(spareTime: SpareTime): Promise<void> {
  others = setInterval(() => {
    for (const end = performance.now() + 15; performance.now() < end; );
  }, 5);
  await spareTime.rest(500, never);
  expect(spareTime.isBusy).toBe(true);
}

async function restOf(spareTime: SpareTime, workMs: number): Promise<number> {
  const began = performance.now();
  await spareTime.restAfter(workMs, false, never);
  return performance.now() - began;
}

test('in a busy process work rests nine times as long as it took, but not for the time that it waited for others', async () => {
  const spareTime = new SpareTime({ longestPieceMs: 50 });
  await busyProcess(spareTime);
  expect(await restOf(spareTime, 40)).toBeGreaterThanOrEqual(9 * 40);
  expect(await restOf(spareTime, 60_000)).toBeLessThan(5_000);
});
