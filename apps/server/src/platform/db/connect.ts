/**
 * The two doors to the data. `workspace` works as a role that owns nothing and sees one workspace
 * (row level security, set for the transaction only); `system` works as the owner, for key lookup,
 * migrations and jobs. No query runs outside them.
 */

import postgres from 'postgres';
import { applicationUrl } from './application-role.ts';
import { citusDatabase } from './citus/database.ts';
import { clusterNodes } from './citus/detect.ts';
import { urlOfNode } from './citus/shard-views.ts';
import type { PoolLimits, Sql, Tx } from './connection-pool.ts';
import { type Opening, openSeries, openWorkspace, setWorkspace } from './opening.ts';
import { type ClientHooks, type OpenClient, PooledClient } from './pooled-client.ts';
import { Server, sendAhead } from './server.ts';

export type { Sql, Tx };

export interface Database {
  /**
   * Runs in a transaction that sees this workspace only; resolves after COMMIT.
   * `waitsForDisk: false`: what it writes may be lost with the machine.
   */
  workspace<T>(workspaceId: string, work: (tx: Tx) => Promise<T>, options?: Opening): Promise<T>;
  /**
   * One transaction over several workspaces, entered one after another; each sees itself only.
   * All are on the same server as `first`. Every lane, counted from 0, has a connection of its own there, for transactions
   * one after another.
   * `commitAhead` sends COMMIT together with the statements that were executed before, in one round
   * trip; when one of them fails, PostgreSQL rolls all back. A statement that is executed later is
   * refused, as is one after the work.
   */
  workspaceSeries<T>(
    lane: number,
    first: string,
    work: (enter: (workspaceId: string) => Tx, commitAhead: () => void) => Promise<T>,
  ): Promise<T>;
  /** Runs in a transaction as the owner, which sees every workspace. */
  system<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The same for reading, on every server with rows. Returns the answers of those that answer. @throws when none does */
  everywhere<T>(work: (tx: Tx) => Promise<T>, onFault?: (fault: unknown) => void): Promise<T[]>;
  /** As `system`, for statements that may take minutes while nobody waits for them; of one workspace, where it is. */
  upkeep<T>(work: (tx: Tx) => Promise<T>, workspaceId?: string): Promise<T>;
  /**
   * The same for all workspaces: a transaction for each part of them that is stored together. For some, whose statements
   * are short, as `system`. Returns the answers of those that answer. @throws when none does
   */
  upkeepEverywhere<T>(
    work: (tx: Tx, workspaceIds: string[]) => Promise<T>,
    workspaceIds?: string[],
  ): Promise<T[]>;
  servers: Servers;
  close(): Promise<void>;
}

/** The PostgreSQL servers that have the rows of workspaces. */
interface Servers {
  count: number;
  /** Which one has a workspace, counted from 0, as far as that is known. */
  cached(workspaceId: string): number | undefined;
  find(workspaceId: string): Promise<number>;
  /** Nobody answers there just now, or on any of them: what would ask is refused at once. */
  isAway(workspaceId?: string): boolean;
  /** Who waits for a connection. */
  waiting(): number;
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

/** Of these, those of a server together. */
export async function byServer({ servers }: Database, workspaceIds: string[]): Promise<string[][]> {
  const byPart = new Map<number, string[]>();
  for (const id of workspaceIds) {
    const server = servers.cached(id) ?? (await servers.find(id));
    byPart.set(server, [...(byPart.get(server) ?? []), id]);
  }
  return [...byPart.values()];
}

/** What only one server has. @throws when none has it, and one did not answer */
export async function findAnywhere<T>(
  db: Database,
  work: (tx: Tx) => Promise<T | undefined>,
): Promise<T | undefined> {
  const faults: unknown[] = [];
  const answers = await db.everywhere(work, (fault) => faults.push(fault));
  const match = answers.find((answer) => answer !== undefined);
  if (match === undefined && faults.length > 0) throw faults[0];
  return match;
}

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
  const { url, types, nodes } = await openFirst(ownerUrl, settings, limits.connectMs);
  const open =
    (address: string): OpenClient =>
    (hooks) => {
      const client = postgres(address, { ...settings, ...hooks, fetch_types: false });
      Object.assign(client.options.parsers, types.parsers);
      Object.assign(client.options.serializers, types.serializers);
      return client;
    };
  const serverOf = (own: string, applications: string) =>
    new Server({
      open: { owner: open(own), application: open(applications) },
      poolSize,
      limits,
      onAway,
    });
  const main = serverOf(ownerUrl, url);
  const upkeepMs = Math.max(upkeepSilentMs, limits.silentMs);
  if (nodes.length === 0) return singleDatabase(main, upkeepMs);
  const servers = nodes.map((node) => serverOf(urlOfNode(ownerUrl, node), urlOfNode(url, node)));
  return citusDatabase({ main, servers, nodes, ownerUrl, upkeepMs });
}

function singleDatabase(main: Server, upkeepMs: number): Database {
  const system: Database['system'] = (work) => main.transact(main.owner, 'begin', work);
  const upkeep: Database['upkeep'] = (work) => main.transact(main.owner, 'begin', work, upkeepMs);
  return {
    workspace: (workspaceId, work, options) =>
      main.transact(
        main.application,
        `${openWorkspace(options)}; ${setWorkspace(workspaceId)}`,
        work,
      ),
    workspaceSeries: (lane, _first, work) =>
      main.transact(main.lane(lane), '', (tx, commitAhead) => {
        // Together with the first workspace: one statement less to send and to answer.
        let opening = `${openSeries}; `;
        const enter = (workspaceId: string) => {
          sendAhead(tx, opening + setWorkspace(workspaceId));
          opening = '';
          return tx;
        };
        return work(enter, commitAhead);
      }),
    system,
    everywhere: async (work) => [await system(work)],
    upkeep,
    upkeepEverywhere: async (work, workspaceIds) => [
      await (workspaceIds ? system : upkeep)((tx) => work(tx, workspaceIds ?? [])),
    ],
    servers: {
      count: 1,
      cached: () => 0,
      find: async () => 0,
      isAway: () => main.circuit.isOpen,
      waiting: () => main.waiting,
    },
    close: () => main.close(),
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
    const nodes = await clusterNodes(client.reserved);
    return { url, types: { parsers, serializers }, nodes };
  } finally {
    await client.end();
  }
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
