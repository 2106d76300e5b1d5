/**
 * Before anything else: whose request it is, and whether there are too many of them. A known key is
 * counted for itself and for its workspace; everything else by client address, before the database
 * is asked about its key.
 */
import type { KeyKind } from '@footfall/contract/access';
import { ApiError } from '@footfall/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { KeyFacts } from '../keys/store.ts';
import { isIngestPath } from './cors.ts';
import type { RateLimits, Usage } from './rate-limits.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The key of the request, of the kind that its path takes; revocation is checked later. */
    callerKey: KeyFacts | undefined;
    /** Its text. */
    callerToken: string | undefined;
  }
}

export interface CallerOptions {
  config: Config;
  keys: KeyRing;
  limits: RateLimits;
}

const writeKinds: KeyKind[] = ['production', 'development', 'legacy'];
const secretKinds: KeyKind[] = ['secret'];

export function identifyCallers(app: FastifyInstance, { config, keys, limits }: CallerOptions) {
  app.decorateRequest('callerKey', undefined);
  app.decorateRequest('callerToken', undefined);

  app.addHook('onRequest', async (request, reply) => {
    const isIngest = isIngestPath(request.url);
    const token = isIngest ? writeToken(request) : bearerToken(request);
    const kinds = isIngest ? writeKinds : secretKinds;
    let key = token === undefined ? undefined : keys.remembered(token, kinds);
    if (!key) {
      await countAddress(request, reply);
      key = token === undefined ? undefined : await keys.find(token, kinds);
    }
    request.callerToken = token;
    request.callerKey = key;
    if (!key) return;
    reply.header('x-workspace-id', key.workspaceId);
    await (isIngest ? countSender(reply, key) : countCaller(reply, key));
  });

  async function countAddress(request: FastifyRequest, reply: FastifyReply) {
    apply(reply, await limits.count(`address:${request.ip}`, config.addressRateLimitPerMinute));
  }

  async function countSender(reply: FastifyReply, key: KeyFacts) {
    const limit = key.rateLimitPerMinute ?? config.ingestRateLimitPerMinute;
    apply(reply, await limits.count(`ingest:${key.id}`, limit));
  }

  async function countCaller(reply: FastifyReply, key: KeyFacts) {
    const limit = key.rateLimitPerMinute ?? config.rateLimitPerMinute;
    const [ofKey, ofWorkspace] = await Promise.all([
      limits.count(`key:${key.id}`, limit),
      limits.count(`workspace:${key.workspaceId}`, config.workspaceRateLimitPerMinute),
    ]);
    // The one that will be used up first.
    apply(
      reply,
      ofWorkspace.remaining < ofKey.remaining || ofWorkspace.isOver ? ofWorkspace : ofKey,
    );
  }
}

/** @throws ApiError rate_limited */
function apply(reply: FastifyReply, usage: Usage): void {
  reply.headers({
    'x-ratelimit-limit': usage.limit,
    'x-ratelimit-remaining': usage.remaining,
    'x-ratelimit-reset': usage.resetAt,
  });
  if (!usage.isOver) return;
  reply.header('retry-after', usage.secondsLeft);
  throw new ApiError(
    'rate_limited',
    `More than ${usage.limit} requests in a minute. Try again in ${usage.secondsLeft} seconds.`,
    { limit: usage.limit, retry_after_seconds: usage.secondsLeft },
  );
}

function bearerToken(request: FastifyRequest): string | undefined {
  return /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** `X-Svc-Key`, or `?key=` for beacons, which cannot set headers. */
function writeToken(request: FastifyRequest): string | undefined {
  const header = request.headers['x-svc-key'];
  if (typeof header === 'string') return header.trim();
  const { key } = request.query as Record<string, unknown>;
  return typeof key === 'string' ? key.trim() : undefined;
}
