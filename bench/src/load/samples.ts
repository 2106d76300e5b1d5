import type { Latency } from './jobs.ts';
import { percentiles } from './percentiles.ts';

/** More than any run needs; beyond, samples are dropped. */
const maxSamples = 2_000_000;

/** Milliseconds, many of them, without a garbage collector's pause while they are gathered. */
export class Samples {
  #values = new Float64Array(65_536);
  #count = 0;

  add(value: number): void {
    if (this.#count >= maxSamples) return;
    if (this.#count === this.#values.length) {
      const larger = new Float64Array(this.#values.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#count++] = value;
  }

  percentiles(): Latency {
    return percentiles(this.#values.slice(0, this.#count));
  }
}
