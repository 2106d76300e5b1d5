/*
 * Location of the cluster, recorded in engine.json in DATA_DIR (mode 600). Usually DATA_DIR/postgres. If root
 * starts the service and the engine's user cannot enter DATA_DIR, it is /var/lib/footfall/<random
 * key>/postgres: the key is only in engine.json, so two clones never share data.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { chown, mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError, systemCode } from '../common/start-error.ts';
import { canUse, type EngineUser } from './os-user.ts';
import { SHARED_HOME } from './program.ts';
import { OWNER } from './roles.ts';

export interface EngineHome {
  /** The cluster, PostgreSQL's PGDATA. */
  cluster: string;
  password: string;
  /** True if the cluster is outside DATA_DIR. */
  moved: boolean;
  /** False while the superuser still owns the database, as in earlier versions (roles.ts). */
  isHandedOver: boolean;
}

interface Record {
  /** Absent: the cluster is in DATA_DIR. */
  home?: string;
  password: string;
  /** The password's role; absent: the superuser. */
  owner?: string;
}

const RECORD = 'engine.json';

/** Creates DATA_DIR. Returns its real path. @throws why it cannot be used */
export async function prepareDataDir(dataDir: string): Promise<string> {
  try {
    // Others may traverse it (the engine's user has to), but not list it.
    await makeFolders(dataDir, 0o711);
    const real = await realpath(dataDir);
    const probe = join(real, `.write-${randomUUID()}`);
    await writeFile(probe, '');
    await rm(probe);
    return real;
  } catch (error) {
    throw notUsable(dataDir, error);
  }
}

