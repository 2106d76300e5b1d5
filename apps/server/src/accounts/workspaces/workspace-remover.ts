/** Removes the data of deleted workspaces in the background of every process. */
import { setTimeout as sleep } from 'node:timers/promises';
import { BackgroundLoop } from '../../platform/common/background-loop.ts';
import type { Database } from '../../platform/db/connect.ts';
import {
  endExpiredWorkspace,
  removeSlice,
  selectDeletedWorkspaces,
  selectExpiredWorkspaces,
} from './removal.ts';

const othersTurnMs = 20;

export interface WorkspaceRemoverOptions {
  /** Pause when nothing is left. */
  pollMs: number;
  onFailure: (error: unknown, workspaceId?: string) => void;
  onGone: (workspaceId: string) => void;
}

export class WorkspaceRemover extends BackgroundLoop {
  readonly #options: WorkspaceRemoverOptions;

  constructor(db: Database, options: WorkspaceRemoverOptions) {
    super(db, options);
    this.#options = options;
  }

  /** Resolves once everything removable is gone. @throws the database's error */
  async drain(): Promise<void> {
    for (const id of await this.#deleted()) {
      let step = await this.#remove(id);
      while (step === 'removed' || step === 'not ours') {
        // Another worker, such as this process's loop, is removing a slice.
        if (step === 'not ours') await sleep(othersTurnMs);
        step = await this.#remove(id);
      }
    }
  }

  /** One slice each; returns whether more is left. */
  protected async look(): Promise<boolean> {
    let isMoreLeft = false;
    for (const id of await this.#deleted()) {
      if (this.signal.aborted) return false;
      const began = performance.now();
      try {
        if ((await this.#remove(id)) === 'removed') isMoreLeft = true;
      } catch (error) {
        this.#options.onFailure(error, id);
      }
      await this.restAfter(performance.now() - began);
    }
    return isMoreLeft;
  }

  async #deleted(): Promise<string[]> {
    const expired = (await this.db.everywhere(selectExpiredWorkspaces)).flat();
    for (const { id } of expired) {
      await this.db.upkeep((tx) => endExpiredWorkspace(tx, id), id);
    }
    return (await this.db.everywhere(selectDeletedWorkspaces)).flat();
  }

  async #remove(workspaceId: string) {
    const step = await removeSlice(this.db, workspaceId);
    if (step === 'gone') this.#options.onGone(workspaceId);
    return step;
  }
}
