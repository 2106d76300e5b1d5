/** Starts the server on a cluster, and restarts it after it ended unexpectedly. */
import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../common/free-port.ts';
import { StartError } from '../common/start-error.ts';
import { type Ballast, isDiskOfEngineFull } from './ballast.ts';
import { lastLines } from './cluster.ts';
import {
  asDiskFull,
  DiskFullError,
  diskFull,
  type EngineHome,
  giveToOwner,
  tellsDiskFull,
} from './home.ts';
import { type EngineUser, engineEnvironment } from './os-user.ts';
import { clearLeftOver, readPidFile } from './postmaster.ts';
import type { EngineProgram } from './program.ts';

export interface Server {
  child: ChildProcess;
  pid: number;
  port: number;
}

export interface Setup {
  home: EngineHome;
  program: EngineProgram;
  user: EngineUser | undefined;
  dataDir: string;
  logFile: string;
}

/** How long a killed postmaster's processes may take to finish. */
const ORPHANS_WAIT_MS = 20_000;
const MAX_ATTEMPTS = 10;
/** Pause between attempts while the disk is full. */
const ROOM_WAIT_MS = 15_000;
const MAX_LOG_BYTES = 16 * 1024 * 1024;

/** A killed postmaster's backends keep its shared memory, and PostgreSQL refuses to start beside them. */
export async function startWhenFree(setup: Setup): Promise<Server> {
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

/** Matches PostgreSQL's messages. */
const stillInUse =
  /shared memory block .* is still in use|lock file "postmaster.pid" already exists/;

async function startServer(setup: Setup, wantedPort?: number): Promise<Server> {
  let failure = '';
  // Another program may take a free port before PostgreSQL does.
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
  // On a full disk, the log cannot be written either.
  const isFull = tellsDiskFull(failure) || (await isDiskOfEngineFull(setup.home.cluster));
  if (isFull) throw diskFull(setup.dataDir);
  throw new StartError(
    `PostgreSQL did not start. The end of its log (${setup.logFile}):\n${lastLines(failure)}`,
  );
}

/** True once the server accepts connections, according to its pid file; false if it ended. */
async function untilReady(child: ChildProcess, cluster: string): Promise<boolean> {
  let ended = false;
  child.once('exit', () => {
    ended = true;
  });
  child.once('error', () => {
    ended = true;
  });
  // No limit: after a crash under load, replaying the log may take minutes, and must not be interrupted.
  while (!ended) {
    const state = await readPidFile(cluster);
    if (state?.pid === child.pid && state?.ready) return true;
    await sleep(10);
  }
  return false;
}

const cannotStart = 'The disk is full, and PostgreSQL cannot start. Free some space.';

interface RestartOptions {
  ballast: Ballast;
  isUnwanted: () => boolean;
  onLog(line: string): void;
}

/**
 * A killed postmaster's children block the next one for a moment. Waits for a full disk indefinitely: the process keeps
 * responding, and needs no manual restart.
 */
export async function restart(
  setup: Setup,
  port: number,
  options: RestartOptions,
): Promise<Server> {
  const { isUnwanted, onLog } = options;
  for (let attempt = 1; ; attempt++) {
    try {
      return await startWithRoom(setup, port, options);
    } catch (error) {
      const isFull = error instanceof DiskFullError;
      if (isUnwanted() || (!isFull && attempt >= MAX_ATTEMPTS)) throw error;
      if (isFull && attempt === 1) onLog(cannotStart);
      await (isFull ? untilRoom(setup.home.cluster, isUnwanted) : sleep(500));
    }
  }
}

async function startWithRoom(
  setup: Setup,
  port: number,
  { ballast, onLog }: RestartOptions,
): Promise<Server> {
  const { cluster } = setup.home;
  if ((await isDiskOfEngineFull(cluster)) && (await ballast.giveUp())) {
    onLog('The disk is full. Freed the reserve file to start PostgreSQL. Free some space.');
  }
  try {
    await clearLeftOver(cluster);
    return await startServer(setup, port);
  } catch (error) {
    throw asDiskFull(error, setup.dataDir);
  }
}

/** Also tries from time to time: PostgreSQL's exact need is unknown. */
async function untilRoom(cluster: string, isUnwanted: () => boolean): Promise<void> {
  for (const end = Date.now() + ROOM_WAIT_MS; Date.now() < end && !isUnwanted(); ) {
    await sleep(500);
    if (!(await isDiskOfEngineFull(cluster))) return;
  }
}

/** Keeps the log small over the years; returns the length of the existing one. */
async function rotateLog({ logFile }: Setup): Promise<number> {
  const size = (await stat(logFile).catch(() => undefined))?.size ?? 0;
  if (size < MAX_LOG_BYTES) return size;
  await rename(logFile, `${logFile}.old`);
  return 0;
}
