/* The rules that keep workspaces apart, read from PostgreSQL's catalogue and tried on real rows. */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, expect, test } from 'vitest';
import { createSigningSecret } from '../../accounts/keys/signing-secrets.ts';
import { startHarness } from '../../testing/harness.ts';
import { listPaths } from '../../testing/read-everything.ts';
import { pageIn, recordIn, restOf } from '../../testing/rest.ts';
import { allOperations, bodyOf, pathOf, seedWorkspace } from '../../testing/seeded-workspace.ts';
import { signedIn } from '../../testing/signed-in.ts';
import { enqueueJobs } from '../jobs/queue.ts';
import { applicationUrl } from './application-role.ts';

const groupRole = 'footfall_app';

const h = await startHarness();
const owner = postgres(h.ownerUrl, { max: 1, onnotice: () => undefined });
const applicationLogin = await applicationUrl(owner, h.ownerUrl);
const application = postgres(applicationLogin, { max: 1, onnotice: () => undefined });
afterAll(() => Promise.all([owner.end(), application.end()]));

const other = await h.newWorkspace('Other');
const seeded = await seedWorkspace(h);
/** Kept by the service for itself; the application role may not even look. */
const internal = [
  'schema_migrations',
  'application_login',
  'account_secrets',
  'user_accounts',
  'user_verifications',
  'user_two_factors',
  'used_codes',
  'erasure_secrets',
];

/** The application role adds rows to these, and looks at none. */
const unseen = ['security_events'];

const all = await owner<{ name: string }[]>`
  select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`;
const tables = all.map(({ name }) => name).filter((name) => !internal.includes(name));

// A row of the first workspace in every table. A new table: add what fills it.
const visitor_id = randomUUID();
const context = {
  campaign: { source: 'news', medium: 'email', name: 'spring' },
  consent: { analytics: true },
};
await h.send([
  { type: 'event', name: 'page_view', visitor_id, context },
  { type: 'identify', visitor_id, email: 'ada@firm.example' },
  { type: 'conversion', name: 'signup', visitor_id },
  { type: 'event', name: 'login', visitor_id, user_id: 'guest' },
  { type: 'nonsense' },
]);
await h.settle();
const rest = restOf(h);
const list = recordIn(await rest.post('/lists', { name: 'Hot' }, { 'idempotency-key': 'once' }));
await rest.post(`/lists/${list.id}/members`, { visitor_ids: [visitor_id] });
await rest.post('/lists', { name: 'Kept', of: 'visitors', filter: 'source = website' });
await owner`
  insert into campaign_spend (workspace_id, campaign_id, day, currency, amount)
  values (${h.workspace.id}, ${randomUUID()}, '2026-10-01', 'EUR', 5)`;
await owner`
  insert into company_details
    (workspace_id, domain, name, name_key, description, employees, main_industry, changed_at)
  values (${h.workspace.id}, 'acme.example', 'Acme', 'acme', '', '', '', now())`;
await owner`
  insert into company_imports (workspace_id, file_key, rows_done) values (${h.workspace.id}, 'x', 1)`;
await owner`
  insert into change_floors (workspace_id, xact, id) values (${h.workspace.id}, 1, ${randomUUID()})`;
await h.db.system((tx) => createSigningSecret(tx, h.workspace.id, 'Test'));
await owner`insert into sink_positions (workspace_id, target) values (${h.workspace.id}, 'here')`;
await owner`
  insert into past_edits (workspace_id, identity_id, is_test, is_favorite, inherits_favorite, traits)
  values (${h.workspace.id}, ${randomUUID()}, false, true, true, '{}')`;
await owner`
  insert into daily_usage (workspace_id, day, key_id, is_signed, rows, bytes, people, leads)
  values (${h.workspace.id}, '2026-10-01', ${randomUUID()}, false, 1, 1, 0, 0)`;
await owner`
  insert into network_secrets (workspace_id, day, secret) values (${h.workspace.id}, '2026-10-01', '')`;
