/**
 * Connections for transactions, each of them a client of the driver by itself.
 *
 * postgres.js 3.4 does not survive the loss of a connection that is reserved: a statement that is
 * sent on it later throws outside of any promise, which ends the process; statements that queue
 * behind another one never settle; and after a reconnect it may never send again (its issues 1066,
 * 1154, 1208). So nothing is sent on a lost connection, whoever works with it is told, and a new
 * client takes its place.
 */
import type postgres from 'postgres';

export type OpenClient = (onClose: () => void) => postgres.Sql;

export class ConnectionLost extends Error {
  readonly code = 'CONNECTION_CLOSED';

  constructor() {
    super('the connection to the database was lost');
  }
}

/** A connection, for one transaction at a time. */
export interface Lease {
  tx: postgres.ReservedSql;
  isLost(): boolean;
  /** Settles as the work does, or rejects when the connection is lost meanwhile. */
  orLost<T>(work: Promise<T>): Promise<T>;
}

/** Connections are replaced from time to time, since PostgreSQL's processes grow. */
const lifetimeMs = 45 * 60_000;

export class ConnectionPool {
  readonly #open: OpenClient;
  readonly #size: number;
  readonly #clients = new Set<Client>();
  readonly #idle: Client[] = [];
  readonly #waiting: ((client: Client | undefined) => void)[] = [];

  constructor(size: number, open: OpenClient) {
    this.#size = size;
    this.#open = open;
  }

  /** To be given back by `release`. */
  async lease(): Promise<Lease> {
    const idle = this.#idle.pop();
    if (idle) return idle;
    if (this.#clients.size < this.#size) return this.#connect();
    const next = await new Promise<Client | undefined>((resolve) => this.#waiting.push(resolve));
    return next ?? this.lease();
  }

  release(lease: Lease): void {
    const client = lease as Client;
    if (client.isLost()) return;
    if (performance.now() - client.since > lifetimeMs) {
      this.#drop(client);
      void client.end();
      return;
    }
    const next = this.#waiting.shift();
    if (next) next(client);
    else this.#idle.push(client);
  }

  async end(): Promise<void> {
    await Promise.all([...this.#clients].map((client) => client.end()));
  }

  async #connect(): Promise<Client> {
    const client = new Client(this.#open, () => this.#drop(client));
    this.#clients.add(client);
    try {
      await client.connect();
      return client;
    } catch (error) {
      this.#drop(client);
      void client.end();
      throw error;
    }
  }

  #drop(client: Client): void {
    if (!this.#clients.delete(client)) return;
    const place = this.#idle.indexOf(client);
    if (place >= 0) this.#idle.splice(place, 1);
    // Somebody who waits may open a connection instead.
    this.#waiting.shift()?.(undefined);
  }
}

class Client implements Lease {
  readonly since = performance.now();
  readonly #sql: postgres.Sql;
  #tx: postgres.ReservedSql | undefined;
  #reserved: postgres.ReservedSql | undefined;
  #isLost = false;
  #onLost: ((error: ConnectionLost) => void) | undefined;

  constructor(open: OpenClient, onLost: () => void) {
    this.#sql = open(() => {
      this.#isLost = true;
      onLost();
      this.#onLost?.(new ConnectionLost());
    });
  }

  async connect(): Promise<void> {
    // Not `reserve` at once: after a failure the driver would connect for it again, for nobody.
    await this.#sql`select 1`;
    this.#reserved = await this.#sql.reserve();
    this.#tx = refusing(this.#reserved, () => this.#isLost);
  }

  get tx(): postgres.ReservedSql {
    if (!this.#tx) throw new ConnectionLost();
    return this.#tx;
  }

  isLost(): boolean {
    return this.#isLost;
  }

  orLost<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#onLost = reject;
      if (this.#isLost) reject(new ConnectionLost());
      work.then(resolve, reject);
    });
  }

  async end(): Promise<void> {
    if (!this.#isLost) this.#reserved?.release();
    await this.#sql.end({ timeout: 5 }).catch(() => undefined);
  }
}

/** The same, but it throws instead of sending once the connection is lost. */
function refusing(tx: postgres.ReservedSql, isLost: () => boolean): postgres.ReservedSql {
  const unsafe: postgres.ReservedSql['unsafe'] = (query, parameters, options) => {
    if (isLost()) throw new ConnectionLost();
    return tx.unsafe(query, parameters, options);
  };
  return new Proxy(tx, {
    apply(target, self, parameters) {
      if (isLost()) throw new ConnectionLost();
      return Reflect.apply(target, self, parameters);
    },
    get: (target, name) => (name === 'unsafe' ? unsafe : Reflect.get(target, name)),
  });
}
