/**
 * Group commit: requests wait in a bounded queue, a few writers take what has gathered and write it
 * in one transaction each, and a request is answered after COMMIT. While a writer is busy the next
 * group gathers, so a group grows with the load and an idle service answers at once.
 */
import { ApiError } from '@footfall/contract/errors';
import { uuidv7 } from 'uuidv7';
import type { Database } from '../db/connect.ts';
import { isDatabaseAway, isDataFault, sqlState } from '../db/faults.ts';
import { analyzeYoungTables } from '../db/young-tables.ts';
import { findSessions } from './find-sessions.ts';
import { KnownFirstSeen } from './known-first-seen.ts';
import { KnownSessions } from './known-sessions.ts';
import type { FailedMessage, Message } from './message.ts';
import { writePeople } from './write-people.ts';
import {
  type Stored,
  sendExpected,
  unexpected,
  type WorkspaceWork,
  writeCarefully,
} from './write-workspace.ts';

export interface GroupCommitOptions {
  /** Two keep PostgreSQL busy while the other's group is summed up here. */
  writers?: number;
  /** Messages that wait when all writers are used instead of one. */
  secondWriterAt?: number;
  /** Messages that may wait; beyond, requests are refused. */
  queueLimit?: number;
  groupLimit?: number;
  /** How long a request waits for a database that is away before it is refused. */
  patienceMs?: number;
  /** After COMMIT, when each has its outcome. */
  onStored?: (messages: Message[]) => void;
  onCommit?: (messages: number, seconds: number) => void;
  onFailure?: (error: unknown) => void;
}

/** The messages of one request that go to one writer. */
interface Waiting {
  messages: Message[];
  failed: FailedMessage[];
  size: number;
  since: number;
  resolve: () => void;
  reject: (error: Error) => void;
}

const retryPauseMs = 50;
const uniqueViolation = '23505';

export class GroupCommit {
  readonly #db: Database;
  readonly #options: Required<GroupCommitOptions>;
  readonly #queues: Waiting[][];
  readonly #running: Set<Promise<void>> = new Set();
  readonly #busy: boolean[];
  readonly #known = { sessions: new KnownSessions(), firstSeen: new KnownFirstSeen() };
  #waiting = 0;
  #commits = 0;

