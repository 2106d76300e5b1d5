/**
 * Caches first-seen times: a later time need not be written. Only a hint: after a cache miss the write
 * changes nothing.
 */
import { RecentEntries } from '../../platform/common/recent-entries.ts';

const remembered = 20_000;

export class KnownFirstSeen {
  readonly #cache = new RecentEntries<string>(remembered);

  /** `at`: in the format of `instantOf`. */
  has(key: string, at: string): boolean {
    const seenAt = this.#cache.get(key);
    return seenAt !== undefined && seenAt <= at;
  }

  /** Call after COMMIT. */
  remember(seen: Map<string, string>): void {
    for (const [key, at] of seen) {
      const seenAt = this.#cache.get(key);
      if (seenAt === undefined || at < seenAt) this.#cache.set(key, at);
    }
  }
}
