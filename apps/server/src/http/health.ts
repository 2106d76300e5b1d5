/** /healthz: the process answers. /readyz: the database does too. /metrics: for Prometheus. */
import { ApiError } from '@footfall/contract/errors';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/connect.ts';
import type { Metrics } from '../observability.ts';

const readyWithinMs = 2_000;

export interface HealthOptions {
  db: Database;
  metrics: Metrics;
}

export function healthRoutes(app: FastifyInstance, { db, metrics }: HealthOptions) {
  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', async () => {
    const answered = db
      .system((tx) => tx`select 1`)
      .then(
        () => true,
        () => false,
      );
    const late = new Promise<false>((resolve) => {
      setTimeout(resolve, readyWithinMs, false).unref();
    });
    if (await Promise.race([answered, late])) return { status: 'ok' };
    throw new ApiError('unavailable', 'The database does not answer.');
  });

  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
}
