import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { enqueueJobs } from '../platform/jobs/queue.ts';
import { requestSuspects } from '../revenue/leads/suspects.ts';
import { randomHistory } from '../testing/random-history.ts';
import { sharedHarness } from '../testing/shared-harness.ts';
import { jobHandlers } from './job-handlers.ts';

const h = await sharedHarness();

test('every kind of job is queued somewhere and has a handler', async () => {
  // What comes in reverse is late. A kind that follows from something else: do that here as well.
  const history = randomHistory(1, 60, Date.now() - 60 * 60_000);
  for (const message of history.toReversed()) await h.send(message);
  // The update below locks leads in any order, which would deadlock with jobs that have some of them.
  await h.settle();
  const network = randomUUID();
  await h.db.workspace(h.workspace.id, async (tx) => {
    await tx`update leads set network = ${network}, suspect = true where workspace_id = ${h.workspace.id}`;
    await requestSuspects(tx, h.workspace.id, [network]);
    for (const kind of [
      'upgrades',
      'suggestions',
      'everybody',
      'list_change',
      'bots',
      'company_links',
    ] as const) {
      await enqueueJobs(tx, h.workspace.id, kind, [{ subject: h.workspace.id, isTest: false }]);
    }
  });
  await h.settle();
  const metrics = await (await h.fetch('/metrics')).text();
  for (const kind of Object.keys(jobHandlers)) {
    const [, done] =
      new RegExp(`^footfall_jobs_done_total\\{kind="${kind}"\\} (\\d+)$`, 'm').exec(metrics) ?? [];
    expect(Number(done), kind).toBeGreaterThan(0);
  }
});
