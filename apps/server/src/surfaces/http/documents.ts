/** The OpenAPI document of the REST API, and the /docs pages derived from it. */
import { openApiDocument, restDocument } from '@footfall/contract/openapi';
import { operations } from '@footfall/contract/operations';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../platform/config.ts';
import { readServed } from '../../platform/served-file.ts';
import { version } from '../../platform/version.ts';
import { guidePage, readGuides, readImageNames } from '../docs-site/guides.ts';
import type { Site } from '../docs-site/layout.ts';
import type { OpenApiDocument } from '../docs-site/openapi-document.ts';
import { referencePage } from '../docs-site/reference-page.ts';
import { type FixedContent, serveFixed } from './fixed-content.ts';
import { apiBase } from './key-door.ts';
import { pageHeaders, secureHeaders } from './secure-page.ts';

export function documentRoutes(app: FastifyInstance, { config }: { config: Config }) {
  const serverUrl = config.publicUrl + apiBase;
  const options = { version, serverUrl };
  serveFixed(app, `${apiBase}/openapi.json`, {
    type: 'application/json',
    content: () => JSON.stringify(openApiDocument(operations, options)),
    headers: { 'access-control-allow-origin': '*', 'cache-control': 'no-cache' },
  });
  app.register((scope, _options, done) => {
    const rest = () => restDocument(operations, options) as unknown as OpenApiDocument;
    servePages(scope, config, rest).then(() => done(), done);
  });
}

async function servePages(app: FastifyInstance, config: Config, document: () => OpenApiDocument) {
  const guides = await readGuides();
  const base = new URL(config.publicUrl).pathname.replace(/\/$/, '');
  const site: Site = { url: config.publicUrl, script: config.paths.script, base, version, guides };

  const serve = (path: string, type: string, content: FixedContent['content']) =>
    serveFixed(app, path, { type, content, headers: pageHeaders });
  serve('/docs', 'text/html', () => referencePage(site, operations, document()));
  for (const guide of guides) {
    serve(`/docs/guides/${guide.name}`, 'text/html', () => guidePage(site, guide));
  }
  serve('/docs/docs.css', 'text/css', await readServed('docs/docs.css'));
  serve('/docs/docs.js', 'text/javascript', await readServed('docs/docs.js'));
  for (const name of await readImageNames()) {
    serve(`/docs/images/${name}`, 'image/png', await readServed(`guides/images/${name}`));
  }
  serve('/docs/icon.svg', 'image/svg+xml', await readServed('docs/icon.svg'));

  for (const path of ['/docs/', '/docs/guides', '/docs/guides/']) {
    app.get(path, async (_request, reply) =>
      reply.headers(secureHeaders).redirect(`${base}/docs`, 308),
    );
  }
}
