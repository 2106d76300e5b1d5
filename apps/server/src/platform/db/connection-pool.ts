/**
 * Connections for transactions, each a separate client of the driver (pooled-client.ts). No caller waits forever:
 * neither for a connection, which are opened one at a time with growing pauses while the database is unavailable,
 * nor on a silent one.
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

/** A part of a statement: `tx\`and …\`` inside another. */
export type Sql = postgres.PendingQuery<postgres.Row[]>;

/** A transaction: `tx\`select …\``. Statements that are not awaited are pipelined. */
export interface Tx {
  /** A table or column name, for use in a statement. */
  (name: string): postgres.Helper<string>;
  <T extends readonly (object | undefined)[] = postgres.Row[]>(
    text: TemplateStringsArray,
    ...parameters: readonly postgres.ParameterOrFragment<never>[]
  ): postgres.PendingQuery<T>;
  unsafe: postgres.ReservedSql['unsafe'];
  /** The underlying table, if the name is a view of it (citus/shard-views.ts): MERGE and ctid need it. */
  stored: (table: string) => string;
  /** Cancels the transaction's statements after so many milliseconds from now, taken together. */
  limitTime: (ms: number) => void;
}

/** A connection for one transaction. */
export interface Lease {
  /** Statements executed after COMMIT or ROLLBACK was sent are rejected, and never sent. */
  tx: Tx;
  /** Sends COMMIT or ROLLBACK after all statements executed so far. */
  end(command: 'commit' | 'rollback'): Promise<postgres.RowList<postgres.Row[]>>;
  isLost(): boolean;
  /** Settles like the work, or rejects if the connection is lost meanwhile. */
  orLost<T>(work: Promise<T>): Promise<T>;
}

export interface PoolOptions {
  size: number;
  open: OpenClient;
  circuit: Circuit;
  limits: PoolLimits;
  /** For transactions that are usually quick and can be retried: silence is suspected sooner. */
  isQuick?: boolean;
}

/** In milliseconds, except `waiting`. */
export interface PoolLimits {
  /** Most callers waiting for a connection. */
  waiting: number;
  /** Longest wait. */
  waitMs: number;
  connectMs: number;
  /** After this silence, the database is probed on another connection. */
  doubtMs: number;
  /** After this silence, the connection is closed: longer than the longest statement. */
  silentMs: number;
}

interface Waiting {
  since: number;
  resolve: (client: PooledClient) => void;
  reject: (error: unknown) => void;
}

/** Connections are replaced regularly, since PostgreSQL's processes grow. */
const lifetimeMs = 45 * 60_000;
/** Pauses between failed connection attempts; the second is the longest. */
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

  /** Callers waiting for a connection. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Return it with `release`; `silentMs`: allows longer silence. @throws DatabaseAway */
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

  /** Called regularly: closes what takes too long. */
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

  /** Rejects all waiting callers. */
  turnAway(error: Error): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error);
    for (const client of this.#idle.splice(0)) client.destroy();
    this.look(performance.now());
  }

  /** Rejects waiting and later callers: a connection opened after this would leak. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    for (const { reject } of this.#waiting.splice(0)) reject(closed());
    await Promise.all([...this.#clients].map((client) => client.end()));
  }

  /** After a premature timeout, later transactions get longer, until they are quick again. */
  #mostSilentMs({ silentMs }: PooledClient): number {
    const { circuit, limits, isQuick = false } = this.#options;
    return circuit.isOpen || (isQuick && !this.#isSlow) ? limits.doubtMs : silentMs;
  }

  #giveUp(client: PooledClient): void {
    this.#isSlow = true;
    this.#leased.delete(client);
    // Connections not heard from since may be dead too.
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

  /** Opens one connection at a time for all waiting callers. */
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
      // While other connections exist, waiting callers may get one.
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
  /** Limit of the whole transaction, in milliseconds. */
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
   * Checked when a statement is executed, not when it is created: that may be long before, and the connection
   * may belong to another workspace by then.
   */
  #guard<T>(made: T): T {
    // Anything but a promise is a part of a statement's text.
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
   * Sets the limit of the next statement by the server's clock, as pipelined statements share the time. PostgreSQL 17 has
   * a transaction limit, but it closes the connection.
   */
  #sendTimeLeft(mostMs: number): void {
    const passed = '1000 * extract(epoch from clock_timestamp() - now())';
    const left = `greatest(1, ceil(${mostMs} - ${passed}))::integer::text`;
    const text = `select set_config('statement_timeout', ${left}, true)`;
    const statement = this.client.reserved.unsafe(text) as Statement;
    // Sent directly: the driver would send it after the statement it applies to.
    statement.handler = () => undefined;
    // It fails in an already failed transaction.
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
