/** Content that is constant until the next start: built and compressed once, revalidated by ETag. */
import { createHash } from 'node:crypto';
import { ApiError } from '@footfall/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding, Encoded } from './encodings.ts';

export interface FixedContent {
  type: string;
  /** A function is called on first use, so that a start need not wait. */
  content: string | Buffer | (() => string | Buffer);
  /** The same content, gzipped by the build. */
  gzip?: Buffer;
  headers: Record<string, string>;
  /** Public, without rate limits. */
  isFree?: boolean;
}

export function serveFixed(
  app: FastifyInstance,
  paths: string | string[],
  content: FixedContent,
): void {
  const answer = fixedAnswer(content);
  const config = { isFree: content.isFree ?? false };
  for (const path of [paths].flat()) app.get(path, { config }, answer);
}

/**
 * Serves a folder's files by name, as one route: separate routes for many files took a fifth of the application's
 * start.
 */
export function serveFixedFiles(
  app: FastifyInstance,
  folder: string,
  files: Map<string, FixedContent>,
): void {
  const answers = new Map<string, Answer>();
  for (const [name, content] of files) answers.set(name, fixedAnswer(content));
  app.get(`${folder}/:name`, { config: { isFree: true } }, async (request, reply) => {
    const { name } = request.params as { name: string };
    const answer = answers.get(name);
    if (answer === undefined) {
      const path = `${folder}/${name}`.slice(0, 200);
      throw new ApiError('not_found', `There is no ${request.method} ${path}.`);
    }
    return answer(request, reply);
  });
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

function fixedAnswer({ type, content, gzip, headers }: FixedContent): Answer {
  let made: Made | undefined;
  const make = () => {
    made ??= madeOf(typeof content === 'function' ? content() : content, gzip);
    return made;
  };
  return async (request, reply) => {
    const { plain, encoded, tag } = make();
    // Weak, because the compressed content has the same tag.
    reply.headers({ ...headers, vary: 'Accept-Encoding', etag: `W/${tag}` });
    const isUnchanged = (request.headers['if-none-match'] ?? '').includes(tag);
    if (isUnchanged) return reply.code(304).send();
    reply.type(`${type}; charset=utf-8`);
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    if (!encoding) return reply.send(plain);
    return reply.header('content-encoding', encoding).send(await encoded.in(encoding));
  };
}

interface Made {
  plain: Buffer;
  encoded: Encoded;
  tag: string;
}

function madeOf(content: string | Buffer, gzip: Buffer | undefined): Made {
  const plain = Buffer.from(content);
  const hash = createHash('sha256').update(plain).digest('base64url');
  return { plain, encoded: new Encoded(plain, gzip), tag: `"${hash.slice(0, 22)}"` };
}
