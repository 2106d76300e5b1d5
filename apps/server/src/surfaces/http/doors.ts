/** Which keys a request needs, by its matched route, not by the URL's spelling. */
import type { FastifyRequest } from 'fastify';

/**
 * `ingest`: /visitor-resolve and other senders' paths, with write keys; `member`: the dashboard, with a session
 * cookie; `api`: everything else. /ingest is no route: ingest-requests.ts.
 */
export type Door = 'api' | 'ingest' | 'member';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Absent: `api`. */
    door?: Door;
    /** A separate hook identifies the caller. */
    findsCaller?: boolean;
    /** Public, without key and rate limits. */
    isFree?: boolean;
  }
}

/** A request without a matching route is the API's. */
export function doorOf(request: FastifyRequest): Door {
  return request.routeOptions?.config?.door ?? 'api';
}
