/** A request from any address, without a connection. `app.inject` does not pass what stands before the framework, as ingest does. */
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { inject } from 'light-my-request';

export async function injectRequest(
  app: FastifyInstance,
  options: InjectOptions,
): Promise<LightMyRequestResponse> {
  await app.ready();
  return inject((request, response) => app.server.emit('request', request, response), options);
}
