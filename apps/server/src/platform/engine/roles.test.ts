/* Who owns the embedded database: no superuser, in new clusters and in those of before. */
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, expect, test } from 'vitest';
import { createWorkspace } from '../../accounts/workspaces/store.ts';
import { connect } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import { clusterOwner } from './cluster.ts';
import { type Engine, startEngine } from './engine.ts';
import { runAs } from './os-user.ts';
import { engineProgram } from './program.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'footfall-roles-'));
await chmod(dataDir, 0o755);
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const log: string[] = [];
const start = () =>
  startEngine({ dataDir, settings: { fsync: 'off' }, onLog: (line) => log.push(line) });

async function withOwner<T>(engine: Engine, work: (owner: postgres.Sql) => Promise<T>): Promise<T> {
  const owner = postgres(engine.url, { max: 1, onnotice: () => undefined });
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

const factsOf = (engine: Engine) =>
  withOwner(engine, async (owner) => {
    const [role] = await owner`
      select rolname as name, rolsuper, rolbypassrls, rolcreatedb, rolreplication from pg_roles
      where rolname = current_user`;
    const owners = await owner`
      select distinct pg_get_userbyid(c.relowner) as name from pg_class c
      where c.relnamespace = 'public'::regnamespace
      union select pg_get_userbyid(proowner) from pg_proc where pronamespace = 'public'::regnamespace
      union select pg_get_userbyid(datdba) from pg_database where datname = current_database()`;
    const superusers = await owner`
      select rolname as name from pg_roles where rolsuper and rolcanlogin`;
    const workspaces = await owner<{ name: string }[]>`select name from workspaces`;
    return {
      role,
      owners: owners.map(({ name }) => name),
      superusers: superusers.map(({ name }) => name),
      workspaces: workspaces.map(({ name }) => name),
    };
  });

const wanted = {
  role: {
    name: 'footfall_owner',
    rolsuper: false,
    rolbypassrls: false,
    rolcreatedb: false,
    rolreplication: false,
  },
  owners: ['footfall_owner'],
  superusers: [],
};

async function addWorkspace(engine: Engine, name: string): Promise<void> {
  const db = await connect(engine.url);
  await db.system((tx) => createWorkspace(tx, name));
  await db.close();
}

/** As the first versions left it: the superuser logs in and owns everything. */
async function takeBack(cluster: string): Promise<void> {
  const record = join(dataDir, 'engine.json');
  const { owner, ...before } = JSON.parse(await readFile(record, 'utf8'));
  expect(owner).toBe('footfall_owner');
  await writeFile(record, JSON.stringify(before));
  const statements = [
    `alter role footfall login password '${before.password}'`,
    'alter database footfall owner to footfall',
    "do $$ declare o record; begin for o in select policyname as policy, tablename as name from pg_policies where schemaname = 'public' and roles = '{footfall_owner}' loop execute format('alter policy %I on %I to footfall', o.policy, o.name); end loop; end $$",
    'reassign owned by footfall_owner to footfall',
    "do $$ declare r name; begin for r in select rolname from pg_roles where rolname like 'footfall\\_app%' loop execute format('revoke %I from footfall_owner cascade', r); if r <> 'footfall_app' then execute format('grant footfall_app to %I', r); end if; end loop; end $$",
    'drop owned by footfall_owner',
    'drop role footfall_owner',
  ];
  const user = await clusterOwner(cluster);
  const { postgres: program } = await engineProgram(user, dataDir);
  const input = statements.map((statement) => `${statement};\n`).join('');
  const answer = await runAs(user, program, ['--single', '-D', cluster, 'footfall'], input);
  expect(answer.output).not.toMatch(/ERROR|FATAL/);
}

test('the service works as a role that is no superuser, and no superuser can log in', async () => {
  const engine = await start();
  await migrate(engine.url);
  await addWorkspace(engine, 'Before');
  expect(await factsOf(engine)).toEqual({ ...wanted, workspaces: ['Before'] });
  await engine.stop();
  expect(log.join()).not.toContain('not a superuser');

  await takeBack(engine.cluster);
  const upgraded = await start();
  expect(log.join()).toContain('Changing the database owner to a role that is not a superuser');
  await migrate(upgraded.url);
  await addWorkspace(upgraded, 'After');
  expect(await factsOf(upgraded)).toEqual({ ...wanted, workspaces: ['Before', 'After'] });
  // What comes later finds tables and functions that it may change.
  await withOwner(upgraded, async (owner) => {
    await owner`create table later (workspace_id uuid primary key)`;
    await owner`call protect_workspace_table('later')`;
    await owner`alter table leads add column later text`;
  });
  await upgraded.stop();

  const again = await start();
  expect(await factsOf(again)).toMatchObject({ workspaces: ['Before', 'After'] });
  await again.stop();
  expect(log.filter((line) => line.includes('not a superuser'))).toHaveLength(1);
}, 120_000);
