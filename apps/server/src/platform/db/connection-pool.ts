/**
 * Connections for transactions, each of them a client of the driver by itself (pooled-client.ts). Nobody waits for
 * ever: neither for a connection, of which one is opened at a time, with growing pauses while the database is
 * away, nor on one from which nothing is heard any more.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import { type Circuit, requireAnswers } from './circuit.ts';
import { DatabaseAway } from './faults.ts';
import {
  ConnectionLost,
  type OpenClient,
  PooledClient,
  type Send,
  type Statement,
} from './pooled-client.ts';

/** A part of a statement: `tx\`and …\`` inside of another. */
export type Sql = postgres.PendingQuery<postgres.Row[]>;

/** A transaction: `tx\`select …\``. Statements that are not awaited are sent ahead in one go. */
export interface Tx {
  /** A name of a table or a column, for a statement's text. */
  (name: string): postgres.Helper<string>;
  <T extends readonly (object | undefined)[] = postgres.Row[]>(
    text: TemplateStringsArray,
    ...parameters: readonly postgres.ParameterOrFragment<never>[]
  ): postgres.PendingQuery<T>;
  unsafe: postgres.ReservedSql['unsafe'];
  /** The table itself, as a statement names it: where the name is that of a view of it (citus/shard-views.ts), MERGE and ctid want this. */
  stored: (table: string) => string;
  /** Cancels what this transaction still does after so many milliseconds from now, all statements taken together. */
  limitTime: (ms: number) => void;
}

/** A connection, for one transaction. */
export interface Lease {
  /** A statement of it that is executed when COMMIT or ROLLBACK has been sent is refused, and never sent. */
  tx: Tx;
  /** Sends what ends the transaction, behind all that was executed before. */
  end(command: 'commit' | 'rollback'): Promise<postgres.RowList<postgres.Row[]>>;
  isLost(): boolean;
  /** Settles as the work does, or rejects when the connection is lost meanwhile. */
  orLost<T>(work: Promise<T>): Promise<T>;
}

export interface PoolOptions {
  size: number;
  open: OpenClient;
  circuit: Circuit;
  limits: PoolLimits;
  /** Of transactions that are usually quick and may be done again: silence is doubted sooner. */
  isQuick?: boolean;
}

/** Milliseconds, but for `waiting`. */
export interface PoolLimits {
  /** Who waits for a connection at the same time. */
  waiting: number;
  /** For how long they do. */
  waitMs: number;
  connectMs: number;
  /** A connection from which nothing is heard for so long is doubted: the database is asked on another. */
  doubtMs: number;
  /** It is given up after this: longer than the longest statement. */
  silentMs: number;
}

interface Waiting {
  since: number;
  resolve: (client: PooledClient) => void;
  reject: (error: unknown) => void;
}

/** Connections are replaced from time to time, since PostgreSQL's processes grow. */
const lifetimeMs = 45 * 60_000;
/** Between two attempts to connect while none succeeds; the second is the longest. */
const retryMs = [50, 500] as const;

