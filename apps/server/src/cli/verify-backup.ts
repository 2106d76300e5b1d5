/** Restores a backup into a temporary database, which checks its rows, and removes that again. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StartError } from '../platform/common/start-error.ts';
import { type CheckOptions, checkBackup } from '../platform/db/backup/check-backup.ts';
import type { Manifest } from '../platform/db/backup/manifest.ts';
import { type RestoreOptions, restoreBackup } from '../platform/db/backup/restore-backup.ts';
import { type Engine, startEngine } from '../platform/engine/engine.ts';
import { DiskFullError } from '../platform/engine/home.ts';

/** A temporary database needs no sync to disk. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** @throws StartError with what is wrong with the backup */
export async function verifyBackup(
  folder: string,
  options: CheckOptions & RestoreOptions,
): Promise<Manifest> {
  const backup = await checkBackup(folder, options);
  const place = await mkdtemp(join(tmpdir(), 'footfall-verify-'));
  let engine: Engine | undefined;
  try {
    // The engine's user must be able to traverse it.
    await chmod(place, 0o711);
    const dataDir = join(place, 'data');
    engine = await startEngine({ dataDir, purpose: 'command', settings, onLog: () => undefined });
    options.signal?.throwIfAborted();
    return await restoreBackup(engine.url, backup, options);
  } catch (error) {
    if (!(error instanceof DiskFullError)) throw error;
    throw new StartError(
      `Not enough disk space in ${tmpdir()} for a scratch database. Set TMPDIR to a folder on a larger disk. The backup is unchanged.`,
      { cause: error },
    );
  } finally {
    await engine?.stop();
    if (engine?.moved) await rm(dirname(engine.cluster), { recursive: true, force: true });
    await rm(place, { recursive: true, force: true });
  }
}
