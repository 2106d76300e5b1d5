/**
 * Answers contain personal data, so no cache may store them, and no browser may guess their type. Shared
 * content (pages, the script) overrides this.
 */
import type { FastifyInstance } from 'fastify';

export const privateHeaders = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

/** Opened as a page, an answer runs, loads and frames nothing. Pages set what they need. */
const inertHeaders = {
  ...privateHeaders,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

/** For records with an ETag: may be stored, but revalidated on each use. */
export const revalidated = { 'cache-control': 'private, no-cache' };

export function answerPrivately(app: FastifyInstance): void {
  app.addHook('onRequest', ({ routeOptions }, reply, done) => {
    // Ingest routes respond as briefly as ingest-requests.ts.
    reply.headers(routeOptions.config?.door === 'ingest' ? privateHeaders : inertHeaders);
    done();
  });
}
