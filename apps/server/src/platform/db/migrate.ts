/** Applies migrations/NNNN_name.sql in order, each in one transaction, version row first. */
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { StartError } from '../common/start-error.ts';
import { packageFolder } from '../package-folder.ts';
import { ensureGroupRole, ensureLoginRole } from './application-role.ts';
import { recognizeBaseline } from './baseline.ts';
import { type Layout, layoutOf } from './citus/cluster.ts';
import { sqlState } from './faults.ts';
import { databaseLocks } from './lock-classes.ts';

export const migrationsFolder = fileURLToPath(new URL('migrations/', packageFolder));

interface Migration {
  version: number;
  name: string;
}

/**
 * Migrates the database to this program's schema. Returns the names of applied migrations. `isWanted`: limits them,
 * for an older version's schema.
 */
export async function migrate(
  ownerUrl: string,
  isWanted: (migration: Migration) => boolean = () => true,
): Promise<string[]> {
  const owner = postgres(ownerUrl, { max: 1, onnotice: () => {}, connect_timeout: 10 });
  try {
    const migrations = (await listMigrations()).filter(isWanted);
    await ensureGroupRole(owner);
    await owner.begin(recognizeBaseline);
    const applied: string[] = [];
    const layout = await layoutOf(owner, ownerUrl);
    await layout.prepare(await isComplete(owner, migrations));
    const step = (tx: postgres.TransactionSql) => takeStep(tx, migrations, layout);
    try {
      for (;;) {
        const name = await withoutCollision(() => owner.begin(step));
        if (name === undefined) break;
        applied.push(name);
      }
      await withoutCollision(() => layout.arrange(applied.length > 0));
    } catch (error) {
      await layout.restore(error);
      throw error;
    }
    return applied;
  } finally {
    await owner.end({ timeout: 5 });
  }
}

const collisions = 10;

/** Roles are shared by the whole server: another database may be changing the same one, which PostgreSQL does not lock. */
async function withoutCollision<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isCollision = error instanceof Error && error.message === 'tuple concurrently updated';
      if (!isCollision || attempt === collisions) throw error;
      await sleep(50 * attempt);
    }
  }
}

/** Nothing to do. */
async function isComplete(owner: postgres.Sql, migrations: Migration[]): Promise<boolean> {
  const [table] =
    await owner`select from pg_tables where schemaname = 'public' and tablename = 'schema_migrations'`;
  return table !== undefined && (await firstMissing(owner, migrations)) === undefined;
}

/** Applies the first missing one; undefined if all are applied. */
async function takeStep(
  tx: postgres.TransactionSql,
  migrations: Migration[],
  layout: Layout,
): Promise<string | undefined> {
  // Per transaction, since a session may be shared behind a pooler.
  await tx`select pg_advisory_xact_lock(${databaseLocks.migration})`;
  await tx`
    create table if not exists schema_migrations (
      version integer primary key, name text not null, applied_at timestamptz not null default now())`;
  await tx`
    create table if not exists application_login (
      only_row boolean primary key check (only_row), role_name text not null, password text not null)`;
  const missing = await firstMissing(tx, migrations);
  if (!missing) {
    await ensureLoginRole(tx);
    return undefined;
  }
  const { version, name } = missing;
  await tx`insert into schema_migrations (version, name) values (${version}, ${name})`;
  const text = await readFile(new URL(name, `file://${migrationsFolder}`), 'utf8');
  await layout.apply(tx, text).catch((error: unknown) => {
    throw inItsWords(error);
  });
  return name;
}

/** A migration's `raise exception` has instructions for the operator. */
function inItsWords(error: unknown): unknown {
  const isOurs = error instanceof Error && sqlState(error) === 'P0001';
  return isOurs ? new StartError(error.message, { cause: error }) : error;
}

async function firstMissing(tx: postgres.ISql, migrations: Migration[]) {
  const rows = await tx<Migration[]>`select version, name from schema_migrations`;
  const versions = new Set(migrations.map(({ version }) => version));
  const newer = rows.filter(({ version }) => !versions.has(version));
  if (newer.length > 0) {
    throw new StartError(
      `The database is from a newer Footfall: this version does not have the migration ${newer.map(({ name }) => name).join(', ')}. Start the newer version, or restore a backup from this one.`,
    );
  }
  const present = new Set(rows.map(({ version }) => version));
  return migrations.find(({ version }) => !present.has(version));
}

export async function listMigrations(): Promise<Migration[]> {
  const names = (await readdir(migrationsFolder)).filter((name) => /^\d{4}_.+\.sql$/.test(name));
  return names.sort().map((name) => ({ version: Number(name.slice(0, 4)), name }));
}
