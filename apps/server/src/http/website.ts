/** The script for websites, as it is now and as it stays. */
import type { FastifyInstance } from 'fastify';
import { readServed } from '../served-file.ts';
import { pinnedScript } from '../workspaces/pinned-script.ts';
import { serveFixed } from './fixed-content.ts';

export async function websiteRoutes(app: FastifyInstance) {
  const [content, gzip] = await Promise.all([readServed('sdk.js'), readServed('sdk.js.gz')]);
  const { pinnedPath } = pinnedScript(content);
  const serve = (path: string, cacheControl: string) =>
    serveFixed(app, path, {
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
  // Long enough to be cheap, short enough for an update to arrive within the hour.
  serve('/sdk.js', 'public, max-age=3600');
  serve(pinnedPath, 'public, max-age=31536000, immutable');
}
