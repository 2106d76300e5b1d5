/** The OpenAPI document of the REST API. */
import { openApiDocument } from '@footfall/contract/openapi';
import { operations } from '@footfall/contract/operations';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { version } from '../version.ts';
import { apiBase } from './mount.ts';

export function documentRoutes(app: FastifyInstance, { config }: { config: Config }) {
  const serverUrl = config.publicUrl + apiBase;
  const document = JSON.stringify(openApiDocument(operations, { version, serverUrl }));
  app.get(`${apiBase}/openapi.json`, async (_request, reply) =>
    reply
      .header('access-control-allow-origin', '*')
      .type('application/json; charset=utf-8')
      .send(document),
  );
}
