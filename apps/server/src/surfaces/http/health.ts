/**
 * /healthz: the process answers. /readyz: messages can be stored, as far as the last ones tell. /metrics: for
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
/** So long what failed is believed without looking again. */
const faultHoldsMs = 5_000;
/** Whoever watches the service is not turned away because somebody else asks too much. */
const free = { config: { isFree: true } };

export interface HealthOptions {
  config: OwnNames;
  db: Database;
  metrics: Metrics;
  commit: Pick<GroupCommit, 'oldestSeconds'>;
  faults: StoreFaults;
  disk: DiskWatch | undefined;
  /** Messages that wait for longer are not being stored. */
  longestWaitMs: number;
}

export function healthRoutes(app: FastifyInstance, options: HealthOptions) {
  const { metrics, faults } = options;
  app.get('/healthz', free, async () => ({ status: 'ok' }));

  let checking: Promise<ApiError | undefined> | undefined;
  const look = () => {
    // Anybody may ask, and as often as they like: those who ask at the same time share one question.
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
      // Nobody may have sent anything since the failure, so a write is tried first.
      if (faults.latest) await look();
      return metrics.registry.metrics();
    },
  });
}

/** What speaks against sending anything here. */
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
  // Nobody may have sent anything since, so it is tried.
  return db.system(tryToWrite).then(
    () => {
      faults.forget(now);
      return undefined;
    },
    () => cause,
  );
}

/** A full disk can be why the engine does not answer. */
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