await owner`
  insert into people_holds (workspace_id, key, held_by) values (${h.workspace.id}, 'user:false:a', 'user:false:a')`;
await owner`
  insert into kept_visits (workspace_id, session_id, visitor_id, is_test, part, viewed_at, urls)
  values (${h.workspace.id}, ${randomUUID()}, ${visitor_id}, false, ${randomUUID()}, '{}', '{}')`;
await owner`
  insert into retention_runs (workspace_id, kind, removes_before) values (${h.workspace.id}, 'consents', '2026-10-01')`;
await owner`
  insert into wary_keys (workspace_id, key_id, shown_at) values (${h.workspace.id}, ${randomUUID()}, now())`;
await owner`
  insert into previewed_writes (workspace_id, token_hash, key_id, tool, arguments_hash, expires_at)
  values (${h.workspace.id}, '', ${randomUUID()}, 'update_lead', '', now())`;
const member = await signedIn(h, { role: 'member' });
await member.post('/views', { page: 'leads', name: 'All' });
await member.post('/list-changes', { list_id: list.id, action: 'add', of: 'visitors' });
await owner`
  insert into shares (workspace_id, id, token_hash, page, name, query, reveals)
  values (${h.workspace.id}, ${randomUUID()}, '', 'overview', 'Shared', '{}', '{}')`;
await owner`
  insert into security_events (workspace_id, id, event, outcome, actor_type, account, address, device, workspace, subject)
  values (${h.workspace.id}, ${randomUUID()}, 'key.created', 'success', 'command', '', '', '', '', '')`;
const user_id = randomUUID();
await owner`insert into users (id, email) values (${user_id}, 'member@example.com')`;
await owner`
  insert into workspace_members (workspace_id, user_id, workspace_role)
  values (${h.workspace.id}, ${user_id}, 'admin')`;
await owner`
  insert into user_sessions (id, user_id, token, proved_by, expires_at)
  values (${randomUUID()}, ${user_id}, 'x', 'password', now() + interval '1 hour')`;
await owner`
  insert into user_passkeys (id, user_id, public_key, credential_id, counter, device_type, backed_up)
  values (${randomUUID()}, ${user_id}, 'x', ${randomUUID()}, 0, 'singleDevice', false)`;
await owner`
  insert into invitations (workspace_id, id, email, workspace_role, by_operator, shown_hash, expires_at)
  values (${h.workspace.id}, ${randomUUID()}, 'x@example.com', 'viewer', true, '', now())`;
await h.db.workspace(h.workspace.id, (tx) =>
  enqueueJobs(tx, h.workspace.id, 'people', [{ subject: visitor_id, isTest: false }], {
    afterMs: 3_600_000,
  }),
);

await owner`
  insert into stats_marks (workspace_id, marked_at, visitor_id, session_id, is_test)
  values (${h.workspace.id}, now() + interval '1 hour', ${visitor_id}, ${visitor_id}, false)`;
await owner`
  insert into stats_pairs (workspace_id, is_test, dimensions, day, first_value, second_values)
  values (${h.workspace.id}, false, 18, 1, 1, '{1}')`;
await owner`
  insert into message_days (workspace_id, is_test, day, browser, visits, received, refused, lost)
  values (${h.workspace.id}, false, 1, '', 1, 1, 0, 0)`;
await owner`
  insert into message_day_marks (workspace_id, is_test, day, is_due, rests_until)
  values (${h.workspace.id}, false, 1, false, now())`;
await owner`
  insert into erasure_parts (workspace_id, erasure_id, kind, key)
  values (${h.workspace.id}, ${randomUUID()}, 'email', 'x')`;
// Of a workspace that is none, or the background would take it away.
await owner`
  insert into search_pending (workspace_id, kind, id) values (${randomUUID()}, 'lead', ${randomUUID()})`;

