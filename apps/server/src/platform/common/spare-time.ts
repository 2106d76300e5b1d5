/**
 * Schedules background work: pauses after each piece, longer while the process is busy, so that work gathers
 * meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/** Event loop utilization of a process that is busy storing messages; each of its cores then also has PostgreSQL's work for them. */
const busyFrom = 0.35;
/** Shorter intervals are meaningless: a single timer fills them. */
const judgedMs = 200;
/** Messages come in bursts, so gathering work counts the process as busy until it was idle this long. */
const usualLullMs = 10_000;
/** Pause after a piece, as a fraction of its duration, to leave the database to others. */
const restFactor = 0.5;
/** The same while the process is busy. */
const busyRestFactor = 9;
/** Longer pieces waited for a lock or another server, without using the processor. */
const usualPieceMs = 1_000;

export class SpareTime {
  readonly #lullMs: number;
  readonly #longestPieceMs: number;
  #lastBusy = Number.NEGATIVE_INFINITY;
  #wasBusy = false;
  /** Sums over pauses since the last decision. */
  #seen = { active: 0, idle: 0 };

  constructor({ lullMs = usualLullMs, longestPieceMs = usualPieceMs } = {}) {
    this.#lullMs = lullMs;
    this.#longestPieceMs = longestPieceMs;
  }

  get isBusy(): boolean {
    return this.#wasBusy || performance.now() - this.#lastBusy < this.#lullMs;
  }

  /** `signal` ends it early. */
  async rest(ms: number, signal: AbortSignal): Promise<void> {
    const before = performance.eventLoopUtilization();
    await sleep(ms, undefined, { signal }).catch(() => undefined);
    const { active, idle } = performance.eventLoopUtilization(before);
    this.#see(active, idle);
  }

  #see(active: number, idle: number): void {
    this.#seen = { active: this.#seen.active + active, idle: this.#seen.idle + idle };
    const total = this.#seen.active + this.#seen.idle;
    if (total < judgedMs) return;
    this.#wasBusy = this.#seen.active / total > busyFrom;
    if (this.#wasBusy) this.#lastBusy = performance.now();
    this.#seen = { active: 0, idle: 0 };
  }

  /** `isLate`: pending work cannot wait much longer. */
  async restAfter(workMs: number, isLate: boolean, signal: AbortSignal): Promise<void> {
    const pieceMs = Math.min(workMs, this.#longestPieceMs);
    await this.rest(pieceMs * restFactor, signal);
    if (this.isBusy && !isLate) await this.rest(pieceMs * busyRestFactor, signal);
  }
}
