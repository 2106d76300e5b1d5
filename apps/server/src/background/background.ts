/** The background work of a service process: visitors marked by ingest, job handlers and their worker. */
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { WorkspaceRemover } from '../accounts/workspaces/workspace-remover.ts';
import { ListKeeper } from '../lists/upkeep/list-keeper.ts';
import { CatchUp } from '../people/personalities/catch-up.ts';
import { DirtyVisitors } from '../people/personalities/dirty-visitors.ts';
import { repeatedWarnings } from '../platform/common/repeated-warnings.ts';
import type { Database } from '../platform/db/connect.ts';
import { jobMetrics } from '../platform/jobs/metrics.ts';
import type { JobKind } from '../platform/jobs/queue.ts';
import { type JobHandler, JobWorker } from '../platform/jobs/worker.ts';
import { SearchIndexer } from '../platform/search/indexer.ts';
import { ClickHouse } from '../sink/clickhouse.ts';
import { sinkMetrics } from '../sink/metrics.ts';
import { ClickHouseSink } from '../sink/sink-loop.ts';
import { DayCounter } from '../stats/completeness/day-counter.ts';
import { StatsRollupLoop } from '../stats/rollup-loop.ts';

export interface BackgroundOptions {
  db: Database;
  log: Logger;
  registry: Registry;
  handlers: Record<JobKind, JobHandler>;
  /** A ClickHouse that receives a copy of the data, from the configuration. */
  sinkUrl?: string | undefined;
  /** Interval of looks for data to send to ClickHouse. */
  sinkPollMs?: number | undefined;
  /** How long dirty visitors gather. */
  flushMs?: number;
  /** Pause when no job is due. */
  pollMs?: number;
  /** Longest wait of a kind of job while the process stores messages. */
  delaysMs?: Partial<Record<JobKind, number>>;
}

/** Within a minute, so that several changes to a person are processed once. */
const usualDelaysMs: Partial<Record<JobKind, number>> = {
  attribution: 45_000,
  personality: 45_000,
};

export interface Background {
  /** Visitors with new data, marked by ingest after COMMIT. */
  dirtyVisitors: DirtyVisitors;
  /** Resolves once everything marked, enqueued or outdated before is done. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

export function startBackground({
  db,
  log,
  registry,
  handlers,
  sinkUrl,
  sinkPollMs,
  flushMs,
  pollMs,
  delaysMs = usualDelaysMs,
}: BackgroundOptions): Background {
  const warn = repeatedWarnings(log);
  const metrics = jobMetrics(registry, Object.keys(handlers) as JobKind[]);
  const worker = new JobWorker(db, handlers, {
    // `people` holds the workspace's people lock (platform/db/people-lock.ts), `suspects` runs for each of many leads.
    restFactor: { people: 4, suspects: 4 },
    delaysMs,
    // Messages of their visitors wait meanwhile.
    smallBatches: { sessions: 10, upgrades: 10, erasure: 1 },
    ...(pollMs !== undefined && { pollMs }),
    onLook: (due) => metrics.observe(due),
    onDone: (kind, count) => metrics.done.inc({ kind }, count),
    onFailedJobs: (failedJobs) => metrics.observeFailedJobs(failedJobs),
    onFailure(err, { kind, workspaceId, subject }, { attempts, isGivenUp }) {
      metrics.failed.inc({ kind });
      const job = { kind, workspaceId, subject, attempts };
      if (isGivenUp) log.error({ err, ...job }, 'a background job failed too often; giving up');
      else log.warn({ err, ...job }, 'a background job failed; it will be retried');
    },
    onError: (err) => warn(err, 'could not run background jobs; retrying'),
  });
  const catchUp = new CatchUp(db, (err) => warn(err, 'could not look for outdated people'));
  const dirtyVisitors = new DirtyVisitors(db, {
    ...(flushMs !== undefined && { flushMs }),
    onOverflow: () => catchUp.start(),
    onFailure: (err) => warn(err, 'could not queue changed people; retrying'),
  });
  const statsFolder = new StatsRollupLoop(db, {
    pollMs: pollMs ?? 1_000,
    onFailure: (err, workspaceId) =>
      warn(err, 'could not update figures; retrying', { workspaceId }),
  });
  const dayCounter = new DayCounter(db, {
    pollMs: pollMs ?? 1_000,
    onFailure: (err, workspaceId) =>
      warn(err, 'could not count the messages of a day; retrying', { workspaceId }),
  });
  const listKeeper = new ListKeeper(db, {
    pollMs: pollMs ?? 1_000,
    onFailure: (err, list) => warn(err, 'could not update list members; retrying', list),
  });
  const searchIndexer = new SearchIndexer(db, (err) =>
    warn(err, 'could not update the search index; retrying'),
  );
  const workspaceRemover = new WorkspaceRemover(db, {
    pollMs: pollMs ?? 5_000,
    onFailure: (err, workspaceId) =>
      warn(err, 'could not remove the data of a deleted workspace; retrying', { workspaceId }),
    onGone: (workspaceId) => log.info({ workspaceId }, 'removed all data of a deleted workspace'),
  });
  const sink =
    sinkUrl === undefined
      ? undefined
      : new ClickHouseSink(db, {
          clickhouse: new ClickHouse(sinkUrl),
          metrics: sinkMetrics(registry),
          ...(sinkPollMs !== undefined && { pollMs: sinkPollMs }),
          onFailure: (err, workspaceId) =>
            warn(err, 'could not update ClickHouse; retrying', { workspaceId }),
        });
  const loops = [statsFolder, dayCounter, searchIndexer, listKeeper, workspaceRemover];
  for (const part of [dirtyVisitors, worker, catchUp, ...loops, sink]) part?.start();
  return {
    dirtyVisitors,
    async settle() {
      await catchUp.finished();
      await dirtyVisitors.flush();
      await worker.drain();
      for (const loop of loops) await loop.drain();
    },
    async stop() {
      await Promise.all([catchUp, dirtyVisitors, ...loops, sink].map((part) => part?.stop()));
      await worker.stop();
    },
  };
}
