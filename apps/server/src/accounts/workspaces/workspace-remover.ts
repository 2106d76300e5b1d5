/** Removes what is stored of deleted workspaces, in the background of every process. */
import { setTimeout as sleep } from 'node:timers/promises';
import { SpareTime } from '../../platform/common/spare-time.ts';
import type { Database } from '../../platform/db/connect.ts';
import {
  endExpiredWorkspace,
  removeSlice,
  selectDeletedWorkspaces,
  selectExpiredWorkspaces,
} from './removal.ts';

const othersTurnMs = 20;

export interface WorkspaceRemoverOptions {
  /** Between two looks when nothing was left to do. */
  pollMs: number;
  onFailure: (error: unknown, workspaceId?: string) => void;
  onGone: (workspaceId: string) => void;
}

export class WorkspaceRemover {
  readonly #db: Database;
  readonly #options: WorkspaceRemoverOptions;
  readonly #stopping = new AbortController();
  readonly #spareTime = new SpareTime();
  #running: Promise<void> | undefined;

  constructor(db: Database, options: WorkspaceRemoverOptions) {
    this.#db = db;
    this.#options = options;
  }

  start(): void {
    this.#running ??= this.#work();
  }

  /** After the slice that is being removed. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /** Until nothing is left that may go by now. @throws what the database has against it */
  async drain(): Promise<void> {
    for (const id of await this.#deleted()) {
      let step = await this.#remove(id);
      while (step === 'removed' || step === 'not ours') {
        // Another one, such as the loop of this process, is about a slice of it.
        if (step === 'not ours') await sleep(othersTurnMs);
        step = await this.#remove(id);
      }
    }
  }

  async #work(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const isMoreLeft = await this.#look().catch((error: unknown) => {
        this.#options.onFailure(error);
        return false;
      });
      if (!isMoreLeft) await this.#spareTime.rest(this.#options.pollMs, signal);
    }
  }

  /** A slice of each; returns whether more is left. */
  async #look(): Promise<boolean> {
    let isMoreLeft = false;
    for (const id of await this.#deleted()) {
      if (this.#stopping.signal.aborted) return false;
      const began = performance.now();
      try {
        if ((await this.#remove(id)) === 'removed') isMoreLeft = true;
      } catch (error) {
        this.#options.onFailure(error, id);
      }
      await this.#spareTime.restAfter(performance.now() - began, false, this.#stopping.signal);
    }
    return isMoreLeft;
  }

  async #deleted(): Promise<string[]> {
    const expired = (await this.#db.everywhere(selectExpiredWorkspaces)).flat();
    for (const { id } of expired) {
      await this.#db.upkeep((tx) => endExpiredWorkspace(tx, id), id);
    }
    return (await this.#db.everywhere(selectDeletedWorkspaces)).flat();
  }

  async #remove(workspaceId: string) {
    const step = await removeSlice(this.#db, workspaceId);
    if (step === 'gone') this.#options.onGone(workspaceId);
    return step;
  }
}
