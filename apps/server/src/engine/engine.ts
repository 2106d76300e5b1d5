/*
 * The embedded PostgreSQL: the real server, as a child process in its own process group, so that
 * Ctrl-C reaches the service alone and everything accepted can still be written.
 *
 *   DATA_DIR/engine.json    where the cluster is, the owner's password (mode 600)
 *   DATA_DIR/footfall.lock  one service or command at a time
 *   DATA_DIR/postgres       the cluster, unless root's engine user cannot reach it (home.ts)
 *   DATA_DIR/postgres.log   PostgreSQL's own log
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../common/free-port.ts';
import { StartError } from '../common/start-error.ts';
import {
  checkCluster,
  clusterOwner,
  createCluster,
  handOver,
  lastLines,
  writeConfiguration,
} from './cluster.ts';
import {
  diskFull,
  type EngineHome,
  giveToOwner,
  notUsable,
  openHome,
  prepareDataDir,
  readHome,
  rememberHandOver,
  tellsDiskFull,
} from './home.ts';
import {
  acquireLock,
  type Lock,
  LockedError,
  type LockPurpose,
  lockHolder,
} from './instance-lock.ts';
import { type EngineUser, engineEnvironment, engineUser } from './os-user.ts';
import {
  clearLeftOver,
  endPostmaster,
  findPostmaster,
  readPidFile,
  signalPostmaster,
} from './postmaster.ts';
import { type EngineProgram, engineProgram } from './program.ts';
import { DATABASE, OWNER } from './roles.ts';

export interface EngineOptions {
  dataDir: string;
  /** Told what takes a moment, one line each. */
  onLog(line: string): void;
  /** A service holds the directory for long; a command waits its turn and is waited for. */
  purpose?: LockPurpose;
  /** PostgreSQL settings beside the usual ones (tests switch fsync off). */
  settings?: Readonly<Record<string, string>>;
  /** Called when the server ended by itself and could not be brought back. */
  onFailure?(error: Error): void;
}

export interface Engine {
  /** The owner's URL: postgres://footfall_owner:…@127.0.0.1:port/footfall */
  url: string;
  logFile: string;
  cluster: string;
  /** True when the cluster is outside DATA_DIR, because the engine's user cannot reach that. */
  moved: boolean;
  /** Ends the server; after `withinMs` (8 seconds) without waiting for its last checkpoint. */
  stop(withinMs?: number): Promise<void>;
  /** Ends the server at once and without waiting; the next start replays its log. */
  abandon(): void;
}

interface Server {
  child: ChildProcess;
  pid: number;
  port: number;
}

interface Setup {
  home: EngineHome;
  program: EngineProgram;
  user: EngineUser | undefined;
  dataDir: string;
  logFile: string;
}

const COMMAND_WAIT_MS = 30_000;
/** A service that was killed is there for a moment longer. */
const DYING_WAIT_MS = 1_500;
/** So long the processes of a postmaster that was killed may go on with what they were about. */
const ORPHANS_WAIT_MS = 20_000;
const MAX_LOG_BYTES = 16 * 1024 * 1024;

export async function startEngine(options: EngineOptions): Promise<Engine> {
  const dataDir = await prepareDataDir(options.dataDir);
  const locks = [await lockDataDir(dataDir, options)];
  try {
    const setup = await prepare(dataDir, options, locks);
    let server = await startWhenFree(setup);
    let stopping = false;
    let restarting: Promise<void> | undefined;
    const supervise = () =>
      server.child.once('exit', () => {
        if (stopping) return;
        options.onLog('PostgreSQL ended unexpectedly; starting it again');
        restarting = restart(setup, server.port, () => stopping).then(
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
      async stop(withinMs = 8_000) {
        stopping = true;
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
    throw error;
  }
}

/** The URL of the engine that a running service keeps on this DATA_DIR, waiting while it starts. */
export async function runningEngineUrl(path: string): Promise<string | undefined> {
  const lockFile = join(path, 'footfall.lock');
  for (const end = Date.now() + COMMAND_WAIT_MS; Date.now() < end; await sleep(100)) {
    if ((await lockHolder(lockFile))?.purpose !== 'service') return undefined;
    const home = await readHome(path);
    const server = home && (await findPostmaster(home.cluster));
    if (home !== undefined && server?.ready) return ownerUrl(home, server.port);
  }
  return undefined;
}

async function prepare(dataDir: string, options: EngineOptions, locks: Lock[]): Promise<Setup> {
  const fallbackUser = await engineUser();
  const home = await openHome(dataDir, fallbackUser);
  // A copied DATA_DIR names the cluster of its original, so the cluster has a lock of its own.
  if (home.moved) locks.push(await lockDataDir(join(home.cluster, '..'), options));
  const user = (await clusterOwner(home.cluster)) ?? fallbackUser;
  const program = await engineProgram(user, dataDir);
  const settings = options.settings ?? {};
  if (!(await checkCluster(home, program))) {
    options.onLog(`Making the database in ${home.cluster}`);
    await createCluster(home, program, user, settings.fsync !== 'off');
  }
  if (await clearLeftOver(home.cluster)) {
    options.onLog('Ended a PostgreSQL that an earlier run had left behind');
  }
  await writeConfiguration(home.cluster, user, settings);
  if (!home.isHandedOver) {
    options.onLog('Giving the database to a role that is no superuser');
    await handOver(home, program, user);
    await rememberHandOver(dataDir);
  }
  const logFile = join(dataDir, 'postgres.log');
  return { home, program, user, dataDir, logFile };
}

/** A service refuses to share; anybody waits for a command, which takes a second or two. */
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
        `Another Footfall (process ${error.holder.pid}) is using DATA_DIR (${dataDir}). Stop that one first, or ` +
          'set DATA_DIR and PORT to other values for a second, separate installation.',
        { cause: error },
      );
    }
  }
}