export class ConnectionPool {
  readonly #options: PoolOptions;
  readonly #clients = new Set<PooledClient>();
  readonly #leased = new Set<PooledClient>();
  readonly #idle: PooledClient[] = [];
  readonly #waiting: Waiting[] = [];
  #opening: Promise<void> | undefined;
  #hasEnded = false;
  #retryPauseMs = 0;
  #isSlow = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Who waits for a connection. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** To be given back by `release`; `silentMs`: where it may take longer. @throws DatabaseAway */
  async lease(silentMs = this.#options.limits.silentMs): Promise<Lease> {
    if (this.#hasEnded) throw closed();
    requireAnswers(this.#options.circuit);
    const client = this.#idle.pop() ?? (await this.#wait());
    client.leasedAt = performance.now();
    client.heardAt = client.leasedAt;
    client.silentMs = silentMs;
    this.#leased.add(client);
    return new ClientLease(client);
  }

  release(lease: Lease): void {
    const { client } = lease as ClientLease;
    this.#leased.delete(client);
    if (client.isLost) return;
    const now = performance.now();
    this.#isSlow = now - client.leasedAt > this.#options.limits.doubtMs;
    if (now - client.since > lifetimeMs) {
      this.#drop(client);
      void client.end();
      return;
    }
    client.heardAt = now;
    this.#give(client);
  }

  /** Now and then: gives up what takes too long. */
  look(now: number): void {
    const { circuit, limits } = this.#options;
    const onTime = this.#waiting.findIndex(({ since }) => now - since < limits.waitMs);
    for (const { reject } of this.#waiting.splice(0, onTime < 0 ? this.#waiting.length : onTime)) {
      reject(new DatabaseAway('POOL_LATE', 'no connection to the database was free in time'));
    }
    for (const client of this.#leased) {
      const silentMs = now - client.listen(now);
      if (silentMs >= this.#mostSilentMs(client)) this.#giveUp(client);
      else if (silentMs >= limits.doubtMs) circuit.suspect(client.heardAt);
    }
  }

  /** Nobody is answered just now. */
  turnAway(error: Error): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error);
    for (const client of this.#idle.splice(0)) client.destroy();
    this.look(performance.now());
  }

  /** Whoever waits, or comes later, is refused: a connection that is opened after this would stay. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    for (const { reject } of this.#waiting.splice(0)) reject(closed());
    await Promise.all([...this.#clients].map((client) => client.end()));
  }

  /** Where a transaction was given up too soon, the next one has longer, until they are quick again. */
  #mostSilentMs({ silentMs }: PooledClient): number {
    const { circuit, limits, isQuick = false } = this.#options;
    return circuit.isOpen || (isQuick && !this.#isSlow) ? limits.doubtMs : silentMs;
  }

  #giveUp(client: PooledClient): void {
    this.#isSlow = true;
    this.#leased.delete(client);
    // What was not heard since may be as silent.
    for (const other of [...this.#idle]) if (other.heardAt < client.heardAt) other.destroy();
    client.destroy();
    this.#options.circuit.failed(client.heardAt);
  }

  #wait(): Promise<PooledClient> {
    if (this.#waiting.length >= this.#options.limits.waiting) {
      throw new DatabaseAway('POOL_FULL', 'too many wait for a connection to the database');
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ since: performance.now(), resolve, reject });
      this.#grow();
    });
  }

  #give(client: PooledClient): void {
    const next = this.#waiting.shift();
    if (next) next.resolve(client);
    else this.#idle.push(client);
  }

  /** One at a time, for all who wait. */
  #grow(): void {
    if (this.#opening || this.#waiting.length === 0) return;
    if (this.#clients.size >= this.#options.size) return;
    this.#opening = this.#connect().finally(() => {
      this.#opening = undefined;
      this.#grow();
    });
  }

  async #connect(): Promise<void> {
    if (this.#retryPauseMs > 0) await sleep(this.#retryPauseMs);
    if (this.#waiting.length === 0) return;
    const { open, circuit, limits } = this.#options;
    const begun = performance.now();
    const client = new PooledClient(open, () => this.#drop(client));
    this.#clients.add(client);
    try {
      await client.connect(limits.connectMs);
      this.#retryPauseMs = 0;
      circuit.succeeded();
      this.#give(client);
    } catch (error) {
      this.#drop(client);
      const [first, longest] = retryMs;
      this.#retryPauseMs = Math.min(longest, this.#retryPauseMs * 2 || first);
      circuit.failed(begun);
      // As long as other connections live, whoever waits may get one.
      if (this.#clients.size > 0) return;
      for (const { reject } of this.#waiting.splice(0)) reject(error);
    }
  }

  #drop(client: PooledClient): void {
    if (!this.#clients.delete(client)) return;
    this.#leased.delete(client);
    const place = this.#idle.indexOf(client);
    if (place >= 0) this.#idle.splice(place, 1);
    this.#grow();
  }
}

function closed(): DatabaseAway {
  return new DatabaseAway('CONNECTION_ENDED', 'the connections to the database are closed');
}

class ClientLease implements Lease {
  readonly client: PooledClient;
  readonly tx: Tx;
  #ended: 'commit' | 'rollback' | undefined;
  /** Milliseconds of the whole transaction. */
  #mostMs: number | undefined;

  constructor(client: PooledClient) {
    this.client = client;
    const { reserved } = client;
    const make = (...parameters: Parameters<Tx>) => this.#guard(reserved(...parameters));
    const unsafe: Tx['unsafe'] = (...parameters) => this.#guard(reserved.unsafe(...parameters));
    this.tx = Object.assign(make, { unsafe, stored: itself, limitTime: this.#limitTime }) as Tx;
  }

  readonly #limitTime = (ms: number): void => {
    this.#mostMs = performance.now() - this.client.leasedAt + ms;
  };

  /**
   * Whether it is too late shows when a statement is executed, not when it is made: it may be made
   * long before, and be executed when the connection belongs to another workspace.
   */
  #guard<T>(made: T): T {
    // What is not a promise is a part of a statement's text.
    if (made instanceof Promise) (made as unknown as Statement).handler = this.#sendInTime;
    return made;
  }

  readonly #sendInTime: Send = (statement) => {
    const refusal = this.#refusal(statement);
    if (refusal) {
      statement.reject(refusal);
      return;
    }
    if (this.#mostMs !== undefined) this.#sendTimeLeft(this.#mostMs);
    this.client.send(statement);
  };

  /**
   * For the statement behind it. By the server's clock: statements that are sent together share the time. PostgreSQL has a
   * limit of a whole transaction since 17, but that closes the connection.
   */
  #sendTimeLeft(mostMs: number): void {
    const passed = '1000 * extract(epoch from clock_timestamp() - now())';
    const left = `greatest(1, ceil(${mostMs} - ${passed}))::integer::text`;
    const text = `select set_config('statement_timeout', ${left}, true)`;
    const statement = this.client.reserved.unsafe(text) as Statement;
    // Sent here and now: the driver would send it after what it is for.
    statement.handler = () => undefined;
    // It fails where the transaction has failed already.
    statement.catch(() => undefined);
    this.client.send(statement);
  }

  #refusal({ strings }: Statement): Error | undefined {
    if (this.client.isLost) return new ConnectionLost();
    if (!this.#ended) return undefined;
    const text = strings.join('…').trim().replaceAll(/\s+/g, ' ').slice(0, 80);
    return new Error(
      `the transaction has ended: ${this.#ended} was sent ahead or at the end of its work, before "${text}"`,
    );
  }

  end(command: 'commit' | 'rollback'): Promise<postgres.RowList<postgres.Row[]>> {
    const statement = this.tx.unsafe(command) as Statement;
    statement.handler = () => {
      this.#mostMs = undefined;
      this.#sendInTime(statement);
      this.#ended = command;
    };
    return statement.execute();
  }

  isLost(): boolean {
    return this.client.isLost;
  }

  orLost<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.client.onLost = reject;
      if (this.client.isLost) reject(new ConnectionLost());
      work.then(resolve, reject);
    });
  }
}

function itself(table: string): string {
  return table;
}
