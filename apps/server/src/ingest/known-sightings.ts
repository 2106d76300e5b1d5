/**
 * Since when things are stored as seen: a sighting that is not earlier need not be written again.
 * Only a hint: what is not remembered is written once more, which changes nothing.
 */
import { RecentEntries } from '../common/recent-entries.ts';

const remembered = 20_000;

export class KnownSightings {
  readonly #known = new RecentEntries<string>(remembered);

  /** `at`: as `instantOf` spells it. */
  has(key: string, at: string): boolean {
    const known = this.#known.get(key);
    return known !== undefined && known <= at;
  }

  /** After COMMIT. */
  remember(sightings: Map<string, string>): void {
    for (const [key, at] of sightings) {
      const known = this.#known.get(key);
      if (known === undefined || at < known) this.#known.set(key, at);
    }
  }
}
