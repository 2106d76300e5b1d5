/**
 * Group commit: requests wait in a bounded queue, a few writers take what has gathered and write it
 * in one transaction each, and a request is answered after COMMIT. While a writer is busy the next
 * group gathers, so a group grows with the load and an idle service answers at once.
 */
import type { Database } from '../db/connect.ts';
import { GroupCommitter } from './commit-group.ts';
import type { FailedMessage, Message } from './message.ts';
import { GroupWriter, type Waiting } from './write-group.ts';

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

export class GroupCommit {
  readonly #options: Required<GroupCommitOptions>;
  readonly #committer: GroupCommitter;
  readonly #writer: GroupWriter;
  readonly #queues: Waiting[][];
  readonly #running: Set<Promise<void>> = new Set();
  readonly #busy: boolean[];
  #waiting = 0;

  constructor(db: Database, options: GroupCommitOptions = {}) {
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
    this.#committer = new GroupCommitter(db, this.#options);
    this.#writer = new GroupWriter(this.#committer, this.#options);
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
    await this.#committer.finished();
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
      await this.#writer.write(writer, group);
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
}

/** Messages of one visitor go through one writer, so that writers seldom wait for each other's rows. */
function writerOf(message: Message | undefined, writers: number): number {
  return message ? Number.parseInt(message.visitorId.slice(-4), 16) % writers : 0;
}
