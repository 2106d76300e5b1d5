/* `footfall backup` and `footfall restore`: all that a database has to a folder, and an empty database from it. */
import { type Command, Option } from 'commander';
import { ownCommand } from '../common/own-command.ts';
import { StartError } from '../common/start-error.ts';
import type { Config } from '../config.ts';
import type { Manifest } from '../db/backup/manifest.ts';
import { restoreBackup } from '../db/backup/restore-backup.ts';
import { writeBackup } from '../db/backup/write-backup.ts';
import { type Flags, type Progress, show } from './commands.ts';
import { openServer } from './open-database.ts';
import { stopOnSignal } from './stop-on-signal.ts';

const tellEveryMs = 5_000;

export function addBackupCommands(
  program: Command,
  config: () => Config,
  progress: Progress,
): void {
  const json = () => new Option('--json', 'print JSON for scripts');
  program
    .command('backup')
    .description('write all that is stored to a new folder, while the service runs')
    .argument('<folder>', 'a folder that is not there yet')
    .addOption(json())
    .action((folder: string, flags: Flags) => backup(config(), folder, flags, progress));
  program
    .command('restore')
    .description('fill a new DATA_DIR, or an empty database of DATABASE_URL, from such a folder')
    .argument('<folder>', 'what backup has made')
    .addOption(json())
    .action((folder: string, flags: Flags) => restore(config(), folder, flags, progress));
}

async function backup(
  config: Config,
  folder: string,
  flags: Flags,
  progress: Progress,
): Promise<void> {
  const { ownerUrl, close } = await openServer(config, progress);
  const manifest = await whileTold(
    progress,
    'The backup was broken off, and nothing of it was left.',
    (onRows) => writeBackup(ownerUrl, folder, { onRows }),
  ).finally(close);
  if (config.cells.length > 0) {
    progress(
      `Of home alone: each database of CELLS is backed up by itself, with DATABASE_URL set to it and CELLS to nothing.`,
    );
  }
  show(flags, told(folder, manifest), [
    `${rowsOf(manifest)} rows of ${manifest.tables.length} tables, as of ${manifest.madeAt}: ${folder}`,
    'It holds names, addresses and hashes of keys: keep it as you keep the database.',
    `To fill a new installation from it: ${ownCommand} restore ${folder}`,
  ]);
}

async function restore(
  config: Config,
  folder: string,
  flags: Flags,
  progress: Progress,
): Promise<void> {
  const { ownerUrl, source, close } = await openServer(config, progress);
  if (source === 'running service') {
    throw new StartError(
      `A service is running on DATA_DIR (${config.dataDir}). A backup fills a new one: set DATA_DIR to a folder that is not there yet.`,
    );
  }
  const manifest = await whileTold(
    progress,
    'The restore was broken off, and nothing of it was left.',
    (onRows) => restoreBackup(ownerUrl, folder, { onRows }),
  ).finally(close);
  show(flags, told(folder, manifest), [
    `${rowsOf(manifest)} rows of ${manifest.tables.length} tables are there, as they were at ${manifest.madeAt}.`,
    `Start it: ${ownCommand} start`,
  ]);
}

/** How far it is, now and then; Ctrl-C ends it in order. */
async function whileTold<T>(
  progress: Progress,
  stopped: string,
  work: (onRows: (table: string, rows: number) => void) => Promise<T>,
): Promise<T> {
  const signals = stopOnSignal(stopped);
  let toldAt = Date.now();
  try {
    return await work((table, rows) => {
      signals.check();
      if (Date.now() - toldAt < tellEveryMs) return;
      toldAt = Date.now();
      progress(`${table}: ${rows} rows`);
    });
  } finally {
    signals.release();
  }
}

function rowsOf({ tables }: Manifest): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}

function told(folder: string, manifest: Manifest) {
  const { madeAt, footfall, postgres, tables } = manifest;
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0);
  return { folder, madeAt, footfall, postgres, rows: rowsOf(manifest), bytes };
}
