/*
 * A cluster's running server, from the postmaster.pid in its directory: pid, directory, start time, port,
 * socket directory, address, shared memory, state, one per line.
 */
import { execFile } from 'node:child_process';
import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { StartError, systemCode } from '../common/start-error.ts';
import { isZombie, processExists } from './instance-lock.ts';

export interface Postmaster {
  pid: number;
  port: number;
  ready: boolean;
}

/** The postmaster actually running on this cluster, or undefined. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const postmaster = await readPidFile(cluster);
  if (postmaster === undefined || !processExists(postmaster.pid)) return undefined;
  return (await runsOn(postmaster.pid, cluster)) ? postmaster : undefined;
}

export async function readPidFile(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return '';
    throw error;
  });
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!(pid > 0)) return undefined;
  return { pid, port: Number(lines[3]), ready: lines[7] === 'ready' };
}

/** Pids are soon reused, so check the process: a postmaster works in its data directory. */
async function runsOn(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const directory = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    return directory === (await realpath(cluster));
  }
  const answer = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(
    () => undefined,
  );
  return answer?.stdout.includes(cluster) ?? false;
}

/**
 * Ends a server that outlived its service, and removes a pid file with another program's pid, which would
 * keep PostgreSQL from starting. Requires the data directory's lock.
 */
export async function clearLeftOver(cluster: string): Promise<boolean> {
  const recorded = await readPidFile(cluster);
  if (recorded === undefined) return false;
  if ((await findPostmaster(cluster)) !== undefined) {
    await endPostmaster(recorded.pid, cluster, 8_000);
    return true;
  }
  if (processExists(recorded.pid)) await rm(join(cluster, 'postmaster.pid'), { force: true });
  return false;
}

/**
 * Fast shutdown: closes connections, writes a checkpoint. After `withinMs` it is killed; the next start
 * replays the write-ahead log.
 */
export async function endPostmaster(pid: number, cluster: string, withinMs: number): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', withinMs],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 2_000],
  ];
  for (const [signal, waitMs] of steps) {
    if (!signalPostmaster(pid, signal)) return;
    for (const end = Date.now() + waitMs; Date.now() < end; ) {
      await sleep(10);
      if (!processExists(pid) || (await isZombie(pid))) return;
    }
  }
  throw new StartError(
    `A PostgreSQL process (pid ${pid}) from an earlier run still uses ${cluster} and does not stop. Stop it, then start again.`,
  );
}

export function signalPostmaster(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if (systemCode(error) === 'ESRCH') return false;
    throw error;
  }
}
