/* The service on a Citus cluster of a coordinator and two workers, which an ordinary PostgreSQL became. */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, expect, test } from 'vitest';
import { createWorkspace } from '../../../accounts/workspaces/store.ts';
import { checkStats } from '../../../stats/check.ts';
import { rollupStats, usualRollup } from '../../../stats/rollup.ts';
import { describeOnCitus, type Plan, type TestCitus } from '../../../testing/citus.ts';
import { runCommand } from '../../../testing/command-line.ts';
import { type Harness, startHarness, type TestWorkspace } from '../../../testing/harness.ts';
import type { Answer } from '../../../testing/post.ts';
import { randomHistory } from '../../../testing/random-history.ts';
import { readEverything } from '../../../testing/read-everything.ts';
import { allOperations, bodyOf, pathOf, seedWorkspace } from '../../../testing/seeded-workspace.ts';
import { fromPage, signedIn, testPassword } from '../../../testing/signed-in.ts';
import { applicationUrl } from '../application-role.ts';
import { migrate } from '../migrate.ts';
import { listNodes, urlOfNode } from './shard-views.ts';

const view = (visitor_id: string, message_id: string, session_id: string = randomUUID()) => {
  const context = { page: { url: 'https://a.example/x' } };
  return { type: 'event', name: 'page_view', message_id, visitor_id, session_id, context };
};
const dataIn = ({ body }: Answer) => (body as { data: Record<string, unknown> }).data;

async function stageOn(cluster: TestCitus) {
  const { ownerUrl } = cluster;
  await migrate(ownerUrl);
  // On one server still: a workspace with data.
  const before = await startHarness({}, {}, { ownerUrl });
  const visitor = randomUUID();
  const message = view(visitor, 'before');
  await before.send([message, { type: 'identify', visitor_id: visitor, email: 'ada@a.example' }]);
  await before.settle();
  await before.app.close();
  await before.db.close();
  await cluster.join();
  await migrate(ownerUrl);
  const h = await startHarness({}, {}, { ownerUrl });
  const owner = postgres(ownerUrl, { max: 1, onnotice: () => undefined });
  afterAll(() => owner.end());
  const at: TestWorkspace[] = [];
  while (at.filter(Boolean).length < 2) {
    const made = await h.newWorkspace();
    at[await h.db.servers.find(made.id)] = made;
  }
  return { cluster, ownerUrl, h, owner, old: { ...before.workspace, message }, at };
}

/** What comes to Citus from the service all the same, a workspace at a time; nothing else may. */
const throughCitus: [RegExp, string][] = [
  [
    /^\s*insert into (workspaces|api_keys) |from api_keys where workspace_id = /,
    'the harness makes workspaces and keys, as commands do',
  ],
  [/^\s*(insert into|update|delete from) (users|user_\w+) /, 'accounts are of no workspace'],
  [/ workspace_members\b/, 'the harness makes members, as commands do'],
];

function expectSingleShards(plans: Plan[]) {
  const onNodes = plans.filter(({ isOfCoordinator }) => !isOfCoordinator);
  const ofCitus = plans.filter(({ plan }) => plan.includes('Custom Scan (Citus'));
  // They were noted at all: those of triggers and functions, too.
  expect(onNodes.length).toBeGreaterThan(1000);
  for (const table of ['events', 'sessions', 'identities', 'session_facts', 'jobs']) {
    expect(onNodes.some(({ plan }) => plan.includes(` ${table}_1`))).toBe(true);
  }
  expect(ofCitus.filter(({ isOfCoordinator }) => !isOfCoordinator)).toEqual([]);
  expect(ofCitus.filter(({ plan }) => !plan.includes('Task Count: 1\n'))).toEqual([]);
  const others = ofCitus.filter(
    ({ statement }) => !throughCitus.some(([form]) => form.test(statement)),
  );
  expect(others).toEqual([]);
}

