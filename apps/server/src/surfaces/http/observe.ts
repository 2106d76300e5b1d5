/** Every request: its id in the answer, its time in the metrics, one line in the log. */
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../../platform/observability.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the operation in metrics and logs; the route's path where there is none. */
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

/** Returns what it does after every answer, for those that the framework does not send. */
export function observeRequests(app: FastifyInstance, metrics: Metrics): Observe {
  const observe = ({ requestId, operation, status, ms }: Answered) => {
    metrics.httpSeconds.observe({ operation, status }, ms / 1000);
    // Never the URL: its query can hold keys and addresses of people.
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
