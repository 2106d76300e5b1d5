/** Counts due days of messages in the background. */
import { BackgroundLoop } from '../../platform/common/background-loop.ts';
import type { Database, Tx } from '../../platform/db/connect.ts';
import { countDueDay, type DayCountOptions } from './count.ts';
import { selectWorkspacesWithDueDays } from './marks.ts';

export interface DayCounterOptions {
  /** Pause when no day is due. */
  pollMs: number;
  onFailure: (error: unknown, workspaceId?: string) => void;
}

/** Longest wait of due days while the process is busy. */
const delayMs = 60_000;

export class DayCounter extends BackgroundLoop {
  readonly #onFailure: DayCounterOptions['onFailure'];
  #looked = performance.now();

  constructor(db: Database, options: DayCounterOptions) {
    super(db, options);
    this.#onFailure = options.onFailure;
  }

  /** Includes recently counted days. @throws if the database is unavailable */
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
