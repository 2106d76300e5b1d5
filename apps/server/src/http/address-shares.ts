/**
 * How much of a write key's ingest limit one address has used in this minute: at most a part of it, so
 * that nobody who holds the key, which stands in every page, can use it up for everybody else. Counted by
 * this process for itself: several of them give an address the part of each.
 */
import type { Usage } from './rate-limits.ts';

const windowMs = 60_000;
/** No part is smaller: a backend may be the only sender of a key with a low limit. */
const leastLimit = 60;
/** Networks of a key that are counted one by one in a minute; those beyond share one count. */
const mostNetworks = 100_000;

export class AddressShares {
  #counts = new Map<string, number>();
  #endsAt = 0;

  /** Undefined as long as the network is within `part`, in requests a minute. */
  count(keyId: string, network: string, part: number): Usage | undefined {
    const now = Date.now();
    if (now >= this.#endsAt) {
      this.#counts = new Map();
      this.#endsAt = now + windowMs;
    }
    let name = keyId + network;
    const known = this.#counts.get(name);
    if (known === undefined && this.#counts.size >= mostNetworks) name = keyId;
    const used = (known ?? this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, used);
    const share = Math.max(Math.ceil(part), leastLimit);
    if (used <= share) return undefined;
    return {
      limit: share,
      remaining: 0,
      resetAt: Math.ceil(this.#endsAt / 1000),
      secondsLeft: Math.max(1, Math.ceil((this.#endsAt - now) / 1000)),
      isOver: true,
    };
  }
}
