/** The scripts for websites, as they are now and as they stay. */
import type { FastifyInstance } from 'fastify';
import type { WebsiteScripts } from '../website-scripts.ts';
import { serveFixed } from './fixed-content.ts';

// Long enough to be cheap, short enough for an update to arrive within the hour.
const forNow = 'public, max-age=3600';
const forGood = 'public, max-age=31536000, immutable';

export function websiteRoutes(app: FastifyInstance, { script, extra }: WebsiteScripts): void {
  for (const { path, pinnedPath, content, gzip } of [script, extra]) {
    const serve = (at: string, cacheControl: string) =>
      serveFixed(app, at, {
        type: 'text/javascript',
        content,
        ...(gzip && { gzip }),
        isFree: true,
        headers: {
          'access-control-allow-origin': '*',
          'x-content-type-options': 'nosniff',
          'cross-origin-resource-policy': 'cross-origin',
          'cache-control': cacheControl,
        },
      });
    serve(path, forNow);
    serve(pinnedPath, forGood);
  }
}
