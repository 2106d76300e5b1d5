/** Restores a backup into an empty database in one transaction: all or nothing. */
import { createGunzip } from 'node:zlib';
import type postgres from 'postgres';
import { StartError, systemCode } from '../../common/start-error.ts';
import { refuseCluster } from '../citus/detect.ts';
import { copyIn } from '../copy-rows.ts';
import { isDiskFull, sqlState } from '../faults.ts';
import { migrate } from '../migrate.ts';
import { endWith, openForRows } from '../prompt-socket.ts';
import { floorsOf, numbersElsewhere } from '../transaction-numbers.ts';
import { type CheckedBackup, damaged, openPart } from './check-backup.ts';
import { NotAuthentic, opening } from './encryption.ts';
import type { BackedUpTable, Manifest } from './manifest.ts';
import { countingRows, hashing } from './measured.ts';
import { copyOf, selectTables, type Table } from './tables.ts';

export interface RestoreOptions {
  /** Reports progress by rows. */
  onRows: (table: string, rows: number) => void;
  /** Aborts the restore; nothing remains. */
  signal?: AbortSignal | undefined;
}

/** @throws StartError if the backup is inconsistent, or the database is in use */
export async function restoreBackup(
  ownerUrl: string,
  backup: CheckedBackup,
  options: RestoreOptions,
): Promise<Manifest> {
  const { manifest } = backup;
  const { signal } = options;
  const owner = openForRows(ownerUrl, 'footfall restore');
  const release = endWith(owner, signal);
  let isDone = false;
  try {
    await requireEmpty(owner, manifest);
    // First to the backup's schema; later migrations then change the restored data as usual.
    const own = new Set(manifest.migrations);
    await migrate(ownerUrl, ({ name }) => own.has(name));
    signal?.throwIfAborted();
    await owner.begin(async (tx) => {
      await tx`set local statement_timeout = 0`;
      await fill(tx, backup, options);
      await beginAnew(tx);
      // Committed: stopping now would wrongly report that nothing was restored.
      release();
    });
    await owner`analyze`;
    isDone = true;
  } catch (error) {
    signal?.throwIfAborted();
    throw explained(error);
  } finally {
    release();
    // An aborted COPY never finishes; closing its connection rolls everything back.
    await owner.end({ timeout: isDone ? 5 : 0 });
  }
  await migrate(ownerUrl);
  return manifest;
}

async function requireEmpty(owner: postgres.Sql, { migrations }: Manifest): Promise<void> {
  await refuseCluster(
    owner,
    'Cannot restore to a Citus cluster. Restore to a PostgreSQL server without Citus.',
  );
  const tables = (await selectTables(owner)).map(({ name }) => name);
  if (tables.length === 0) return;
  const isOurs = ['workspaces', 'users'].every((name) => tables.includes(name));
  const [used] = isOurs
    ? await owner`select where exists (select from workspaces) or exists (select from users)`
    : [true];
  if (used !== undefined) {
    throw new StartError(
      'The database has data, and a backup restores only to an empty one. ' +
        'Set DATA_DIR to a new folder, or DATABASE_URL to an empty database.',
    );
  }
  const applied = await owner<{ name: string }[]>`select name from schema_migrations`;
  const later = applied.filter(({ name }) => !migrations.includes(name));
  if (later.length > 0) {
    throw new StartError(
      `The database is newer than the backup (${later.map(({ name }) => name).join(', ')}). Set DATA_DIR to a new folder, or DATABASE_URL to an empty database.`,
    );
  }
}

async function fill(
  tx: postgres.TransactionSql,
  backup: CheckedBackup,
  { onRows }: RestoreOptions,
): Promise<void> {
  const { tables } = backup.manifest;
  const there = await selectTables(tx);
  const named = (list: Table[]) =>
    list.map(({ name, columns }) => `${name} (${columns.toSorted().join()})`).sort();
  const [missing] = named(tables).filter((table) => !named(there).includes(table));
  if (missing !== undefined || tables.length !== there.length) {
    throw new StartError(
      `The tables of the backup do not match its migrations${missing ? `: ${missing}` : ''}. Its backup.json has changed. Use another copy.`,
    );
  }
  for (const table of tables) {
    const isRestricted = await liftRestrictions(tx, table.name);
    const indexes = await dropIndexes(tx, table.name);
    await fillTable(tx, backup, table, onRows);
    for (const index of indexes) await tx.unsafe(index);
    await tx.unsafe(`alter table public.${table.name} enable trigger user`);
    if (isRestricted) await tx.unsafe(`alter table public.${table.name} force row level security`);
  }
}

