/** Updates search tokens of changed records in every process; they take turns by a lock. */
import { setTimeout as sleep } from 'node:timers/promises';
import { BackgroundLoop } from '../common/background-loop.ts';
import type { Database } from '../db/connect.ts';
import { indexPending } from './tokens.ts';

const recordsAtOnce = 500;
/** Pause when nothing changed. */
const pauseMs = 500;
const turnPauseMs = 20;
/** While the process is busy, changes gather this long; search also reads pending records. */
const gatherMs = 2_000;
/** Records waiting this long are indexed without further delay. */
const mostBehindMs = 30_000;

export class SearchIndexer extends BackgroundLoop {
  #settledAt = performance.now();

  constructor(db: Database, onFailure: (error: unknown) => void) {
    super(db, { pollMs: pauseMs, onFailure });
  }

  /** Resolves once nothing is pending in any process. @throws if the database is unavailable */
  async drain(): Promise<void> {
    const { signal } = new AbortController();
    while (await this.#round(signal)) await sleep(turnPauseMs);
  }

  /** Returns whether more is left. */
  protected async look(): Promise<boolean> {
    const { spareTime, signal } = this;
    const began = performance.now();
    const isMore = await this.#round(signal);
    const now = performance.now();
    if (!isMore) this.#settledAt = now;
    const isLate = now - this.#settledAt >= mostBehindMs;
    if (isMore) await this.restAfter(now - began, isLate);
    if (!spareTime.isBusy || isLate) return isMore;
    await spareTime.rest(gatherMs, signal);
    return true;
  }

  /** Some records of every workspace in turn, so that a large one does not block others; returns whether any waited. */
  async #round(signal: AbortSignal): Promise<boolean> {
    const rows = await this.db.everywhere(
      (tx) => tx<{ id: string }[]>`
        select w.workspace_id as id from workspaces w
        where w.deleted_at is null
          and exists (select from search_pending p where p.workspace_id = w.workspace_id)`,
    );
    const workspaces = rows.flat();
    for (const { id } of workspaces) {
      if (signal.aborted) return false;
      await this.db.workspace(id, (tx) => indexPending(tx, id, recordsAtOnce));
    }
    return workspaces.length > 0;
  }
}