  constructor(db: Database, options: GroupCommitOptions = {}) {
    this.#db = db;
    this.#options = {
      writers: 2,
      secondWriterAt: 200,
      queueLimit: 20_000,
      groupLimit: 2_000,
      patienceMs: 4_000,
      onStored: () => {},
      onCommit: () => {},
      onFailure: () => {},
      ...options,
    };
    this.#queues = Array.from({ length: this.#options.writers }, () => []);
    this.#busy = this.#queues.map(() => false);
  }

  /** Messages that are waiting or being written. */
  get depth(): number {
    return this.#waiting;
  }

  get isFull(): boolean {
    return this.#waiting >= this.#options.queueLimit;
  }

  /** Resolves after COMMIT, when every message has its outcome. @throws ApiError unavailable */
  write(messages: Message[], failed: FailedMessage[]): Promise<unknown> {
    // Small groups cost more for each message, so the second writer comes in only under load.
    const writers = this.#waiting < this.#options.secondWriterAt ? 1 : this.#queues.length;
    if (messages.length <= 1 || writers === 1) {
      return this.#enqueue(writerOf(messages[0], writers), messages, failed);
    }
    const shares = this.#queues.map((): Message[] => []);
    for (const message of messages) shares[writerOf(message, writers)]?.push(message);
    const parts = shares.map((share, writer) => {
      const kept = writer === 0 ? failed : [];
      return share.length + kept.length > 0 ? this.#enqueue(writer, share, kept) : undefined;
    });
    return Promise.all(parts);
  }

  /** After everything that was accepted has been written or refused. */
  async drain(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #enqueue(writer: number, messages: Message[], failed: FailedMessage[]) {
    const size = messages.length + failed.length;
    this.#waiting += size;
    const done = new Promise<void>((resolve, reject) => {
      this.#queues[writer]?.push({
        messages,
        failed,
        size,
        since: performance.now(),
        resolve,
        reject,
      });
    });
    if (!this.#busy[writer]) this.#run(writer);
    return done;
  }

  #run(writer: number): void {
    this.#busy[writer] = true;
    const running = this.#work(writer).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async #work(writer: number): Promise<void> {
    const queue = this.#queues[writer] ?? [];
    // Requests that came in the same turn of the event loop join the first group.
    await new Promise(setImmediate);
    while (queue.length > 0) {
      const group = this.#take(queue);
      await this.#writeGroup(writer, group);
      for (const { size } of group) this.#waiting -= size;
    }
    this.#busy[writer] = false;
  }

  #take(queue: Waiting[]): Waiting[] {
    let size = 0;
    let count = 0;
    for (const waiting of queue) {
      if (count > 0 && size + waiting.size > this.#options.groupLimit) break;
      size += waiting.size;
      count += 1;
    }
    return queue.splice(0, count);
  }

  async #writeGroup(lane: number, group: Waiting[]): Promise<void> {
    try {
      await this.#commit(lane, group);
      for (const waiting of group) waiting.resolve();
    } catch (error) {
      this.#options.onFailure(error);
      if (isTransient(error)) await this.#tryAgain(lane, group);
      else await this.#isolate(lane, group, error);
    }
  }

  async #commit(lane: number, group: Waiting[]): Promise<void> {
    const started = performance.now();
    const byWorkspace = groupByWorkspace(group);
    const isExpected = await this.#commitExpected(lane, byWorkspace);
    if (!isExpected) await this.#commitCarefully(lane, byWorkspace);
    this.#commits += 1;
    if (isPowerOfTwo(this.#commits)) this.#analyze();
    for (const { messages } of group) this.#options.onStored(messages);
    const size = group.reduce((sum, waiting) => sum + waiting.size, 0);
    this.#options.onCommit(size, (performance.now() - started) / 1000);
  }

  /**
   * In one round trip where every message names its session and nobody is named. False, with nothing
   * written, when it is not the usual case.
   */
  async #commitExpected(lane: number, byWorkspace: Map<string, WorkspaceWork>): Promise<boolean> {
    const works = [...byWorkspace.values()];
    if (works.some(({ failed }) => failed.length > 0)) return false;
    const hasAnswersToAwait = works.some(
      ({ messages }) => messages.some(lacksSession) || messages.some(namesPerson),
    );
    const stored: Stored[] = [];
    try {
      await this.#db.workspaceSeries(lane, async (enter, commitAhead) => {
        const sent: Promise<unknown>[] = [];
        const last = [...byWorkspace.keys()].at(-1);
        for (const [workspaceId, { messages }] of byWorkspace) {
          const tx = enter(workspaceId);
          if (messages.some(lacksSession)) await findSessions(tx, workspaceId, messages);
          const expected = sendExpected(tx, workspaceId, messages, this.#known);
          stored.push(expected.stored);
          if (messages.some(namesPerson)) {
            await Promise.all([expected.sent, writePeople(tx, workspaceId, messages)]);
          } else if (hasAnswersToAwait && workspaceId !== last) {
            // What it fails with must show before the next one asks and is told of that failure only.
            await expected.sent;
          } else {
            sent.push(expected.sent);
          }
        }
        commitAhead();
        await Promise.all(sent);
      });
      for (const { sessions, seen } of stored) {
        this.#known.sessions.remember(sessions);
        this.#known.firstSeen.remember(seen);
      }
      return true;
    } catch (error) {
      if (!unexpected.includes(sqlState(error))) throw error;
      this.#known.sessions.forgetAll();
      return false;
    }
  }

  async #commitCarefully(lane: number, byWorkspace: Map<string, WorkspaceWork>): Promise<void> {
    await this.#db.workspaceSeries(lane, async (enter) => {
      for (const [workspaceId, work] of byWorkspace) {
        await writeCarefully(enter(workspaceId), workspaceId, work);
      }
    });
  }

  /** After 1, 2, 4, 8 … commits, while the tables are young. */
  #analyze(): void {
    const running = this.#db
      .system(analyzeYoungTables)
      .catch(this.#options.onFailure)
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** The database was away, or another transaction stood in the way. */
  async #tryAgain(lane: number, group: Waiting[]): Promise<void> {
    const now = performance.now();
    const patient = group.filter(({ since }) => now - since < this.#options.patienceMs);
    for (const waiting of group) {
      if (!patient.includes(waiting)) waiting.reject(unavailable());
    }
    if (patient.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, retryPauseMs));
    await this.#writeGroup(lane, patient);
  }

  /** A message that PostgreSQL refuses must not sink the others: halve until it stands alone. */
  async #isolate(lane: number, group: Waiting[], error: unknown): Promise<void> {
    const [only] = group;
    if (group.length > 1) {
      const middle = Math.ceil(group.length / 2);
      await this.#writeGroup(lane, group.slice(0, middle));
      await this.#writeGroup(lane, group.slice(middle));
    } else if (only && only.messages.length > 1) {
      await this.#splitRequest(lane, only);
    } else if (only) {
      await this.#keepAsFailed(lane, only, error);
    }
  }

  async #splitRequest(
    lane: number,
    { messages, failed, since, resolve, reject }: Waiting,
  ): Promise<void> {
    try {
      for (const [place, message] of messages.entries()) {
        const kept = place === 0 ? failed : [];
        const size = 1 + kept.length;
        await new Promise<void>((done, fail) => {
          const single = { messages: [message], failed: kept, size, since };
          void this.#writeGroup(lane, [{ ...single, resolve: done, reject: fail }]);
        });
      }
      resolve();
    } catch (error) {
      reject(error instanceof Error ? error : unavailable());
    }
  }

  async #keepAsFailed(lane: number, waiting: Waiting, error: unknown): Promise<void> {
    const [message] = waiting.messages;
    if (!message || !isDataFault(error)) {
      waiting.reject(error instanceof Error ? error : unavailable());
      return;
    }
    const reason = 'message: cannot be stored, a value is out of range';
    const refused = {
      ...waiting,
      messages: [],
      failed: [...waiting.failed, asFailed(message, reason)],
    };
    try {
      await this.#commit(lane, [refused]);
      message.outcome = { rejected: reason };
      waiting.resolve();
    } catch (second) {
      this.#options.onFailure(second);
      waiting.reject(unavailable());
    }
  }
}

