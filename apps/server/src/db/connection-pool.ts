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

type OpenClient = (onClose: () => void) => postgres.Sql;

class ConnectionLost extends Error {
  readonly code = 'CONNECTION_CLOSED';

  constructor() {
    super('the connection to the database was lost');
  }
}

/** A connection, for one transaction. */
export interface Lease {
  tx: postgres.ReservedSql;
  /**
   * Refuses what still comes by `tx`, as from the branch of a Promise.all that had failed already:
   * it would be done in the transaction that has the connection next, of another workspace.
   */
  close(): void;
  /** For the statement that ends the transaction. */
  send: postgres.ReservedSql['unsafe'];
  isLost(): boolean;
  /** Settles as the work does, or rejects when the connection is lost meanwhile. */
  orLost<T>(work: Promise<T>): Promise<T>;
}

interface Waiting {
  /** With none: a connection may be opened. */
  resolve: (client: Client | undefined) => void;
  reject: (error: unknown) => void;
}

/** Connections are replaced from time to time, since PostgreSQL's processes grow. */
const lifetimeMs = 45 * 60_000;

export class ConnectionPool {
  readonly #open: OpenClient;
  readonly #size: number;
  readonly #clients = new Set<Client>();
  readonly #idle: Client[] = [];
  readonly #waiting: Waiting[] = [];

  constructor(size: number, open: OpenClient) {
    this.#size = size;
    this.#open = open;
  }

  /** To be given back by `release`. */
  async lease(): Promise<Lease> {
    return new ClientLease(await this.#client());
  }

  release(lease: Lease): void {
    lease.close();
    const { client } = lease as ClientLease;
    if (client.isLost) return;
    if (performance.now() - client.since > lifetimeMs) {
      this.#drop(client);
      void client.end();
      return;
    }
    const next = this.#waiting.shift();
    if (next) next.resolve(client);
    else this.#idle.push(client);
  }

  async end(): Promise<void> {
    await Promise.all([...this.#clients].map((client) => client.end()));
  }

  async #client(): Promise<Client> {
    const idle = this.#idle.pop();
    if (idle) return idle;
    if (this.#clients.size < this.#size) return this.#connect();
    const next = await new Promise<Client | undefined>((resolve, reject) =>
      this.#waiting.push({ resolve, reject }),
    );
    return next ?? this.#client();
  }

  async #connect(): Promise<Client> {
    const client = new Client(this.#open, () => this.#drop(client));
    this.#clients.add(client);
    try {
      await client.connect();
      return client;
    } catch (error) {
      this.#clients.delete(client);
      void client.end();
      // The database is away; as long as other connections live, whoever waits will get one.
      if (this.#clients.size === 0) {
        for (const { reject } of this.#waiting.splice(0)) reject(error);
      }
      throw error;
    }
  }

  #drop(client: Client): void {
    if (!this.#clients.delete(client)) return;
    const place = this.#idle.indexOf(client);
    if (place >= 0) this.#idle.splice(place, 1);
    // Somebody who waits may open a connection instead.
    this.#waiting.shift()?.resolve(undefined);
  }
}

class Client {
  readonly since = performance.now();
  readonly #sql: postgres.Sql;
  #reserved: postgres.ReservedSql | undefined;
  isLost = false;
  onLost: ((error: ConnectionLost) => void) | undefined;

  constructor(open: OpenClient, onLost: () => void) {
    this.#sql = open(() => {
      this.isLost = true;
      onLost();
      this.onLost?.(new ConnectionLost());
    });
  }

  async connect(): Promise<void> {
    // Not `reserve` at once: after a failure the driver would connect for it again, for nobody.
    await this.#sql`select 1`;
    this.#reserved = await this.#sql.reserve();
  }

  get reserved(): postgres.ReservedSql {
    if (!this.#reserved) throw new ConnectionLost();
    return this.#reserved;
  }

  async end(): Promise<void> {
    if (!this.isLost) this.#reserved?.release();
    await this.#sql.end({ timeout: 5 }).catch(() => undefined);
  }
}

class ClientLease implements Lease {
  readonly client: Client;
  readonly tx: postgres.ReservedSql;
  #isClosed = false;

  constructor(client: Client) {
    this.client = client;
    this.tx = refusing(client.reserved, () => {
      if (client.isLost) throw new ConnectionLost();
      if (this.#isClosed) throw new Error('the transaction has ended');
    });
  }

  send: Lease['send'] = (query) => {
    if (this.client.isLost) throw new ConnectionLost();
    return this.client.reserved.unsafe(query);
  };

  close(): void {
    this.#isClosed = true;
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

/** The same, but it throws what `refuse` throws instead of sending. */
function refusing(tx: postgres.ReservedSql, refuse: () => void): postgres.ReservedSql {
  const unsafe: postgres.ReservedSql['unsafe'] = (query, parameters, options) => {
    refuse();
    return tx.unsafe(query, parameters, options);
  };
  return new Proxy(tx, {
    apply(target, self, parameters) {
      refuse();
      return Reflect.apply(target, self, parameters);
    },
    get: (target, name) => (name === 'unsafe' ? unsafe : Reflect.get(target, name)),
  });
}
