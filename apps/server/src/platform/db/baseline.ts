/** Handles databases from before 0001_baseline.sql, which replaces all earlier migrations. */
import type postgres from 'postgres';
import { StartError } from '../common/start-error.ts';
import { databaseLocks } from './lock-classes.ts';

const baseline = '0001_baseline.sql';
const former = { count: 78, last: 146, lastName: '0146_closed_workspaces.sql' };

const remedy = `First start the last version of Footfall 0.1 once, which has the migration ${former.lastName}`;

/** Replaced by the baseline. */
export function isFormer(name: string): boolean {
  return name !== baseline && Number(name.slice(0, 4)) <= former.last;
}

/** What to do with a backup of such a database. */
export const formerBackupRemedy = `${remedy}. Restore the backup with it, then start this version on the data.`;

/** Records the baseline in place of earlier migrations. @throws StartError if only some of them were applied */
export async function recognizeBaseline(tx: postgres.TransactionSql): Promise<void> {
  await tx`select pg_advisory_xact_lock(${databaseLocks.migration})`;
  const [table] =
    await tx`select from pg_tables where schemaname = 'public' and tablename = 'schema_migrations'`;
  if (!table) return;
  const rows = await tx<{ name: string }[]>`select name from schema_migrations order by version`;
  const applied = rows.map(({ name }) => name).filter(isFormer);
  if (applied.length === 0) return;
  if (applied.length !== former.count || applied.at(-1) !== former.lastName) {
    throw new StartError(
      `The database is too old for this version: its last migration is ${applied.at(-1)}. ${remedy}, then start this version. Nothing was changed.`,
    );
  }
  await tx`delete from schema_migrations where version <= ${former.last}`;
  await tx`insert into schema_migrations (version, name) values (1, ${baseline})`;
}
