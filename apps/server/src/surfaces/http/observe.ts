/** Every request: id in the answer, time in metrics, one log line. */
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../../platform/observability.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the operation in metrics and logs; default: the route's path. */
    operation?: string;
  }
}

interface Answered {
  requestId: string;
  operation: string;
  status: number;
  ms: number;
}

export type Observe = (answered: Answered) => void;

/** Returns a function to call after answers outside the framework. */
export function observeRequests(app: FastifyInstance, metrics: Metrics): Observe {
  const observe = ({ requestId, operation, status, ms }: Answered) => {
    metrics.httpSeconds.observe({ operation, status }, ms / 1000);
    // Never logs the URL: its query can contain keys and personal addresses.
    const level = /^\/?ingest/.test(operation) ? 'debug' : 'info';
    app.log[level]({ reqId: requestId, operation, status, ms: Math.round(ms) }, 'request');
  };
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const operation =
      request.routeOptions.config.operation ?? request.routeOptions.url ?? 'unknown route';
    const { statusCode: status, elapsedTime: ms } = reply;
    observe({ requestId: request.id, operation, status, ms });
    done();
  });
  return observe;
}