/** Backends of a postmaster that was killed keep its shared memory, and PostgreSQL refuses to start beside them. */
async function startWhenFree(setup: Setup): Promise<Server> {
  const begun = performance.now();
  for (; ; await sleep(250)) {
    try {
      return await startServer(setup);
    } catch (error) {
      const isInUse = error instanceof StartError && stillInUse.test(error.message);
      if (!isInUse || performance.now() - begun > ORPHANS_WAIT_MS) throw error;
      await clearLeftOver(setup.home.cluster);
    }
  }
}

/** In the words of PostgreSQL. */
const stillInUse =
  /shared memory block .* is still in use|lock file "postmaster.pid" already exists/;

async function startServer(setup: Setup, wantedPort?: number): Promise<Server> {
  let failure = '';
  // A free port may be taken by somebody else before PostgreSQL has it.
  for (let attempt = 0; attempt < 5; attempt++) {
    const port = wantedPort ?? (await freePort());
    const logged = await rotateLog(setup);
    const log = await open(setup.logFile, 'a', 0o600);
    await giveToOwner(setup.dataDir, setup.logFile);
    const child = spawn(
      setup.program.postgres,
      [
        ...['-D', setup.home.cluster, '-p', String(port), '-c', 'listen_addresses=127.0.0.1'],
        ...['-c', 'unix_socket_directories='],
      ],
      {
        ...setup.user,
        cwd: '/',
        env: engineEnvironment(),
        detached: true,
        stdio: ['ignore', log.fd, log.fd],
      },
    );
    child.unref();
    const ready = await untilReady(child, setup.home.cluster);
    await log.close();
    if (ready && child.pid !== undefined) return { child, pid: child.pid, port };
    failure = (await readFile(setup.logFile, 'utf8')).slice(logged);
    if (!failure.includes('could not bind')) break;
  }
  if (tellsDiskFull(failure)) throw diskFull(setup.dataDir);
  throw new StartError(
    `PostgreSQL did not start. Its log (${setup.logFile}) ends:\n${lastLines(failure)}`,
  );
}

/** True when the server accepts connections, which it writes to its pid file; false when it ended. */
async function untilReady(child: ChildProcess, cluster: string): Promise<boolean> {
  let ended = false;
  child.once('exit', () => {
    ended = true;
  });
  child.once('error', () => {
    ended = true;
  });
  // No limit: after a crash under load, replaying the log may take minutes, and must not be cut.
  while (!ended) {
    const state = await readPidFile(cluster);
    if (state?.pid === child.pid && state?.ready) return true;
    await sleep(10);
  }
  return false;
}

/** A postmaster that was killed leaves its children for a moment, and they block the next one. */
async function restart(setup: Setup, port: number, unwanted: () => boolean): Promise<Server> {
  for (let attempt = 0; ; attempt++) {
    try {
      await clearLeftOver(setup.home.cluster);
      return await startServer(setup, port);
    } catch (error) {
      if (attempt === 9 || unwanted()) throw error;
      await sleep(500);
    }
  }
}

/** Keeps the log small over the years; answers with the length of what is there already. */
async function rotateLog({ logFile }: Setup): Promise<number> {
  const size = (await stat(logFile).catch(() => undefined))?.size ?? 0;
  if (size < MAX_LOG_BYTES) return size;
  await rename(logFile, `${logFile}.old`);
  return 0;
}

function ownerUrl(home: EngineHome, port: number): string {
  return `postgres://${OWNER}:${home.password}@127.0.0.1:${port}/${DATABASE}`;
}

async function releaseAll(locks: Lock[]): Promise<void> {
  for (const lock of locks.toReversed()) await lock.release();
}
