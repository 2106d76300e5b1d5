import { expect, test } from 'vitest';
import { jobHandlers } from './job-handlers.ts';
import { startHarness } from './testing/harness.ts';
import { randomHistory } from './testing/random-history.ts';

const h = await startHarness();

test('every kind of job is asked for by something, and done', async () => {
  // What comes in reverse is late. A kind that follows from something else: do that here as well.
  const history = randomHistory(1, 60, Date.now() - 60 * 60_000);
  for (const message of history.toReversed()) await h.send(message);
  await h.settle();
  const metrics = await (await h.fetch('/metrics')).text();
  for (const kind of Object.keys(jobHandlers)) {
    const [, done] =
      new RegExp(`^footfall_jobs_done_total\\{kind="${kind}"\\} (\\d+)$`, 'm').exec(metrics) ?? [];
    expect(Number(done), kind).toBeGreaterThan(0);
  }
});
