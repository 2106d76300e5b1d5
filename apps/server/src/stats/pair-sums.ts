/** Adds up what visits count by pairs of values, in memory: a third of what grouping sets cost PostgreSQL. Pure. */
import type { Pauses } from '../platform/common/pauses.ts';
import { type Measure, measures } from './dimensions.ts';

/** Numbers of visits, or of the pages that they saw; a measure that is left out counts nothing. */
export interface AddedRows {
  firsts: Int32Array;
  seconds: Int32Array;
  measured: Partial<Record<Measure, Int32Array>>;
}

/** What is counted of a first value: of each second one, in their order. */
export interface PairList {
  first: number;
  seconds: number[];
  /** Undefined: all are 0. */
  sums: Record<Measure, number[] | undefined>;
}

const width = measures.length;
const free = -1;
/** Between two looks at the time. */
const addedAtOnce = 5_000;

/** A hash table of numbers: values are at least 0. */
export class PairSums {
  #mask = 1023;
  #size = 0;
  #firsts = new Int32Array(this.#mask + 1).fill(free);
  #seconds = new Int32Array(this.#mask + 1);
  #sums = new Float64Array((this.#mask + 1) * width);

  /** As new; it keeps its room, which costs more than what is added. */
  clear(): void {
    this.#firsts.fill(free);
    this.#sums.fill(0);
    this.#size = 0;
  }

  async addAll(rows: AddedRows, pauses: Pauses): Promise<void> {
    const { length } = rows.firsts;
    for (let from = 0; from < length; from += addedAtOnce) {
      this.#add(rows, from, Math.min(from + addedAtOnce, length));
      if (pauses.isDue()) await pauses.take();
    }
  }

  #add({ firsts, seconds, measured }: AddedRows, from: number, until: number): void {
    const columns = measures.flatMap((name, measure) => {
      const column = measured[name];
      return column ? [{ measure, column }] : [];
    });
    for (let row = from; row < until; row++) {
      const place = this.#placeOf(firsts[row] ?? 0, seconds[row] ?? 0) * width;
      const sums = this.#sums;
      for (const { measure, column } of columns) {
        sums[place + measure] = (sums[place + measure] ?? 0) + (column[row] ?? 0);
      }
    }
  }

  #placeOf(first: number, second: number): number {
    const [firsts, seconds, mask] = [this.#firsts, this.#seconds, this.#mask];
    let place = hash(first, second) & mask;
    while (firsts[place] !== free) {
      if (firsts[place] === first && seconds[place] === second) return place;
      place = (place + 1) & mask;
    }
    if (2 * this.#size > mask) {
      this.#grow();
      return this.#placeOf(first, second);
    }
    firsts[place] = first;
    seconds[place] = second;
    this.#size += 1;
    return place;
  }

  #grow(): void {
    const [firsts, seconds, sums] = [this.#firsts, this.#seconds, this.#sums];
    const length = 2 * firsts.length;
    this.#mask = length - 1;
    this.#firsts = new Int32Array(length).fill(free);
    this.#seconds = new Int32Array(length);
    this.#sums = new Float64Array(length * width);
    this.#size = 0;
    for (let place = 0; place < firsts.length; place++) {
      const first = firsts[place] ?? free;
      if (first === free) continue;
      const to = this.#placeOf(first, seconds[place] ?? 0);
      this.#sums.set(sums.subarray(place * width, (place + 1) * width), to * width);
    }
  }

  /** In the order of their first values. */
  *lists(): Generator<PairList> {
    const places = new Map<number, number[]>();
    for (let place = 0; place < this.#firsts.length; place++) {
      const first = this.#firsts[place] ?? free;
      if (first === free || !this.#isSomething(place)) continue;
      const own = places.get(first);
      if (own) own.push(place);
      else places.set(first, [place]);
    }
    const sorted = [...places].sort(([a], [b]) => a - b);
    for (const [first, own] of sorted) yield this.#listOf(first, own);
  }

  #isSomething(place: number): boolean {
    for (let measure = 0; measure < width; measure++) {
      if (this.#sums[place * width + measure] !== 0) return true;
    }
    return false;
  }

  #listOf(first: number, places: number[]): PairList {
    const secondAt = (place: number) => this.#seconds[place] ?? 0;
    places.sort((a, b) => secondAt(a) - secondAt(b));
    const sums = Object.fromEntries(
      measures.map((name, measure) => {
        const column = places.map((place) => this.#sums[place * width + measure] ?? 0);
        return [name, column.some((sum) => sum !== 0) ? column : undefined];
      }),
    ) as PairList['sums'];
    return { first, seconds: places.map(secondAt), sums };
  }
}

function hash(first: number, second: number): number {
  const mixed = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
