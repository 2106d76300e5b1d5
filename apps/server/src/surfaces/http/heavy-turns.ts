/**
 * Expensive bodies, large or strongly compressed, take turns: one at a time, of whoever used the least CPU
 * time recently, by workspace and then by network. While others are being served, each turn is followed by a
 * pause, so that they get most of the processor. Small bodies skip this.
 */
import { ApiError } from '@footfall/contract/errors';
import { Company } from '../../platform/common/company.ts';

/** Owner of a body. */
export interface BodyOwner {
  workspaceId: string;
  network: string;
}

/** Bodies up to this size take no turn. */
export const lightBytes = 64 * 1024;
/** For packed ones, by unpacked size: a few hundred bytes may be enough. */
const lightPackedBytes = 16 * 1024;

/** `size`: unpacked. */
export function isLight(body: Buffer, size: number): boolean {
  return size <= (size === body.length ? lightBytes : lightPackedBytes);
}

/** Bytes of waiting bodies, as received. */
const waitingLimit = 32 * 1024 * 1024;
/** Per network, so that others have space. */
const waitingLimitOfNetwork = waitingLimit / 4;
const deadlineMs = 10_000;
/** Duration of a pause, in durations of the turn before. */
const restFactor = 4;
const longestRestMs = 500;
/** How long others count as active after a request. */
const companyMs = 1_000;
/** Time after which used CPU time counts half. */
const halfLifeMs = 10_000;

export interface HeavyBody {
  owner: BodyOwner;
  /** As received. */
  bytes: number;
  /** The client has disconnected. */
  isGone: () => boolean;
}

interface Waiting extends BodyOwner {
  bytes: number;
  isGone: () => boolean;
  start: () => void;
  refuse: () => void;
}

/** Ends the turn. */
export type EndTurn = () => void;

export class HeavyTurns {
  readonly #queue: Waiting[] = [];
  readonly #used = new DecayingSums(halfLifeMs);
  readonly #bytesOf = new Map<string, number>();
  readonly #company = new Company();
  #bytes = 0;
  #isBusy = false;

  /** Records any request being served. */
  sees(owner: BodyOwner): void {
    this.#company.sees(networkKey(owner), performance.now());
  }

  /** Whether anybody else is being served, so that long work should yield. */
  hasCompany(owner: BodyOwner): boolean {
    return this.#company.sinceOther(networkKey(owner), performance.now()) < companyMs;
  }

  /** Resolves when it is the owner's turn. @throws ApiError unavailable */
  take({ owner, bytes, isGone }: HeavyBody): Promise<EndTurn> {
    if (!this.#isBusy) return Promise.resolve(this.#begin(owner));
    const key = networkKey(owner);
    const ofNetwork = (this.#bytesOf.get(key) ?? 0) + bytes;
    if (this.#bytes + bytes > waitingLimit || ofNetwork > waitingLimitOfNetwork) throw tooMany();
    this.#bytes += bytes;
    this.#bytesOf.set(key, ofNetwork);
    return new Promise((resolve, reject) => {
      const refuse = () => {
        clearTimeout(late);
        this.#leave(waiting);
        reject(tooMany());
      };
      const late = setTimeout(refuse, deadlineMs);
      const waiting: Waiting = {
        ...owner,
        bytes,
        isGone,
        refuse,
        start: () => {
          clearTimeout(late);
          resolve(this.#begin(owner));
        },
      };
      this.#queue.push(waiting);
    });
  }

  #begin(owner: BodyOwner): EndTurn {
    this.#isBusy = true;
    const began = performance.now();
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      const now = performance.now();
      const tookMs = now - began;
      this.#used.add(owner.workspaceId, tookMs, now);
      this.#used.add(networkKey(owner), tookMs, now);
      const hasCompany = this.#company.sinceOther(networkKey(owner), now) < companyMs;
      const restMs = hasCompany ? Math.min(tookMs * restFactor, longestRestMs) : 0;
      if (restMs > 0) setTimeout(() => this.#next(), restMs);
      else setImmediate(() => this.#next());
    };
  }

  #next(): void {
    this.#isBusy = false;
    for (const { refuse } of this.#queue.filter(({ isGone }) => isGone())) refuse();
    const now = performance.now();
    const cost = ({ workspaceId, ...owner }: Waiting) => [
      this.#used.of(workspaceId, now),
      this.#used.of(networkKey({ workspaceId, ...owner }), now),
    ];
    const [first, ...others] = this.#queue;
    if (!first) return;
    let next = first;
    let least = cost(first);
    for (const waiting of others) {
      const own = cost(waiting);
      if (!isLess(own, least)) continue;
      next = waiting;
      least = own;
    }
    this.#leave(next);
    next.start();
  }

  #leave(waiting: Waiting): void {
    const place = this.#queue.indexOf(waiting);
    if (place < 0) return;
    this.#queue.splice(place, 1);
    this.#bytes -= waiting.bytes;
    const key = networkKey(waiting);
    const left = (this.#bytesOf.get(key) ?? 0) - waiting.bytes;
    if (left > 0) this.#bytesOf.set(key, left);
    else this.#bytesOf.delete(key);
  }
}

function isLess([one = 0, ...rest]: number[], [other = 0, ...others]: number[]): boolean {
  if (one !== other || rest.length === 0) return one < other;
  return isLess(rest, others);
}

function networkKey({ workspaceId, network }: BodyOwner): string {
  return `${workspaceId} ${network}`;
}

/** Sums with a half-life; drops names with negligible sums. */
class DecayingSums {
  readonly #halfLifeMs: number;
  readonly #sums = new Map<string, { sum: number; at: number }>();

  constructor(halfLife: number) {
    this.#halfLifeMs = halfLife;
  }

  of(name: string, now: number): number {
    const sum = this.#sums.get(name);
    return sum ? sum.sum * 0.5 ** ((now - sum.at) / this.#halfLifeMs) : 0;
  }

  add(name: string, amount: number, now: number): void {
    if (this.#sums.size > 10_000) this.#forget(now);
    this.#sums.set(name, { sum: this.of(name, now) + amount, at: now });
  }

  #forget(now: number): void {
    for (const name of this.#sums.keys()) if (this.of(name, now) < 1) this.#sums.delete(name);
  }
}

function tooMany(): ApiError {
  return new ApiError(
    'unavailable',
    'Too many large requests are waiting. Try again in a few seconds, or send less data per request.',
  );
}
