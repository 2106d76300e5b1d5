/** The website scripts: the current version, and pinned versions. */
import type { FastifyInstance } from 'fastify';
import { usualPaths } from '../../platform/site-paths.ts';
import type { WebsiteScripts } from '../../platform/website-scripts.ts';
import { serveFixed } from './fixed-content.ts';

// Long enough to be cheap, short enough for updates within the hour.
const forNow = 'public, max-age=3600';
const forGood = 'public, max-age=31536000, immutable';

export function websiteRoutes(
  app: FastifyInstance,
  { script, extra, cookieless }: WebsiteScripts,
): void {
  for (const { usual, path, pinnedPath, content, gzip } of [
    { usual: usualPaths.script, ...script },
    { usual: usualPaths.extra, ...extra },
    { usual: usualPaths.cookieless, ...cookieless },
  ]) {
    const serve = (at: string, cacheControl: string) =>
      serveFixed(app, at, {
        type: 'text/javascript',
        content,
        gzip,
        isFree: true,
        headers: {
          'access-control-allow-origin': '*',
          'x-content-type-options': 'nosniff',
          'cross-origin-resource-policy': 'cross-origin',
          'cache-control': cacheControl,
        },
      });
    // Pages with the default path keep working.
    for (const at of new Set([path, usual])) serve(at, forNow);
    serve(pinnedPath, forGood);
  }
}
