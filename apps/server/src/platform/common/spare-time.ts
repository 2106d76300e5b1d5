/**
 * When background work may take the processor: it rests after each piece, and longer while the process has other
 * things to do, so that what comes meanwhile is done together.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/** A process whose event loop is busy for more than this part of the time has messages to store: each core has PostgreSQL's work for them, too. */
const busyFrom = 0.35;
/** Shorter looks tell nothing: a single timer fills them. */
const judgedMs = 200;
/** Messages come in bursts: to work that gathers it is busy until it was not for so long. */
const usualLullMs = 10_000;
/** So much of the time of a piece others have the database for themselves after it. */
const restFactor = 0.5;
/** The same while the process is busy. */
const busyRestFactor = 9;
/** What took longer has waited, for a lock or for another server, and took the processor from nobody. */
const usualPieceMs = 1_000;

export class SpareTime {
  readonly #lullMs: number;
  readonly #longestPieceMs: number;
  #lastBusy = Number.NEGATIVE_INFINITY;
  #wasBusy = false;
  /** Of the rests since it was last judged. */
  #seen = { active: 0, idle: 0 };

  constructor({ lullMs = usualLullMs, longestPieceMs = usualPieceMs } = {}) {
    this.#lullMs = lullMs;
    this.#longestPieceMs = longestPieceMs;
  }

  get isBusy(): boolean {
    return this.#wasBusy || performance.now() - this.#lastBusy < this.#lullMs;
  }

  /** Ends early when `signal` says so. */
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

  /** `isLate`: what waits cannot wait for long any more. */
  async restAfter(workMs: number, isLate: boolean, signal: AbortSignal): Promise<void> {
    const pieceMs = Math.min(workMs, this.#longestPieceMs);
    await this.rest(pieceMs * restFactor, signal);
    if (this.isBusy && !isLate) await this.rest(pieceMs * busyRestFactor, signal);
  }
}
