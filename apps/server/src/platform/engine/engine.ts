/*
 * The embedded PostgreSQL: the real server, as a child process in its own process group, so that
 * Ctrl-C reaches only the service and everything accepted can still be written.
 *
 *   DATA_DIR/engine.json    where the cluster is, the owner's password (mode 600)
 *   DATA_DIR/footfall.lock  one service or command at a time
 *   DATA_DIR/postgres       the cluster, unless root's engine user cannot reach it (home.ts)
 *   DATA_DIR/postgres.log   PostgreSQL's own log
 *
 * On a full disk it restarts with the space of a ballast file (ballast.ts), and waits for more.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../common/start-error.ts';
import { Ballast, giveUpBallast, isDiskOfEngineFull } from './ballast.ts';
import {
  checkCluster,
  clusterOwner,
  createCluster,
  handOver,
  writeConfiguration,
} from './cluster.ts';
import {
  asDiskFull,
  DiskFullError,
  type EngineHome,
  notUsable,
  openHome,
  prepareDataDir,
  readHome,
  rememberHandOver,
} from './home.ts';
import {
  acquireLock,
  type Lock,
  LockedError,
  type LockPurpose,
  lockHolder,
} from './instance-lock.ts';
import { engineUser } from './os-user.ts';
import { clearLeftOver, endPostmaster, findPostmaster, signalPostmaster } from './postmaster.ts';
import { engineProgram } from './program.ts';
import { DATABASE, OWNER } from './roles.ts';
import { restart, type Setup, startWhenFree } from './server.ts';

export interface EngineOptions {
  dataDir: string;
  /** Gets progress messages, one line each. */
  onLog(line: string): void;
  /** A service holds the directory for long; a command waits its turn, and others wait for it. */
  purpose?: LockPurpose;
  /** Additional PostgreSQL settings (tests turn fsync off). */
  settings?: Readonly<Record<string, string>>;
  /** Called if the server ended unexpectedly and could not be restarted. */
  onFailure?(error: Error): void;
}

export interface Engine {
  /** The owner's URL: postgres://footfall_owner:…@127.0.0.1:port/footfall */
  url: string;
  logFile: string;
  cluster: string;
  /** True if the cluster is outside DATA_DIR, because the engine's user cannot reach that. */
  moved: boolean;
  /** The disk was full: until there is space again, only the engine may use it. */
  isOnReserve(): boolean;
  /** Stops the server; after `withinMs` (8 seconds) without waiting for its last checkpoint. */
  stop(withinMs?: number): Promise<void>;
  /** Kills the server without waiting; the next start replays its log. */
  abandon(): void;
}

const COMMAND_WAIT_MS = 30_000;
/** A killed service needs a moment to disappear. */
const DYING_WAIT_MS = 1_500;
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { dataDir, lock } = await withRoom(options.dataDir, async () => {
    const real = await prepareDataDir(options.dataDir);
    return { dataDir: real, lock: await lockDataDir(real, options) };
  });
  const locks = [lock];
  try {
    const setup = await prepare(dataDir, options, locks);
    let server = await startWhenFree(setup);
    const ballast = new Ballast(setup.home.cluster, options.onLog);
    if (options.purpose !== 'command') await ballast.start();
    let stopping = false;
    let restarting: Promise<void> | undefined;
    const supervise = () =>
      server.child.once('exit', () => {
        if (stopping) return;
        options.onLog('PostgreSQL stopped unexpectedly; restarting it');
        const isUnwanted = () => stopping;
        const { onLog } = options;
        restarting = restart(setup, server.port, { ballast, isUnwanted, onLog }).then(
          (next) => {
            server = next;
            supervise();
          },
          (error: Error) => {
            if (!stopping) options.onFailure?.(error);
          },
        );
      });
    supervise();
    return {
      url: ownerUrl(setup.home, server.port),
      logFile: setup.logFile,
      cluster: setup.home.cluster,
      moved: setup.home.moved,
      isOnReserve: () => ballast.isGivenUp,
      async stop(withinMs = 8_000) {
        stopping = true;
        await ballast.stop();
        await restarting;
        await endPostmaster(server.pid, setup.home.cluster, withinMs);
        await releaseAll(locks);
      },
      abandon() {
        stopping = true;
        signalPostmaster(server.pid, 'SIGQUIT');
      },
    };
  } catch (error) {
    await releaseAll(locks);
    throw asDiskFull(error, dataDir);
  }
}

