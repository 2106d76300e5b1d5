/** JSON bodies of the REST API: plain or gzip, storable when they arrive at a handler. */
import { ingestLimits } from '@footfall/contract/ingest';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  cleanJson,
  mayNeedCleaning,
  parseJson,
  sizeAtMost,
  unpackBody,
} from '../common/json-body.ts';

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
  if (bytes.length === 0 && encoding === undefined) return undefined;
  const text = (await unpackBody(Buffer.from(bytes), encoding, unpackedBytes)).toString('utf8');
  const value = parseJson(text);
  sizeAtMost(value, depth);
  return mayNeedCleaning(text) ? cleanJson(value) : value;
}
