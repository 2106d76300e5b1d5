/**
 * Before anything else: whose request it is, and whether there are too many of them. A known key is
 * counted for itself and for its workspace; everything else by client address, before the database
 * is asked about its key.
 */
import type { KeyKind } from '@footfall/contract/access';
import { ApiError } from '@footfall/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../common/ip-address.ts';
import type { Config } from '../config.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { KeyFacts } from '../keys/store.ts';
import { isIngestPath } from './cors.ts';
import { handedOver } from './handed-over.ts';
import { answerOrigin } from './origins.ts';
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

export const writeKinds: KeyKind[] = ['production', 'development', 'legacy'];
const secretKinds: KeyKind[] = ['secret'];

export type Identify = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Returns what it does before every route, for the requests that never reach a hook. */
export function identifyCallers(
  app: FastifyInstance,
  { config, keys, limits }: CallerOptions,
): Identify {
  app.decorateRequest('callerKey', undefined);
  app.decorateRequest('callerToken', undefined);
  app.addHook('onRequest', identify);
  return identify;

  async function identify(request: FastifyRequest, reply: FastifyReply) {
    const isIngest = isIngestPath(request.url);
    const token = isIngest ? writeToken(request) : bearerToken(request);
    request.callerToken = token;
    const key = await findKey(request, reply, token, isIngest ? writeKinds : secretKinds);
    if (!key) return;
    const usage =
      handedOver.get(request.raw)?.usage ??
      (await (isIngest ? countSender(key, { config, limits }) : countCaller(key)));
    // A request over the limit comes to no transaction that would ask whether the key is still good.
    if (usage.isOver && !(await keys.isLive(key))) {
      keys.forget(token ?? '');
      return countAddress(request, reply);
    }
    request.callerKey = key;
    reply.header('x-workspace-id', key.workspaceId);
    if (!isIngest) answerOrigin(request, reply, key);
    apply(reply, usage);
  }

  async function findKey(
    request: FastifyRequest,
    reply: FastifyReply,
    token: string | undefined,
    kinds: KeyKind[],
  ): Promise<KeyFacts | undefined> {
    const remembered = token === undefined ? undefined : keys.remembered(token, kinds);
    if (remembered) return remembered;
    await countAddress(request, reply);
    return token === undefined ? undefined : keys.find(token, kinds);
  }

  async function countAddress(request: FastifyRequest, reply: FastifyReply) {
    // The last 64 bits of IPv6 are each customer's own to choose.
    const who = `address:${networkOf(request.ip, { v6Bits: 64 }) ?? request.ip}`;
    apply(reply, await limits.count(who, config.addressRateLimitPerMinute));
  }

  async function countCaller(key: KeyFacts): Promise<Usage> {
    const limit = key.rateLimitPerMinute ?? config.rateLimitPerMinute;
    const [ofKey, ofWorkspace] = await Promise.all([
      limits.count(`key:${key.id}`, limit),
      limits.count(`workspace:${key.workspaceId}`, config.workspaceRateLimitPerMinute),
    ]);
    // The one that will be used up first.
    const isWorkspaceFirst = ofWorkspace.remaining < ofKey.remaining || ofWorkspace.isOver;
    return isWorkspaceFirst ? ofWorkspace : ofKey;
  }
}

/** Counts a request with a write key. */
export function countSender(
  key: KeyFacts,
  { config, limits }: Pick<CallerOptions, 'config' | 'limits'>,
): Promise<Usage> {
  const limit = key.rateLimitPerMinute ?? config.ingestRateLimitPerMinute;
  return limits.count(`ingest:${key.id}`, limit);
}

export function usageHeaders({ limit, remaining, resetAt }: Usage) {
  return {
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': resetAt,
  };
}

/** @throws ApiError rate_limited */
function apply(reply: FastifyReply, usage: Usage): void {
  reply.headers(usageHeaders(usage));
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