test('every table has row level security, forced, and policies that check what is read and written', async () => {
  const rows = await owner<
    { name: string; has_workspace: boolean; is_on: boolean; is_forced: boolean }[]
  >`
    select c.relname as name, c.relrowsecurity as is_on, c.relforcerowsecurity as is_forced,
           exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'workspace_id') as has_workspace
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`;
  const guarded = rows.filter(({ name }) => !internal.includes(name));
  expect(guarded.length).toBeGreaterThan(12);
  expect(guarded.filter(({ is_on, is_forced }) => !is_on || !is_forced)).toEqual([]);
  const policies = await owner<
    { name: string; qual: string | null; with_check: string | null; cmd: string }[]
  >`
    select tablename as name, qual, with_check, cmd from pg_policies
    where schemaname = 'public' and ${groupRole} = any(roles)`;
  for (const { name, has_workspace } of guarded) {
    const own = policies.filter((policy) => policy.name === name);
    expect(own, name).toHaveLength(1);
    if (has_workspace) {
      expect(own[0], name).toMatchObject({
        cmd: 'ALL',
        qual: '(workspace_id = current_workspace())',
        with_check: '(workspace_id = current_workspace())',
      });
    } else {
      // Asks current_workspace() in its turn.
      expect(own[0]?.qual, name).toContain('is_member_here(');
      expect(own[0]?.cmd, name).toBe('SELECT');
    }
  }
  const forAll = await owner`
    select tablename from pg_policies where schemaname = 'public' and 'public' = any(roles)`;
  expect([...forAll]).toEqual([]);
});

test('workspace_id is first in every primary key and part of every unique index', async () => {
  const rows = await owner<
    { index: string; first: string; columns: string[]; is_primary: boolean }[]
  >`
    select i.indexrelid::regclass::text as index, i.indisprimary as is_primary,
           pg_get_indexdef(i.indexrelid, 1, true) as first,
           array(select pg_get_indexdef(i.indexrelid, n, true) from generate_series(1, i.indnkeyatts) n) as columns
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and i.indisunique
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'workspace_id')`;
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter(({ first }) => first !== 'workspace_id')).toEqual([]);
});

test('nothing reads around the policies: no view, no function with the owner’s rights', async () => {
  const views = await owner`
    select relname from pg_class where relnamespace = 'public'::regnamespace
      and relkind in ('v', 'm') and not coalesce(reloptions::text like '%security_invoker=true%', false)`;
  expect([...views]).toEqual([]);
  const functions = await owner`
    select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef`;
  expect([...functions]).toEqual([]);
});

test('the application role owns nothing, is no superuser, bypasses nothing and is a member of nothing else', async () => {
  const login = new URL(applicationLogin).username;
  const roles = await owner`
    select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication from pg_roles
    where rolname in (${login}, ${groupRole})`;
  const none = {
    rolsuper: false,
    rolbypassrls: false,
    rolcreaterole: false,
    rolcreatedb: false,
    rolreplication: false,
  };
  expect([...roles]).toEqual([none, none]);
  const owned = await owner`
    select c.relname from pg_class c join pg_roles r on r.oid = c.relowner
    where r.rolname in (${login}, ${groupRole})
    union all select p.proname from pg_proc p join pg_roles r on r.oid = p.proowner
    where r.rolname in (${login}, ${groupRole})`;
  expect([...owned]).toEqual([]);
  const memberOf = await owner<{ name: string }[]>`
    select g.rolname as name from pg_auth_members m
    join pg_roles r on r.oid = m.member join pg_roles g on g.oid = m.roleid
    where r.rolname in (${login}, ${groupRole})`;
  expect(memberOf.map(({ name }) => name)).toEqual([groupRole]);
});

