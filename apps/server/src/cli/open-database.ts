/*
 * Opens the database for a command: the server in DATABASE_URL; else a running service's embedded engine;
 * else a temporary engine of the command.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../platform/config.ts';
import { type ConnectOptions, connect, type Database } from '../platform/db/connect.ts';
import { checkDatabaseUrl } from '../platform/db/database-url.ts';
import { migrate } from '../platform/db/migrate.ts';
import { runningEngineUrl, startEngine } from '../platform/engine/engine.ts';
import { readHome } from '../platform/engine/home.ts';
import { progress } from './progress.ts';

const MIGRATING_WAIT_MS = 30_000;

interface OpenServer {
  ownerUrl: string;
  source: 'DATABASE_URL' | 'running service' | 'embedded engine';
  close(): Promise<void>;
}

export interface OpenDatabase extends OpenServer {
  /** Migrations that were applied. */
  applied: string[];
}

export type DatabaseConfig = Pick<Config, 'dataDir' | 'databaseUrl'>;

/** The server, from any of these sources, with its current tables. */
export async function openServer(config: DatabaseConfig, onLog = progress): Promise<OpenServer> {
  if (config.databaseUrl !== undefined) {
    await checkDatabaseUrl(config.databaseUrl);
    return { ownerUrl: config.databaseUrl, source: 'DATABASE_URL', close: nothing };
  }
  const running = await runningEngineUrl(config.dataDir);
  if (running !== undefined) {
    return { ownerUrl: running, source: 'running service', close: nothing };
  }
  const engine = await startEngine({ dataDir: config.dataDir, onLog, purpose: 'command' });
  return { ownerUrl: engine.url, source: 'embedded engine', close: () => engine.stop() };
}

/** The same, migrated: by a running service at its start, else now. */
export async function openDatabase(
  config: DatabaseConfig,
  onLog = progress,
): Promise<OpenDatabase> {
  const server = await openServer(config, onLog);
  if (server.source === 'running service') return { ...server, applied: [] };
  try {
    return { ...server, applied: await migrate(server.ownerUrl) };
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** No database exists yet. */
async function isBeforeFirstStart({ databaseUrl, dataDir }: DatabaseConfig): Promise<boolean> {
  return databaseUrl === undefined && (await readHome(dataDir)) === undefined;
}

export async function withDatabase<T>(
  config: DatabaseConfig,
  work: (db: Database) => Promise<T>,
  // Most commands are a transaction or two.
  options: ConnectOptions = { poolSize: 1 },
  onLog = progress,
): Promise<T> {
  const opened = await openDatabase(config, onLog);
  try {
    const db = await connectWhenMigrated(opened, options);
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  } finally {
    await opened.close();
  }
}

/** A check of `doctor`; `before`: result while there is no database yet. */
export async function lookInDatabase(
  config: DatabaseConfig,
  before: string,
  look: (db: Database) => Promise<string>,
): Promise<string> {
  if (await isBeforeFirstStart(config)) return before;
  return withDatabase(config, look, { poolSize: 1 }, () => undefined);
}

/** A service that just started may still be migrating, and must do so itself. */
async function connectWhenMigrated(
  { ownerUrl, source }: OpenDatabase,
  options: ConnectOptions,
): Promise<Database> {
  for (const end = Date.now() + MIGRATING_WAIT_MS; ; await sleep(200)) {
    try {
      return await connect(ownerUrl, options);
    } catch (error) {
      if (source !== 'running service' || Date.now() > end) throw error;
    }
  }
}

async function nothing(): Promise<void> {}
