/** Counts an import's rows and outcomes, by day and in total. */
import { Distinct } from './distinct.ts';

export interface DayCount {
  /** Rows that are page views. */
  pageViews: number;
  /** Their outcomes. */
  stored: number;
  duplicates: number;
  refused: number;
  /** Older than the workspace's retention. */
  notKept: number;
  /** Stored or duplicate page views of bots, which figures exclude. */
  bots: number;
}

export interface Fault {
  file: string;
  line: number;
  reason: string;
}

const shownFaults = 20;
const mostReasons = 50;

export class Tally {
  rows = 0;
  /** Messages by outcome. */
  stored = 0;
  duplicates = 0;
  ignored = 0;
  faulty = 0;
  /** Only the first ones. */
  readonly faults: Fault[] = [];
  readonly visitors = new Distinct();
  readonly botVisitors = new Distinct();
  readonly #days = new Map<string, DayCount>();
  readonly #leftOut = new Map<string, number>();

  day(name: string): DayCount {
    const counts = this.#days.get(name);
    if (counts) return counts;
    const made = { pageViews: 0, stored: 0, duplicates: 0, refused: 0, notKept: 0, bots: 0 };
    this.#days.set(name, made);
    return made;
  }

  /** In order. */
  days(): string[] {
    return [...this.#days.keys()].sort();
  }

  addFault(fault: Fault): void {
    this.faulty += 1;
    if (this.faults.length < shownFaults) this.faults.push(fault);
  }

  addLeftOut(reason: string): void {
    const isKnown = this.#leftOut.has(reason) || this.#leftOut.size < mostReasons;
    const name = isKnown ? reason : 'others';
    this.#leftOut.set(name, (this.#leftOut.get(name) ?? 0) + 1);
  }

  /** Most frequent first. */
  leftOut(): { reason: string; rows: number }[] {
    return [...this.#leftOut]
      .map(([reason, rows]) => ({ reason, rows }))
      .sort((one, other) => other.rows - one.rows);
  }
}
