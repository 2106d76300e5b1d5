/** Verifies a backup against its manifest's checksums before anything is written. */
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError, systemCode } from '../../common/start-error.ts';
import { formerBackupRemedy, isFormer } from '../baseline.ts';
import { listMigrations } from '../migrate.ts';
import { isMark, keyOf } from './encryption.ts';
import {
  type BackedUpTable,
  fileOf,
  type Manifest,
  manifestName,
  markedText,
  readManifest,
} from './manifest.ts';

export interface CheckedBackup {
  folder: string;
  manifest: Manifest;
  /** Set for an encrypted backup. */
  key: Buffer | undefined;
}

export interface CheckOptions {
  passphrase: string | undefined;
  signal?: AbortSignal | undefined;
}

/** @throws StartError if a part is damaged, or has a table unknown to this program */
export async function checkBackup(
  folder: string,
  { passphrase, signal }: CheckOptions,
): Promise<CheckedBackup> {
  const manifest = await readManifest(folder);
  await requireKnownMigrations(manifest);
  const key = await keyFor(folder, manifest, passphrase);
  for (const table of manifest.tables) {
    signal?.throwIfAborted();
    await checkFile(folder, manifest, table, signal);
  }
  return { folder, manifest, key };
}

export function damaged(file: string, reason: string, cause?: unknown): StartError {
  return new StartError(
    `The backup is damaged: ${file} ${reason}. Nothing was restored. Use another copy of the backup.`,
    { cause },
  );
}

/** Opens a file of the backup. @throws StartError with the file's name */
export async function openPart(folder: string, file: string): Promise<FileHandle> {
  try {
    const part = await open(join(folder, file));
    if ((await part.stat()).isFile()) return part;
    await part.close();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') throw damaged(file, 'is missing', error);
    throw damaged(file, `cannot be read (${(error as Error).message})`, error);
  }
  throw damaged(file, 'is not a file');
}

async function requireKnownMigrations({ footfall, migrations }: Manifest): Promise<void> {
  if (migrations.some(isFormer)) {
    throw new StartError(
      `The backup is from Footfall ${footfall}, which is too old for this version. ${formerBackupRemedy}`,
    );
  }
  const names = new Set((await listMigrations()).map(({ name }) => name));
  const newer = migrations.filter((name) => !names.has(name));
  if (newer.length === 0) return;
  throw new StartError(
    `The backup is from a newer Footfall (${footfall}): this version does not have the migration ${newer.join(', ')}. Restore it with that version.`,
  );
}

async function checkFile(
  folder: string,
  manifest: Manifest,
  { name, file, bytes, sha256 }: BackedUpTable,
  signal: AbortSignal | undefined,
): Promise<void> {
  // A manifest must not refer outside the folder.
  if (file !== fileOf(name, manifest)) throw damaged(file, 'does not match the name of its table');
  const part = await openPart(folder, file);
  try {
    const { size } = await part.stat();
    if (size !== bytes) throw damaged(file, `has ${size} bytes instead of ${bytes}`);
    const hash = createHash('sha256');
    for await (const chunk of part.createReadStream({ autoClose: false })) {
      signal?.throwIfAborted();
      hash.update(chunk as Buffer);
    }
    const digest = hash.digest('hex');
    if (digest !== sha256) {
      throw damaged(file, `has changed (its SHA-256 is ${digest})`);
    }
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    throw damaged(file, `cannot be read (${(error as Error).message})`, error);
  } finally {
    await part.close();
  }
}

async function keyFor(
  folder: string,
  manifest: Manifest,
  passphrase: string | undefined,
): Promise<Buffer | undefined> {
  const { encryption } = manifest;
  if (encryption === undefined) return undefined;
  if (passphrase === undefined) {
    throw new StartError(
      `The backup in ${folder} is encrypted. Set BACKUP_PASSPHRASE, or BACKUP_PASSPHRASE_FILE, to its passphrase.`,
    );
  }
  const key = await keyOf(passphrase, Buffer.from(encryption.salt, 'hex'));
  if (isMark(encryption.mark, key, markedText(manifest))) return key;
  throw new StartError(
    `The passphrase of the backup in ${folder} is wrong, or its ${manifestName} has changed. Correct BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE, or use another copy.`,
  );
}
