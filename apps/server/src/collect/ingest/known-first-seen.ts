/**
 * Since when things are stored as seen: a time that is not earlier need not be written again.
 * Only a hint: what is not remembered is written once more, which changes nothing.
 */
import { RecentEntries } from '../../platform/common/recent-entries.ts';

const remembered = 20_000;

export class KnownFirstSeen {
  readonly #known = new RecentEntries<string>(remembered);

  /** `at`: as `instantOf` spells it. */
  has(key: string, at: string): boolean {
    const known = this.#known.get(key);
    return known !== undefined && known <= at;
  }

  /** After COMMIT. */
  remember(seen: Map<string, string>): void {
    for (const [key, at] of seen) {
      const known = this.#known.get(key);
      if (known === undefined || at < known) this.#known.set(key, at);
    }
  }
}
