/** Tracks whether anybody else was served recently. */
export class Company {
  #latest = { who: '', at: Number.NEGATIVE_INFINITY };
  #before = { who: '', at: Number.NEGATIVE_INFINITY };

  sees(who: string, now: number): void {
    if (this.#latest.who !== who) {
      this.#before = this.#latest;
      this.#latest = { who, at: 0 };
    }
    this.#latest.at = now;
  }

  /** Milliseconds since somebody else was served. */
  sinceOther(who: string, now: number): number {
    return now - (this.#latest.who === who ? this.#before : this.#latest).at;
  }
}
