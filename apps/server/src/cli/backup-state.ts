import type { Config } from '../platform/config.ts';
import { listBackups, requireWritable } from '../platform/db/backup/daily.ts';
import { readHome } from '../platform/engine/home.ts';

const lateHours = 48;

/** For `doctor`. @throws Error if there is no recent complete backup */
export async function backupState({
  backupDir,
  backupKeep,
  dataDir,
  databaseUrl,
}: Config): Promise<string> {
  if (backupDir === undefined) return 'no daily backup: BACKUP_DIR is not set';
  await requireWritable(backupDir);
  const [newest, ...older] = await listBackups(backupDir);
  if (newest === undefined) {
    const isNew = databaseUrl === undefined && (await readHome(dataDir)) === undefined;
    if (isNew) return `${backupDir}; the first start makes a backup`;
    throw new Error(
      `No backup in ${backupDir} yet. The service makes one when it starts; if it fails, its log has the reason.`,
    );
  }
  const hours = Math.floor((Date.now() - newest.madeAtMs) / 3_600_000);
  const text = `the newest is ${hours} h old: ${newest.path}`;
  if (hours < lateHours)
    return `${text}; ${older.length + 1} in total, the last ${backupKeep} daily ones are kept`;
  throw new Error(
    `${text}. Check that the service is running; its log has the reason why later backups failed.`,
  );
}
