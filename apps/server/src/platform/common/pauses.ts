const longestTurnMs = 2;

/** For work in many small steps that is not to keep the thread for long at a time. */
export class Pauses {
  #since = performance.now();

  isDue(): boolean {
    return performance.now() - this.#since > longestTurnMs;
  }

  /** Lets others have the thread. */
  async take(): Promise<void> {
    await new Promise(setImmediate);
    this.#since = performance.now();
  }
}
