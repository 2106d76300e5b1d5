/** Which browsers may use a secret key. Only binds browsers: other clients can send any Origin, or none. */
import { ApiError } from '@footfall/contract/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyFacts } from '../../accounts/keys/store.ts';
import { exposedHeaders } from './cors.ts';

/** Scheme, a host of maximum length, port. */
const longestOrigin = 270;

/** Undefined if the key may be used from the request's origin. */
function refuseOrigin(request: FastifyRequest, key: KeyFacts): ApiError | undefined {
  if (key.serverOnly && isFromBrowser(request)) {
    return new ApiError('forbidden', 'This key is server only. Browsers cannot use it.', {
      reason: 'server_only',
    });
  }
  const origin = originOf(request, key);
  if (origin === undefined || isListed(origin, key)) return undefined;
  return new ApiError(
    'forbidden',
    'This key does not allow the origin of the request. Add the origin to a new key.',
    {
      reason: 'origin_not_allowed',
      origin: origin.slice(0, 200),
    },
  );
}

/** The answer to `work`; a page can read that its origin is refused, and nothing else. */
export async function withRefusedOrigin<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  key: KeyFacts,
  work: (refusal: ApiError | undefined) => Promise<T>,
): Promise<T> {
  const refusal = refuseOrigin(request, key);
  try {
    return await work(refusal);
  } catch (error) {
    const { origin } = request.headers;
    if (error === refusal && origin !== undefined && isOfBrowser(origin)) {
      reply.header('access-control-allow-origin', origin);
      reply.header('access-control-expose-headers', exposedHeaders);
    }
    throw error;
  }
}

function isOfBrowser(origin: string): boolean {
  return origin.length <= longestOrigin && /^(?:null|[a-z][a-z\d+.-]*:\/\/[^\s,/]+)$/.test(origin);
}

/** Lets the page read the answer, including errors. */
export function answerOrigin(request: FastifyRequest, reply: FastifyReply, key: KeyFacts): void {
  const { origin } = request.headers;
  reply.header('vary', 'Origin');
  if (origin === undefined || key.serverOnly || !isListed(origin, key)) return;
  reply.header('access-control-allow-origin', origin);
  reply.header('access-control-expose-headers', exposedHeaders);
}

/**
 * Listed itself, or below a host listed with `*.`. Sandboxed pages, files and redirects all send `null`,
 * which proves nothing.
 */
function isListed(origin: string, key: KeyFacts): boolean {
  if (origin === 'null' || origin.includes('*') || origin.length > longestOrigin) return false;
  if (key.origins.has(origin)) return true;
  const [, scheme = '', host = ''] =
    /^(https?:\/\/)((?:[a-z0-9_-]+\.)+[a-z0-9_-]+(?::\d+)?)$/.exec(origin) ?? [];
  for (let dot = host.indexOf('.'); dot !== -1; dot = host.indexOf('.', dot + 1)) {
    if (key.origins.has(`${scheme}*${host.slice(dot)}`)) return true;
  }
  return false;
}

/**
 * A page of the service's own origin sends no Origin, but its browser marks it. The scheme comes from the
 * list, as the service does not know its own behind a proxy.
 */
function originOf({ headers, host }: FastifyRequest, key: KeyFacts): string | undefined {
  if (headers.origin !== undefined || headers['sec-fetch-site'] === undefined) {
    return headers.origin;
  }
  if (headers['sec-fetch-site'] !== 'same-origin') return '';
  return isListed(`https://${host}`, key) ? `https://${host}` : `http://${host}`;
}

function isFromBrowser(request: FastifyRequest): boolean {
  const { headers } = request;
  const metadata = Object.keys(headers).filter((name) => name.startsWith('sec-fetch-'));
  // Node.js's fetch, on a server, only sends this header; browsers send at least three.
  const isNode = metadata.length === 1 && headers['sec-fetch-mode'] === 'cors';
  return (
    headers.origin !== undefined ||
    (metadata.length > 0 && !isNode) ||
    /\bMozilla\//i.test(headers['user-agent'] ?? '')
  );
}
