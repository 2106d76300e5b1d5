/**
 * The two doors to the data. `workspace` works as a role that owns nothing and sees one workspace
 * (row level security, set for the transaction only); `system` works as the owner, for key lookup,
 * migrations and jobs. No query runs outside them.
 */

import { isUuid } from '@footfall/contract/schema';
import postgres from 'postgres';
import { applicationUrl } from './application-role.ts';
import { Circuit } from './circuit.ts';
import {
  ConnectionPool,
  type Lease,
  type PoolLimits,
  type Sql,
  type Tx,
} from './connection-pool.ts';
import { DatabaseAway } from './faults.ts';
import { type ClientHooks, type OpenClient, PooledClient } from './pooled-client.ts';

export type { Sql, Tx };

export interface Database {
  /**
   * Runs in a transaction that sees this workspace only; resolves after COMMIT. `commitAhead` as in
   * `workspaceSeries`. `waitsForDisk: false`: what it writes may be lost with the machine.
   */
  workspace<T>(
    workspaceId: string,
    work: (tx: Tx, commitAhead: () => void) => Promise<T>,
    options?: { waitsForDisk: boolean },
  ): Promise<T>;
  /**
   * One transaction over several workspaces, entered one after another; each sees itself only.
   * Every lane, counted from 0, has a connection of its own, for transactions one after another.
   * `commitAhead` sends COMMIT together with the statements that were executed before, in one round
   * trip; when one of them fails, PostgreSQL rolls all back. A statement that is executed later is
   * refused, as is one after the work.
   */
  workspaceSeries<T>(
    lane: number,
    work: (enter: (workspaceId: string) => Tx, commitAhead: () => void) => Promise<T>,
  ): Promise<T>;
  /** Runs in a transaction as the owner, which sees every workspace. */
  system<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The same for upkeep, whose statements may take minutes while nobody waits for them. */
  upkeep<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Nobody answers there just now: what would ask is refused at once. */
  isAway(): boolean;
  /** Who waits for a connection. */
  waiting(): number;
  close(): Promise<void>;
}

/** Of a command, which nobody waits for but whoever started it. */
const patient: PoolLimits = {
  waiting: 100_000,
  waitMs: 10 * 60_000,
  connectMs: 10_000,
  doubtMs: 60_000,
  silentMs: 10 * 60_000,
};

const upkeepSilentMs = 10 * 60_000;
/** Between two looks at who waits for what. */
const lookEveryMs = 250;
const probeEveryMs = 1_000;
const failuresUntilAway = 5;

export interface ConnectOptions {
  /** Connections for workspace transactions. */
  poolSize?: number;
  onNotice?: (message: string) => void;
  /** Those of a command unless told otherwise. */
  limits?: PoolLimits;
  /** Nobody answers there any more, or somebody does again. */
  onAway?: (isAway: boolean) => void;
}

/** Needs a migrated database. `ownerUrl`: postgres://…; the application role's login is found there. */
export async function connect(ownerUrl: string, options: ConnectOptions = {}): Promise<Database> {
  const { limits = patient, onAway, onNotice, poolSize = 10 } = options;
  const settings: postgres.Options<Record<string, never>> = {
    max: 1,
    onnotice: (notice) => onNotice?.(notice.message ?? ''),
    connection: { application_name: 'footfall' },
    // The pool has limits of its own.
    connect_timeout: 0,
    max_lifetime: null,
  };
  const { url, types } = await openFirst(ownerUrl, settings, limits.connectMs);
  const open =
    (address: string): OpenClient =>
    (hooks) => {
      const client = postgres(address, { ...settings, ...hooks, fetch_types: false });
      Object.assign(client.options.parsers, types.parsers);
      Object.assign(client.options.serializers, types.serializers);
      return client;
    };
  const lanes = new Map<number, ConnectionPool>();
  const pools = () => [application, owner, ...lanes.values()];
  const circuit = new Circuit({
    async probe() {
      const client = new PooledClient(open(ownerUrl), () => undefined);
      await client.connect(limits.doubtMs / 2);
      void client.end();
    },
    failures: failuresUntilAway,
    failingMs: limits.waitMs,
    probeEveryMs,
    onChange(isOpen) {
      onAway?.(isOpen);
      if (!isOpen) return;
      const error = new DatabaseAway('CIRCUIT_OPEN', 'the database does not answer');
      for (const pool of pools()) pool.turnAway(error);
    },
  });
  const shared = { circuit, limits };
  const owner = new ConnectionPool({ ...shared, size: 3, open: open(ownerUrl) });
  const application = new ConnectionPool({ ...shared, size: poolSize, open: open(url) });
  const looking = setInterval(
    () => {
      const now = performance.now();
      for (const pool of pools()) pool.look(now);
    },
    Math.min(lookEveryMs, limits.doubtMs / 10),
  ).unref();
  const transact = transactor(circuit);

  return {
    workspaceSeries(lane, work) {
      const connection =
        lanes.get(lane) ??
        new ConnectionPool({ ...shared, size: 1, open: open(url), isQuick: true });
      lanes.set(lane, connection);
      return transact(connection, '', (tx, commitAhead) => {
        // Together with the first workspace: one statement less to send and to answer.
        let opening = `${openSeries}; `;
        const enter = (workspaceId: string) => {
          sendAhead(tx, opening + setWorkspace(workspaceId));
          opening = '';
          return tx;
        };
        return work(enter, commitAhead);
      });
    },
    workspace(workspaceId, work, { waitsForDisk } = { waitsForDisk: true }) {
      const opening = waitsForDisk ? 'begin' : 'begin; set local synchronous_commit = off';
      return transact(application, `${opening}; ${setWorkspace(workspaceId)}`, work);
    },
    system: (work) => transact(owner, 'begin', work),
    upkeep: (work) => transact(owner, 'begin', work, Math.max(upkeepSilentMs, limits.silentMs)),
    isAway: () => circuit.isOpen,
    waiting: () => pools().reduce((sum, pool) => sum + pool.waiting, 0),
    async close() {
      clearInterval(looking);
      circuit.end();
      await Promise.all(pools().map((pool) => pool.end()));
    },
  };
}

