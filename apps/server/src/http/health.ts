/** /healthz: the process answers. /readyz: the database does too. /metrics: for Prometheus. */
import { ApiError } from '@footfall/contract/errors';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/connect.ts';
import type { Metrics } from '../observability.ts';

const readyWithinMs = 2_000;
/** Whoever watches the service is not turned away because somebody else asks too much. */
const free = { config: { isFree: true } };

export interface HealthOptions {
  db: Database;
  metrics: Metrics;
}

export function healthRoutes(app: FastifyInstance, { db, metrics }: HealthOptions) {
  app.get('/healthz', free, async () => ({ status: 'ok' }));

  let asked: Promise<boolean> | undefined;
  app.get('/readyz', free, async () => {
    // Anybody may ask, and as often as they like: those who ask at the same time share one question.
    asked ??= db
      .system((tx) => tx`select 1`)
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        asked = undefined;
      });
    const late = new Promise<false>((resolve) => {
      setTimeout(resolve, readyWithinMs, false).unref();
    });
    if (await Promise.race([asked, late])) return { status: 'ok' };
    throw new ApiError('unavailable', 'The database does not answer.');
  });

  app.get('/metrics', free, async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
}
