/** One PostgreSQL server with its connection pools and transactions. */
import type postgres from 'postgres';
import { Circuit } from './circuit.ts';
import { ConnectionPool, type Lease, type PoolLimits, type Tx } from './connection-pool.ts';
import { DatabaseAway } from './faults.ts';
import { type OpenClient, PooledClient } from './pooled-client.ts';

export interface ServerOptions {
  /** Open connections as the owner, and as the application. */
  open: { owner: OpenClient; application: OpenClient };
  poolSize: number;
  limits: PoolLimits;
  onAway: ((isAway: boolean) => void) | undefined;
}

export type Work<T> = (tx: Tx, commitAhead: () => void) => Promise<T>;

/** Interval of checks on waiting callers. */
const lookEveryMs = 250;
const probeEveryMs = 1_000;
const failuresUntilAway = 5;

export class Server {
  readonly #options: ServerOptions;
  readonly #lanes = new Map<number, ConnectionPool>();
  readonly #looking: NodeJS.Timeout;
  readonly circuit: Circuit;
  readonly owner: ConnectionPool;
  readonly application: ConnectionPool;

  constructor(options: ServerOptions) {
    this.#options = options;
    const { limits, onAway, open, poolSize } = options;
    this.circuit = new Circuit({
      async probe() {
        const client = new PooledClient(open.owner, () => undefined);
        await client.connect(limits.doubtMs / 2);
        void client.end();
      },
      failures: failuresUntilAway,
      failingMs: limits.waitMs,
      probeEveryMs,
      onChange: (isOpen) => {
        onAway?.(isOpen);
        if (!isOpen) return;
        const error = new DatabaseAway('CIRCUIT_OPEN', 'the database does not answer');
        for (const pool of this.#pools()) pool.turnAway(error);
      },
    });
    const shared = { circuit: this.circuit, limits };
    this.owner = new ConnectionPool({ ...shared, size: 3, open: open.owner });
    this.application = new ConnectionPool({ ...shared, size: poolSize, open: open.application });
    this.#looking = setInterval(
      () => {
        const now = performance.now();
        for (const pool of this.#pools()) pool.look(now);
      },
      Math.min(lookEveryMs, limits.doubtMs / 10),
    ).unref();
  }

  /** A separate connection, for one transaction after another. */
  lane(number: number): ConnectionPool {
    const existing = this.#lanes.get(number);
    if (existing) return existing;
    const { limits, open } = this.#options;
    const lane = new ConnectionPool({
      circuit: this.circuit,
      limits,
      size: 1,
      open: open.application,
      isQuick: true,
    });
    this.#lanes.set(number, lane);
    return lane;
  }

  /** Callers waiting for a connection. */
  get waiting(): number {
    return this.#pools().reduce((sum, pool) => sum + pool.waiting, 0);
  }

  async transact<T>(
    pool: ConnectionPool,
    opening: string,
    work: Work<T>,
    silentMs?: number,
  ): Promise<T> {
    const lease = await pool.lease(silentMs);
    try {
      const result = await lease.orLost(inTransaction(lease, opening, work));
      this.circuit.succeeded();
      return result;
    } finally {
      pool.release(lease);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#looking);
    this.circuit.end();
    await Promise.all(this.#pools().map((pool) => pool.end()));
  }

  #pools(): ConnectionPool[] {
    return [this.application, this.owner, ...this.#lanes.values()];
  }
}

async function inTransaction<T>(lease: Lease, opening: string, work: Work<T>): Promise<T> {
  const { tx } = lease;
  let commit: Promise<postgres.RowList<postgres.Row[]>> | undefined;
  const sendCommit = () => {
    if (!commit) {
      commit = lease.end('commit');
      // Unhandled if the work has failed.
      commit.catch(ignore);
    }
    return commit;
  };
  try {
    // Not awaited: it is pipelined with the work's first statement.
    if (opening !== '') sendAhead(tx, opening);
    const result = await work(tx, () => void sendCommit());
    const { command } = await sendCommit();
    // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK, which the driver accepts.
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back');
    return result;
  } catch (error) {
    if (!lease.isLost()) await (commit ?? lease.end('rollback')).catch(ignore);
    throw error;
  }
}

/** Its failure makes the following statements fail. */
export function sendAhead(
  tx: Tx,
  statement: string,
  onFailure: (error: unknown) => void = ignore,
): void {
  tx.unsafe(statement).execute().catch(onFailure);
}

function ignore(): void {}
