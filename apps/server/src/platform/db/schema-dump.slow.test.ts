import postgres from 'postgres';
import { afterAll, expect, inject, test } from 'vitest';
import { migratedDatabase } from '../../testing/database.ts';
import { databaseUrl } from '../../testing/postgres.ts';
import { migrate } from './migrate.ts';
import { schemaText } from './schema-dump.ts';

const admin = postgres(inject('postgresUrl'), { max: 1, onnotice: () => undefined });
const names: string[] = [];
afterAll(async () => {
  for (const name of names) await admin.unsafe(`drop database if exists ${name} with (force)`);
  await admin.end();
});

async function newDatabase(): Promise<string> {
  const name = `schema_${process.pid}_${names.length}`;
  names.push(name);
  await admin.unsafe(`create database ${name}`);
  return databaseUrl(inject('postgresUrl'), name);
}

async function run(url: string, text: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  await sql.unsafe(text);
  await sql.end();
}

const migrated = await newDatabase();
await migrate(migrated);
const text = await schemaText(migrated);

test('a database that is migrated again, and another one, have the same tables', async () => {
  await migrate(migrated);
  expect(await schemaText(migrated)).toBe(text);
  const other = await newDatabase();
  await migrate(other);
  expect(await schemaText(other)).toBe(text);
});

test('the text leaves nothing out: the tables that it makes read the same', async () => {
  const copy = await newDatabase();
  await run(copy, text);
  expect(await schemaText(copy)).toBe(text);
});

const changes: [change: string, line: string][] = [
  ['alter table leads add column more text', '  more text'],
  ["alter table leads add check (code <> 'x' and source <> '')", '  check (code <> '],
  ['create index more on leads (code) include (source)', 'create index more on leads'],
  ['alter table leads no force row level security', 'alter table leads enable'],
  [
    'create trigger more before delete on leads for each row execute function keep_audit_log()',
    'create trigger more before',
  ],
  ['grant truncate on leads to footfall_app', 'truncate on leads to footfall_app;'],
];

test('a column, a check, an index, what a table lets see, a trigger or a right that is changed shows', async () => {
  const changed = await migratedDatabase();
  for (const [change, line] of changes) {
    await run(changed, change);
    expect(text, change).not.toContain(line);
  }
  const after = await schemaText(changed);
  for (const [change, line] of changes) expect(after, change).toContain(line);
});

test.each([
  ['create view more as select 1 as one', 'relation more'],
  ["create type more as enum ('a')", 'type more'],
  ['alter table leads add foreign key (workspace_id) references workspaces', 'foreign key leads_'],
])('an unsupported statement is refused: %s', async (change, reason) => {
  const changed = await migratedDatabase();
  await run(changed, change);
  await expect(schemaText(changed)).rejects.toThrow(reason);
});
