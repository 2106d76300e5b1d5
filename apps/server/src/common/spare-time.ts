/**
 * When background work may take the processor: it rests after each piece, and longer while the process has other
 * things to do, so that what comes meanwhile is done together.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/** A process whose event loop is busy for more than this part of the time has messages to store: each core has PostgreSQL's work for them, too. */
const busyFrom = 0.35;
/** Messages come in bursts: it is busy until it was not for so long. */
const lullMs = 5_000;
/** So much of the time of a piece others have the database for themselves after it. */
const restFactor = 0.5;
/** The same while the process is busy. */
const busyRestFactor = 9;

export class SpareTime {
  #lastBusy = Number.NEGATIVE_INFINITY;

  get isBusy(): boolean {
    return performance.now() - this.#lastBusy < lullMs;
  }

  /** Ends early when `signal` says so. */
  async rest(ms: number, signal: AbortSignal): Promise<void> {
    const before = performance.eventLoopUtilization();
    await sleep(ms, undefined, { signal }).catch(() => undefined);
    const { utilization } = performance.eventLoopUtilization(before);
    if (utilization > busyFrom) this.#lastBusy = performance.now();
  }

  /** `isLate`: what waits cannot wait for long any more. */
  async restAfter(workMs: number, isLate: boolean, signal: AbortSignal): Promise<void> {
    await this.rest(workMs * restFactor, signal);
    if (this.isBusy && !isLate) await this.rest(workMs * busyRestFactor, signal);
  }
}
