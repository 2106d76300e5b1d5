/**
 * Identifies the caller and counts requests, before anything else. A valid key counts for itself and its workspace, a
 * write key also by address, with a share of the key's limit. Everything else counts by client address; valid keys
 * never do, even from addresses with many wrong ones. The matched route, not the URL's spelling, decides which kinds
 * of key are accepted.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { KeyKind } from '@footfall/contract/access';
import { ApiError } from '@footfall/contract/errors';
import { expiryNoticeDays } from '@footfall/contract/keys';
import type { KeyRing } from '../../accounts/keys/key-ring.ts';
import type { KeyFacts } from '../../accounts/keys/store.ts';
import type { SessionFacts } from '../../accounts/sign-in/sessions.ts';
import { timestamp } from '../../platform/common/timestamp.ts';
import type { Config } from '../../platform/config.ts';
import { keyExpired } from '../operations/caller.ts';
import { clientNetwork } from './client-network.ts';
import { countAddress } from './count-address.ts';
import type { Door } from './doors.ts';
import { KeyQuestions } from './key-questions.ts';
import { MinuteCounts } from './minute-counts.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Usage } from './usage.ts';

export type KeyDoor = Exclude<Door, 'member'>;

const kindsOf: Record<KeyDoor, readonly KeyKind[]> = {
  api: ['secret'],
  ingest: ['production', 'development', 'legacy'],
};

/** Replaces a key's id for requests counted before their key is known. */
const unreadBodies = 'unread-bodies';
const wrongKeys = 'wrong-keys';

/** The least share: a backend may be the only sender of a key with a low limit. */
const shareOf = (part: number) => Math.max(Math.ceil(part), 60);

const noticeMs = expiryNoticeDays * 86_400_000;

export type AnswerHeaders = Record<string, string | number>;

export interface Identified {
  /** Of an accepted kind; revocation is checked with the work. */
  key: KeyFacts | undefined;
  /** Over a limit, or with an expired key. */
  refusal: ApiError | undefined;
  /** Headers for any answer. */
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
  readonly #questions: KeyQuestions;
  /**
   * By key and network: nobody with a write key, which every page shows, can use up its limit for others. Counted per
   * process: several give a network each one's share.
   */
  readonly #shares = new MinuteCounts((who) => who.split(' ', 1)[0] ?? '');

  constructor({ config, keys, limits }: CallersOptions) {
    this.#config = config;
    this.#keys = keys;
    this.#limits = limits;
    this.#questions = new KeyQuestions(keys, limits, config.addressRateLimitPerMinute);
  }

  /**
   * Synchronous if the key is cached and nothing has to be queried. `misplaced`: a key in the wrong place, which only
   * identifies the workspace.
   */
  identify(
    door: KeyDoor,
    token: string | undefined,
    ip: string,
    misplaced?: string,
  ): Identified | Promise<Identified> {
    const remembered =
      token === undefined ? undefined : this.#keys.remembered(token, kindsOf[door]);
    return remembered
      ? this.#identified(door, remembered, token, ip)
      : this.#find(door, token, ip, misplaced);
  }

  /**
   * For bodies that contain the key, before reading: an address has the same share as of a key, and none after as many
   * wrong keys as strangers have requests.
   */
  refuseUnread(ip: string): Identified {
    const { own } = clientNetwork(ip);
    const { ingestRateLimitPerMinute: limit, addressRateLimitPerMinute: wrong } = this.#config;
    const ofWrong = this.#shares.next(`${wrongKeys} ${own}`, shareOf(wrong));
    const usage = ofWrong.isOver
      ? ofWrong
      : this.#shares.count(`${unreadBodies} ${own}`, shareOf(limit / 4));
    if (!usage.isOver) return { key: undefined, refusal: undefined, headers: {} };
    const headers = usageHeaders(usage);
    return { key: undefined, refusal: overLimit(usage, headers), headers };
  }

  /** By the key in a body. */
  async identifyRead(token: string | undefined, ip: string): Promise<Identified> {
    const identified = await this.identify('ingest', token, ip);
    if (!identified.key) {
      const { own } = clientNetwork(ip);
      this.#shares.count(`${wrongKeys} ${own}`, this.#config.addressRateLimitPerMinute);
    }
    return identified;
  }

