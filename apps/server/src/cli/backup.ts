/* `footfall backup` and `footfall restore`: a whole database into a folder, and from it into an empty database. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { ownCommand } from '../platform/common/own-command.ts';
import { StartError } from '../platform/common/start-error.ts';
import type { Config } from '../platform/config.ts';
import { checkBackup } from '../platform/db/backup/check-backup.ts';
import { type Manifest, manifestName } from '../platform/db/backup/manifest.ts';
import { restoreBackup } from '../platform/db/backup/restore-backup.ts';
import { writeBackup } from '../platform/db/backup/write-backup.ts';
import { type Flags, show } from './commands.ts';
import { openServer } from './open-database.ts';
import { progressEvery } from './progress.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { verifyBackup } from './verify-backup.ts';
import { jsonCommand } from './workspace-command.ts';

const tellEveryMs = 5_000;

interface BackupFlags extends Flags {
  verify?: boolean;
}

/** Progress reports and cancellation. */
interface Watched {
  onRows: (table: string, rows: number) => void;
  signal: AbortSignal;
}

export function addBackupCommands(program: Command, config: () => Config): void {
  jsonCommand(program, 'backup', 'back up everything to a new folder, also while the service runs')
    .argument('<folder>', 'new folder; with --verify also an existing backup')
    .option('--verify', 'restore the backup to a scratch database and compare the rows')
    .action((folder: string, flags: BackupFlags) => backup(config(), folder, flags));
  jsonCommand(
    program,
    'restore',
    'restore a backup to a new DATA_DIR, or to the empty database of DATABASE_URL',
  )
    .argument('<folder>', 'folder of the backup')
    .action((folder: string, flags: Flags) => restore(config(), folder, flags));
}

async function backup(config: Config, folder: string, flags: BackupFlags): Promise<void> {
  if (flags.verify && (await isBackup(folder))) return verifyOnly(config, folder, flags);
  const manifest = await untilStopped('Backup canceled. Nothing was written.', async (watched) => {
    const { ownerUrl, close } = await openServer(config);
    const passphrase = config.backupPassphrase;
    return writeBackup(ownerUrl, folder, { ...watched, passphrase }).finally(close);
  });
  if (flags.verify) await verify(config, folder);
  const isEncrypted = manifest.encryption !== undefined;
  show(flags, backupSummary(folder, manifest, flags.verify), [
    `Backed up ${rowsOf(manifest)} rows in ${manifest.tables.length} tables, as of ${manifest.madeAt}, to ${folder}`,
    ...(flags.verify ? ['Verified: a scratch database restored from it has the same rows.'] : []),
    isEncrypted
      ? 'The backup is encrypted. Keep the passphrase elsewhere: without it, nobody can restore the backup.'
      : 'The backup contains personal data and key hashes. Protect it as you protect the database.',
    `To restore it to a new installation: ${ownCommand} restore ${folder}`,
  ]);
}

async function verifyOnly(config: Config, folder: string, flags: BackupFlags): Promise<void> {
  const manifest = await verify(config, folder);
  show(flags, backupSummary(folder, manifest, true), [
    `Verified: the backup restores ${rowsOf(manifest)} rows in ${manifest.tables.length} tables, as of ${manifest.madeAt}.`,
  ]);
}

function verify(config: Config, folder: string): Promise<Manifest> {
  return untilStopped('Verification canceled. The backup is unchanged.', (watched) =>
    verifyBackup(folder, { ...watched, passphrase: config.backupPassphrase }),
  );
}

async function restore(config: Config, folder: string, flags: Flags): Promise<void> {
  const manifest = await untilStopped(
    'Restore canceled. Nothing was restored.',
    async (watched) => {
      // First, so that a damaged backup changes nothing.
      const { signal } = watched;
      const checked = await checkBackup(folder, { signal, passphrase: config.backupPassphrase });
      const { ownerUrl, source, close } = await openServer(config);
      if (source === 'running service') {
        throw new StartError(
          `A service is running on DATA_DIR (${config.dataDir}). Set DATA_DIR to a new folder to restore to.`,
        );
      }
      return restoreBackup(ownerUrl, checked, watched).finally(close);
    },
  );
  show(flags, backupSummary(folder, manifest), [
    `Restored ${rowsOf(manifest)} rows in ${manifest.tables.length} tables, as of ${manifest.madeAt}.`,
    `To start the service: ${ownCommand} start`,
  ]);
}

/** Reports progress from time to time; Ctrl-C ends it cleanly. */
async function untilStopped<T>(
  stopped: string,
  work: (watched: Watched) => Promise<T>,
): Promise<T> {
  const { signal, release } = stopOnSignal(stopped);
  const tell = progressEvery(tellEveryMs);
  const onRows = (table: string, rows: number) => tell(`${table}: ${rows} rows`);
  try {
    return await work({ onRows, signal });
  } finally {
    release();
  }
}

function isBackup(folder: string): Promise<boolean> {
  return stat(join(folder, manifestName)).then(
    () => true,
    () => false,
  );
}

function rowsOf({ tables }: Manifest): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}

function backupSummary(folder: string, manifest: Manifest, isVerified = false) {
  const { madeAt, footfall, postgres, tables, encryption } = manifest;
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0);
  const isEncrypted = encryption !== undefined;
  const rows = rowsOf(manifest);
  return { folder, madeAt, footfall, postgres, rows, bytes, isEncrypted, isVerified };
}
