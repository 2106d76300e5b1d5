/**
 * Group commit: requests wait in a bounded queue, writers commit what has gathered in one transaction each,
 * and a request is answered after COMMIT. The next group gathers while a writer is busy, so groups grow with
 * the load and an idle service answers at once.
 */
import { Company } from '../../platform/common/company.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { ClockReading } from '../../platform/db/database-clock.ts';
import { ApartGroups } from './apart-groups.ts';
import { GroupCommitter } from './commit-group.ts';
import { takeFairly, workspacesIn } from './fair-share.ts';
import type { KnownErasures } from './known-erasures.ts';
import { concernsPeople, type Message } from './message.ts';
import { StoreFaults } from './store-faults.ts';
import { GroupWriter, unavailable, type Waiting } from './write-group.ts';

/** The messages of one request. */
export interface Written {
  messages: Message[];
  workspaceId: string;
  /** Network of the sender's address. */
  network: string;
  /** Approximate bytes it holds in memory. */
  bytes: number;
}

export interface GroupCommitOptions {
  erasures: KnownErasures;
  /** Per server. Two keep PostgreSQL busy while this process prepares the other's group. */
  writers?: number;
  /** Waiting messages from which all writers are used instead of one. */
  secondWriterAt?: number;
  /** Most waiting messages; beyond, requests are rejected. */
  queueLimit?: number;
  /** Most waiting bytes. */
  queueBytes?: number;
  groupLimit?: number;
  /** Bytes per group; a large request is written in parts. */
  groupBytes?: number;
  /** How long a request waits for an unavailable database before it is rejected. */
  patienceMs?: number;
  /** Requests older than this were already answered, and are not written. */
  deadlineMs?: number;
  /** Called after COMMIT, once each has its outcome. */
  onStored?: (messages: Message[], isAgain: boolean) => void;
  onCommit?: (messages: number, seconds: number) => void;
  onFailure?: (error: unknown) => void;
  onTime?: (databaseMs: number, reading: ClockReading) => void;
  /** Shared with other ingest writes. */
  faults?: StoreFaults;
}

/** Larger requests are split into parts that wait separately. */
const partLimit = 250;
const partBytes = 256 * 1024;
/** A workspace with at most this part of the queue is accepted even when it is full. */
const modestPart = 1 / 16;
/** Divides the group size while several workspaces wait. */
const companyPart = 4;
/** A claim or conversion costs the database as much as this many other messages. */
const weightOfPeople = 20;
/** A writer with more work than this makes others wait. */
const heavyWeight = 100;
/** How long another workspace counts as active. */
const companyMs = 1_000;
const nothing = { size: 0, bytes: 0 };

export class GroupCommit {
  readonly #options: Required<GroupCommitOptions>;
  readonly #db: Database;
  readonly #committer: GroupCommitter;
  readonly #writer: GroupWriter;
  readonly #apart = new ApartGroups();
  readonly #queues: Waiting[][];
  /** The group each writer is writing. */
  readonly #groups: Waiting[][];
  readonly #running: Set<Promise<void>> = new Set();
  readonly #busy: boolean[];
  /** Pending work of each writer. */
  readonly #weights: number[];
  readonly #company = new Company();
  #waiting = 0;
  #bytes = 0;
  readonly #waitingOf = new Map<string, { size: number; bytes: number; home: number }>();

