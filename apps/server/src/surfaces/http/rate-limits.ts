/**
 * Counts requests in fixed windows: in memory, or in Redis if several processes share a quota. Without Redis
 * each process counts alone, and no request is rejected for that.
 */
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { surroundingsOf } from './client-network.ts';
import { MinuteCounts } from './minute-counts.ts';
import { type Usage, usageOf } from './usage.ts';

const answerWithinMs = 500;

/** What is counted by which name, with the window in seconds. */
const windowSeconds = {
  key: 60,
  workspace: 60,
  ingest: 60,
  member: 60,
  address: 60,
  'key-of': 60,
  'sign-in': 600,
  'sign-in-from': 600,
  share: 60,
  'share-password': 60,
  'share-passwords': 3600,
  'mail-to': 3600,
  'mail-to-day': 86_400,
  'mail-from': 3600,
  'mail-all': 3600,
};

export type Counted = keyof typeof windowSeconds;

/** By address: if there are too many, neighbors share a count. */
const byAddress = new Set(['address', 'key-of', 'sign-in-from']);

export class RateLimits {
  readonly #own = Object.fromEntries(
    Object.entries(windowSeconds).map(([what, seconds]) => [
      what,
      new MinuteCounts(byAddress.has(what) ? surroundingsOf : () => '', seconds * 1000),
    ]),
  ) as Record<Counted, MinuteCounts>;
  readonly #redis: Redis | undefined;
  /** By limit and window: a limiter has one limit for all its keys. */
  readonly #limiters = new Map<string, RateLimiterRedis>();

  constructor(redisUrl: string | undefined, log: Logger) {
    this.#redis = redisUrl === undefined ? undefined : connectRedis(redisUrl, log);
  }

  /** Counts one request of `who`. Returns a promise only with Redis. */
  count(what: Counted, who: string, limit: number): Usage | Promise<Usage> {
    return this.#redis
      ? this.#countShared(this.#redis, what, who, limit)
      : this.#own[what].count(who, limit);
  }

  async #countShared(redis: Redis, what: Counted, who: string, limit: number): Promise<Usage> {
    const result = await this.#limiter(redis, limit, windowSeconds[what])
      .consume(`${what}:${who}`)
      .catch((refused: unknown) => refused);
    if (!(result instanceof RateLimiterRes)) return this.#own[what].count(who, limit);
    return usageOf(limit, result.consumedPoints, Math.max(0, result.msBeforeNext));
  }

  async close(): Promise<void> {
    this.#redis?.disconnect();
  }

  #limiter(redis: Redis, limit: number, seconds: number): RateLimiterRedis {
    const name = `${limit}:${seconds}`;
    const existing = this.#limiters.get(name);
    if (existing) return existing;
    const limiter = new RateLimiterRedis({
      points: limit,
      duration: seconds,
      keyPrefix: `footfall:${limit}`,
      storeClient: redis,
      rejectIfRedisNotReady: true,
    });
    this.#limiters.set(name, limiter);
    return limiter;
  }
}

function connectRedis(url: string, log: Logger): Redis {
  const redis = new Redis(url, {
    // A request must not wait for an unavailable Redis: it is counted in memory at once.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: answerWithinMs,
    // A stalled connection is closed, or every request would wait for it.
    socketTimeout: answerWithinMs,
    retryStrategy: (attempt) => Math.min(attempt * 200, 5_000),
  });
  let isAway = false;
  redis.on('ready', () => {
    if (isAway) log.info('Redis is available again; sharing rate limits');
    isAway = false;
  });
  redis.on('error', (err) => {
    if (!isAway) log.warn({ err }, 'Redis is unavailable; each process counts requests separately');
    isAway = true;
  });
  return redis;
}
