/**
 * A cache of recent entries: at least the latest `size`, at most twice as many. Two maps, of which the older
 * is dropped when the newer is full, so a read costs nothing, unlike in an LRU cache.
 */
export class RecentEntries<Value extends NonNullable<unknown> | null> {
  readonly #size: number;
  #newer = new Map<string, Value>();
  #older = new Map<string, Value>();

  constructor(size: number) {
    this.#size = size;
  }

  get(key: string): Value | undefined {
    const entry = this.#newer.get(key);
    if (entry !== undefined) return entry;
    const older = this.#older.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: string, value: Value): void {
    if (this.#newer.size >= this.#size) {
      this.#older = this.#newer;
      this.#newer = new Map();
    }
    this.#newer.set(key, value);
  }

  delete(key: string): void {
    this.#newer.delete(key);
    this.#older.delete(key);
  }

  clear(): void {
    this.#newer.clear();
    this.#older.clear();
  }
}
