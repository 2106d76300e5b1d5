/** A folder with a backup for each day. The folder is the only record of when the last one was made. */
import { access, constants, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError, systemCode } from '../../common/start-error.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { type BackupOptions, writeBackup } from './write-backup.ts';

export interface KeptBackup {
  path: string;
  madeAtMs: number;
  /** Made by the service, which removes it when there are enough newer ones. */
  isOwn: boolean;
}

const dayMs = 86_400_000;
const ownName = /^footfall-\d{4}-\d\d-\d\dT\d{6}Z$/;
const ownDraft = /^footfall-\d{4}-\d\d-\d\dT\d{6}Z\.part-/;
/** Folders that are read. */
const mostFolders = 1_000;

/** Whole ones, the newest first. @throws StartError where the folder cannot be read */
export async function listBackups(folder: string): Promise<KeptBackup[]> {
  const names = await namesIn(folder);
  const backups: KeptBackup[] = [];
  for (const name of names.filter((text) => !text.includes('.part-')).slice(0, mostFolders)) {
    const path = join(folder, name);
    // Whatever is not a whole backup does not count.
    const manifest = await readManifest(path).catch(() => undefined);
    const madeAtMs = Date.parse(manifest?.madeAt ?? '');
    if (!Number.isNaN(madeAtMs)) backups.push({ path, madeAtMs, isOwn: ownName.test(name) });
  }
  return backups.sort((a, b) => b.madeAtMs - a.madeAtMs);
}

/** Makes one where the newest is a day old, and removes those beyond `keep`. Undefined when none was due. */
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

/** @throws StartError when the folder exists and cannot be written to */
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
    // Renamed first, so that a half-deleted folder is never taken for a backup.
    const draft = `${path}.part-removed`;
    await rename(path, draft);
    await rm(draft, { recursive: true, force: true });
  }
  // Left by services that were killed during a backup.
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
