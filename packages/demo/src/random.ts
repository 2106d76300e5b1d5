/**
 * Seeded random numbers: sfc32 (Chris Doty-Humphrey, PractRand, public domain) from an FNV-1a hash of the
 * seed. For made-up data only, never for secrets.
 */

export class Random {
  readonly #seed: string;
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: string) {
    this.#seed = seed;
    this.#a = fnv1a(seed, 0x811c9dc5);
    this.#b = fnv1a(seed, 0x9e3779b9);
    this.#c = fnv1a(seed, 0x85ebca6b);
    for (let round = 0; round < 12; round++) this.#word();
  }

  /** Another sequence that depends only on the seed, not on the current position. */
  fork(label: string | number): Random {
    return new Random(`${this.#seed}/${label}`);
  }

  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number {
    return this.#word() / 0x1_0000_0000;
  }

  /** A whole number, bounds inclusive. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** @throws RangeError if the list is empty */
  pick<T>(list: readonly T[]): T {
    const picked = list[Math.floor(this.next() * list.length)];
    if (picked === undefined) throw new RangeError('there is nothing to pick from');
    return picked;
  }

  /** @throws RangeError if the list is empty */
  weighted<T extends { weight: number }>(list: readonly T[]): T {
    let left = this.next() * list.reduce((sum, { weight }) => sum + weight, 0);
    for (const item of list) {
      left -= item.weight;
      if (left < 0) return item;
    }
    return this.pick(list);
  }

  /** Many small values and a long tail of large ones, such as reading times. */
  logNormal(median: number, spread: number): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.next()));
    return median * Math.exp(spread * radius * Math.cos(2 * Math.PI * this.next()));
  }

  /** 0, 1, 2 … with decreasing probability; average `mean`, at most `most`. */
  tail(mean: number, most: number): number {
    const count = Math.floor(Math.log(1 - this.next()) / Math.log(mean / (1 + mean)));
    return Math.min(count, most);
  }

  /** A UUIDv7 for the time in milliseconds since 1970. */
  uuid(timeMs: number): string {
    const time = timeMs.toString(16).padStart(12, '0');
    const one = this.#hex();
    const two = this.#hex();
    const three = this.#hex();
    const variant = '89ab'.charAt(this.#word() & 3);
    return `${time.slice(0, 8)}-${time.slice(8)}-7${one.slice(0, 3)}-${variant}${one.slice(3, 6)}-${two}${three.slice(0, 4)}`;
  }

  #hex(): string {
    return this.#word().toString(16).padStart(8, '0');
  }

  #word(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }
}

function fnv1a(text: string, basis: number): number {
  let hash = basis;
  for (let place = 0; place < text.length; place++) {
    hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  }
  return hash | 0;
}