  constructor(db: Database, options: GroupCommitOptions) {
    this.#options = {
      writers: 2,
      secondWriterAt: 200,
      queueLimit: 20_000,
      queueBytes: 48 * 1024 * 1024,
      groupLimit: 2_000,
      groupBytes: 2 * 1024 * 1024,
      patienceMs: 4_000,
      deadlineMs: Number.POSITIVE_INFINITY,
      onStored: () => {},
      onCommit: () => {},
      onFailure: () => {},
      onTime: () => {},
      faults: new StoreFaults(),
      ...options,
    };
    this.#committer = new GroupCommitter(db, this.#options);
    const { writers } = this.#options;
    this.#writer = new GroupWriter(this.#committer, {
      ...this.#options,
      mayWrite(lane, workspaceId) {
        const { servers } = db;
        if (servers.count === 1) return true;
        const own = Math.floor(lane / writers);
        return (servers.cached(workspaceId) ?? own) === own && !servers.isAway(workspaceId);
      },
      isAlone: (lane) => this.#busy.every((isBusy, other) => !isBusy || other === lane),
    });
    this.#db = db;
    this.#queues = Array.from({ length: this.#options.writers * db.servers.count }, () => []);
    this.#groups = this.#queues.map(() => []);
    this.#busy = this.#queues.map(() => false);
    this.#weights = this.#queues.map(() => 0);
  }

  /** First unused number for `Database.workspaceSeries`. */
  get freeLane(): number {
    return this.#queues.length;
  }

  /** Messages waiting or being written. */
  get depth(): number {
    return this.#waiting;
  }

  /** Age of the oldest one in seconds. */
  get oldestSeconds(): number {
    const oldest = [...this.#groups, ...this.#queues].flatMap(([first]) => first?.since ?? []);
    return oldest.length === 0 ? 0 : (performance.now() - Math.min(...oldest)) / 1000;
  }

  /** A workspace that fills the queue leaves room for those with little in it. */
  isFullFor(workspaceId: string): boolean {
    const { queueLimit, queueBytes } = this.#options;
    const isFull = this.#waiting >= queueLimit || this.#bytes >= queueBytes;
    if (!isFull) return false;
    const own = this.#waitingOf.get(workspaceId) ?? nothing;
    const isModest = own.size < queueLimit * modestPart && own.bytes < queueBytes * modestPart;
    const isOverfull = this.#waiting >= queueLimit * 2 || this.#bytes >= queueBytes * 1.5;
    return isOverfull || !isModest;
  }

  /** Resolves after COMMIT, once every message has its outcome. @throws ApiError unavailable */
  write(work: Written): Promise<unknown> {
    const { servers } = this.#db;
    const server = servers.cached(work.workspaceId);
    if (server !== undefined) return this.#writeAt(server, work);
    return servers.find(work.workspaceId).then(
      (written) => this.#writeAt(written, work),
      (error: unknown) => {
        this.#options.onFailure(error);
        throw unavailable();
      },
    );
  }

  #writeAt(server: number, work: Written): Promise<unknown> {
    const { messages, bytes, workspaceId } = work;
    const now = performance.now();
    this.#company.sees(workspaceId, now);
    const isAlone = this.#isAlone(workspaceId, now);
    // Small groups cost more per message, so one workspace uses all writers only under load. With others active, the second is theirs.
    const isSpread = isAlone && this.#waiting >= this.#options.secondWriterAt;
    const firstWriter = server * this.#options.writers;
    const home = this.#homeOf(workspaceId, firstWriter);
    const [first] = messages;
    // Claims take several round trips; page views should not wait for them, and larger groups of claims save work.
    const isApart = isAlone && messages.some(concernsPeople);
    const own = isApart ? firstWriter + ((home + 1 - firstWriter) % this.#options.writers) : home;
    if (first && messages.length === 1) {
      const writer = isSpread ? firstWriter + this.#writerOfVisitor(first) : own;
      return this.#enqueue(writer, work, now, home);
    }
    const isSmall = messages.length <= partLimit && bytes <= partBytes;
    if (first && !isSpread && isSmall) return this.#enqueue(own, work, now, home);
    const writerOf = (message: Message) =>
      isSpread ? firstWriter + this.#writerOfVisitor(message) : own;
    const shares = this.#queues.map((): Message[] => []);
    for (const message of messages) shares[writerOf(message)]?.push(message);
    const most = Math.max(
      1,
      Math.min(partLimit, Math.floor((partBytes / bytes) * messages.length)),
    );
    const written: Promise<unknown>[] = [];
    for (const [writer, share] of shares.entries()) {
      for (let from = 0; from < share.length; from += most) {
        const part = share.slice(from, from + most);
        const ofPart = bytes * (part.length / messages.length);
        written.push(this.#enqueue(writer, { ...work, messages: part, bytes: ofPart }, now, home));
      }
    }
    return Promise.all(written);
  }

  #isAlone(workspaceId: string, now: number): boolean {
    return this.#company.sinceOther(workspaceId, now) > companyMs;
  }

  /** The writer that already has work of the workspace; else one without much work for others. */
  #homeOf(workspaceId: string, firstWriter: number): number {
    const own = this.#waitingOf.get(workspaceId);
    if (own) return own.home;
    if ((this.#weights[firstWriter] ?? 0) <= heavyWeight) return firstWriter;
    const weights = this.#weights.slice(firstWriter, firstWriter + this.#options.writers);
    return firstWriter + weights.indexOf(Math.min(...weights));
  }

  /** Under constant load, a visitor's messages use one writer, so `ApartGroups` seldom has to wait. */
  #writerOfVisitor({ visitorId }: Message): number {
    return Number.parseInt(visitorId.slice(-4), 16) % this.#options.writers;
  }

  /** Resolves once everything accepted is written or rejected. */
  async drain(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
    await this.#committer.finished();
  }

  #enqueue(
    writer: number,
    { messages, workspaceId, network, bytes }: Written,
    since: number,
    home: number,
  ): Promise<void> {
    const size = messages.length;
    const done = new Promise<void>((resolve, reject) => {
      const waiting: Waiting = {
        messages,
        failed: [],
        workspaceId,
        network,
        size,
        weight: weightOf(messages),
        bytes,
        since,
        resolve,
        reject,
      };
      this.#queues[writer]?.push(waiting);
      this.#count(waiting, writer, 1, home);
    });
    if (!this.#busy[writer]) this.#run(writer);
    return done;
  }

  /** `home`: the writer of the workspace's other messages. */
  #count(waiting: Waiting, writer: number, sign: 1 | -1, home = writer): void {
    const { workspaceId, size, bytes } = waiting;
    this.#waiting += sign * size;
    this.#bytes += sign * bytes;
    this.#weights[writer] = (this.#weights[writer] ?? 0) + sign * waiting.weight;
    const existing = this.#waitingOf.get(workspaceId);
    if (!existing) this.#waitingOf.set(workspaceId, { size, bytes, home });
    else if (sign < 0 && existing.size <= size) this.#waitingOf.delete(workspaceId);
    else {
      existing.size += sign * size;
      existing.bytes += sign * bytes;
    }
  }

  #run(writer: number): void {
    this.#busy[writer] = true;
    const running = this.#work(writer).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async #work(writer: number): Promise<void> {
    const queue = this.#queues[writer] ?? [];
    // Requests from the same turn of the event loop join the first group.
    await new Promise(setImmediate);
    while (queue.length > 0) {
      this.#refuseLate(queue, writer);
      if (queue.length === 0) break;
      const group = this.#take(queue);
      this.#groups[writer] = group;
      await this.#apart.run(group, () => this.#writer.write(writer, group));
      this.#groups[writer] = [];
      for (const waiting of group) this.#count(waiting, writer, -1);
    }
    this.#busy[writer] = false;
  }

  #refuseLate(queue: Waiting[], writer: number): void {
    const since = performance.now() - this.#options.deadlineMs;
    for (let [first] = queue; first && first.since < since; [first] = queue) {
      queue.shift();
      first.reject(unavailable(this.#options.faults.latest?.error));
      this.#count(first, writer, -1);
    }
  }

  #take(queue: Waiting[]): Waiting[] {
    const { groupLimit, groupBytes } = this.#options;
    let weight = 0;
    let bytes = 0;
    for (const waiting of queue) {
      weight += waiting.weight;
      bytes += waiting.bytes;
    }
    if (weight <= groupLimit / companyPart && bytes <= groupBytes / companyPart) {
      return queue.splice(0);
    }
    // Smaller groups while other workspaces wait, even with another writer.
    const [first] = queue;
    if (first && workspacesIn(queue) === 1 && this.#isAlone(first.workspaceId, performance.now())) {
      return takeFairly(queue, { size: groupLimit, bytes: groupBytes });
    }
    const room = { size: groupLimit / companyPart, bytes: groupBytes / companyPart };
    return takeFairly(queue, room, (waiting) => waiting.weight);
  }
}

function weightOf(messages: Message[]): number {
  let weight = messages.length;
  for (const { made } of messages) if (made) weight += weightOfPeople - 1;
  return weight;
}
