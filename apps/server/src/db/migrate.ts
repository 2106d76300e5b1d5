/** Applies migrations/NNNN_name.sql in order: each in a transaction of its own, version row first. */
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { StartError } from '../errors.ts';
import { ensureGroupRole, ensureLoginRole } from './application-role.ts';

const migrationsFolder = fileURLToPath(new URL('../../migrations/', import.meta.url));
/** Any number; every Footfall process takes the same lock to migrate. */
const migrationLock = 4_607_182;

interface Migration {
  version: number;
  name: string;
}

/** Brings the database to this program's schema. Returns the names of what was applied. */
export async function migrate(ownerUrl: string): Promise<string[]> {
  const settings = { max: 1, onnotice: () => {}, connect_timeout: 10 };
  const lock = postgres(ownerUrl, settings);
  const owner = postgres(ownerUrl, settings);
  try {
    const migrations = await listMigrations();
    // A transaction holds the lock, not a session: behind a pooler the session is not ours alone.
    return await lock.begin(async (tx) => {
      await tx`set local idle_in_transaction_session_timeout = 0`;
      await tx`select pg_advisory_xact_lock(${migrationLock})`;
      return migrateAlone(owner, migrations);
    });
  } finally {
    await Promise.all([owner.end({ timeout: 5 }), lock.end({ timeout: 5 })]);
  }
}

async function migrateAlone(owner: postgres.Sql, migrations: Migration[]): Promise<string[]> {
  await ensureGroupRole(owner);
  await owner`
    create table if not exists schema_migrations (
      version integer primary key, name text not null, applied_at timestamptz not null default now())`;
  await owner`
    create table if not exists application_login (
      only_row boolean primary key check (only_row), role_name text not null, password text not null)`;
  const applied = await applyMissing(owner, migrations);
  await ensureLoginRole(owner);
  return applied;
}

async function applyMissing(owner: postgres.Sql, migrations: Migration[]): Promise<string[]> {
  const rows = await owner<Migration[]>`select version, name from schema_migrations`;
  const known = new Set(migrations.map(({ version }) => version));
  const newer = rows.filter(({ version }) => !known.has(version));
  if (newer.length > 0) {
    throw new StartError(
      `The database was used by a newer Footfall: it has the migration ${newer.map(({ name }) => name).join(', ')}, which this program does not know. Start the newer program, or restore a backup that this one made.`,
    );
  }
  const present = new Set(rows.map(({ version }) => version));
  const missing = migrations.filter(({ version }) => !present.has(version));
  for (const { version, name } of missing) {
    const text = await readFile(new URL(name, `file://${migrationsFolder}`), 'utf8');
    await owner.begin(async (tx) => {
      await tx`insert into schema_migrations (version, name) values (${version}, ${name})`;
      await tx.unsafe(text);
    });
  }
  return missing.map(({ name }) => name);
}

async function listMigrations(): Promise<Migration[]> {
  const names = (await readdir(migrationsFolder)).filter((name) => /^\d{4}_.+\.sql$/.test(name));
  return names.sort().map((name) => ({ version: Number(name.slice(0, 4)), name }));
}
