/** Handles requests before the HTTP framework. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

export type Interceptor = (
  request: IncomingMessage,
  response: ServerResponse,
  /** Call with requests of others. */
  next: RequestListener,
) => void;

/** The last one added sees a request first. */
export function beforeFramework({ server }: FastifyInstance, intercept: Interceptor): void {
  const [next] = server.listeners('request') as RequestListener[];
  if (!next) throw new Error('the framework does not listen');
  server.removeListener('request', next);
  server.on('request', (request, response) => intercept(request, response, next));
}
