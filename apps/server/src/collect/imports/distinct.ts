/**
 * Counts distinct texts per name in bounded memory: exact up to a million in total, then estimated from an even
 * sample (hashes that end with zeros).
 */
import { hash } from 'node:crypto';

export class Distinct {
  readonly #most: number;
  readonly #seen = new Map<string, Set<number>>();
  #kept = 0;
  /** One in this many is kept. */
  #share = 1;

  constructor(most = 1_000_000) {
    this.#most = most;
  }

  get isEstimate(): boolean {
    return this.#share > 1;
  }

  add(name: string, text: string): void {
    const key = Number.parseInt(hash('sha1', text, 'hex').slice(0, 12), 16);
    if (key % this.#share !== 0) return;
    const own = this.#seen.get(name) ?? new Set();
    if (own.size === 0) this.#seen.set(name, own);
    if (own.has(key)) return;
    own.add(key);
    this.#kept += 1;
    while (this.#kept > this.#most) this.#thinOut();
  }

  count(name: string): number {
    return (this.#seen.get(name)?.size ?? 0) * this.#share;
  }

  #thinOut(): void {
    this.#share *= 2;
    this.#kept = 0;
    for (const own of this.#seen.values()) {
      for (const key of own) if (key % this.#share !== 0) own.delete(key);
      this.#kept += own.size;
    }
  }
}
