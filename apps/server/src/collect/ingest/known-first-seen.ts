/**
 * Since when things are stored as seen: a time that is not earlier need not be written again.
 * Only a hint: what is not remembered is written once more, which changes nothing.
 */
import { RecentEntries } from '../../platform/common/recent-entries.ts';

const remembered = 20_000;

export class KnownFirstSeen {
  readonly #cache = new RecentEntries<string>(remembered);

  /** `at`: as `instantOf` spells it. */
  has(key: string, at: string): boolean {
    const seenAt = this.#cache.get(key);
    return seenAt !== undefined && seenAt <= at;
  }

  /** After COMMIT. */
  remember(seen: Map<string, string>): void {
    for (const [key, at] of seen) {
      const seenAt = this.#cache.get(key);
      if (seenAt === undefined || at < seenAt) this.#cache.set(key, at);
    }
  }
}
