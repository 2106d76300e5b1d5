/** Counts the days of messages that are due, in the background, beside the figures that mark them. */
import { BackgroundLoop } from '../../platform/common/background-loop.ts';
import type { Database, Tx } from '../../platform/db/connect.ts';
import { countDueDay, type DayCountOptions } from './count.ts';
import { selectWorkspacesWithDueDays } from './marks.ts';

export interface DayCounterOptions {
  /** Between two looks when no day was due. */
  pollMs: number;
  onFailure: (error: unknown, workspaceId: string | undefined) => void;
}

/** How long what is due waits at most while the process is busy. */
const heldBackMs = 60_000;

export class DayCounter {
  readonly #db: Database;
  readonly #onFailure: DayCounterOptions['onFailure'];
  readonly #loop: BackgroundLoop;
  #looked = performance.now();

  constructor(db: Database, { pollMs, onFailure }: DayCounterOptions) {
    this.#db = db;
    this.#onFailure = onFailure;
    this.#loop = new BackgroundLoop({
      look: () => this.#look(),
      pollMs,
      onFailure: (error) => onFailure(error, undefined),
    });
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Also the days that were counted just now. @throws when the database is away */
  drain(): Promise<void> {
    return this.#count({ rests: false });
  }

  async #look(): Promise<boolean> {
    const { signal, spareTime } = this.#loop;
    if (spareTime.isBusy && performance.now() - this.#looked < heldBackMs) return false;
    await this.#count({
      rests: true,
      restAfter: (workMs) => spareTime.restAfter(workMs, false, signal),
      signal,
    });
    this.#looked = performance.now();
    return false;
  }

  async #count(options: DayCountOptions): Promise<void> {
    const selectDue = (tx: Tx) => selectWorkspacesWithDueDays(tx, options.rests);
    for (const workspaceId of (await this.#db.everywhere(selectDue)).flat()) {
      try {
        while (!options.signal?.aborted && (await countDueDay(this.#db, workspaceId, options)));
      } catch (error) {
        this.#onFailure(error, workspaceId);
      }
    }
  }
}
