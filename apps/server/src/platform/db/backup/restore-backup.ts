/** An empty database filled from a backup, in one transaction: all of it is there, or nothing. */
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
  /** Told of rows as they arrive. */
  onRows: (table: string, rows: number) => void;
  /** Ends the restore at once, and nothing is left. */
  signal?: AbortSignal | undefined;
}

/** @throws StartError where the backup does not fit together, or the database is in use */
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
    // As it was when the backup was made; what came later changes what is in it, as it did elsewhere.
    const own = new Set(manifest.migrations);
    await migrate(ownerUrl, ({ name }) => own.has(name));
    signal?.throwIfAborted();
    await owner.begin(async (tx) => {
      await tx`set local statement_timeout = 0`;
      await fill(tx, backup, options);
      await beginAnew(tx);
      // From here on all of it is there: what is stopped now would say the opposite.
      release();
    });
    await owner`analyze`;
    isDone = true;
  } catch (error) {
    signal?.throwIfAborted();
    throw explained(error);
  } finally {
    release();
    // A table that was broken off has an end on its way that never comes; without its connection nothing of it is left.
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

/** COPY takes no table with row level security for its owner; and what follows from rows has followed where they come from. */
async function liftRestrictions(tx: postgres.TransactionSql, table: string): Promise<boolean> {
  const [{ forced } = { forced: false }] = await tx<{ forced: boolean }[]>`
    select relforcerowsecurity as forced from pg_class where oid = ${`public.${table}`}::regclass`;
  if (forced) await tx.unsafe(`alter table public.${table} no force row level security`);
  await tx.unsafe(`alter table public.${table} disable trigger user`);
  return forced;
}

/** Made anew of all rows, they take a fraction of the time. Returns how. */
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
  // Some of it is made by migrations.
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
  // It may have been written over since it was checked.
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

/** What went wrong with a file that is as it was written. */
function faultOf(error: unknown, file: string): unknown {
  const code = systemCode(error) ?? '';
  if (error instanceof NotAuthentic) return damaged(file, `cannot be decrypted: ${error.message}`);
  if (code.startsWith('Z_')) return damaged(file, `cannot be unpacked (${code})`, error);
  // Classes of what is wrong with values and rows.
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

/** Numbers of transactions mean nothing in another database: who follows changes looks at all of them anew. */
async function beginAnew(tx: postgres.TransactionSql): Promise<void> {
  for (const [table, columns] of Object.entries(numbersElsewhere)) {
    const sets = Object.entries(columns).map(([column, value]) => `${column} = ${value}`);
    await tx.unsafe(`update public.${table} set ${sets.join(', ')}`);
  }
  await tx.unsafe(floorsOf('workspaces'));
  // A ClickHouse may have what is newer than the backup. Where a workspace is to be erased there, it still is.
  await tx`
    delete from sink_positions p where exists (select from workspaces w where w.workspace_id = p.workspace_id)`;
}
