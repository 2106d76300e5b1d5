/** Whose keys a request needs, by the route that it matches, not by how its address is spelled. */
import type { FastifyRequest } from 'fastify';

/**
 * `ingest`: /visitor-resolve and the addresses of other senders, with write keys; `member`: the dashboard, with the
 * cookie of a session; `api`: everything else. /ingest is no route: ingest-requests.ts.
 */
export type Door = 'api' | 'ingest' | 'member';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Absent: `api`. */
    door?: Door;
    /** A hook of its own finds who asks. */
    findsCaller?: boolean;
    /** Answered to everybody, without a key and outside of rate limits. */
    isFree?: boolean;
  }
}

/** A request that matches no route is the API's. */
export function doorOf(request: FastifyRequest): Door {
  return request.routeOptions?.config?.door ?? 'api';
}
