/** What browsers load: the script /sdk.js and the start page. */
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../db/connect.ts';
import { readServed } from '../served-file.ts';
import { secureHeaders } from './secure-page.ts';
import { renderStartPage } from './start-page.ts';

export interface WebsiteOptions {
  config: Config;
  db: Database;
}

export async function websiteRoutes(app: FastifyInstance, { config, db }: WebsiteOptions) {
  const sdk = await readServed('sdk.js');
  app.get('/sdk.js', { config: { isFree: true } }, async (_request, reply) =>
    reply
      .headers({
        'access-control-allow-origin': '*',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
        // Long enough to be cheap, short enough for an update to arrive within the hour.
        'cache-control': 'public, max-age=3600',
      })
      .type('text/javascript; charset=utf-8')
      .send(sdk),
  );

  app.get('/', async (_request, reply) =>
    reply
      // It counts: never an old answer.
      .headers({ ...secureHeaders, 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(await renderStartPage(db, config)),
  );
}
