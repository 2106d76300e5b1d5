/**
 * The two doors to the data. `workspace` works as a role that owns nothing and sees one workspace
 * (row level security, set for the transaction only); `system` works as the owner, for key lookup,
 * migrations and jobs. No query runs outside them.
 */

import { isUuid } from '@footfall/contract/schema';
import postgres from 'postgres';
import { applicationUrl } from './application-role.ts';
import { ConnectionPool, type Lease, type Sql, type Tx } from './connection-pool.ts';

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
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** Connections for workspace transactions. */
  poolSize?: number;
  onNotice?: (message: string) => void;
}

/** Needs a migrated database. `ownerUrl`: postgres://…; the application role's login is found there. */
export async function connect(ownerUrl: string, options: ConnectOptions = {}): Promise<Database> {
  const settings: postgres.Options<Record<string, never>> = {
    max: 1,
    onnotice: (notice) => options.onNotice?.(notice.message ?? ''),
    connection: { application_name: 'footfall' },
    connect_timeout: 10,
    max_lifetime: null,
  };
  const first = postgres(ownerUrl, settings);
  const url = await applicationUrl(first, ownerUrl).finally(() => first.end({ timeout: 1 }));
  // The driver would read the array types for each connection anew, and end the process when the
  // connection is lost meanwhile.
  const { parsers, serializers } = first.options;
  const open = (address: string) => (onclose: () => void) => {
    const client = postgres(address, { ...settings, onclose, fetch_types: false });
    Object.assign(client.options.parsers, parsers);
    Object.assign(client.options.serializers, serializers);
    return client;
  };
  const owner = new ConnectionPool(3, open(ownerUrl));
  const application = new ConnectionPool(options.poolSize ?? 10, open(url));
  const lanes = new Map<number, ConnectionPool>();

  return {
    workspaceSeries(lane, work) {
      const connection = lanes.get(lane) ?? new ConnectionPool(1, open(url));
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
    async close() {
      const pools = [application, owner, ...lanes.values()];
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
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

async function transact<T>(
  pool: ConnectionPool,
  opening: string,
  work: (tx: Tx, commitAhead: () => void) => Promise<T>,
): Promise<T> {
  const lease = await pool.lease();
  try {
    return await lease.orLost(inTransaction(lease, opening, work));
  } finally {
    pool.release(lease);
  }
}

async function inTransaction<T>(
  lease: Lease,
  opening: string,
  work: (tx: Tx, commitAhead: () => void) => Promise<T>,
): Promise<T> {
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
