/**
 * Answers tell of people, so nobody on the way keeps them, and no browser takes them for anything but
 * what they say they are. What is the same for everybody (pages, the script) says otherwise itself.
 */
import type { FastifyInstance } from 'fastify';

export const privateHeaders = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

/** Opened as a page, an answer runs, loads and frames nothing. Pages allow themselves what they need. */
const inertHeaders = {
  ...privateHeaders,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

/** For records with an ETag: who has one may keep it, and asks each time whether it still holds. */
export const revalidated = { 'cache-control': 'private, no-cache' };

export function answerPrivately(app: FastifyInstance): void {
  app.addHook('onRequest', ({ routeOptions }, reply, done) => {
    // What takes messages answers as briefly as ingest-requests.ts does.
    reply.headers(routeOptions.config?.door === 'ingest' ? privateHeaders : inertHeaders);
    done();
  });
}
