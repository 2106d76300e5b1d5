/** Pages, styles and scripts for browsers: compressed once, with headers that allow nothing else. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** No inline script or style, no other origin, no frame around it. */
export const secureHeaders = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Content that is the same for everybody until the next start. */
export function serveFixed(
  app: FastifyInstance,
  path: string,
  type: string,
  content: string | Buffer,
): void {
  const plain = Buffer.from(content);
  const zipped = gzipSync(plain);
  const tag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;

  app.get(path, async (request, reply) => {
    reply.headers({
      ...secureHeaders,
      // Asked again each time, answered by 304: an update is seen at once.
      'cache-control': 'no-cache',
      vary: 'Accept-Encoding',
    });
    return isUnchanged(request, reply, tag) ? reply.code(304).send() : send(request, reply);
  });

  function send(request: FastifyRequest, reply: FastifyReply) {
    reply.type(`${type}; charset=utf-8`);
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(plain);
    return reply.header('content-encoding', 'gzip').send(zipped);
  }
}

/** Weak, because the compressed content has the same tag. */
function isUnchanged(request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  reply.header('etag', `W/${tag}`);
  return (request.headers['if-none-match'] ?? '').includes(tag);
}
