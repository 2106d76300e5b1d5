/**
 * The dashboard: one page for all of its URLs, with its scripts and styles. None of it is secret; its data comes from
 * /dashboard/api.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '../../platform/common/html.ts';
import type { Config } from '../../platform/config.ts';
import { readServed, servedFolder } from '../../platform/served-file.ts';
import { type FixedContent, serveFixedFiles } from './fixed-content.ts';
import { secureHeaders } from './secure-page.ts';

const types: Record<string, string> = {
  js: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  svg: 'image/svg+xml',
};

const own = { config: { isFree: true, needsOwnHost: true } };

/** Their names change with their content. */
const forever = { ...secureHeaders, 'cache-control': 'public, max-age=31536000, immutable' };

export async function dashboardRoutes(app: FastifyInstance, { config }: { config: Config }) {
  const base = new URL(config.publicUrl).pathname.replace(/\/$/, '');
  const assets = new URL('dashboard/assets/', servedFolder);
  const files = new Map<string, FixedContent>();
  for (const name of await readdir(assets)) {
    const type = types[name.slice(name.lastIndexOf('.') + 1)];
    if (type === undefined) throw new Error(`what type is ${name}?`);
    // Read on first use, so that a start need not wait.
    const content = () => readFileSync(new URL(name, assets));
    files.set(name, { type, content, headers: forever });
  }
  serveFixedFiles(app, '/assets', files);

  const page = (await readServed('dashboard/index.html'))
    .toString()
    .replaceAll('"./assets/', `"${escapeHtml(base)}/assets/`);
  const [head = '', rest = ''] = page.split('<!--served-->');
  const answer = async (_request: FastifyRequest, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64');
    reply.headers({ ...secureHeaders, ...pageHeaders(nonce) }).type('text/html; charset=utf-8');
    const served = `<meta name="footfall" content="${escapeHtml(config.publicUrl)}" nonce="${nonce}">
    <link rel="icon" href="${escapeHtml(base)}/docs/icon.svg" type="image/svg+xml">`;
    return reply.send(head + served + rest);
  };
  for (const path of ['/app', '/app/*']) app.get(path, own, answer);
  // Anybody with the link can read a shared page, so search engines must not index it. As on all pages, no
  // Referer reveals the token (`secureHeaders`).
  app.get('/share/*', own, async (request, reply) =>
    answer(request, reply.header('x-robots-tag', 'noindex, nofollow')),
  );
  app.get('/', own, async (_request, reply) =>
    reply.headers({ ...secureHeaders, 'cache-control': 'no-cache' }).redirect(`${base}/app`, 302),
  );
}

/**
 * Mantine inserts style elements for window widths: the nonce permits only these. `style="…"` attributes stay
 * forbidden; React sets styles through the DOM, which no policy restricts.
 */
function pageHeaders(nonce: string) {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return { 'content-security-policy': policy.join('; '), 'cache-control': 'no-store' };
}
