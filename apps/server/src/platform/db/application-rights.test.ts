/* What the application's login may not do, tried with it, in the embedded engine as a service starts it. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, expect, test } from 'vitest';
import { databaseUrl } from '../../testing/postgres.ts';
import { startEngine } from '../engine/engine.ts';
import { looseRights } from './application-rights.ts';
import { applicationUrl } from './application-role.ts';
import { migrate } from './migrate.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'footfall-rights-'));
await chmod(dataDir, 0o755);
const engine = await startEngine({ dataDir, settings: { fsync: 'off' }, onLog: () => undefined });
await migrate(engine.url);
const owner = postgres(engine.url, { max: 1, onnotice: () => undefined });
const url = await applicationUrl(owner, engine.url);
const application = postgres(url, { max: 1, onnotice: () => undefined });
afterAll(async () => {
  await Promise.all([application.end(), owner.end()]);
  await engine.stop(1_000);
  await rm(dataDir, { recursive: true, force: true });
});
const login = new URL(url).username;

test.each([
  ['a temporary table', 'create temporary table t (x text)'],
  ['a temporary view', 'create temporary view v as select 1'],
  ['a table', 'create table t (x text)'],
  ['a schema', 'create schema mine'],
  ['a function', 'create function f() returns int language sql return 1'],
  ['a large object', 'select lo_create(0)'],
  ['a large object with content', "select lo_from_bytea(0, 'x')"],
  ['a large object of the server’s files', "select lo_import('/etc/passwd')"],
  ['more rights', 'alter role current_user createrole'],
  ['a superuser', 'alter role current_user superuser'],
  ['no row level security', 'alter role current_user bypassrls'],
  ['another role', 'create role another'],
  ['the owner’s role', 'set role footfall_owner'],
  ['the superuser’s role', 'set role footfall'],
  ['another password of the owner', "alter role footfall_owner password 'x'"],
  ['a file of the server', "copy (select 1) to '/tmp/footfall-x'"],
  ['a program of the server', "copy (select 1) to program 'true'"],
  ['other rights of a key', "update api_keys set scopes = '{}'"],
  ['another text of a key', "update api_keys set key_hash = ''"],
  ['no trace of a key', 'delete from api_keys'],
  ['another signing secret', "update signing_secrets set secret = ''"],
  ['other ids of visitors', "update workspaces set visitor_secret = ''"],
  ['no workspace', 'delete from workspaces'],
  ['no policies', 'alter table leads disable row level security'],
  ['the login of others', 'select * from application_login'],
])('it makes itself no %s', async (_what, statement) => {
  await expect(application.unsafe(statement)).rejects.toMatchObject({ code: '42501' });
});

test.each(['postgres', 'template1'])('it cannot connect to the database %s', async (name) => {
  const elsewhere = postgres(databaseUrl(url, name), { max: 1, onnotice: () => undefined });
  // No line of pg_hba.conf lets it in.
  await expect(elsewhere`select 1`).rejects.toMatchObject({ code: '28000' });
  await elsewhere.end();
});

test('settings that a role can change on itself are reset at the next start', async () => {
  await application.unsafe("alter role current_user password 'other'");
  await application.unsafe('alter role current_user set statement_timeout = 0');
  await migrate(engine.url);
  const again = postgres(url, { max: 1, onnotice: () => undefined });
  const [row] =
    await again`select current_setting('statement_timeout') as limit, current_user as name`;
  expect(row).toEqual({ limit: '10s', name: login });
  await again.end();
});

test('the doctor has nothing left to report', async () => {
  expect(await looseRights(owner, { isElsewhere: false })).toEqual([]);
});

test('on a foreign server it reports the databases that stay open to the role', async () => {
  const elsewhere = { isElsewhere: true };
  expect(await looseRights(owner, elsewhere)).toEqual([
    'connect to other databases (postgres, template1)',
  ]);
});
