/*
 * Allows one process at a time on a data directory. The lock file records its holder: pid, start time (pids
 * are soon reused) and pid namespace. A holder in another namespace (a second container on the same volume)
 * cannot be inspected, so it counts as alive while it touches the file, every two seconds. PostgreSQL's
 * postmaster.pid lacks such a check and would let two containers write to one directory.
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  link,
  mkdir,
  readFile,
  readlink,
  rm,
  rmdir,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { systemCode } from '../common/start-error.ts';

const HEARTBEAT_MS = 2_000;
const STALE_MS = 3 * HEARTBEAT_MS;
const GUARD_MS = 10_000;

export type LockPurpose = 'service' | 'command';

export interface LockHolder {
  pid: number;
  started: string;
  space: string;
  purpose: LockPurpose;
  token: string;
}

export interface Lock {
  release(): Promise<void>;
}

export class LockedError extends Error {
  override readonly name = 'LockedError';
  readonly holder: LockHolder;
  constructor(holder: LockHolder) {
    super(`held by process ${holder.pid}`);
    this.holder = holder;
  }
}

/** Takes the lock or throws `LockedError`; takes over the lock of a dead holder. */
export async function acquireLock(path: string, purpose: LockPurpose): Promise<Lock> {
  const token = randomUUID();
  const own: LockHolder = {
    pid: process.pid,
    started: (await startOf(process.pid)) ?? '',
    space: await processSpace(),
    purpose,
    token,
  };
  const draft = `${path}.${token}`;
  await writeFile(draft, JSON.stringify(own), { mode: 0o644 });
  try {
    // Creating a hard link is atomic, and never replaces an existing file.
    while (!(await linked(draft, path))) {
      const holder = await readHolder(path);
      if (holder === undefined) continue;
      if (await isAlive(holder, path, draft)) throw new LockedError(holder);
      await removeStale(path, holder);
    }
  } finally {
    await rm(draft, { force: true });
  }
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(ignore);
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    async release() {
      clearInterval(heartbeat);
      if ((await readHolder(path))?.token === token) await rm(path, { force: true });
    },
  };
}

/** The lock's current holder, or undefined if none is alive. */
export async function lockHolder(path: string): Promise<LockHolder | undefined> {
  const holder = await readHolder(path);
  if (holder === undefined) return undefined;
  return (await isAlive(holder, path)) ? holder : undefined;
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
}

async function readHolder(path: string): Promise<LockHolder | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as LockHolder;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    if (error instanceof SyntaxError) {
      return { pid: 0, started: '', space: '', purpose: 'service', token: '' };
    }
    throw error;
  }
}

/**
 * Two starters may find the same stale lock. The one that creates the guard directory removes it, so that the
 * other cannot remove the lock taken next.
 */
async function removeStale(path: string, judged: LockHolder): Promise<void> {
  const guard = `${path}.takeover`;
  try {
    await mkdir(guard);
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
    const made = await modified(guard);
    // Its creator was killed within these few lines.
    if (made !== undefined && Date.now() - made > GUARD_MS) await rmdir(guard).catch(ignore);
    await sleep(10);
    return;
  }
  try {
    if ((await readHolder(path))?.token === judged.token) await rm(path, { force: true });
  } finally {
    await rmdir(guard);
  }
}

async function isAlive(holder: LockHolder, path: string, draft?: string): Promise<boolean> {
  if (holder.pid === 0) return false;
  if (holder.space === (await processSpace())) {
    if (!processExists(holder.pid) || (await isZombie(holder.pid))) return false;
    const started = await startOf(holder.pid);
    return started === undefined || holder.started === '' || started === holder.started;
  }
  return beats(path, draft);
}

async function beats(path: string, draft?: string): Promise<boolean> {
  const first = await modified(path);
  // A fresh file of ours has the file system's clock, which may differ from ours.
  const now = draft === undefined ? Date.now() : await modified(draft);
  if (first === undefined || (now !== undefined && now - first > 2 * STALE_MS)) return false;
  for (let waitedMs = 0; waitedMs < STALE_MS; waitedMs += 250) {
    await sleep(250);
    const later = await modified(path);
    if (later === undefined) return false;
    if (later !== first) return true;
  }
  return false;
}

async function modified(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.mtimeMs;
}

export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
}

/** The process has ended, but its parent has not collected it: as in a container without an init process. */
export async function isZombie(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return line.slice(line.lastIndexOf(')') + 2).startsWith('Z');
}

async function startOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
    // The command name is in parentheses and may contain spaces; start time is the 20th field after it.
    return line?.slice(line.lastIndexOf(')') + 2).split(' ')[19];
  }
  const answer = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(
    () => undefined,
  );
  return answer?.stdout.trim();
}

async function processSpace(): Promise<string> {
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '');
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  return boot === '' ? hostname() : `${boot.trim()} ${namespace}`;
}

function ignore(): void {}
