/**
 * This process's only reader of a workspace's changes. A new follower first catches up, page by page, at its
 * own speed; then it gets what the reader finds.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isBefore, type Position, parsePosition } from '../../platform/changes/position.ts';
import {
  isForgottenAfter,
  selectChanges,
  selectNewestPosition,
} from '../../platform/changes/read.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { Follower } from './change-follower.ts';

/** Reads several commits of a busy workspace together. */
const leastPauseMs = 20;
/** With the longest pause: a revoked key loses its streams within two seconds. */
const checkMs = 450;
const failurePauseMs = 500;
/** While a transaction older than the deleted changes is running. */
const uncertainPauseMs = 100;
/** At most some 450 kB. */
const pageSize = 100;

export interface WorkspaceChangesOptions {
  db: Database;
  workspaceId: string;
  /** Pause between looks if this process stored nothing. */
  pauseMs: () => number;
  onError: (error: unknown) => void;
}

export class WorkspaceChanges {
  readonly #options: WorkspaceChangesOptions;
  readonly #followers = new Set<Follower>();
  /** Followers that have caught up; they get everything after #head. */
  readonly #live = new Set<Follower>();
  #head: Position | undefined;
  /** One follower catches up at a time, so that many do not use up all connections. */
  #catchingUp: Promise<void> = Promise.resolve();
  #reading: Promise<void> | undefined;
  #wake: () => void = () => undefined;
  #isAwake = false;
  #checkedAt = 0;

  constructor(options: WorkspaceChangesOptions) {
    this.#options = options;
  }

  join(follower: Follower): void {
    this.#followers.add(follower);
    const { after } = follower.stream;
    follower.at = after === undefined ? undefined : parsePosition(after);
    void this.#catchUp(follower);
    this.#reading ??= this.#read();
  }

  /** Returns the number left. */
  leave(follower: Follower): number {
    this.#followers.delete(follower);
    this.#live.delete(follower);
    if (this.#live.size === 0) this.#head = undefined;
    if (this.#followers.size === 0) this.wake();
    return this.#followers.size;
  }

  wake(): void {
    this.#isAwake = true;
    this.#wake();
  }

  async stopped(): Promise<void> {
    await Promise.all([this.#reading, this.#catchingUp]);
  }

  async #read(): Promise<void> {
    while (this.#followers.size > 0) {
      const isMore = await this.#round().catch((error: unknown) => {
        this.#options.onError(error);
        return sleep(failurePauseMs, false);
      });
      if (isMore) continue;
      await sleep(leastPauseMs);
      if (!this.#isAwake) await this.#pause();
      this.#isAwake = false;
    }
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#options.pauseMs());
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Returns whether more may be available. */
  async #round(): Promise<boolean> {
    const isCheckDue = performance.now() - this.#checkedAt >= checkMs;
    const head = this.#head;
    if (!isCheckDue && !head) return false;
    const { db, workspaceId } = this.#options;
    const { refused, read } = await db.workspace(workspaceId, async (tx) => ({
      refused: isCheckDue
        ? await refusedOf(this.#followers, (one) => one.stream.isAllowed(tx))
        : [],
      read: head && (await selectChanges(tx, workspaceId, head, {}, pageSize)),
    }));
    if (isCheckDue) this.#checkedAt = performance.now();
    for (const follower of refused) follower.end('unauthorized');
    // Meanwhile the last one may have left, and others started again.
    if (!read || this.#head !== head) return false;
    const live = [...this.#live];
    if (read.isGone) {
      this.#live.clear();
      this.#head = undefined;
      for (const follower of live) void this.#catchUp(follower);
      return false;
    }
    this.#head = read.next;
    for (const follower of live) follower.take(read.changes, read.next);
    return read.changes.length === pageSize;
  }

  async #catchUp(follower: Follower): Promise<void> {
    let isLevel = false;
    while (!follower.isEnded) {
      // Synchronous: everything after #head goes to all live followers.
      if (isLevel && follower.at && !(this.#head && isBefore(follower.at, this.#head))) {
        this.#head ??= follower.at;
        this.#live.add(follower);
        return;
      }
      const turn = this.#catchingUp.then(() => this.#readPage(follower));
      this.#catchingUp = turn.then(
        () => undefined,
        () => undefined,
      );
      const result = await turn.catch((error: unknown) => {
        this.#options.onError(error);
        return sleep(failurePauseMs, 'more' as const);
      });
      isLevel = result === 'all';
      if (result === 'uncertain') await sleep(uncertainPauseMs);
      await follower.drained();
    }
  }

  /** Returns what the follower has now of the available changes. */
  async #readPage(follower: Follower): Promise<'all' | 'more' | 'uncertain'> {
    const { at, stream, isEnded } = follower;
    if (isEnded) return 'more';
    const { db, workspaceId } = this.#options;
    return db.workspace(workspaceId, async (tx) => {
      if (!at) {
        follower.at = await selectNewestPosition(tx);
        return 'all';
      }
      const read = await selectChanges(tx, workspaceId, at, stream, pageSize);
      if (read.isGone) {
        const newest = await selectNewestPosition(tx);
        // Starting there would run into the deleted changes again and again.
        if (await isForgottenAfter(tx, workspaceId, newest)) return 'uncertain';
        follower.reset(newest);
        return 'all';
      }
      follower.take(read.changes, read.next);
      return read.changes.length < pageSize ? 'all' : 'more';
    });
  }
}

/** Checks each caller once, however many streams it has. */
async function refusedOf(
  followers: Iterable<Follower>,
  isAllowed: (follower: Follower) => Promise<boolean>,
): Promise<Follower[]> {
  const all = [...followers];
  const keyOf = ({ stream: { callerId, rights } }: Follower) => callerId + rights;
  const byCaller = new Map(all.map((follower) => [keyOf(follower), follower]));
  const answers = await Promise.all(
    [...byCaller].map(async ([key, follower]) => [key, await isAllowed(follower)] as const),
  );
  const allowed = new Map(answers);
  return all.filter((follower) => allowed.get(keyOf(follower)) === false);
}
