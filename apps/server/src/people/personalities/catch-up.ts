/**
 * Finds people with an outdated personality, such as after a crash between an ingest COMMIT and its flush, or
 * after a model change.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { listWorkspaces } from '../../accounts/workspaces/store.ts';
import type { Database } from '../../platform/db/connect.ts';
import { enqueueOutdated, firstId, pauseMsEach } from '../../records/person/outdated-scores.ts';

/** Works a fifth of the time: 300,000 people take a minute of work, during the first requests after a start. */
const restFactor = 4;

/** Scans all workspaces once for outdated personalities. */
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

  /** Resolves once no scan is running. */
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

  /** Returns the last id. Not urgent: other work needs the database and the queue. */
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
