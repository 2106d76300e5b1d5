/** /ingest, /ingest/batch and /visitor-resolve: what websites and backends send. */
import { ApiError } from '@footfall/contract/errors';
import { ingestLimits } from '@footfall/contract/ingest';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseJson, unpackBody } from '../common/json-body.ts';
import { resolveVisitor } from '../ingest/resolve-visitor.ts';
import { type IngestOptions, requireLiveKey, serveIngest } from '../ingest/serve.ts';
import { writeKeyOf } from '../ingest/write-key.ts';
import { toApiError } from './errors.ts';
import { handedOver } from './handed-over.ts';

export function ingestRoutes(app: FastifyInstance, options: IngestOptions): void {
  // A scope of its own: its body parser and its queue check concern no other route.
  app.register((scope, _options, done) => {
    mountIngest(scope, options);
    done();
  });
}

function mountIngest(app: FastifyInstance, options: IngestOptions): void {
  const { db, keys, commit } = options;
  // Senders label JSON in many ways (beacons: text/plain), so every label is read as JSON.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  // Before the body is read: a full queue must not cost memory too.
  app.addHook('onRequest', async (request) => {
    const failure = handedOver.get(request.raw)?.failure;
    if (failure) throw failure;
    if (commit.isFull) throw queueFull();
  });

  // A faulty request has met no transaction that tells whether its key is still good.
  app.setErrorHandler(async (error, request) => {
    const { status, code } = toApiError(error);
    if (status < 500 && code !== 'unauthorized' && code !== 'rate_limited') {
      await requireLiveKey(db, writeKeyOf(request)).catch((reason: unknown) => {
        keys.forget(request.callerToken ?? '');
        throw reason;
      });
    }
    throw error;
  });

  for (const isBatch of [false, true]) {
    const url = isBatch ? '/ingest/batch' : '/ingest';
    app.post(url, { bodyLimit: ingestLimits.wireBytes }, async (request) => {
      const { ip, headers, callerToken: token } = request;
      const key = writeKeyOf(request);
      const isSecure = request.protocol === 'https';
      const body = await bodyOf(request);
      return serveIngest({ isBatch, key, token, ip, headers, isSecure, body }, options);
    });
  }

  app.post('/visitor-resolve', { bodyLimit: ingestLimits.wireBytes }, async (request) => {
    const key = writeKeyOf(request);
    const question = parseJson((await bodyOf(request)).toString('utf8'));
    const data = await resolveVisitor(db, key, question);
    keys.markUsed(key);
    return { data };
  });
}

async function bodyOf({ body, headers }: FastifyRequest): Promise<Buffer> {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  return unpackBody(bytes, headers['content-encoding'], ingestLimits.unpackedBytes);
}

function queueFull(): ApiError {
  return new ApiError(
    'unavailable',
    'Too many messages are waiting to be stored. Try again shortly.',
  );
}
