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

type Send = (statement: Statement) => void;

/** Of the driver's own, what its types do not show: it hands a statement that is executed to `handler`. */
interface Statement extends postgres.PendingQuery<postgres.Row[]> {
  handler: Send;
  strings: readonly string[];
  reject(error: Error): void;
}

class Client {
  readonly since = performance.now();
  readonly #sql: postgres.Sql;
  #reserved: postgres.ReservedSql | undefined;
  /** The driver's own. */
  send: Send = () => undefined;
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
    this.send = (this.#reserved.unsafe('') as Statement).handler;
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
  readonly tx: Tx;
  #ended: 'commit' | 'rollback' | undefined;

  constructor(client: Client) {
    this.client = client;
    const { reserved } = client;
    const make = (...parameters: Parameters<Tx>) => this.#guard(reserved(...parameters));
    const unsafe: Tx['unsafe'] = (...parameters) => this.#guard(reserved.unsafe(...parameters));
    this.tx = Object.assign(make, { unsafe }) as Tx;
  }

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
    if (refusal) statement.reject(refusal);
    else this.client.send(statement);
  };

  #refusal({ strings }: Statement): Error | undefined {
    if (this.client.isLost) return new ConnectionLost();
    if (!this.#ended) return undefined;
    const text = strings.join('…').trim().replaceAll(/\s+/g, ' ').slice(0, 80);
    return new Error(
      `the transaction has ended: ${this.#ended} was sent, by last() or at the end of its work, before "${text}"`,
    );
  }

  end(command: 'commit' | 'rollback'): Promise<postgres.RowList<postgres.Row[]>> {
    const statement = this.tx.unsafe(command) as Statement;
    statement.handler = () => {
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
