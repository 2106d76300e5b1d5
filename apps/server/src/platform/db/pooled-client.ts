/**
 * One client of the driver with one connection.
 *
 * postgres.js 3.4 does not survive losing a reserved connection: a later statement throws outside any promise,
 * which ends the process; queued statements never settle; and after a reconnect it may never send again (its issues
 * 1066, 1154, 1208). It also reconnects forever if closed before its first query. So nothing is sent on a lost
 * connection, its user gets an error, and a new client replaces it.
 */
import { connect as openSocket, type Socket } from 'node:net';
import type postgres from 'postgres';
import { DatabaseAway } from './faults.ts';
import type { Address } from './prompt-socket.ts';

export interface ClientHooks {
  /** Opens the connection for the driver. */
  socket: (options: Address) => Promise<Socket>;
  onclose: () => void;
}

export type OpenClient = (hooks: ClientHooks) => postgres.Sql;

export class ConnectionLost extends DatabaseAway {
  constructor() {
    super('CONNECTION_CLOSED', 'the connection to the database was lost');
  }
}

export type Send = (statement: Statement) => void;

/** Driver internals missing in its types: it passes an executed statement to `handler`. */
export interface Statement extends postgres.PendingQuery<postgres.Row[]> {
  handler: Send;
  strings: readonly string[];
  reject(error: Error): void;
}

export class PooledClient {
  readonly since = performance.now();
  readonly #sql: postgres.Sql;
  #reserved: postgres.ReservedSql | undefined;
  #socket: Socket | undefined;
  /** Number of addresses tried. */
  #tried = 0;
  #bytesRead = 0;
  /** Last time data arrived, as of the last check. */
  heardAt = 0;
  leasedAt = 0;
  /** Longest allowed silence. */
  silentMs = 0;
  #fail: (error: unknown) => void = () => undefined;
  /** The driver's own function. */
  send: Send = () => undefined;
  isLost = false;
  onLost: ((error: ConnectionLost) => void) | undefined;

  constructor(open: OpenClient, onLost: () => void) {
    this.#sql = open({
      socket: (address) => this.#dial(address),
      onclose: () => {
        this.isLost = true;
        onLost();
        this.onLost?.(new ConnectionLost());
      },
    });
  }

  /** @throws if it takes too long; then the connection is closed */
  async connect(withinMs: number): Promise<void> {
    let late: NodeJS.Timeout | undefined;
    const failed = new Promise<never>((_, reject) => {
      this.#fail = reject;
      const error = new DatabaseAway('CONNECT_TIMEOUT', 'the database took no connection in time');
      late = setTimeout(() => reject(error), withinMs);
    });
    try {
      await Promise.race([this.#open(), failed]);
    } catch (error) {
      this.destroy();
      void this.#sql.end({ timeout: 0 }).catch(() => undefined);
      throw error;
    } finally {
      clearTimeout(late);
    }
  }

  async #open(): Promise<void> {
    // Before `reserve`, since after a failure the driver would reconnect for it, without a user.
    await this.#sql`select 1`;
    this.#reserved = await this.#sql.reserve();
    this.send = (this.#reserved.unsafe('') as Statement).handler;
  }

  /** Connects to the next address. Beyond the last, the driver would only be retrying without a user. */
  async #dial({ host, port, path }: Address): Promise<Socket> {
    let failure: unknown = new ConnectionLost();
    while (!this.isLost && this.#tried < host.length) {
      const place = this.#tried++;
      const to = path ? { path } : { host: host[place] ?? '', port: port[place] ?? 5432 };
      try {
        // As libpq does: pipelined statements must not wait for responses, as Nagle's algorithm would make them.
        this.#socket = openSocket({ ...to, noDelay: true });
        await untilConnected(this.#socket);
        // The driver identifies a server by these.
        return Object.assign(this.#socket, { host: host[place], port: port[place] });
      } catch (error) {
        failure = error;
      }
    }
    this.#fail(failure);
    throw failure;
  }

  get reserved(): postgres.ReservedSql {
    if (!this.#reserved) throw new ConnectionLost();
    return this.#reserved;
  }

  /** Returns the last time data arrived. */
  listen(now: number): number {
    const bytesRead = this.#socket?.bytesRead ?? 0;
    if (bytesRead !== this.#bytesRead) {
      this.#bytesRead = bytesRead;
      this.heardAt = now;
    }
    return this.heardAt;
  }

  /** Without notifying the other side, which may not be reading. */
  destroy(): void {
    this.isLost = true;
    this.#socket?.destroy();
  }

  async end(): Promise<void> {
    if (!this.isLost) this.#reserved?.release();
    await this.#sql.end({ timeout: 5 }).catch(() => undefined);
    this.destroy();
  }
}

function untilConnected(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('close', () => reject(new ConnectionLost()));
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.removeAllListeners();
      resolve();
    });
  });
}
