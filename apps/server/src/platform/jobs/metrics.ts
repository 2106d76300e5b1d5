/** The queue of background work in /metrics. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { FailedJobCount } from './failed-jobs.ts';
import type { DueJobs, JobKind } from './queue.ts';

export function jobMetrics(registry: Registry, kinds: JobKind[]) {
  const registers = [registry];
  const labelNames = ['kind'];
  const done = new Counter({
    name: 'footfall_jobs_done_total',
    help: 'Background jobs done by this process.',
    labelNames,
    registers,
  });
  const failed = new Counter({
    name: 'footfall_jobs_failed_total',
    help: 'Failed attempts at background jobs in this process; each is retried, up to a limit.',
    labelNames,
    registers,
  });
  const waiting = new Gauge({
    name: 'footfall_jobs_waiting',
    help: 'Background jobs that are due, across all processes, at the latest check.',
    labelNames,
    registers,
  });
  const oldest = new Gauge({
    name: 'footfall_jobs_oldest_seconds',
    help: 'Age of the oldest background job that is due, in seconds.',
    labelNames,
    registers,
  });
  const failedJobs = new Gauge({
    name: 'footfall_jobs_given_up',
    help: 'Background jobs that failed too often, across all processes, at the latest check. Retry or drop them.',
    labelNames,
    registers,
  });
  for (const kind of kinds) for (const counter of [done, failed]) counter.inc({ kind }, 0);
  return {
    done,
    failed,
    /** `due`: all due jobs. */
    observe(due: DueJobs[]) {
      for (const kind of kinds) {
        const own = due.filter((jobs) => jobs.kind === kind);
        waiting.set(
          { kind },
          own.reduce((sum, { count }) => sum + count, 0),
        );
        oldest.set({ kind }, Math.max(0, ...own.map(({ waitedSeconds }) => waitedSeconds)));
      }
    },
    observeFailedJobs(all: FailedJobCount[]) {
      for (const kind of kinds) {
        const own = all.filter((jobs) => jobs.kind === kind);
        failedJobs.set(
          { kind },
          own.reduce((sum, { count }) => sum + count, 0),
        );
      }
    },
  };
}
