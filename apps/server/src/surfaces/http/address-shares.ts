/**
 * How much of a write key's ingest limit one address has used in this minute: at most a part of it, so
 * that nobody who holds the key, which stands in every page, can use it up for everybody else. Counted by
 * this process for itself: several of them give an address the part of each.
 */
import { type Usage, usageOf } from './usage.ts';

const windowMs = 60_000;
/** No part is smaller: a backend may be the only sender of a key with a low limit. */
const leastLimit = 60;
/** Networks of a key that are counted one by one in a minute; those beyond share one count. */
const mostNetworks = 100_000;
const others = '';

export class AddressShares {
  /** By key and network. */
  #counts = new Map<string, Map<string, number>>();
  #size = 0;
  #endsAt = 0;

  /** Undefined as long as the network is within `part`, in requests a minute. */
  count(keyId: string, network: string, part: number): Usage | undefined {
    // By the clock that nobody sets: a minute stays one when the machine's is put back.
    const now = performance.now();
    if (now >= this.#endsAt) {
      this.#counts = new Map();
      this.#size = 0;
      this.#endsAt = now + windowMs;
    }
    const used = this.#add(this.#countsOf(keyId), network);
    const share = Math.max(Math.ceil(part), leastLimit);
    return used <= share ? undefined : usageOf(share, used, this.#endsAt - now);
  }

  /** The same for what was counted until now. */
  over(keyId: string, network: string, part: number): Usage | undefined {
    const leftMs = this.#endsAt - performance.now();
    const used = this.#counts.get(keyId)?.get(network) ?? 0;
    const share = Math.max(Math.ceil(part), leastLimit);
    return leftMs <= 0 || used < share ? undefined : usageOf(share, used + 1, leftMs);
  }

  #countsOf(keyId: string): Map<string, number> {
    const known = this.#counts.get(keyId);
    if (known) return known;
    const made = new Map<string, number>();
    this.#counts.set(keyId, made);
    return made;
  }

  #add(counts: Map<string, number>, network: string): number {
    const known = counts.get(network);
    const isBeyond = known === undefined && this.#size >= mostNetworks;
    if (known === undefined && !isBeyond) this.#size += 1;
    const name = isBeyond ? others : network;
    const used = (known ?? counts.get(name) ?? 0) + 1;
    counts.set(name, used);
    return used;
  }
}
