import type { Config } from '../platform/config.ts';
import { listBackups, requireWritable } from '../platform/db/backup/daily.ts';
import { readHome } from '../platform/engine/home.ts';

const lateHours = 48;

/** For `doctor`. @throws Error when the last good backup is too old, or there is none */
export async function backupState({
  backupDir,
  backupKeep,
  dataDir,
  databaseUrl,
}: Config): Promise<string> {
  if (backupDir === undefined) return 'not made by the service: BACKUP_DIR is not set';
  await requireWritable(backupDir);
  const [newest, ...older] = await listBackups(backupDir);
  if (newest === undefined) {
    const isNew = databaseUrl === undefined && (await readHome(dataDir)) === undefined;
    if (isNew) return `${backupDir} (the first start makes one)`;
    throw new Error(
      `none in ${backupDir} yet: the service makes one when it starts, and logs why where it cannot.`,
    );
  }
  const hours = Math.floor((Date.now() - newest.madeAtMs) / 3_600_000);
  const text = `the last is ${hours} h old: ${newest.path}`;
  if (hours < lateHours)
    return `${text}; ${older.length + 1} there, ${backupKeep} of each day kept`;
  throw new Error(`${text}. See that the service runs; its log says why it made none since.`);
}
