/** Which addresses the senders of which service send to, what they are answered, and what they ask before they begin. */
import { ApiError } from '@footfall/contract/errors';
import type { IngestAnswer } from '@footfall/contract/ingest';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { keyKindOf } from '../keys/key-text.ts';
import { type SegmentCall, segmentCalls, segmentDialect } from '../senders/segment.ts';
import { openToAllOrigins } from './cors.ts';
import { credentialsIn, credentialsOf } from './foreign-body.ts';
import { mountSenderRoutes, type SenderOptions, type SenderRoute } from './sender-routes.ts';

export function senderRoutes(
  app: FastifyInstance,
  { config, ...options }: SenderOptions & { config: Config },
): void {
  mountSenderRoutes(app, segmentRoutes(), options);
  answerSegment(app, config);
}

type Data = IngestAnswer['data'];

function segmentRoutes(): SenderRoute[] {
  const answer = (data: Data) => ({ success: data.rejected === 0, data });
  const ofCall = (call: SegmentCall) => ({
    // The browser's script calls each by its first letter.
    paths: [`/v1/${call}`, `/v1/${call.charAt(0)}`],
    dialect: segmentDialect(call),
    answer,
  });
  const batches = ['/v1/batch', '/v1/b', '/v1/import', '/beacon/v1/batch'];
  return [{ paths: batches, dialect: segmentDialect(), answer }, ...segmentCalls.map(ofCall)];
}

/** What the scripts of Segment and RudderStack ask before they send: where to, and that nothing else is to be loaded. */
function answerSegment(app: FastifyInstance, { publicUrl }: Config): void {
  const { protocol, host, pathname } = new URL(publicUrl);
  const apiHost = `${host}${pathname.replace(/\/$/, '')}/v1`;
  app.get<{ Params: { key: string } }>(
    '/v1/projects/:key/settings',
    free,
    async (request, reply) => {
      const apiKey = writeKeyIn(request.params.key);
      reply.headers(openToAllOrigins);
      const own = { apiKey, apiHost, protocol: protocol.slice(0, -1) };
      return { integrations: { 'Segment.io': own }, plan: {} };
    },
  );
  for (const path of ['/sourceConfig', '/sourceConfig/']) {
    app.get(path, free, async (request, reply) => {
      const writeKey = writeKeyIn(toldKey(request));
      reply.headers(openToAllOrigins);
      const source = { id: writeKey, name: 'Footfall', writeKey, workspaceId: 'footfall' };
      const nothing = { enabled: true, config: {}, connections: [], destinations: [] };
      return { source: { ...source, ...nothing }, updatedAt: '' };
    });
  }
}

const free = { config: { door: 'ingest', isFree: true } } as const;

function toldKey({ headers, query }: FastifyRequest): string {
  const { writeKey } = query as Record<string, unknown>;
  return String(writeKey ?? credentialsOf(headers.authorization)?.token ?? '');
}

/** As it was given, where it may be one: whether it is, the first message tells. @throws ApiError */
function writeKeyIn(text: string): string {
  const { token } = credentialsIn(text);
  const kind = keyKindOf(token);
  if (kind !== undefined && kind !== 'secret') return token;
  throw new ApiError('unauthorized', 'This is no write key: give `svc_pk_…` or `svc_dev_…`.');
}
