/**
 * Before anything else: whose request it is, and whether there are too many of them. A known key is
 * counted for itself and for its workspace; everything else by client address, before the database
 * is asked about its key. Which kinds of key count is the matched route's to say, not the address
 * as it was spelled.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { KeyKind } from '@footfall/contract/access';
import { ApiError } from '@footfall/contract/errors';
import { networkOf } from '../common/ip-address.ts';
import type { Config } from '../config.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { KeyFacts } from '../keys/store.ts';
import type { Door } from './doors.ts';
import type { RateLimits, Usage } from './rate-limits.ts';

const kindsOf: Record<Door, readonly KeyKind[]> = {
  api: ['secret'],
  ingest: ['production', 'development', 'legacy'],
};

export type AnswerHeaders = Record<string, string | number>;

export interface Identified {
  /** Of a kind that the door takes; whether it was revoked is asked with the work. */
  key: KeyFacts | undefined;
  /** The request is over a limit. */
  refusal: ApiError | undefined;
  /** What the answer says of it, whatever it will be. */
  headers: AnswerHeaders;
}

export interface CallersOptions {
  config: Config;
  keys: KeyRing;
  limits: RateLimits;
}

export class Callers {
  readonly #config: Config;
  readonly #keys: KeyRing;
  readonly #limits: RateLimits;

  constructor({ config, keys, limits }: CallersOptions) {
    this.#config = config;
    this.#keys = keys;
    this.#limits = limits;
  }

  identify(door: Door, token: string | undefined, ip: string): Promise<Identified> {
    const remembered =
      token === undefined ? undefined : this.#keys.remembered(token, kindsOf[door]);
    return remembered ? this.#identified(door, remembered, token, ip) : this.#find(door, token, ip);
  }

  async #find(door: Door, token: string | undefined, ip: string): Promise<Identified> {
    const counted = await this.#stranger(ip);
    if (counted.refusal || token === undefined) return counted;
    const key = await this.#keys.find(token, kindsOf[door]);
    return key ? this.#identified(door, key, token, ip) : counted;
  }

  async #identified(
    door: Door,
    key: KeyFacts,
    token: string | undefined,
    ip: string,
  ): Promise<Identified> {
    const usage = await (door === 'ingest' ? this.#countSender(key) : this.#countCaller(key));
    // A request over the limit comes to no transaction that would ask whether the key is still good.
    if (usage.isOver && !(await this.#keys.isLive(key))) {
      this.#keys.forget(token ?? '');
      return this.#stranger(ip);
    }
    const headers = { 'x-workspace-id': key.workspaceId, ...usageHeaders(usage) };
    return { key, refusal: overLimit(usage, headers), headers };
  }

  async #stranger(ip: string): Promise<Identified> {
    const who = `address:${networkOf(ip, { v6Bits: 64 }) ?? ip}`;
    const usage = await this.#limits.count(who, this.#config.addressRateLimitPerMinute);
    const headers = usageHeaders(usage);
    return { key: undefined, refusal: overLimit(usage, headers), headers };
  }

  #countSender(key: KeyFacts): Promise<Usage> {
    const limit = key.rateLimitPerMinute ?? this.#config.ingestRateLimitPerMinute;
    return this.#limits.count(`ingest:${key.id}`, limit);
  }

  async #countCaller(key: KeyFacts): Promise<Usage> {
    const limit = key.rateLimitPerMinute ?? this.#config.rateLimitPerMinute;
    const [ofKey, ofWorkspace] = await Promise.all([
      this.#limits.count(`key:${key.id}`, limit),
      this.#limits.count(`workspace:${key.workspaceId}`, this.#config.workspaceRateLimitPerMinute),
    ]);
    // The one that will be used up first.
    const isWorkspaceFirst = ofWorkspace.remaining < ofKey.remaining || ofWorkspace.isOver;
    return isWorkspaceFirst ? ofWorkspace : ofKey;
  }
}

export function bearerToken({ authorization = '' }: IncomingHttpHeaders): string | undefined {
  return /^bearer +(\S+) *$/i.exec(authorization)?.[1];
}

/** `X-Svc-Key`, or `?key=` for beacons, which cannot set headers. */
export function writeToken(headers: IncomingHttpHeaders, inQuery?: unknown): string | undefined {
  const header = headers['x-svc-key'];
  if (typeof header === 'string') return header.trim();
  return typeof inQuery === 'string' ? inQuery.trim() : undefined;
}

function usageHeaders({ limit, remaining, resetAt }: Usage): AnswerHeaders {
  return {
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': resetAt,
  };
}

function overLimit(usage: Usage, headers: AnswerHeaders): ApiError | undefined {
  if (!usage.isOver) return undefined;
  headers['retry-after'] = usage.secondsLeft;
  return new ApiError(
    'rate_limited',
    `More than ${usage.limit} requests in a minute. Try again in ${usage.secondsLeft} seconds.`,
    { limit: usage.limit, retry_after_seconds: usage.secondsLeft },
  );
}
