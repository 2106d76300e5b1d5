/**
 * Writes a consistent snapshot of a database into a folder: during use, with only the owner's privileges, and
 * restorable on another PostgreSQL and a newer Footfall.
 */
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createGzip } from 'node:zlib';
import type postgres from 'postgres';
import { StartError, systemCode } from '../../common/start-error.ts';
import { version } from '../../version.ts';
import { refuseCluster } from '../citus/detect.ts';
import { copyOut } from '../copy-rows.ts';
import { endWith, openForRows } from '../prompt-socket.ts';
import { keyOf, markOf, sealing } from './encryption.ts';
import {
  type BackedUpTable,
  type Encryption,
  fileOf,
  formats,
  type Manifest,
  manifestName,
  markedText,
} from './manifest.ts';
import { countingRows, hashing } from './measured.ts';
import { copyForBackup, selectTables, type Table } from './tables.ts';

export interface BackupOptions {
  /** Reports progress by rows. If it throws, the backup ends. */
  onRows: (table: string, rows: number) => void;
  /** Without one, anybody with the files can read them. */
  passphrase?: string | undefined;
  /** Aborts the backup; nothing remains. */
  signal?: AbortSignal | undefined;
}

/** Encryption of the files. */
interface Seal {
  key: Buffer;
  encryption: Encryption;
}

/** Written under a draft name until it is complete and on disk, so the final name is never partial. @throws StartError */
export async function writeBackup(
  ownerUrl: string,
  path: string,
  options: BackupOptions,
): Promise<Manifest> {
  const folder = resolve(path);
  await requireNew(folder);
  const { passphrase, signal } = options;
  const seal = passphrase === undefined ? undefined : await newSeal(passphrase);
  const owner = openForRows(ownerUrl, 'footfall backup');
  const release = endWith(owner, signal);
  let draft: string | undefined;
  try {
    await refuseCluster(
      owner,
      'Cannot back up a Citus cluster, because its nodes share no snapshot. Back up each node with the tools of PostgreSQL.',
    );
    if ((await selectTables(owner)).length === 0) {
      throw new StartError('Nothing to back up: the database has no tables yet.');
    }
    await mkdir(dirname(folder), { recursive: true });
    const part = await mkdtemp(`${folder}.part-`);
    draft = part;
    const manifest = await owner.begin('isolation level repeatable read read only', (tx) =>
      writeAll(tx, part, seal, options),
    );
    await writeSynced(join(part, manifestName), `${JSON.stringify(manifest, null, 2)}\n`);
    await syncFolder(part);
    await rename(part, folder);
    draft = undefined;
    await syncFolder(dirname(folder));
    return manifest;
  } catch (error) {
    signal?.throwIfAborted();
    throw explained(error, folder);
  } finally {
    release();
    // Do not wait for the rest of an aborted table.
    await owner.end({ timeout: draft === undefined ? 5 : 0 });
    if (draft !== undefined) await rm(draft, { recursive: true, force: true });
  }
}

async function newSeal(passphrase: string): Promise<Seal> {
  const salt = randomBytes(32);
  const encryption: Encryption = { kdf: 'scrypt', salt: salt.toString('hex'), mark: '' };
  return { key: await keyOf(passphrase, salt), encryption };
}

async function requireNew(folder: string): Promise<void> {
  try {
    if ((await readdir(folder)).length === 0) return;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return;
    throw explained(error, folder);
  }
  throw new StartError(`${folder} already exists and is not empty. Choose a new folder.`);
}

function explained(error: unknown, folder: string): unknown {
  const code = systemCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new StartError(
      `The disk of ${folder} is full. Nothing was written. Free some space, or choose a folder on another disk.`,
      { cause: error },
    );
  }
  if (!['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENAMETOOLONG'].includes(code ?? '')) return error;
  return new StartError(
    `Cannot write ${folder}: ${(error as Error).message}. Choose a folder that this user can create.`,
    { cause: error },
  );
}

async function writeAll(
  tx: postgres.TransactionSql,
  folder: string,
  seal: Seal | undefined,
  { onRows }: BackupOptions,
): Promise<Manifest> {
  await tx`set local statement_timeout = 0`;
  const [server] = await tx<{ version: string; madeAt: Date }[]>`
    select current_setting('server_version') as version, now() as "madeAt"`;
  const applied = await tx<{ name: string }[]>`select name from schema_migrations order by version`;
  const tables: BackedUpTable[] = [];
  for (const table of await selectTables(tx)) {
    tables.push(await writeTable(tx, folder, table, seal, onRows));
  }
  const manifest: Manifest = {
    format: seal === undefined ? formats.plain : formats.encrypted,
    madeAt: server?.madeAt.toISOString() ?? '',
    footfall: version,
    postgres: server?.version ?? '',
    migrations: applied.map(({ name }) => name),
    tables,
    ...(seal && { encryption: { ...seal.encryption } }),
  };
  if (seal && manifest.encryption) {
    manifest.encryption.mark = markOf(seal.key, markedText(manifest));
  }
  return manifest;
}

async function writeTable(
  tx: postgres.TransactionSql,
  folder: string,
  table: Table,
  seal: Seal | undefined,
  onRows: BackupOptions['onRows'],
): Promise<BackedUpTable> {
  const { name, columns } = table;
  const file = fileOf(name, { encryption: seal?.encryption });
  let rows = 0;
  const { stream: hasher, result } = hashing();
  const counter = countingRows((more) => {
    rows += more;
    onRows(name, rows);
  });
  const target = createWriteStream(join(folder, file), { mode: 0o600, flags: 'wx', flush: true });
  // The level that uses the least CPU.
  const seals = seal === undefined ? [] : [sealing(seal.key, file)];
  await copyOut(
    tx,
    copyForBackup(table),
    counter,
    createGzip({ level: 1 }),
    ...seals,
    hasher,
    target,
  );
  return { name, columns, rows, file, ...result() };
}

async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
