/** What looks at requests before the HTTP framework does. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

export type Interceptor = (
  request: IncomingMessage,
  response: ServerResponse,
  /** To be given the request when it is not this one's to answer. */
  next: RequestListener,
) => void;

/** The one that was added last sees a request first. */
export function beforeFramework({ server }: FastifyInstance, intercept: Interceptor): void {
  const [next] = server.listeners('request') as RequestListener[];
  if (!next) throw new Error('the framework does not listen');
  server.removeListener('request', next);
  server.on('request', (request, response) => intercept(request, response, next));
}
