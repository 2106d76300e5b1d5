/**
 * /healthz: the process answers. /readyz: messages can be stored, as far as the last ones tell. /metrics: for
 * Prometheus.
 */
import { ApiError } from '@footfall/contract/errors';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/connect.ts';
import { isDiskFull } from '../db/faults.ts';
import { tryToWrite } from '../db/try-to-write.ts';
import type { GroupCommit } from '../ingest/group-commit.ts';
import type { Metrics } from '../observability.ts';

const readyWithinMs = 2_000;
/** So long a commit that failed is believed without looking again. */
const faultHoldsMs = 5_000;
/** Whoever watches the service is not turned away because somebody else asks too much. */
const free = { config: { isFree: true } };

export interface HealthOptions {
  db: Database;
  metrics: Metrics;
  commit: Pick<GroupCommit, 'oldestSeconds' | 'fault'>;
  /** Messages that wait for longer are not being stored. */
  longestWaitMs: number;
}

export function healthRoutes(app: FastifyInstance, options: HealthOptions) {
  const { metrics } = options;
  app.get('/healthz', free, async () => ({ status: 'ok' }));

  let asked: Promise<ApiError | undefined> | undefined;
  app.get('/readyz', free, async () => {
    // Anybody may ask, and as often as they like: those who ask at the same time share one question.
    asked ??= lookFor(options).finally(() => {
      asked = undefined;
    });
    const late = new Promise<ApiError>((resolve) => {
      setTimeout(resolve, readyWithinMs, silent()).unref();
    });
    const fault = await Promise.race([asked, late]);
    if (fault) throw fault;
    const cells = options.db.cells();
    if (cells.length === 0) return { status: 'ok' };
    // One that is away takes its own workspaces along only: the others are to be served here.
    const states = cells.map(({ name, isAway }) => [name, isAway ? 'away' : 'ok']);
    return { status: 'ok', cells: Object.fromEntries(states) };
  });

  app.get('/metrics', free, async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
}

/** What speaks against sending anything here. */
async function lookFor({
  db,
  commit,
  longestWaitMs,
}: HealthOptions): Promise<ApiError | undefined> {
  if (db.isAway()) return silent();
  if (commit.oldestSeconds * 1000 > longestWaitMs) {
    return notReady('queue', 'Messages have been waiting to be stored for too long.');
  }
  const { fault } = commit;
  if (!fault) return db.system((tx) => tx`select 1`).then(() => undefined, silent);
  const cause = isDiskFull(fault.error)
    ? notReady('disk', 'The last messages could not be stored: the disk of the database is full.')
    : notReady('commit', 'The last messages could not be stored.');
  if (performance.now() - fault.at < faultHoldsMs) return cause;
  // Nobody may have sent anything since, so it is tried.
  return db.system(tryToWrite).then(
    () => undefined,
    () => cause,
  );
}

function silent(): ApiError {
  return notReady('database', 'The database does not answer.');
}

function notReady(reason: 'database' | 'queue' | 'disk' | 'commit', message: string): ApiError {
  return new ApiError('unavailable', message, { reason });
}
