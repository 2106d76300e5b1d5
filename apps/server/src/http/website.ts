/** What browsers load: the script, as it is now and as it stays, and the start page. */
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../db/connect.ts';
import { readServed } from '../served-file.ts';
import { serveFixed } from './fixed-content.ts';
import { secureHeaders } from './secure-page.ts';
import { pinnedScript, renderStartPage } from './start-page.ts';

export interface WebsiteOptions {
  config: Config;
  db: Database;
}

export async function websiteRoutes(app: FastifyInstance, { config, db }: WebsiteOptions) {
  const content = await readServed('sdk.js');
  const { pinnedPath } = pinnedScript(content);
  const serve = (path: string, cacheControl: string) =>
    serveFixed(app, path, {
      type: 'text/javascript',
      content,
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

  app.get('/', async (_request, reply) =>
    reply
      // It counts: never an old answer.
      .headers({ ...secureHeaders, 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(await renderStartPage(db, config, content)),
  );
}