/** Messages of one visitor go through one writer, so that writers seldom wait for each other's rows. */
function writerOf(message: Message | undefined, writers: number): number {
  return message ? Number.parseInt(message.visitorId.slice(-4), 16) % writers : 0;
}

function lacksSession({ namesSession }: Message): boolean {
  return !namesSession;
}

function namesPerson({ person, conversion }: Message): boolean {
  return person !== undefined || conversion !== undefined;
}

function isPowerOfTwo(count: number): boolean {
  return (count & (count - 1)) === 0;
}

function groupByWorkspace(group: Waiting[]): Map<string, WorkspaceWork> {
  const byWorkspace = new Map<string, WorkspaceWork>();
  const workOf = (workspaceId: string) => {
    const known = byWorkspace.get(workspaceId);
    if (known) return known;
    const made: WorkspaceWork = { messages: [], failed: [] };
    byWorkspace.set(workspaceId, made);
    return made;
  };
  for (const { messages, failed } of group) {
    for (const message of messages) workOf(message.workspaceId).messages.push(message);
    for (const message of failed) workOf(message.workspaceId).failed.push(message);
  }
  // In order, as are the rows within: groups that meet wait for rather than deadlock each other.
  return new Map([...byWorkspace].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Deadlock, serialisation, a key that somebody else took meanwhile, or the database away. */
function isTransient(error: unknown): boolean {
  return (
    ['40P01', '40001', uniqueViolation, '55P03'].includes(sqlState(error)) || isDatabaseAway(error)
  );
}

function asFailed(message: Message, reason: string): FailedMessage {
  const { raw, key, workspaceId, isTest, receivedAt } = message;
  return { key, workspaceId, isTest, id: uuidv7(), receivedAt, reason, body: raw() };
}

function unavailable(): ApiError {
  return new ApiError(
    'unavailable',
    'The messages could not be stored just now. Send them again; what was stored already is not counted twice.',
  );
}