await describeOnCitus(stageOn, {}, (stage) => {
  const { cluster, ownerUrl, h, owner, old, at } = stage;
  const [here, there] = at as [TestWorkspace, TestWorkspace];
  const nodeOf = async (place: number) => {
    const node = (await listNodes(owner))[place];
    if (!node) throw new Error('no such node');
    return node;
  };

  test('data of a single server is there, and its messages are duplicates', async () => {
    expect(await h.send(old.message, old.productionKey)).toMatchObject({ duplicates: 1 });
    const people = await h.client(old.secretKey).identities.list();
    expect(people.data).toMatchObject([{ email: 'ada@a.example' }]);
  });

  test('every table is where it belongs, migrate has nothing to do, and doctor reports it', async () => {
    const rows = await owner`
      select table_name::text as name from citus_tables where citus_table_type = 'distributed'`;
    const wanted = await owner`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'workspace_id'`;
    const names = (all: Iterable<{ name?: string }>) => [...all].map((row) => row.name).sort();
    expect(names(rows)).toEqual(names(wanted));
    expect(await migrate(ownerUrl)).toEqual([]);
    const result = await runCommand(['doctor'], { DATABASE_URL: ownerUrl, PORT: '0' });
    expect(result.stdout).toMatch(/ok +Citus +13\.2.*2 nodes/);
  });

  test.each([0, 1])('each kind of message is stored once (node %i)', async (place) => {
    const { productionKey: key } = at[place] ?? here;
    const visitor_id = randomUUID();
    const views = [view(visitor_id, 'a'), view(visitor_id, 'b')];
    expect(await h.send(views[0] ?? {}, key)).toMatchObject({ accepted: 1 });
    expect(await h.send(views, key)).toMatchObject({ accepted: 1, duplicates: 1 });
    const others = [
      { type: 'identify', message_id: 'c', visitor_id, email: `${visitor_id}@a.example` },
      {
        type: 'conversion',
        message_id: 'd',
        visitor_id,
        name: 'signup',
        value: 5,
        currency: 'EUR',
      },
      { type: 'session', message_id: 'e', visitor_id, session_id: randomUUID(), action: 'start' },
      { ...view(visitor_id, 'late'), timestamp: new Date(Date.now() - 86_400_000).toISOString() },
    ];
    expect(await h.send(others, key)).toMatchObject({ accepted: 4, rejected: 0 });
    expect(await h.send(others, key)).toMatchObject({ duplicates: 4 });
  });

  test.each([0, 1])(
    'somebody accepts an invitation, and a member makes a workspace beside theirs (node %i)',
    async (place) => {
      const { id: workspaceId } = at[place] ?? here;
      const boss = await signedIn(h, { workspaceId });
      const invited = { email: `${randomUUID()}@a.example`, role: 'viewer' };
      const { link } = dataIn(await boss.post('/invitations', invited));
      const token = new URL(String(link)).searchParams.get('token');
      const body = { token, name: 'New', password: testPassword };
      const accepted = await fromPage(h, 'POST', '/auth/invitation/accept', { body });
      expect(accepted.status, accepted.text).toBe(200);
      const made = await boss.post('/workspaces', { name: 'Another' });
      expect(made.status, made.text).toBe(201);
      expect(await h.db.servers.find(String(dataIn(made).id))).toBe(place);
    },
  );

  test('every operation answers, nothing fails in the background, and no statement of a workspace is planned by Citus', async () => {
    const explaining = await cluster.explaining();
    const seeded = await seedWorkspace(h, 2);
    const headers = { 'x-svc-key': seeded.secretKey, authorization: `Bearer ${seeded.secretKey}` };
    const answers = await readEverything(async (path) => {
      const answer = await h.fetch(`/api/v1${path}`, { headers });
      expect([path, answer.status]).toEqual([path, 200]);
      return answer.text();
    });
    expect(Object.keys(answers).length).toBeGreaterThan(100);
    for (const operation of allOperations) {
      const body = bodyOf(operation, seeded);
      const answer = await h.fetch(pathOf(operation, seeded), {
        method: operation.method,
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      expect([operation.id, answer.status < 500]).toEqual([operation.id, true]);
      await answer.text();
    }
    await h.settle();
    const faults = h.logLines.filter((line) => JSON.parse(line).level >= 40);
    expect(faults).toEqual([]);
    const plans = (await explaining.plans()).filter(
      ({ application }) => application === 'footfall',
    );
    expectSingleShards(plans);
  });

  test('figures of days that are over are kept, and made one with what comes later', async () => {
    const options = {
      ...usualRollup,
      quietMs: 0,
      settleSize: 1,
      staleMs: 0,
      mostLater: 0,
    };
    const days = [3, 4, 3];
    for (const ago of days) {
      const timestamp = new Date(Date.now() - ago * 86_400_000).toISOString();
      await h.send({ ...view(randomUUID(), randomUUID()), timestamp }, here.productionKey);
      await h.settle();
      const rollup = () => h.db.workspace(here.id, (tx) => rollupStats(tx, here.id, options));
      while ((await rollup()) > 0);
    }
    const faults = await h.db.workspace(here.id, (tx) => checkStats(tx, here.id));
    expect(faults).toEqual([]);
    const kept = await h.db.workspace(
      here.id,
      (tx) => tx`select from stats_pairs where workspace_id = ${here.id}`,
    );
    expect(kept.length).toBeGreaterThan(20);
    const { total } = await h.client(here.secretKey).stats({
      dimensions: ['device'],
      landing_page: '/x',
      metrics: ['sessions'],
    });
    expect(total.sessions).toBeGreaterThanOrEqual(days.length);
  });

  test('a workspace sees itself only, on each node and in each part', async () => {
    const login = await applicationUrl(owner, ownerUrl);
    for (const place of [0, 1]) {
      const sql = postgres(urlOfNode(login, await nodeOf(place)), { max: 1 });
      const schemas = await sql<{ name: string }[]>`
        select nspname as name from pg_namespace where nspname ~ '^footfall_[0-9]'`;
      for (const { name: schema } of schemas) {
        await sql.begin(async (tx) => {
          await tx.unsafe(`set local search_path = ${schema}`);
          expect(await tx`select from events`).toHaveLength(0);
          await tx.unsafe(`set local app.workspace_id = '${at[place]?.id}'`);
          const seen = await tx`select distinct workspace_id as id from events`;
          expect(seen.every(({ id }) => id === at[place]?.id)).toBe(true);
          await expect(tx.savepoint((inner) => inner`delete from users`)).rejects.toThrow(
            'permission denied',
          );
        });
      }
      await sql.end();
    }
    for (const [own, other] of [
      [here, there],
      [there, here],
    ] as const) {
      const own1 = await h.client(own.secretKey).visitors.list();
      const other1 = await h.client(other.secretKey).visitors.list();
      const ids = new Set(own1.data.map(({ id }) => id));
      expect(other1.data.some(({ id }) => ids.has(id))).toBe(false);
    }
  });

  test('the same messages are answered as on one server', async () => {
    const plain = await startHarness();
    // Ids and keys are made of the workspace's.
    const id = await h.db.system(async (tx) => (await createWorkspace(tx, 'Same')).id);
    await plain.db.system((tx) => createWorkspace(tx, 'Same', id));
    const history = randomHistory(3, 60, Date.now() - 3_600_000);
    const readsOf = async (one: Harness) => {
      const { key } = await one.newKey({ workspaceId: id });
      const written = await one.newKey({ workspaceId: id, kind: 'production', scopes: [] });
      for (let from = 0; from < history.length; from += 10) {
        await one.send(history.slice(from, from + 10), written.key);
        await one.settle();
      }
      const headers = { authorization: `Bearer ${key}` };
      return readEverything(async (path) =>
        (await one.fetch(`/api/v1${path}`, { headers })).text(),
      );
    };
    const [reads, expected] = [await readsOf(h), await readsOf(plain)];
    expect(Object.keys(reads).sort()).toEqual(Object.keys(expected).sort());
    expect(Object.keys(reads).length).toBeGreaterThan(300);
    for (const [path, text] of Object.entries(expected)) {
      expect([path, JSON.parse(reads[path] ?? 'null')]).toEqual([path, JSON.parse(text)]);
    }
  });

  // Of a transaction of a workspace every name is that of a view of one shard, so no statement can be of more than that.
  test('every statement of a workspace is of one shard, and not planned by Citus', async () => {
    for (const place of [0, 1]) {
      const sql = postgres(urlOfNode(ownerUrl, await nodeOf(place)), { max: 1 });
      const tables = await sql<{ schema: string; name: string }[]>`
        select table_schema as schema, table_name as name from information_schema.views
        where table_schema ~ '^footfall_[0-9]'`;
      expect(tables.length).toBeGreaterThan(100);
      const wanted = await owner`select count(*)::integer as count from citus_tables`;
      const schemas = new Set(tables.map(({ schema }) => schema));
      expect(tables.length).toBe(schemas.size * wanted[0]?.count);
      for (const schema of schemas) {
        await sql.begin(async (tx) => {
          await tx.unsafe(`set local search_path = ${schema}, public`);
          for (const { name } of tables.filter((table) => table.schema === schema)) {
            const plan = await tx.unsafe(`explain select * from ${name}`);
            expect(JSON.stringify(plan)).toMatch(new RegExp(`Scan.* on ${name}_[0-9]+ `));
            expect(JSON.stringify(plan)).not.toContain('Citus');
          }
        });
      }
      await sql.end();
    }
    const [row] = await owner`
      select count(*)::integer as count from pg_stat_activity
      where usename = (select role_name from application_login)`;
    expect(row?.count).toBe(0);
  });
});
