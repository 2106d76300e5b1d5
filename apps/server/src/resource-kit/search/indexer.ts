/** Makes tokens of what was written, in every process, some at a time; they take turns by a lock. */
import { setTimeout as sleep } from 'node:timers/promises';
import { SpareTime } from '../../common/spare-time.ts';
import type { Database } from '../../db/connect.ts';
import { indexPending } from './tokens.ts';

const recordsAtOnce = 500;
/** Between two looks when nothing was written. */
const pauseMs = 500;
const turnPauseMs = 20;
/** While the process has other things to do, records gather for so long; search reads those that wait, too. */
const gatherMs = 2_000;
/** What has waited for so long is not kept waiting any more. */
const mostBehindMs = 30_000;

export class SearchIndexer {
  readonly #db: Database;
  readonly #onFailure: (error: unknown) => void;
  readonly #spareTime = new SpareTime();
  #running: Promise<void> | undefined;
  #stopping = new AbortController();

  constructor(db: Database, onFailure: (error: unknown) => void) {
    this.#db = db;
    this.#onFailure = onFailure;
  }

  start(): void {
    if (this.#running !== undefined) return;
    this.#stopping = new AbortController();
    this.#running = this.#work(this.#stopping.signal);
  }

  /** After the records that are being done. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    this.#running = undefined;
  }

  /** Until nothing waits, whoever does it. @throws when the database is away */
  async drain(): Promise<void> {
    const { signal } = new AbortController();
    while (await this.#round(signal)) await sleep(turnPauseMs);
  }

  async #work(signal: AbortSignal): Promise<void> {
    let settledAt = performance.now();
    while (!signal.aborted) {
      const began = performance.now();
      const isMore = await this.#round(signal).catch((error: unknown) => {
        this.#onFailure(error);
        return false;
      });
      const now = performance.now();
      if (!isMore) settledAt = now;
      const isLate = now - settledAt >= mostBehindMs;
      if (isMore) await this.#spareTime.restAfter(now - began, isLate, signal);
      const isGathering = this.#spareTime.isBusy && !isLate;
      if (isGathering || !isMore) {
        await this.#spareTime.rest(isGathering ? gatherMs : pauseMs, signal);
      }
    }
  }

  /** Some records of every workspace in turn, so that a large one keeps no other waiting; whether any waited. */
  async #round(signal: AbortSignal): Promise<boolean> {
    const workspaces = await this.#db.system(
      (tx) => tx<{ id: string }[]>`
        select w.workspace_id as id from workspaces w
        where w.deleted_at is null
          and exists (select from search_pending p where p.workspace_id = w.workspace_id)`,
    );
    for (const { id } of workspaces) {
      if (signal.aborted) return false;
      await this.#db.workspace(id, (tx) => indexPending(tx, id, recordsAtOnce));
    }
    return workspaces.length > 0;
  }
}
