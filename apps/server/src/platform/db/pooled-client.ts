/**
 * One client of the driver with one connection.
 *
 * postgres.js 3.4 does not survive the loss of a connection that is reserved: a statement that is
 * sent on it later throws outside of any promise, which ends the process; statements that queue
 * behind another one never settle; and after a reconnect it may never send again (its issues 1066,
 * 1154, 1208). It also connects again for ever where it is closed upon before it could ask. So nothing is sent on a
 * lost connection, whoever works with it is told, and a new client takes its place.
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

/** Of the driver's own, what its types do not show: it hands a statement that is executed to `handler`. */
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
  /** Of the addresses that may answer. */
  #tried = 0;
  #bytesRead = 0;
  /** When something came in, as far as anybody looked. */
  heardAt = 0;
  leasedAt = 0;
  /** For how long nothing may be heard of it. */
  silentMs = 0;
  #fail: (error: unknown) => void = () => undefined;
  /** The driver's own. */
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

  /** @throws when it is not done in time; then nothing is left of it */
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
    // Not `reserve` at once: after a failure the driver would connect for it again, for nobody.
    await this.#sql`select 1`;
    this.#reserved = await this.#sql.reserve();
    this.send = (this.#reserved.unsafe('') as Statement).handler;
  }

  /** To the next address. When there is none left, the driver is trying once more, for nobody. */
  async #dial({ host, port, path }: Address): Promise<Socket> {
    let failure: unknown = new ConnectionLost();
    while (!this.isLost && this.#tried < host.length) {
      const place = this.#tried++;
      const to = path ? { path } : { host: host[place] ?? '', port: port[place] ?? 5432 };
      try {
        // As libpq does: statements are sent before the answers to those in front, which Nagle's algorithm would wait for.
        this.#socket = openSocket({ ...to, noDelay: true });
        await untilConnected(this.#socket);
        // The driver names a server by these.
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

  /** Returns when something was heard last. */
  listen(now: number): number {
    const bytesRead = this.#socket?.bytesRead ?? 0;
    if (bytesRead !== this.#bytesRead) {
      this.#bytesRead = bytesRead;
      this.heardAt = now;
    }
    return this.heardAt;
  }

  /** Without a word to the other side, which may not take any. */
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
