/** Commits a group's messages, across workspaces, in one transaction. */
import type { Database, Tx } from '../../platform/db/connect.ts';
import { type ClockReading, readClocks } from '../../platform/db/database-clock.ts';
import { sqlState } from '../../platform/db/faults.ts';
import { sharePeople } from '../../platform/db/people-lock.ts';
import { analyzeYoungTables } from '../../platform/db/young-tables.ts';
import { markAssigned, NotMarked } from '../../visits/cutting/store.ts';
import { findSessions } from './find-sessions.ts';
import { KnownBotOverrides } from './known-bot-overrides.ts';
import type { KnownErasures } from './known-erasures.ts';
import { KnownFirstSeen } from './known-first-seen.ts';
import { KnownSessions } from './known-sessions.ts';
import { concernsPeople, type FailedMessage, type Message } from './message.ts';
import { KnownWithdrawals } from './withdrawals.ts';
import { writePeople } from './write-people.ts';
import {
  type IngestCaches,
  type Stored,
  sendExpected,
  unexpected,
  type WorkspaceWork,
  writeCarefully,
} from './write-workspace.ts';

/** The data to write for one request. */
export interface RequestWork {
  messages: Message[];
  failed: FailedMessage[];
  size: number;
}

export interface CommitHooks {
  erasures: KnownErasures;
  /** Called after COMMIT, once each has its outcome. `isAgain`: on a retry, duplicates may come from the first attempt. */
  onStored: (messages: Message[], isAgain: boolean) => void;
  onCommit: (messages: number, seconds: number) => void;
  onFailure: (error: unknown) => void;
  /** The database's time, read some time after `asked`. */
  onTime: (databaseMs: number, reading: ClockReading) => void;
}

/** Unique_violation and lock_not_available: the caches of this process may still be right. */
const isAboutOthers = ['23505', '55P03'];

export class GroupCommitter {
  readonly #db: Database;
  readonly #hooks: CommitHooks;
  readonly #caches: IngestCaches;
  readonly #analyses: Set<Promise<void>> = new Set();
  /** Counts all commits, and those about people: their tables may fill much later. */
  readonly #commits = { all: 0, ofPeople: 0 };

