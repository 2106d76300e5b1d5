/**
 * Since when things are stored as seen: a time that is not earlier need not be written again.
 * Only a hint: what is not remembered is written once more, which changes nothing.
 */

const remembered = 20_000;

export class KnownFirstSeen {
  #recent = new Map<string, string>();
  #older = new Map<string, string>();

  /** `at`: as `instantOf` spells it. */
  has(key: string, at: string): boolean {
    const known = this.#recent.get(key);
    if (known !== undefined) return known <= at;
    const old = this.#older.get(key);
    if (old === undefined) return false;
    this.#recent.set(key, old);
    return old <= at;
  }

  /** After COMMIT. */
  remember(seen: Map<string, string>): void {
    for (const [key, at] of seen) {
      const known = this.#recent.get(key);
      if (known === undefined || at < known) this.#recent.set(key, at);
    }
    if (this.#recent.size < remembered) return;
    this.#older = this.#recent;
    this.#recent = new Map();
  }
}
