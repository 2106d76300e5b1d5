/**
 * /healthz: the process responds. /readyz: messages can be stored, according to recent ones. /metrics: for
 * Prometheus.
 */
import { ApiError } from '@footfall/contract/errors';
import type { FastifyInstance } from 'fastify';
import type { GroupCommit } from '../../collect/ingest/group-commit.ts';
import type { StoreFaults } from '../../collect/ingest/store-faults.ts';
import type { Database } from '../../platform/db/connect.ts';
import { isDiskFull } from '../../platform/db/faults.ts';
import { tryToWrite } from '../../platform/db/try-to-write.ts';
import type { DiskWatch } from '../../platform/engine/disk-watch.ts';
import type { Metrics } from '../../platform/observability.ts';
import { serveMetrics } from './metrics.ts';
import type { OwnNames } from './own-host.ts';

const readyWithinMs = 2_000;
/** How long a failure is trusted without checking again. */
const faultHoldsMs = 5_000;
/** Monitoring must not be rejected because somebody else sends too many requests. */
const free = { config: { isFree: true } };

export interface HealthOptions {
  config: OwnNames;
  db: Database;
  metrics: Metrics;
  commit: Pick<GroupCommit, 'oldestSeconds'>;
  faults: StoreFaults;
  disk: DiskWatch | undefined;
  /** Messages waiting longer are not being stored. */
  longestWaitMs: number;
}

export function healthRoutes(app: FastifyInstance, options: HealthOptions) {
  const { metrics, faults } = options;
  app.get('/healthz', free, async () => ({ status: 'ok' }));

  let checking: Promise<ApiError | undefined> | undefined;
  const look = () => {
    // Anybody may call this at any rate: concurrent callers share one check.
    checking ??= lookFor(options).finally(() => {
      checking = undefined;
    });
    const late = new Promise<ApiError>((resolve) => {
      setTimeout(() => resolve(silent(options)), readyWithinMs).unref();
    });
    return Promise.race([checking, late]);
  };
  app.get('/readyz', free, async () => {
    const fault = await look();
    if (fault) throw fault;
    return { status: 'ok' };
  });

  serveMetrics(app, {
    config: options.config,
    contentType: metrics.registry.contentType,
    async render() {
      // Nothing may have been sent since the failure, so a write is tried first.
      if (faults.latest) await look();
      return metrics.registry.metrics();
    },
  });
}

/** The reason not to send anything here. */
async function lookFor(options: HealthOptions): Promise<ApiError | undefined> {
  const { db, commit, faults, disk, longestWaitMs } = options;
  if (disk?.isOnReserve()) return fullDisk();
  if (db.servers.isAway()) return silent(options);
  if (commit.oldestSeconds * 1000 > longestWaitMs) {
    return disk?.isFull()
      ? fullDisk()
      : notReady('queue', 'Messages have waited too long to be stored.');
  }
  const fault = faults.latest;
  if (!fault) {
    return db
      .system((tx) => tx`select 1`)
      .then(
        () => undefined,
        () => silent(options),
      );
  }
  const cause =
    isDiskFull(fault.error) || disk?.isFull()
      ? fullDisk()
      : notReady('commit', 'The last messages could not be stored.');
  const now = performance.now();
  if (now - fault.at < faultHoldsMs) return cause;
  // Nothing may have been sent since, so a write is tried.
  return db.system(tryToWrite).then(
    () => {
      faults.forget(now);
      return undefined;
    },
    () => cause,
  );
}

/** A full disk may be why the engine does not respond. */
function silent({ disk }: Pick<HealthOptions, 'disk'>): ApiError {
  return disk?.isFull() ? fullDisk() : notReady('database', 'The database does not respond.');
}

function fullDisk(): ApiError {
  return notReady(
    'disk',
    'Messages cannot be stored because the disk of the database is full. Free disk space.',
  );
}

function notReady(reason: 'database' | 'queue' | 'disk' | 'commit', message: string): ApiError {
  return new ApiError('unavailable', message, { reason });
}
