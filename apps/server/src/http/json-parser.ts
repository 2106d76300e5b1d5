/** JSON bodies of the REST API: plain or gzip, storable when they arrive at a handler. */
import { ApiError } from '@footfall/contract/errors';
import { ingestLimits } from '@footfall/contract/ingest';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { cleanJson, parseJson, readBodyText, sizeAtMost } from './json-body.ts';

const { depth, unpackedBytes } = ingestLimits;

export function parseJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/(?:[\w.-]+\+)?json(?:;|$)/,
    { parseAs: 'buffer' },
    parseBody,
  );
}

async function parseBody(request: FastifyRequest, bytes: string | Buffer): Promise<unknown> {
  const encoding = request.headers['content-encoding'];
  const body = await readBodyText(Buffer.from(bytes), encoding, unpackedBytes);
  const value = parseJson(body.text);
  if (sizeAtMost(value, depth) === Number.POSITIVE_INFINITY) {
    throw new ApiError('invalid_request', `The body is nested deeper than ${depth} levels.`);
  }
  return body.suspicious ? cleanJson(value, depth + 1) : value;
}
