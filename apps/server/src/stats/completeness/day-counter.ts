/** Counts the days of messages that are due, in the background, beside the figures that mark them. */
import { BackgroundLoop } from '../../platform/common/background-loop.ts';
import type { Database, Tx } from '../../platform/db/connect.ts';
import { countDueDay, type DayCountOptions } from './count.ts';
import { selectWorkspacesWithDueDays } from './marks.ts';

export interface DayCounterOptions {
  /** Between two looks when no day was due. */
  pollMs: number;
  onFailure: (error: unknown, workspaceId?: string) => void;
}

/** How long what is due waits at most while the process is busy. */
const delayMs = 60_000;

export class DayCounter extends BackgroundLoop {
  readonly #onFailure: DayCounterOptions['onFailure'];
  #looked = performance.now();

  constructor(db: Database, options: DayCounterOptions) {
    super(db, options);
    this.#onFailure = options.onFailure;
  }

  /** Also the days that were counted just now. @throws when the database is away */
  drain(): Promise<void> {
    return this.#count({ rests: false });
  }

  protected async look(): Promise<boolean> {
    if (this.spareTime.isBusy && performance.now() - this.#looked < delayMs) return false;
    const restAfter = (workMs: number) => this.restAfter(workMs);
    await this.#count({ rests: true, restAfter, signal: this.signal });
    this.#looked = performance.now();
    return false;
  }

  async #count(options: DayCountOptions): Promise<void> {
    const selectDue = (tx: Tx) => selectWorkspacesWithDueDays(tx, options.rests);
    for (const workspaceId of (await this.db.everywhere(selectDue)).flat()) {
      try {
        while (!options.signal?.aborted && (await countDueDay(this.db, workspaceId, options)));
      } catch (error) {
        this.#onFailure(error, workspaceId);
      }
    }
  }
}
