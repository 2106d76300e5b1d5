/** Every request: its id in the answer, its time in the metrics, one line in the log. */
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../observability.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the operation in metrics and logs; the route's path where there is none. */
    operation?: string;
  }
}

export function observeRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const operation =
      request.routeOptions.config.operation ?? request.routeOptions.url ?? 'unknown route';
    const status = reply.statusCode;
    metrics.httpSeconds.observe({ operation, status }, reply.elapsedTime / 1000);
    // Never the URL: its query can hold keys and addresses of people.
    const line = { operation, status, ms: Math.round(reply.elapsedTime) };
    if (operation.startsWith('/ingest')) request.log.debug(line, 'request');
    else request.log.info(line, 'request');
    done();
  });
}
