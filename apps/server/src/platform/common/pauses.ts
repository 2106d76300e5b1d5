const longestTurnMs = 2;

/** Pauses for long work in small steps, so that it does not block the thread. */
export class Pauses {
  #since = performance.now();

  isDue(): boolean {
    return performance.now() - this.#since > longestTurnMs;
  }

  /** Yields the thread. */
  async take(): Promise<void> {
    await new Promise(setImmediate);
    this.#since = performance.now();
  }
}
