/**
 * The two doors to the data. `workspace` works as a role that owns nothing and sees one workspace
 * (row level security, set for the transaction only); `system` works as the owner, for key lookup,
 * migrations and jobs. No query runs outside them.
 */

import postgres from 'postgres';
import { uuidv7 } from 'uuidv7';
import { applicationUrl } from './application-role.ts';
import { Cell, type CellState } from './cells/cell.ts';
import type { CellUrl } from './cells/cell-urls.ts';
import { cellsDatabase } from './cells/database.ts';
import { requireAnother, requireCells } from './cells/required.ts';
import { type Route, Routes } from './cells/routes.ts';
import { withoutCells } from './cells/without-cells.ts';
import { citusDatabase } from './citus/database.ts';
import { hasCitus } from './citus/distribute.ts';
import { listNodes, urlOfNode } from './citus/shard-views.ts';
import { anchorTable } from './citus/tables.ts';
import type { PoolLimits, Sql, Tx } from './connection-pool.ts';
import { migrate } from './migrate.ts';
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
  /** The same in the home database, for accounts, members and invitations (cells/). */
  home: Database['workspace'];
  /**
   * One transaction over several workspaces, entered one after another; each sees itself only.
   * All are in the same place as `first`. Every lane, counted from 0, has a connection of its own there, for transactions
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
  /** The same where the rows are, for reading: an answer of every place that gives one. @throws when none does */
  everywhere<T>(work: (tx: Tx) => Promise<T>): Promise<T[]>;
  /** Of home alone, which has accounts and members: what each place there tells, and why the others do not. */
  homeEverywhere<T>(work: (tx: Tx) => Promise<T>): Promise<{ answers: T[]; faults: unknown[] }>;
  /** What only one place has. @throws when none has it, and one did not answer */
  find<T>(work: (tx: Tx) => Promise<T | undefined>): Promise<T | undefined>;
  /** The same for some workspaces, those of a place at a time. */
  systemOf<T>(
    workspaceIds: string[],
    work: (tx: Tx, workspaceIds: string[]) => Promise<T>,
  ): Promise<T[]>;
  /** As `system`, for upkeep, whose statements may take minutes while nobody waits for them; of one workspace, where it is. */
  upkeep<T>(work: (tx: Tx) => Promise<T>, workspaceId?: string): Promise<T>;
  /** The same for all workspaces: of each place that answers what was done there. @throws when none does */
  upkeepEverywhere<T>(work: (tx: Tx) => Promise<T>): Promise<T[]>;
  /** How many servers there are with rows of workspaces. */
  places: number;
  /** The server that has a workspace, counted from 0, as far as it is known. */
  placeOf(workspaceId: string): number | undefined;
  locate(workspaceId: string): Promise<number>;
  /** Nobody answers there just now: what would ask is refused at once. */
  isAway(workspaceId?: string): boolean;
  /** The other databases with workspaces, if there are any, and which live there or are on their way. */
  cells(): CellState[];
  routes(): Route[];
  /** Until what was decided before is known here. */
  followRoutes(): Promise<void>;
  /** @throws DatabaseAway */
  cell(name: string): Database;
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

/** Of these, those of a server together. */
export async function byPlace(db: Database, workspaceIds: string[]): Promise<string[][]> {
  if (db.places === 1) return [workspaceIds];
  const found = new Map<number, string[]>();
  for (const id of workspaceIds) {
    const place = db.placeOf(id) ?? (await db.locate(id));
    found.set(place, [...(found.get(place) ?? []), id]);
  }
  return [...found.values()];
}

export interface ConnectOptions {
  /** Connections for workspace transactions. */
  poolSize?: number;
  onNotice?: (message: string) => void;
  /** Those of a command unless told otherwise. */
  limits?: PoolLimits;
  /** Nobody answers there any more, or somebody does again. */
  onAway?: (isAway: boolean, cell?: string) => void;
  /** Other databases that have workspaces. */
  cells?: CellUrl[];
  onCellFailure?: (cell: string, reason: string) => void;
}

/** Needs a migrated database, and migrates the cells. `ownerUrl`: postgres://…; the application role's login is found there. */
export async function connect(ownerUrl: string, options: ConnectOptions = {}): Promise<Database> {
  const { cells: urls = [], onAway, onCellFailure, ...own } = options;
  const home = await connectOne(ownerUrl, { ...own, onAway: (isAway) => onAway?.(isAway) });
  const routes = new Routes(home);
  const cells = urls.map(
    ({ name, url }) =>
      new Cell(
        name,
        async () => {
          await migrate(url);
          const cell = await connectOne(url, {
            ...own,
            onAway: (isAway) => onAway?.(isAway, name),
          });
          return requireAnother(home, name, cell);
        },
        (reason) => onCellFailure?.(name, reason),
      ),
  );
  const db = cellsDatabase(home, cells, routes);
  try {
    await routes.refresh();
    requireCells(routes.all(), urls);
    if (urls.length > 0) {
      await Promise.all(cells.map((cell) => cell.start()));
      return db;
    }
    await routes.close();
    return home;
  } catch (error) {
    await db.close();
    throw error;
  }
}

async function connectOne(
  ownerUrl: string,
  options: Pick<ConnectOptions, 'limits' | 'onNotice' | 'poolSize'> & {
    onAway: (isAway: boolean) => void;
  },
): Promise<Database> {
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
  const workspace: Database['workspace'] = (workspaceId, work, options) =>
    main.transact(
      main.application,
      `${openWorkspace(options)}; ${setWorkspace(workspaceId)}`,
      work,
    );
  return {
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
    workspace,
    home: workspace,
    system,
    everywhere: async (work) => [await system(work)],
    homeEverywhere: async (work) => ({ answers: [await system(work)], faults: [] }),
    find: system,
    systemOf: async (workspaceIds, work) => [await system((tx) => work(tx, workspaceIds))],
    upkeep: (work) => main.transact(main.owner, 'begin', work, upkeepMs),
    upkeepEverywhere: async (work) => [await main.transact(main.owner, 'begin', work, upkeepMs)],
    places: 1,
    placeOf: () => 0,
    locate: async () => 0,
    isAway: () => main.circuit.isOpen,
    ...withoutCells,
    waiting: () => main.waiting,
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
    const nodes = (await hasCitus(client.reserved)) ? await listNodes(client.reserved) : [];
    return { url, types: { parsers, serializers }, nodes };
  } finally {
    await client.end();
  }
}

const idsToTry = 1_000;

/** For a workspace that is made in a transaction of another one: an id with which it is in the same place. */
export async function idBeside(tx: Tx): Promise<string> {
  if (tx.stored(anchorTable) === anchorTable) return uuidv7();
  const ids = Array.from({ length: idsToTry }, () => uuidv7());
  const [found] = await tx<{ id: string }[]>`
    select id from unnest(${ids}::uuid[]) as t (id)
    where 'public.' || shard_name('public.workspaces'::regclass, get_shard_id_for_distribution_column('public.workspaces', id))
      = ${tx.stored(anchorTable)} limit 1`;
  if (!found) throw new Error('no id of a thousand is in the same place');
  return found.id;
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