/** Node.js's `recursive` reports ENOENT for a read-only mount, and never ends below /proc. */
async function makeFolders(path: string, mode: number): Promise<void> {
  const make = () =>
    mkdir(path, { mode }).catch((error: unknown) => {
      if (systemCode(error) !== 'EEXIST') throw error;
    });
  try {
    await make();
  } catch (error) {
    if (systemCode(error) !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolders(dirname(path), mode);
    await make();
  }
}

export function notUsable(dataDir: string, error: unknown): Error {
  const code = systemCode(error);
  if (code === 'ENOSPC') return diskFull(dataDir);
  if (code === undefined) return error instanceof Error ? error : new Error(String(error));
  const reason = String((error as Error).message);
  if (code === 'EROFS') {
    return new StartError(
      `DATA_DIR (${dataDir}) is on a read-only disk: ${reason}. ` +
        'Mount it writable, or set DATA_DIR to a directory on another disk.',
      { cause: error },
    );
  }
  if (['EACCES', 'EPERM', 'ENOTDIR', 'EEXIST'].includes(code)) {
    return new StartError(
      `This user cannot write to DATA_DIR (${dataDir}): ${reason}. ` +
        'Change its owner to the user that runs Footfall (chown), or set DATA_DIR to another directory.',
      { cause: error },
    );
  }
  return new StartError(
    `DATA_DIR (${dataDir}) cannot be used: ${reason}. Set DATA_DIR to a directory that this user can write to.`,
    { cause: error },
  );
}

/** Matches PostgreSQL's messages. */
export function tellsDiskFull(output: string): boolean {
  return /No space left on device|Check free disk space/.test(output);
}

export class DiskFullError extends StartError {}

export function diskFull(dataDir: string): DiskFullError {
  return new DiskFullError(
    `The disk of DATA_DIR (${dataDir}) is full. Free some space (a new installation needs about ` +
      '200 MB), or set DATA_DIR to a directory on another disk, then start again.',
  );
}

/** Explains a full disk, if that is the error. */
export function asDiskFull(error: unknown, dataDir: string): unknown {
  return systemCode(error) === 'ENOSPC' ? diskFull(dataDir) : error;
}

/** Reads the record of an earlier start, without changing anything. */
export async function readHome(dataDir: string): Promise<EngineHome | undefined> {
  let text: string;
  try {
    text = await readFile(join(dataDir, RECORD), 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw notUsable(dataDir, error);
  }
  const record = JSON.parse(text) as Record;
  const cluster = join(record.home ?? dataDir, 'postgres');
  return {
    cluster,
    password: record.password,
    moved: record.home !== undefined,
    isHandedOver: record.owner === OWNER,
  };
}

/** The home of an earlier start, or a new one usable by the engine's user. */
export async function openHome(dataDir: string, user: EngineUser | undefined): Promise<EngineHome> {
  const storedHome = await readHome(dataDir);
  if (storedHome !== undefined) {
    if (storedHome.moved) await claim(storedHome.cluster, dataDir);
    return storedHome;
  }
  const password = randomBytes(24).toString('base64url');
  const inside = await reachable(dataDir, user);
  const home = inside ? undefined : join(SHARED_HOME, randomBytes(6).toString('hex'));
  if (home !== undefined && user !== undefined) await makeSharedHome(home, dataDir, user);
  await writeRecord(dataDir, { home, password, owner: OWNER });
  return {
    cluster: join(home ?? dataDir, 'postgres'),
    password,
    moved: home !== undefined,
    isHandedOver: true,
  };
}

/** Records that the password now belongs to the owner. */
export async function rememberHandOver(dataDir: string): Promise<void> {
  const record = JSON.parse(await readFile(join(dataDir, RECORD), 'utf8')) as Record;
  await writeRecord(dataDir, { ...record, owner: OWNER });
}

function writeRecord(dataDir: string, record: Record): Promise<void> {
  return writeOwned(dataDir, RECORD, JSON.stringify(record, null, 2));
}

async function makeSharedHome(home: string, dataDir: string, user: EngineUser): Promise<void> {
  try {
    await mkdir(SHARED_HOME, { recursive: true, mode: 0o755 });
    await mkdir(home, { mode: 0o700 });
    await chown(home, user.uid, user.gid);
    await writeFile(join(home, 'data-dir'), dataDir, { mode: 0o600 });
  } catch (error) {
    throw new StartError(
      `PostgreSQL refuses to run as root, and its own user (uid ${user.uid}) can neither open ` +
        `DATA_DIR (${dataDir}) nor use ${SHARED_HOME} (${String((error as Error).message)}). Set DATA_DIR to a ` +
        'directory that every user can open, such as /srv/footfall.',
      { cause: error },
    );
  }
}

/** Whether the engine's user can work in a directory inside DATA_DIR. */
async function reachable(dataDir: string, user: EngineUser | undefined): Promise<boolean> {
  if (user === undefined) return true;
  const probe = join(dataDir, `.reach-${randomUUID()}`);
  await mkdir(probe, { mode: 0o700 });
  try {
    await chown(probe, user.uid, user.gid);
    return await canUse(user, probe);
  } finally {
    await rm(probe, { recursive: true, force: true });
  }
}

/**
 * A copied DATA_DIR refers to its original's cluster, which the copy must not use; a moved one keeps its
 * cluster.
 */
async function claim(cluster: string, dataDir: string): Promise<void> {
  const label = join(cluster, '..', 'data-dir');
  const owner = await readFile(label, 'utf8').catch(() => dataDir);
  if (owner === dataDir) return;
  const original = await readHome(owner).catch(() => undefined);
  if (original?.cluster === cluster) {
    throw new StartError(
      `DATA_DIR (${dataDir}) is a copy of ${owner}, which owns the database in ${cluster}. ` +
        'Use an empty DATA_DIR for a second installation.',
    );
  }
  await writeFile(label, dataDir, { mode: 0o600 });
}

/** Writes a private file for the owner of DATA_DIR, even when run by root. */
async function writeOwned(dataDir: string, name: string, text: string): Promise<void> {
  const draft = join(dataDir, `${name}.${randomUUID()}`);
  await writeFile(draft, text, { mode: 0o600 });
  await giveToOwner(dataDir, draft);
  await rename(draft, join(dataDir, name));
}

export async function giveToOwner(dataDir: string, path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dataDir);
  await chown(path, uid, gid);
}
