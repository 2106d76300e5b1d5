/**
 * Which browsers may use a secret key. The list binds browsers alone: other clients can send any
 * Origin, or none.
 */
import { ApiError } from '@footfall/contract/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyFacts } from '../keys/store.ts';
import { exposedHeaders } from './cors.ts';

/** Undefined when the key may be used from where the request comes. */
export function refuseOrigin(request: FastifyRequest, key: KeyFacts): ApiError | undefined {
  const { origin } = request.headers;
  if (key.serverOnly && isFromBrowser(request)) {
    return new ApiError('forbidden', 'This key is for servers only: no browser may use it.', {
      reason: 'server_only',
    });
  }
  if (origin === undefined || key.origins.has(origin)) return undefined;
  return new ApiError('forbidden', 'This key may not be used from the origin of the request.', {
    reason: 'origin_not_allowed',
    origin: origin.slice(0, 200),
  });
}

/** Lets the page read the answer, errors included. */
export function answerOrigin(request: FastifyRequest, reply: FastifyReply, key: KeyFacts): void {
  const { origin } = request.headers;
  reply.header('vary', 'Origin');
  if (origin === undefined || key.serverOnly || !key.origins.has(origin)) return;
  reply.header('access-control-allow-origin', origin);
  reply.header('access-control-expose-headers', exposedHeaders);
}

function isFromBrowser(request: FastifyRequest): boolean {
  const { headers } = request;
  return (
    headers.origin !== undefined ||
    Object.keys(headers).some((name) => name.startsWith('sec-fetch-')) ||
    /\bMozilla\//i.test(headers['user-agent'] ?? '')
  );
}