  /** For a session, valid or not; `workspaceId`: as requested. */
  async identifyMember(
    session: SessionFacts | undefined,
    workspaceId: string | undefined,
    ip: string,
  ): Promise<Identified> {
    if (!session) return this.#stranger(ip);
    const isOwn = session.workspaces.some(({ id }) => id === workspaceId?.toLowerCase());
    const [ofMember, ofWorkspace] = await Promise.all([
      this.#limits.count('member', session.userId, this.#config.rateLimitPerMinute),
      isOwn && workspaceId !== undefined
        ? this.#limits.count(
            'workspace',
            workspaceId.toLowerCase(),
            this.#config.workspaceRateLimitPerMinute,
          )
        : undefined,
    ]);
    const usage = firstUsedUp(ofMember, ofWorkspace ?? ofMember);
    const headers = usageHeaders(usage);
    return { key: undefined, refusal: overLimit(usage, headers), headers };
  }

  async #find(
    door: KeyDoor,
    token: string | undefined,
    ip: string,
    misplaced: string | undefined,
  ): Promise<Identified> {
    const kinds = token === undefined ? [] : kindsOf[door];
    const text = token ?? misplaced;
    const match = text === undefined ? undefined : await this.#questions.find(text, kinds, ip);
    if (match?.key) return this.#identified(door, match.key, token, ip);
    return this.#stranger(ip, match?.workspaceId);
  }

  #identified(
    door: KeyDoor,
    key: KeyFacts,
    token: string | undefined,
    ip: string,
  ): Identified | Promise<Identified> {
    if (isExpired(key)) return this.#expired(key, ip);
    const counted = door === 'ingest' ? this.#countSender(key, ip) : this.#countCaller(key);
    if (counted instanceof Promise) {
      return counted.then((usage) => this.#judged(key, token, ip, usage));
    }
    return this.#judged(key, token, ip, counted);
  }

  /** Treated as without a key, but with an explanation. */
  async #expired(key: KeyFacts, ip: string): Promise<Identified> {
    const stranger = await this.#stranger(ip, key.workspaceId);
    return { ...stranger, refusal: stranger.refusal ?? keyExpired(key) };
  }

  #judged(
    key: KeyFacts,
    token: string | undefined,
    ip: string,
    usage: Usage,
  ): Identified | Promise<Identified> {
    const headers = keyHeaders(key, usage);
    if (!usage.isOver) return { key, refusal: undefined, headers };
    // No transaction will check the key.
    return this.#keys.isLive(key).then((isLive) => {
      if (isLive) return { key, refusal: overLimit(usage, headers), headers };
      this.#keys.forget(token ?? '');
      return this.#stranger(ip, key.workspaceId);
    });
  }

  /** `workspaceId`: of a key that is invalid or in the wrong place. */
  async #stranger(ip: string, workspaceId?: string): Promise<Identified> {
    const { addressRateLimitPerMinute: limit } = this.#config;
    const usage = await countAddress(this.#limits, 'address', ip, limit);
    const headers = usageHeaders(usage);
    if (workspaceId !== undefined) headers['x-workspace-id'] = workspaceId;
    return { key: undefined, refusal: overLimit(usage, headers), headers };
  }

  #countSender(key: KeyFacts, ip: string): Usage | Promise<Usage> {
    const limit = key.rateLimitPerMinute ?? this.#config.ingestRateLimitPerMinute;
    const { own, wide } = clientNetwork(ip);
    const ofOwn = this.#shares.count(`${key.id} ${own}`, shareOf(limit / 4));
    if (ofOwn.isOver) return ofOwn;
    const ofWide =
      wide === undefined ? undefined : this.#shares.count(`${key.id} ${wide}`, shareOf(limit / 2));
    return ofWide?.isOver ? ofWide : this.#limits.count('ingest', key.id, limit);
  }

  async #countCaller(key: KeyFacts): Promise<Usage> {
    const limit = key.rateLimitPerMinute ?? this.#config.rateLimitPerMinute;
    const [ofKey, ofWorkspace] = await Promise.all([
      this.#limits.count('key', key.id, limit),
      this.#limits.count('workspace', key.workspaceId, this.#config.workspaceRateLimitPerMinute),
    ]);
    return firstUsedUp(ofKey, ofWorkspace);
  }
}

function firstUsedUp(own: Usage, ofWorkspace: Usage): Usage {
  return ofWorkspace.remaining < own.remaining || ofWorkspace.isOver ? ofWorkspace : own;
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

/** By this machine's clock; writes use the database's. */
function isExpired({ expiresAt }: KeyFacts): boolean {
  return expiresAt !== undefined && expiresAt.getTime() <= Date.now();
}

function keyHeaders({ workspaceId, expiresAt }: KeyFacts, usage: Usage): AnswerHeaders {
  const headers = usageHeaders(usage);
  headers['x-workspace-id'] = workspaceId;
  if (expiresAt !== undefined && expiresAt.getTime() - Date.now() < noticeMs) {
    headers['x-key-expires'] = timestamp(expiresAt);
  }
  return headers;
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
