/** An empty database filled from a backup, in one transaction: all of it is there, or nothing. */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import type postgres from 'postgres';
import { StartError, systemCode } from '../../common/start-error.ts';
import { hasCitus } from '../citus/distribute.ts';
import { copyIn } from '../copy-rows.ts';
import { listMigrations, migrate } from '../migrate.ts';
import { openForRows } from '../prompt-socket.ts';
import { floorsOf, numbersElsewhere } from '../transaction-numbers.ts';
import { type BackedUpTable, type Manifest, readManifest } from './manifest.ts';
import { countingRows, hashing } from './measured.ts';
import { copyOf, selectTables, type Table } from './tables.ts';

export interface RestoreOptions {
  /** Told of rows as they arrive. What it throws ends the restore, and nothing is left. */
  onRows: (table: string, rows: number) => void;
}

/** @throws StartError where the backup is damaged or newer than this program, or the database is in use */
export async function restoreBackup(
  ownerUrl: string,
  folder: string,
  options: RestoreOptions,
): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const known = new Set((await listMigrations()).map(({ name }) => name));
  const newer = manifest.migrations.filter((name) => !known.has(name));
  if (newer.length > 0) {
    throw new StartError(
      `The backup is of a newer Footfall (${manifest.footfall}): it has the migration ${newer.join(', ')}, which this program does not know. Restore it with that version.`,
    );
  }
  const owner = openForRows(ownerUrl, 'footfall restore');
  let isDone = false;
  try {
    await requireEmpty(owner, manifest);
    // As it was when the backup was made; what came later changes what is in it, as it did elsewhere.
    const own = new Set(manifest.migrations);
    await migrate(ownerUrl, ({ name }) => own.has(name));
    await owner.begin(async (tx) => {
      await tx`set local statement_timeout = 0`;
      await fill(tx, folder, manifest, options);
      await beginAnew(tx);
    });
    await owner`analyze`;
    isDone = true;
  } finally {
    // A table that was broken off has an end on its way that never comes; without its connection nothing of it is left.
    await owner.end({ timeout: isDone ? 5 : 0 });
  }
  await migrate(ownerUrl);
  return manifest;
}

async function requireEmpty(owner: postgres.Sql, { migrations }: Manifest): Promise<void> {
  if (await hasCitus(owner)) {
    throw new StartError(
      'A database that is distributed by Citus cannot be filled from a backup. Restore into one PostgreSQL without it.',
    );
  }
  const tables = (await selectTables(owner)).map(({ name }) => name);
  if (tables.length === 0) return;
  const isOurs = ['workspaces', 'users'].every((name) => tables.includes(name));
  const [used] = isOurs
    ? await owner`select where exists (select from workspaces) or exists (select from users)`
    : [true];
  if (used !== undefined) {
    throw new StartError(
      'The database is in use: a backup fills an empty one alone, so that nothing is written over. ' +
        'Set DATA_DIR to a new folder, or DATABASE_URL to an empty database, and restore there.',
    );
  }
  const applied = await owner<{ name: string }[]>`select name from schema_migrations`;
  const later = applied.filter(({ name }) => !migrations.includes(name));
  if (later.length > 0) {
    throw new StartError(
      `The tables of the database are newer than those of the backup (${later.map(({ name }) => name).join(', ')}). Set DATA_DIR to a new folder, or DATABASE_URL to an empty database.`,
    );
  }
}

async function fill(
  tx: postgres.TransactionSql,
  folder: string,
  { tables }: Manifest,
  { onRows }: RestoreOptions,
): Promise<void> {
  const there = await selectTables(tx);
  const named = (list: Table[]) =>
    list.map(({ name, columns }) => `${name} (${columns.toSorted().join()})`).sort();
  const [missing] = named(tables).filter((table) => !named(there).includes(table));
  if (missing !== undefined || tables.length !== there.length) {
    throw new StartError(
      `The backup's tables are not those of its migrations${missing ? `: ${missing}` : ''}. Its backup.json was changed; take another copy.`,
    );
  }
  for (const table of tables) {
    const isRestricted = await liftRestrictions(tx, table.name);
    const indexes = await dropIndexes(tx, table.name);
    await fillTable(tx, folder, table, onRows);
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
  folder: string,
  table: BackedUpTable,
  onRows: RestoreOptions['onRows'],
): Promise<void> {
  const { name, file } = table;
  const damaged = (reason: string) =>
    new StartError(
      `The backup is damaged: ${file} ${reason}. Nothing was restored; take another copy of the backup.`,
    );
  // Named by what is in the folder, and nowhere else.
  if (file !== `${name}.copy.gz`) throw damaged('is not the name of its table');
  let rows = 0;
  const { stream: hasher, result } = hashing();
  const counter = countingRows((more) => {
    rows += more;
    onRows(name, rows);
  });
  // Some of it is made by migrations.
  await tx.unsafe(`delete from public.${name}`);
  const packed = createReadStream(join(folder, file));
  try {
    await copyIn(tx, copyOf(table), packed, hasher, createGunzip(), counter);
  } catch (error) {
    const code = systemCode(error) ?? '';
    if (code === 'ENOENT') throw damaged('is missing');
    if (code.startsWith('Z_')) throw damaged(`cannot be unpacked (${code})`);
    throw error;
  }
  const { bytes, sha256 } = result();
  if (sha256 !== table.sha256) {
    throw damaged(`has ${bytes} bytes that are not those that were written (SHA-256 ${sha256})`);
  }
  if (rows !== table.rows) throw damaged(`has ${rows} rows, and ${table.rows} were written`);
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
