import type { Latency } from './jobs.ts';
import { percentiles } from './percentiles.ts';

/** Beyond any run's need; further samples are dropped. */
const maxSamples = 2_000_000;

/** Many millisecond values, collected without garbage collection. */
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