  constructor(db: Database, hooks: CommitHooks) {
    this.#db = db;
    this.#hooks = hooks;
    this.#caches = {
      sessions: new KnownSessions(),
      firstSeen: new KnownFirstSeen(),
      botOverrides: new KnownBotOverrides(),
      withdrawals: new KnownWithdrawals(),
      erasures: hooks.erasures,
    };
  }

  /** Sets the outcome of every message. `lane`: each takes one group at a time. */
  async commit(lane: number, group: RequestWork[], isAgain = false): Promise<void> {
    const started = performance.now();
    const byWorkspace = groupByWorkspace(group);
    await this.#write(lane, byWorkspace);
    if (this.#isDoubled(group)) this.#analyze();
    for (const { messages } of group) this.#hooks.onStored(messages, isAgain);
    const size = group.reduce((sum, request) => sum + request.size, 0);
    this.#hooks.onCommit(size, (performance.now() - started) / 1000);
  }

  async #write(lane: number, byWorkspace: Map<string, WorkspaceWork>): Promise<void> {
    try {
      const isExpected = await this.#commitExpected(lane, byWorkspace);
      if (!isExpected) await this.#commitCarefully(lane, byWorkspace);
    } catch (error) {
      if (!(error instanceof NotMarked)) throw error;
      const { workspaceId, visitorIds } = error;
      await this.#db.workspaceSeries(lane, workspaceId, (enter) =>
        markAssigned(enter(workspaceId), workspaceId, visitorIds),
      );
      await this.#write(lane, byWorkspace);
    }
  }

  /**
   * Writes in one round trip if every message has a session and none identifies anybody. Returns false, with
   * nothing written, in any other case.
   */
  async #commitExpected(lane: number, byWorkspace: Map<string, WorkspaceWork>): Promise<boolean> {
    const works = [...byWorkspace.values()];
    if (works.some(({ failed }) => failed.length > 0)) return false;
    const { withdrawals } = this.#caches;
    const isKnown = [...byWorkspace].some(([id, { messages }]) =>
      withdrawals.concerns(id, messages),
    );
    if (isKnown) return false;
    const hasAnswersToAwait = works.some(
      ({ messages }) => messages.some(lacksSession) || messages.some(concernsPeople),
    );
    const stored: Stored[] = [];
    const [first = ''] = byWorkspace.keys();
    try {
      await this.#db.workspaceSeries(lane, first, async (enter, commitAhead) => {
        const sent: Promise<unknown>[] = [];
        const last = [...byWorkspace.keys()].at(-1);
        for (const [workspaceId, { messages }] of byWorkspace) {
          const tx = enter(workspaceId);
          const reading = readClocks();
          const shared = sharedPeople(tx, workspaceId, messages);
          if (messages.some(lacksSession)) {
            await Promise.all([shared, findSessions(tx, workspaceId, messages)]);
          }
          const expected = sendExpected(tx, workspaceId, messages, this.#caches);
          stored.push(expected.stored);
          expected.sent.then(
            ({ databaseMs }) => this.#hooks.onTime(databaseMs, reading),
            () => undefined,
          );
          if (shared !== undefined) {
            await Promise.all([shared, expected.sent, writePeople(tx, workspaceId, messages)]);
          } else if (hasAnswersToAwait && workspaceId !== last) {
            // Its own error must surface before the next statement fails with a mere follow-up error.
            await expected.sent;
          } else {
            sent.push(expected.sent);
          }
        }
        commitAhead();
        await Promise.all(sent);
      });
      for (const { sessions, seen } of stored) {
        this.#caches.sessions.remember(sessions);
        this.#caches.firstSeen.remember(seen);
      }
      return true;
    } catch (error) {
      if (!unexpected.includes(sqlState(error))) throw error;
      if (!isAboutOthers.includes(sqlState(error))) this.#caches.sessions.forgetAll();
      return false;
    }
  }

  async #commitCarefully(lane: number, byWorkspace: Map<string, WorkspaceWork>): Promise<void> {
    const [first = ''] = byWorkspace.keys();
    await this.#db.workspaceSeries(lane, first, async (enter) => {
      for (const [workspaceId, work] of byWorkspace) {
        await writeCarefully(enter(workspaceId), workspaceId, work, this.#caches);
      }
    });
  }

  /** Resolves after background work besides commits. */
  async finished(): Promise<void> {
    await Promise.all(this.#analyses);
  }

  /** After 1, 2, 4, 8 … commits. */
  #isDoubled(group: RequestWork[]): boolean {
    this.#commits.all += 1;
    const namesPeople = group.some(({ messages }) => messages.some(concernsPeople));
    if (namesPeople) this.#commits.ofPeople += 1;
    const { all, ofPeople } = this.#commits;
    return isPowerOfTwo(all) || (namesPeople && isPowerOfTwo(ofPeople));
  }

  /** Needed while tables are new. */
  #analyze(): void {
    const analysis = this.#db
      .everywhere(analyzeYoungTables)
      .then(() => undefined)
      .catch(this.#hooks.onFailure)
      .finally(() => this.#analyses.delete(analysis));
    this.#analyses.add(analysis);
  }
}

function lacksSession({ namesSession }: Message): boolean {
  return !namesSession;
}

/** Locks before any row if people are concerned; else undefined. */
function sharedPeople(tx: Tx, workspaceId: string, messages: Message[]): Promise<void> | undefined {
  return messages.some(concernsPeople) ? sharePeople(tx, workspaceId) : undefined;
}

function isPowerOfTwo(count: number): boolean {
  return (count & (count - 1)) === 0;
}

function groupByWorkspace(group: RequestWork[]): Map<string, WorkspaceWork> {
  const byWorkspace = new Map<string, WorkspaceWork>();
  const workOf = (workspaceId: string) => {
    const group = byWorkspace.get(workspaceId);
    if (group) return group;
    const made: WorkspaceWork = { messages: [], failed: [] };
    byWorkspace.set(workspaceId, made);
    return made;
  };
  for (const { messages, failed } of group) {
    for (const message of messages) workOf(message.workspaceId).messages.push(message);
    for (const message of failed) workOf(message.workspaceId).failed.push(message);
  }
  // In order, as are the rows within, so that overlapping groups wait instead of deadlocking.
  return new Map([...byWorkspace].sort(([a], [b]) => (a < b ? -1 : 1)));
}