/** COPY does not work for a table's owner with row level security; and triggers already ran before the backup. */
async function liftRestrictions(tx: postgres.TransactionSql, table: string): Promise<boolean> {
  const [{ forced } = { forced: false }] = await tx<{ forced: boolean }[]>`
    select relforcerowsecurity as forced from pg_class where oid = ${`public.${table}`}::regclass`;
  if (forced) await tx.unsafe(`alter table public.${table} no force row level security`);
  await tx.unsafe(`alter table public.${table} disable trigger user`);
  return forced;
}

/** Rebuilding indexes at the end takes a fraction of the time. Returns their definitions. */
async function dropIndexes(tx: postgres.TransactionSql, table: string): Promise<string[]> {
  const indexes = await tx<{ name: string; definition: string }[]>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i
    where i.indrelid = ${`public.${table}`}::regclass
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
    order by 1`;
  for (const { name } of indexes) await tx.unsafe(`drop index ${name}`);
  return indexes.map(({ definition }) => definition);
}

async function fillTable(
  tx: postgres.TransactionSql,
  { folder, key }: CheckedBackup,
  table: BackedUpTable,
  onRows: RestoreOptions['onRows'],
): Promise<void> {
  const { name, file } = table;
  let rows = 0;
  const { stream: hasher, result } = hashing();
  const counter = countingRows((more) => {
    rows += more;
    onRows(name, rows);
  });
  // Migrations create some rows.
  await tx.unsafe(`delete from public.${name}`);
  const part = await openPart(folder, file);
  const packed = part.createReadStream();
  const opened = key === undefined ? [] : [opening(key, file)];
  try {
    await copyIn(tx, copyOf(table), packed, hasher, ...opened, createGunzip(), counter);
  } catch (error) {
    throw faultOf(error, file);
  } finally {
    packed.destroy();
  }
  // The file may have changed since it was checked.
  if (result().sha256 !== table.sha256) throw damaged(file, 'was changed while it was read');
  const [stored] = await tx.unsafe<{ rows: string }[]>(
    `select count(*) as rows from public.${name}`,
  );
  if (rows !== table.rows || Number(stored?.rows) !== rows) {
    throw damaged(
      file,
      `has ${rows} rows, ${stored?.rows} arrived, and ${table.rows} were written`,
    );
  }
}

/** Explains an error of an intact file. */
function faultOf(error: unknown, file: string): unknown {
  const code = systemCode(error) ?? '';
  if (error instanceof NotAuthentic) return damaged(file, `cannot be decrypted: ${error.message}`);
  if (code.startsWith('Z_')) return damaged(file, `cannot be unpacked (${code})`, error);
  // SQLSTATE classes for invalid values and rows.
  if (!/^(22|23|42)[0-9A-Z]{3}$/.test(sqlState(error))) return error;
  return damaged(file, `is refused by PostgreSQL (${(error as Error).message})`, error);
}

function explained(error: unknown): unknown {
  if (error instanceof StartError) return error;
  if (isDiskFull(error)) {
    return new StartError(
      'The disk of the database is full. Nothing was restored. Free some space: a restored database takes about twenty times the size of its backup.',
      { cause: error },
    );
  }
  const code = sqlState(error);
  if (code === '') return error;
  return new StartError(
    `The database aborted the restore: ${(error as Error).message} (${code}). Nothing was restored. Check the log of the database, then try again.`,
    { cause: error },
  );
}

/** Transaction numbers are meaningless in another database: followers of changes start over. */
async function beginAnew(tx: postgres.TransactionSql): Promise<void> {
  for (const [table, columns] of Object.entries(numbersElsewhere)) {
    const sets = Object.entries(columns).map(([column, value]) => `${column} = ${value}`);
    await tx.unsafe(`update public.${table} set ${sets.join(', ')}`);
  }
  await tx.unsafe(floorsOf('workspaces'));
  // A ClickHouse may have newer data than the backup. Pending erasures there stay pending.
  await tx`
    delete from sink_positions p where exists (select from workspaces w where w.workspace_id = p.workspace_id)`;
}