/** On a full disk, retries with the ballast of an engine that is not running. */
async function withRoom<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DiskFullError)) throw error;
    const home = await readHome(path).catch(() => undefined);
    const isRunning = (await lockHolder(join(path, 'footfall.lock'))) !== undefined;
    if (home === undefined || isRunning || !(await giveUpBallast(home.cluster))) throw error;
    return work();
  }
}

/** The URL of a running service's engine on this DATA_DIR; waits during its start. */
export async function runningEngineUrl(path: string): Promise<string | undefined> {
  const lockFile = join(path, 'footfall.lock');
  for (const end = Date.now() + COMMAND_WAIT_MS; Date.now() < end; await sleep(100)) {
    const holder = await lockHolder(lockFile).catch((error: unknown) => {
      throw notUsable(path, error);
    });
    if (holder?.purpose !== 'service') return undefined;
    const home = await readHome(path);
    const server = home && (await findPostmaster(home.cluster));
    if (home !== undefined && server?.ready) return ownerUrl(home, server.port);
  }
  return undefined;
}

async function prepare(dataDir: string, options: EngineOptions, locks: Lock[]): Promise<Setup> {
  const fallbackUser = await engineUser();
  const home = await openHome(dataDir, fallbackUser);
  // A copied DATA_DIR refers to the original's cluster, so the cluster has a lock too.
  if (home.moved) locks.push(await lockDataDir(join(home.cluster, '..'), options));
  const user = (await clusterOwner(home.cluster)) ?? fallbackUser;
  const program = await engineProgram(user, dataDir);
  const settings = options.settings ?? {};
  if (await isDiskOfEngineFull(home.cluster)) await giveUpBallast(home.cluster);
  if (!(await checkCluster(home, program))) {
    options.onLog(`Creating the database in ${home.cluster}`);
    await createCluster(home, program, user, settings.fsync !== 'off');
  }
  if (await clearLeftOver(home.cluster)) {
    options.onLog('Stopped a PostgreSQL process from an earlier run');
  }
  await writeConfiguration(home.cluster, user, settings);
  if (!home.isHandedOver) {
    options.onLog('Changing the database owner to a role that is not a superuser');
    await handOver(home, program, user);
    await rememberHandOver(dataDir);
  }
  const logFile = join(dataDir, 'postgres.log');
  return { home, program, user, dataDir, logFile };
}

/** Fails if a service holds it; waits for a command, which takes a second or two. */
async function lockDataDir(dataDir: string, options: EngineOptions): Promise<Lock> {
  const path = join(dataDir, 'footfall.lock');
  const begun = performance.now();
  for (; ; await sleep(100)) {
    try {
      return await acquireLock(path, options.purpose ?? 'service');
    } catch (error) {
      if (!(error instanceof LockedError)) throw notUsable(dataDir, error);
      const waitMs = error.holder.purpose === 'command' ? COMMAND_WAIT_MS : DYING_WAIT_MS;
      if (performance.now() - begun < waitMs) continue;
      throw new StartError(
        `Another Footfall (process ${error.holder.pid}) is using DATA_DIR (${dataDir}). Stop it, or ` +
          'set another DATA_DIR and PORT for a separate installation.',
        { cause: error },
      );
    }
  }
}

function ownerUrl(home: EngineHome, port: number): string {
  return `postgres://${OWNER}:${home.password}@127.0.0.1:${port}/${DATABASE}`;
}

async function releaseAll(locks: Lock[]): Promise<void> {
  for (const lock of locks.toReversed()) await lock.release();
}
