/**
 * The only access to the database. `workspace` runs as a role that owns nothing and sees one workspace (row
 * level security, set per transaction); `system` runs as the owner, for key lookup, migrations and jobs.
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
   * Runs in a transaction that sees only this workspace; resolves after COMMIT. `waitsForDisk: false`: its
   * writes may be lost in a crash of the machine.
   */
  workspace<T>(workspaceId: string, work: (tx: Tx) => Promise<T>, options?: Opening): Promise<T>;
  /**
   * One transaction over several workspaces, entered one after another, each seeing only itself. All are on the server of
   * `first`. Every lane, counted from 0, has its own connection there, for one transaction after another. `commitAhead`
   * sends COMMIT in the same round trip as the preceding statements; if one fails, PostgreSQL rolls everything back. Later
   * statements are rejected.
   */
  workspaceSeries<T>(
    lane: number,
    first: string,
    work: (enter: (workspaceId: string) => Tx, commitAhead: () => void) => Promise<T>,
  ): Promise<T>;
  /** Runs in a transaction as the owner, which sees every workspace. */
  system<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The same for reads, on every server with rows. Returns the results of those that respond. @throws if none does */
  everywhere<T>(work: (tx: Tx) => Promise<T>, onFault?: (fault: unknown) => void): Promise<T[]>;
  /** Like `system`, for background statements that may take minutes; `workspaceId`: on its server. */
  upkeep<T>(work: (tx: Tx) => Promise<T>, workspaceId?: string): Promise<T>;
  /**
   * The same for all workspaces: one transaction per group stored together. Groups with short statements run like
   * `system`. Returns the results of those that respond. @throws if none does
   */
  upkeepEverywhere<T>(
    work: (tx: Tx, workspaceIds: string[]) => Promise<T>,
    workspaceIds?: string[],
  ): Promise<T[]>;
  servers: Servers;
  close(): Promise<void>;
}

/** The PostgreSQL servers with workspaces' rows. */
interface Servers {
  count: number;
  /** The server of a workspace, from 0, if known. */
  cached(workspaceId: string): number | undefined;
  find(workspaceId: string): Promise<number>;
  /** That server, or all of them, are unavailable: calls fail at once. */
  isAway(workspaceId?: string): boolean;
  /** Callers waiting for a connection. */
  waiting(): number;
}

/** For commands, where only the user waits. */
const patient: PoolLimits = {
  waiting: 100_000,
  waitMs: 10 * 60_000,
  connectMs: 10_000,
  doubtMs: 60_000,
  silentMs: 10 * 60_000,
};

const upkeepSilentMs = 10 * 60_000;

/** Groups these workspaces by server. */
export async function byServer({ servers }: Database, workspaceIds: string[]): Promise<string[][]> {
  const byPart = new Map<number, string[]>();
  for (const id of workspaceIds) {
    const server = servers.cached(id) ?? (await servers.find(id));
    byPart.set(server, [...(byPart.get(server) ?? []), id]);
  }
  return [...byPart.values()];
}

/** A result that only one server has. @throws if none has it, and one did not respond */
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
  /** Default: those of a command. */
  limits?: PoolLimits;
  /** A server became unavailable, or available again. */
  onAway?: (isAway: boolean) => void;
}

/** Needs a migrated database. `ownerUrl`: postgres://…; the application's login is read from there. */
export async function connect(ownerUrl: string, options: ConnectOptions = {}): Promise<Database> {
  const { limits = patient, onAway, onNotice, poolSize = 10 } = options;
  const settings: postgres.Options<Record<string, never>> = {
    max: 1,
    onnotice: (notice) => onNotice?.(notice.message ?? ''),
    connection: { application_name: 'footfall' },
    // The pool has its own limits.
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
        // Sent with the first workspace, which saves a statement.
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
 * Reads the application's login, and the driver's array types: it would otherwise query them per connection, and
 * crash the process if the connection is lost meanwhile.
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
 * Runs briefly in another workspace, within a transaction of the current one; nothing else may run meanwhile. For
 * creating a workspace: permissions are checked in the current one.
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
