/**
 * Cross-origin access. A preflight has no key, so its answer is the same for everybody; the actual request is
 * checked.
 */
import type { FastifyInstance } from 'fastify';
import { doorOf } from './doors.ts';
import type { FirstParty } from './first-party.ts';
import { takenMethods } from './methods.ts';

const preflightHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': takenMethods.join(', '),
  'access-control-allow-headers':
    'Authorization, Content-Type, Content-Encoding, X-Svc-Key, Idempotency-Key, If-Match, If-None-Match, MCP-Protocol-Version, Mcp-Method, Mcp-Name, AnonymousId, SentAt, X-Retry-Count, X-Umami-Cache',
  'access-control-max-age': '86400',
};

export const exposedHeaders =
  'X-Request-Id, X-Workspace-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Key-Expires, Retry-After, ETag, Idempotency-Replayed, WWW-Authenticate, X-Total-Count, Content-Disposition';

/** Write keys are public and their answers have no personal data, so any page may send. */
export const openToAllOrigins = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposedHeaders,
};

export function allowBrowsers(app: FastifyInstance, firstParty: FirstParty): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method === 'OPTIONS') {
      reply.code(204).headers(preflightHeaders).send();
      return;
    }
    if (doorOf(request) === 'ingest') reply.headers(firstParty.corsHeaders(request.raw));
    done();
  });
}
