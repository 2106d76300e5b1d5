/** Updates members of automatic lists of all workspaces in the background of every process. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { UpkeepError } from '@footfall/contract/list-record';
import { BackgroundLoop } from '../../platform/common/background-loop.ts';
import type { Database } from '../../platform/db/connect.ts';
import { isDatabaseAway, isOfRemovedEvents, isTimeout } from '../../platform/db/faults.ts';
import {
  evaluateAll,
  followChanges,
  type KeepOptions,
  type Kept,
  TooManyMembers,
  usualKeep,
} from './keep-list.ts';
import { askForAll, type DueList, noteFailure, selectDueLists } from './store.ts';

export interface ListKeeperOptions {
  /** Pause when nothing is left. */
  pollMs: number;
  onFailure: (error: unknown, list?: Pick<DueList, 'workspaceId' | 'listId'>) => void;
  keep?: Partial<KeepOptions>;
}

/** Changes waiting this long are not delayed further; the promise is a minute. */
const mostBehindSeconds = 30;
/** Beyond this delay, a full evaluation is faster. */
const farBehindSeconds = 5 * 60;
/** After full evaluations, a workspace pauses for this many times their duration. */
const restFactor = 9;
const longestRestMs = 10 * 60_000;
const turnPauseMs = 20;

export class ListKeeper extends BackgroundLoop {
  readonly #options: ListKeeperOptions;
  /** By workspace: time of the next full evaluation. */
  readonly #restingUntil = new Map<string, number>();

  constructor(db: Database, options: ListKeeperOptions) {
    super(db, options);
    this.#options = options;
  }

  /** Resolves once all lists cover all data stored before, in any process. @throws if the database is unavailable */
  async drain(): Promise<void> {
    let isFirst = true;
    for (;;) {
      const due = await this.#due(isFirst);
      if (due.length === 0) return;
      let isOurs = true;
      for (const list of due) isOurs = (await this.#keep(list, 0)) !== 'not ours' && isOurs;
      if (isOurs) isFirst = false;
      else await sleep(turnPauseMs);
    }
  }

  /** One turn per list, alternating between workspaces; returns whether more is left. */
  protected async look(): Promise<boolean> {
    const due = await this.#due();
    let isMoreLeft = false;
    for (const list of due) {
      if (this.signal.aborted) return false;
      if (list.isDue && this.#isResting(list)) {
        if (list.isFilling || !list.hasChanges) continue;
        list.isDue = false;
      }
      const began = performance.now();
      if ((await this.#keep(list, list.waitedSeconds)) === 'more') isMoreLeft = true;
      const workMs = performance.now() - began;
      if (list.isDue) this.#restAfterAll(list.workspaceId, workMs);
      await this.#rest(workMs, list.waitedSeconds);
    }
    return isMoreLeft;
  }

  async #due(isFirst = false): Promise<DueList[]> {
    return (await this.db.everywhere((tx) => selectDueLists(tx, isFirst))).flat();
  }

  async #keep(list: DueList, waitedSeconds: number): Promise<Kept> {
    const { workspaceId, listId, isDue } = list;
    const turn = {
      db: this.db,
      workspaceId,
      listId,
      rest: (workMs: number) => this.#rest(workMs, waitedSeconds),
      options: { ...usualKeep, ...this.#options.keep },
    };
    try {
      const kept = await (isDue ? evaluateAll(turn) : followChanges(turn));
      if (!isDue && kept === 'more' && waitedSeconds > farBehindSeconds) {
        await this.db.workspace(workspaceId, (tx) => askForAll(tx, workspaceId, listId));
      }
      return kept;
    } catch (error) {
      if (isDatabaseAway(error) && !isTimeout(error)) throw error;
      this.#options.onFailure(error, list);
      const reason = reasonOf(error);
      await this.db.workspace(workspaceId, (tx) => noteFailure(tx, workspaceId, listId, reason));
      return 'done';
    }
  }

  #rest(workMs: number, waitedSeconds: number): Promise<void> {
    return this.restAfter(workMs, waitedSeconds >= mostBehindSeconds);
  }

  #restAfterAll(workspaceId: string, workMs: number): void {
    const now = performance.now();
    for (const [id, until] of this.#restingUntil) {
      if (until <= now) this.#restingUntil.delete(id);
    }
    this.#restingUntil.set(workspaceId, now + Math.min(restFactor * workMs, longestRestMs));
  }

  #isResting({ workspaceId }: DueList): boolean {
    return (this.#restingUntil.get(workspaceId) ?? 0) > performance.now();
  }
}

function reasonOf(error: unknown): UpkeepError {
  if (isTimeout(error)) return 'takes_too_long';
  if (isOfRemovedEvents(error)) return 'events_removed';
  return error instanceof TooManyMembers ? 'too_many_members' : 'failed';
}
