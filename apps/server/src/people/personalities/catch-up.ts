/**
 * People whose personality is behind, as after a crash between a COMMIT of ingest and the flush that
 * follows, or after a change of the model.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { listWorkspaces } from '../../accounts/workspaces/store.ts';
import type { Database } from '../../platform/db/connect.ts';
import { enqueueOutdated, firstId, pauseMsEach } from '../../records/person/outdated-scores.ts';

/** A fifth of the time: of 300,000 people it is a minute of work, while the first questions after a start are asked. */
const restFactor = 4;

/** Looks once through everybody of every workspace for personalities that are behind. */
export class CatchUp {
  readonly #db: Database;
  readonly #onFailure: (error: unknown) => void;
  #running: Promise<void> | undefined;
  #isStopping = false;

  constructor(db: Database, onFailure: (error: unknown) => void) {
    this.#db = db;
    this.#onFailure = onFailure;
  }

  start(): void {
    this.#running ??= this.#run()
      .catch(this.#onFailure)
      .finally(() => {
        this.#running = undefined;
      });
  }

  /** When it is not under way. */
  async finished(): Promise<void> {
    await this.#running;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    for (const { id } of (await this.#db.everywhere(listWorkspaces)).flat()) {
      let after: string | undefined = firstId;
      while (after !== undefined && !this.#isStopping) after = await this.#slice(id, after);
    }
  }

  /** Returns the last id; this has no hurry, and others need the database and the queue. */
  async #slice(workspaceId: string, after: string): Promise<string | undefined> {
    const began = performance.now();
    const { lastId, count } = await this.#db.workspace(workspaceId, (tx) =>
      enqueueOutdated(tx, workspaceId, after),
    );
    if (lastId !== undefined) {
      await sleep(Math.max(restFactor * (performance.now() - began), count * pauseMsEach));
    }
    return lastId;
  }
}
