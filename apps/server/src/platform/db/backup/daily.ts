/** A folder of daily backups. The folder itself is the only record of the last one. */
import { access, constants, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError, systemCode } from '../../common/start-error.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { type BackupOptions, writeBackup } from './write-backup.ts';

export interface KeptBackup {
  path: string;
  madeAtMs: number;
  /** Created by the service, which removes it once there are enough newer ones. */
  isOwn: boolean;
}

const dayMs = 86_400_000;
const ownName = /^footfall-\d{4}-\d\d-\d\dT\d{6}Z$/;
const ownDraft = /^footfall-\d{4}-\d\d-\d\dT\d{6}Z\.part-/;
/** Most folders to read. */
const mostFolders = 1_000;

/** Complete backups, newest first. @throws StartError if the folder cannot be read */
export async function listBackups(folder: string): Promise<KeptBackup[]> {
  const names = await namesIn(folder);
  const backups: KeptBackup[] = [];
  for (const name of names.filter((text) => !text.includes('.part-')).slice(0, mostFolders)) {
    const path = join(folder, name);
    // Ignores everything that is not a complete backup.
    const manifest = await readManifest(path).catch(() => undefined);
    const madeAtMs = Date.parse(manifest?.madeAt ?? '');
    if (!Number.isNaN(madeAtMs)) backups.push({ path, madeAtMs, isOwn: ownName.test(name) });
  }
  return backups.sort((a, b) => b.madeAtMs - a.madeAtMs);
}

/** Makes a backup if the newest is a day old, and removes those beyond `keep`. Undefined if none was due. */
export async function backUpDaily(
  ownerUrl: string,
  folder: string,
  keep: number,
  options: BackupOptions,
): Promise<Manifest | undefined> {
  const [newest] = await listBackups(folder);
  if (newest !== undefined && Date.now() - newest.madeAtMs < dayMs) return undefined;
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '');
  const manifest = await writeBackup(ownerUrl, join(folder, `footfall-${stamp}Z`), options);
  await removeOld(folder, keep);
  return manifest;
}

/** @throws StartError if the folder exists and is not writable */
export async function requireWritable(folder: string): Promise<void> {
  try {
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw unusable(folder, error);
  }
}

async function removeOld(folder: string, keep: number): Promise<void> {
  const own = (await listBackups(folder)).filter(({ isOwn }) => isOwn);
  for (const { path } of own.slice(keep)) {
    // Renamed first, so that a partly deleted folder never looks like a backup.
    const draft = `${path}.part-removed`;
    await rename(path, draft);
    await rm(draft, { recursive: true, force: true });
  }
  // Left by services killed during a backup.
  for (const name of (await namesIn(folder)).filter((text) => ownDraft.test(text))) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > dayMs) await rm(path, { recursive: true, force: true });
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort().reverse();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw unusable(folder, error);
  }
}

function unusable(folder: string, error: unknown): StartError {
  return new StartError(
    `Cannot use BACKUP_DIR (${folder}): ${(error as Error).message}. Change its owner to the user that runs Footfall (chown), or choose another folder in ${dirname(folder)}.`,
    { cause: error },
  );
}
