/** Content that is the same for everybody until the next start: compressed once, asked for again by its tag. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding, Encoded } from './encodings.ts';

export interface FixedContent {
  type: string;
  content: string | Buffer;
  headers: Record<string, string>;
  /** Answered to everybody, outside of rate limits. */
  isFree?: boolean;
}

export function serveFixed(
  app: FastifyInstance,
  paths: string | string[],
  { type, content, headers, isFree = false }: FixedContent,
): void {
  const plain = Buffer.from(content);
  const encoded = new Encoded(plain);
  const tag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  for (const path of [paths].flat()) {
    app.get(path, { config: { isFree } }, async (request, reply) => {
      // Weak, because the compressed content has the same tag.
      reply.headers({ ...headers, vary: 'Accept-Encoding', etag: `W/${tag}` });
      const isUnchanged = (request.headers['if-none-match'] ?? '').includes(tag);
      return isUnchanged ? reply.code(304).send() : send(request, reply);
    });
  }

  async function send(request: FastifyRequest, reply: FastifyReply) {
    reply.type(`${type}; charset=utf-8`);
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    if (!encoding) return reply.send(plain);
    return reply.header('content-encoding', encoding).send(await encoded.in(encoding));
  }
}