/**
 * Who the application is, and the driver's array types: it would read them for each connection anew, and end the
 * process when the connection is lost meanwhile.
 */
async function openFirst(
  ownerUrl: string,
  settings: postgres.Options<Record<string, never>>,
  connectMs: number,
) {
  let driver: postgres.Sql | undefined;
  const client = new PooledClient(
    (hooks: ClientHooks) => {
      driver = postgres(ownerUrl, { ...settings, ...hooks });
      return driver;
    },
    () => undefined,
  );
  await client.connect(connectMs);
  try {
    const url = await applicationUrl(client.reserved, ownerUrl);
    const { parsers = {}, serializers = {} } = driver?.options ?? {};
    return { url, types: { parsers, serializers } };
  } finally {
    await client.end();
  }
}

/**
 * Every statement of a series finds its rows by their keys; no plan for a small table suits a grown
 * one. One plan for all values, or PostgreSQL plans many of them anew each time: a seventh more
 * messages a second, and a third less of its work for those that name people.
 */
const openSeries =
  'begin; set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off; ' +
  'set local plan_cache_mode = force_generic_plan';

/** SET LOCAL takes no parameters, and set_config is not passed on to the workers of a Citus cluster. */
function setWorkspace(workspaceId: string): string {
  if (!isUuid(workspaceId)) throw new Error('workspace id is not a UUID');
  return `set local app.workspace_id = '${workspaceId}'`;
}

/**
 * Works in another workspace for a moment, in a transaction of one; nothing else is asked meanwhile. For what makes a
 * workspace: whoever may, is asked in the one from which it is made.
 */
export async function inAnotherWorkspace<T>(
  tx: Tx,
  { from, to }: { from: string; to: string },
  work: () => Promise<T>,
): Promise<T> {
  await tx.unsafe(setWorkspace(to));
  const result = await work();
  await tx.unsafe(setWorkspace(from));
  return result;
}

/** Its failure shows in the statements that follow, which then fail too. */
function sendAhead(tx: Tx, statement: string): void {
  tx.unsafe(statement).execute().catch(ignore);
}

type Work<T> = (tx: Tx, commitAhead: () => void) => Promise<T>;

function transactor(circuit: Circuit) {
  return async <T>(
    pool: ConnectionPool,
    opening: string,
    work: Work<T>,
    silentMs?: number,
  ): Promise<T> => {
    const lease = await pool.lease(silentMs);
    try {
      const result = await lease.orLost(inTransaction(lease, opening, work));
      circuit.succeeded();
      return result;
    } finally {
      pool.release(lease);
    }
  };
}

async function inTransaction<T>(lease: Lease, opening: string, work: Work<T>): Promise<T> {
  const { tx } = lease;
  let commit: Promise<postgres.RowList<postgres.Row[]>> | undefined;
  const sendCommit = () => {
    if (!commit) {
      commit = lease.end('commit');
      // Nobody waits for it when the work has failed.
      commit.catch(ignore);
    }
    return commit;
  };
  try {
    // Not awaited: it travels together with the first statement of the work.
    if (opening !== '') sendAhead(tx, opening);
    const result = await work(tx, () => void sendCommit());
    const { command } = await sendCommit();
    // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK, which is no error to the driver.
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back');
    return result;
  } catch (error) {
    if (!lease.isLost()) await (commit ?? lease.end('rollback')).catch(ignore);
    throw error;
  }
}

function ignore(): void {}