test.each(tables)(
  'without a workspace %s shows no row and takes none; in another workspace neither',
  async (table) => {
    const [real] = await owner<{ row: Record<string, string> }[]>`
      select to_jsonb(t) as row from ${owner(table)} t limit 1`;
    if (!real) throw new Error(`no row of ${table}: add above what fills it`);
    const keys = await owner<{ name: string }[]>`
      select a.attname as name from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indrelid = ${table}::regclass and i.indisprimary`;
    // Other columns may change meanwhile: when a key was used last, what a person's score is.
    const key = JSON.stringify(Object.fromEntries(keys.map(({ name }) => [name, real.row[name]])));
    const count = async (sql: postgres.Sql | postgres.TransactionSql) => {
      const [row] = await sql<{ total: number }[]>`
        select count(*)::integer as total from ${sql(table)} t where to_jsonb(t) @> ${key}::text::jsonb`;
      return row?.total;
    };
    const written = await owner<{ name: string }[]>`
      select attname as name from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`;
    const names = written.map(({ name }) => name);
    const insert = (sql: postgres.Sql | postgres.TransactionSql) => sql`
      insert into ${sql(table)} (${sql(names)})
      select ${sql(names)} from jsonb_populate_record(null::${sql(table)}, ${JSON.stringify(real.row)}::text::jsonb)`;
    expect(await count(owner)).toBe(1);
    if (unseen.includes(table)) {
      await expect(count(application)).rejects.toMatchObject({ code: '42501' });
    } else {
      expect(await count(application)).toBe(0);
    }
    const inOther = <T>(work: (tx: postgres.TransactionSql) => Promise<T>) =>
      application.begin(async (tx) => {
        await tx.unsafe(`set local app.workspace_id = '${other.id}'`);
        return work(tx);
      });
    if (!unseen.includes(table)) expect(await inOther(count)).toBe(0);
    const refused = { code: '42501' };
    await expect(insert(application)).rejects.toMatchObject(refused);
    await expect(inOther(insert)).rejects.toMatchObject(refused);
    const deleted = await inOther(
      (tx) => tx`delete from ${tx(table)} t where to_jsonb(t) @> ${key}::text::jsonb`,
    ).then(
      ({ count: rows }) => rows,
      (error: unknown) => (error instanceof postgres.PostgresError ? error.code : error),
    );
    expect([0, '42501']).toContain(deleted);
    expect(await count(owner)).toBe(1);
  },
);

test.each(internal)('%s is closed to the application role', async (table) => {
  await expect(application`select * from ${application(table)}`).rejects.toMatchObject({
    code: '42501',
  });
});

test('a setting that is no workspace shows nothing, and one that lasts beyond the transaction does not exist', async () => {
  await expect(
    application.begin(async (tx) => {
      await tx.unsafe(`set local app.workspace_id = 'nonsense'`);
      return tx`select * from leads`;
    }),
  ).rejects.toMatchObject({ code: '22P02' });
  await application.begin(async (tx) => {
    await tx.unsafe(`set local app.workspace_id = '${h.workspace.id}'`);
    expect(await tx`select id from leads`).toHaveLength(1);
  });
  expect(await application`select id from leads`).toHaveLength(0);
});

const withId = allOperations.filter(({ params }) => params);

test.each(withId.map((operation) => [operation.id, operation] as const))(
  '%s: records of another workspace answer exactly as records that do not exist',
  async (_id, operation) => {
    const answerTo = async (path: string) => {
      const body = bodyOf(operation, seeded);
      const response = await h.fetch(path, {
        method: operation.method,
        headers: {
          authorization: `Bearer ${other.secretKey}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      return [response.status, await response.text(), response.headers.get('etag')];
    };
    const answer = await answerTo(pathOf(operation, seeded));
    expect(answer[0]).toBe(404);
    expect(answer).toEqual(await answerTo(pathOf(operation, seeded, randomUUID())));
  },
);

test('lists show nothing of another workspace, and it changed nothing', async () => {
  const foreign = restOf(h, other.secretKey);
  for (const path of listPaths) {
    expect(pageIn(await foreign.get(path)).pagination.total, path).toBe(0);
  }
  const query = `?visitor_id=${visitor_id}`;
  expect(pageIn(await rest.get(`/identities${query}`)).pagination.total).toBe(1);
  expect(pageIn(await foreign.get(`/identities${query}`)).pagination.total).toBe(0);
  const [lead] = pageIn(await rest.get('/leads')).data;
  expect(lead?.summary).toBeNull();
});
