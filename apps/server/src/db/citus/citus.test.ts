/* The service on a Citus cluster of a coordinator and two workers, which an ordinary PostgreSQL became. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IngestAnswer } from '@footfall/contract/ingest';
import postgres from 'postgres';
import { afterAll, describe, expect, test } from 'vitest';
import { checkStats } from '../../history/stats/check.ts';
import { foldStats, usualFold } from '../../history/stats/fold.ts';
import { usualPairs } from '../../history/stats/pairs.ts';
import {
  citusPrograms,
  citusRemedy,
  type Plan,
  startCitus,
  type TestCitus,
} from '../../testing/citus.ts';
import { runCommand } from '../../testing/command-line.ts';
import {
  type Harness,
  startHarness,
  type TestWorkspace,
  wideLimits,
} from '../../testing/harness.ts';
import type { Answer } from '../../testing/post.ts';
import { randomHistory } from '../../testing/random-history.ts';
import { readEverything } from '../../testing/read-everything.ts';
import { allOperations, bodyOf, pathOf, seedWorkspace } from '../../testing/seeded-workspace.ts';
import { type Service, startFootfall, temporaryDirectory } from '../../testing/service-process.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { fromPage, signedIn, testPassword } from '../../testing/signed-in.ts';
import { createWorkspace } from '../../workspaces/store.ts';
import { applicationUrl } from '../application-role.ts';
import { migrate } from '../migrate.ts';
import { listNodes, urlOfNode } from './shard-views.ts';
import { coordinatorTables } from './tables.ts';

const view = (visitor_id: string, message_id: string, session_id: string = randomUUID()) => {
  const context = { page: { url: 'https://a.example/x' } };
  return { type: 'event', name: 'page_view', message_id, visitor_id, session_id, context };
};
type Message = ReturnType<typeof view>;
const dataIn = ({ body }: Answer) => (body as { data: Record<string, unknown> }).data;

async function prepare() {
  const cluster = await startCitus();
  afterAll(() => cluster.stop());
  try {
    return await stageOn(cluster);
  } catch (error) {
    // Nothing comes after tests that were not gathered.
    await cluster.stop();
    throw error;
  }
}

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
    at[await h.db.locate(made.id)] = made;
  }
  return { cluster, ownerUrl, h, owner, old: { ...before.workspace, message }, at };
}

/** What comes to Citus from the service all the same, a workspace at a time; nothing else may. */
const throughCitus: [RegExp, string][] = [
  [
    /^\s*insert into (workspaces|api_keys) |from api_keys where workspace_id = /,
    'the harness makes workspaces and keys, as commands do',
  ],
  [/^\s*insert into (users|user_sessions) /, 'accounts are of no workspace'],
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

const stage = citusPrograms ? await prepare() : undefined;
const name = stage ? 'on Citus' : `on Citus (left out: ${citusRemedy})`;

describe.skipIf(!stage)(name, () => {
  if (!stage) return;
  const { cluster, ownerUrl, h, owner, old, at } = stage;
  const [here, there] = at as [TestWorkspace, TestWorkspace];
  const nodeOf = async (place: number) => {
    const node = (await listNodes(owner))[place];
    if (!node) throw new Error('no such node');
    return node;
  };

  test('what was there on one server is there, and its messages are duplicates', async () => {
    expect(await h.send(old.message, old.productionKey)).toMatchObject({ duplicates: 1 });
    const people = await h.client(old.secretKey).GET('/identities');
    expect(people.data?.data).toMatchObject([{ email: 'ada@a.example' }]);
  });

  test('every table is where it belongs, migrate finds nothing to do, and doctor says so', async () => {
    const rows = await owner`
      select table_name::text as name from citus_tables where citus_table_type = 'distributed'`;
    const wanted = await owner`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'workspace_id'
        and c.relname <> all(${coordinatorTables})`;
    const names = (all: Iterable<{ name?: string }>) => [...all].map((row) => row.name).sort();
    expect(names(rows)).toEqual(names(wanted));
    expect(await migrate(ownerUrl)).toEqual([]);
    const told = await runCommand(['doctor'], { DATABASE_URL: ownerUrl, PORT: '0' });
    expect(told.stdout).toMatch(/ok +Citus +13\.2.*2 nodes/);
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
      expect(await h.db.locate(String(dataIn(made).id))).toBe(place);
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
      ...usualFold,
      quietMs: 0,
      settleSize: 1,
      staleMs: 0,
      pairs: { ...usualPairs, mostLater: 0 },
    };
    const days = [3, 4, 3];
    for (const ago of days) {
      const timestamp = new Date(Date.now() - ago * 86_400_000).toISOString();
      await h.send({ ...view(randomUUID(), randomUUID()), timestamp }, here.productionKey);
      await h.settle();
      const fold = () => h.db.workspace(here.id, (tx) => foldStats(tx, here.id, options));
      while ((await fold()) > 0);
    }
    const faults = await h.db.workspace(here.id, (tx) => checkStats(tx, here.id));
    expect(faults).toEqual([]);
    const kept = await h.db.workspace(
      here.id,
      (tx) => tx`select from stats_pairs where workspace_id = ${here.id}`,
    );
    expect(kept.length).toBeGreaterThan(20);
    const { data } = await h.client(here.secretKey).GET('/stats', {
      params: { query: { dimensions: 'device', landing_page: '/x', metrics: 'sessions' } },
    });
    expect(data?.data.total.sessions).toBeGreaterThanOrEqual(days.length);
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
      const own1 = await h.client(own.secretKey).GET('/visitors');
      const other1 = await h.client(other.secretKey).GET('/visitors');
      const ids = new Set(own1.data?.data.map(({ id }) => id));
      expect(other1.data?.data.some(({ id }) => ids.has(id))).toBe(false);
    }
  });

  test('the same messages are answered as on one server', async () => {
    const plain = await sharedHarness();
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
    const [asked] = await owner`
      select count(*)::integer as count from pg_stat_activity
      where usename = (select role_name from application_login)`;
    expect(asked?.count).toBe(0);
  });

  test('doctor says what is wrong, and what to do', async () => {
    const doctor = async () => {
      const { code, stdout } = await runCommand(['doctor'], { DATABASE_URL: ownerUrl, PORT: '0' });
      return [code, /^(\w+) +Citus +(.*)$/m.exec(stdout)?.slice(1).join(' ')];
    };
    const { host, port } = await nodeOf(0);
    const node = postgres(urlOfNode(ownerUrl, await nodeOf(0)), {
      max: 1,
      onnotice: () => undefined,
    });
    await node`set citus.enable_ddl_propagation = off`;
    await node`drop schema footfall_node cascade`;
    await node.end();
    expect(await doctor()).toEqual([
      1,
      `WRONG ${host}:${port} has not the views that the service works by: run ./footfall migrate.`,
    ]);
    const cure = () => runCommand(['migrate'], { DATABASE_URL: ownerUrl });
    expect((await cure()).code).toBe(0);
    expect(await doctor()).toEqual([0, expect.stringMatching(/^ok 13\.2/)]);

    await owner`create table stray (workspace_id uuid primary key)`;
    expect(await doctor()).toEqual([
      1,
      'WRONG on the coordinator alone: stray. To distribute them, run ./footfall migrate.',
    ]);
    expect((await cure()).code).toBe(0);
    expect(await doctor()).toEqual([0, expect.stringMatching(/^ok 13\.2/)]);
    await owner`drop table stray`;
    expect((await cure()).code).toBe(0);
  });

  test('commands work', async () => {
    const env = { DATABASE_URL: ownerUrl };
    const workspace = ['--workspace', here.id];
    for (const command of [
      ['workspace', 'list'],
      ['workspace', 'create', '--name', 'Zwei'],
      ['keys', 'list', ...workspace],
      ['keys', 'create', ...workspace, '--kind', 'secret', '--name', 'x', '--scopes', 'leads:read'],
      ['jobs', 'list', ...workspace],
      ['stats', 'check', ...workspace],
      [
        'members',
        'add',
        ...workspace,
        '--email',
        'eve@a.example',
        '--name',
        'Eve',
        '--role',
        'admin',
      ],
    ]) {
      const { code, stderr } = await runCommand(command, env);
      expect([command, code, code === 0 ? '' : stderr]).toEqual([command, 0, '']);
    }
  });

  test('a part that is moved to the other node loses nothing, and is written there', async () => {
    const [part] = await owner<{ id: string }[]>`
      select get_shard_id_for_distribution_column('workspaces', ${here.id}::uuid)::text as id`;
    const [from, to] = [await nodeOf(0), await nodeOf(1)];
    const services = [await startProcess(), await startProcess()];
    const sender = sending([here], services);
    await expect.poll(() => sender.count(here)).toBeGreaterThan(10);
    const admin = postgres(cluster.adminUrl(), { max: 1, onnotice: () => undefined });
    await admin`
      select citus_move_shard_placement(${part?.id ?? ''}::bigint, ${from.host}, ${from.port}, ${to.host}, ${to.port},
                                        shard_transfer_mode => 'block_writes')`;
    await admin.end();
    const counted = sender.count(here);
    await expect.poll(() => sender.count(here)).toBeGreaterThan(counted + 20);
    // One of them ends amid its work; what it did not answer is sent again to the other.
    await services[0]?.end('SIGKILL');
    await expect.poll(() => sender.count(here)).toBeGreaterThan(counted + 40);
    await sender.stop();
    // This process has not asked since.
    await h.send(view(randomUUID(), randomUUID()), here.productionKey).catch(() => undefined);
    await expect.poll(() => h.db.locate(here.id)).toBe(1);
    await expectStored(sender.acknowledged(here), here);
    const moved = await h.newWorkspace();
    at[0] = here;
    expect(await h.send(view(randomUUID(), 'after'), moved.productionKey)).toMatchObject({
      accepted: 1,
    });
  });

  test('a node that is killed takes its own workspaces along only, and nothing that was acknowledged', async () => {
    let alive = here;
    while ((await h.db.locate(alive.id)) !== 0) alive = await h.newWorkspace();
    const dead = there;
    const services = [await startProcess(), await startProcess()];
    const fresh = await h.newKey({ workspaceId: alive.id });
    const member = await signedIn(h, { workspaceId: alive.id });
    const stranded = await signedIn(h, { workspaceId: dead.id });
    // It would be noted now that they are in use, on each node.
    await owner`update user_sessions set updated_at = now() - interval '1 hour'`;
    const sender = sending([alive, dead], services);
    await expect.poll(() => sender.count(dead)).toBeGreaterThan(10);
    const { port } = await nodeOf(1);
    const worker = cluster.workers.find((node) => node.port === port);
    await worker?.kill('SIGKILL');
    const counted = sender.count(alive);
    await expect.poll(() => sender.count(alive)).toBeGreaterThan(counted + 5);
    // A key that nobody has asked for yet is found, and reads go on.
    expect((await h.client(fresh.key).GET('/visitors')).response.status).toBe(200);
    expect((await h.fetch('/readyz')).status).toBe(200);
    await expect(h.send(view(randomUUID(), 'x'), dead.productionKey)).rejects.toThrow('503');
    // Whoever is signed in goes on where the workspace is there.
    const known = (await member.get('/auth/session')).body;
    expect(known).toMatchObject({ data: { workspaces: [{ id: alive.id }] } });
    expect((await member.get('/visitors')).status).toBe(200);
    expect((await stranded.get('/visitors')).status).toBe(503);
    const told = await runCommand(['doctor'], { DATABASE_URL: ownerUrl, PORT: '0' });
    expect([told.code, told.stdout]).toEqual([
      1,
      expect.stringMatching(new RegExp(`WRONG +Citus +127.0.0.1:${port} does not answer here`)),
    ]);
    await services[0]?.end('SIGKILL');
    await worker?.start();
    const before = sender.count(dead);
    await expect.poll(() => sender.count(dead)).toBeGreaterThan(before);
    await sender.stop();
    // That somebody is here is noted again.
    await expect
      .poll(async () => {
        await member.get('/visitors');
        return owner`select from user_sessions where user_id = ${member.id} and updated_at > now() - interval '1 minute'`;
      })
      .toHaveLength(1);
    await expectStored(sender.acknowledged(alive), alive);
    await expectStored(sender.acknowledged(dead), dead);
  });

  /** The service as a process of its own; it ends with the test. */
  async function startProcess(): Promise<Service> {
    const env = { DATABASE_URL: ownerUrl, ...wideLimits };
    return startFootfall({ dataDir: await temporaryDirectory(), env });
  }

  /**
   * Messages by several processes at once, one after another in each for each workspace. What one does not answer, another
   * is told until it is acknowledged.
   */
  function sending(workspaces: TestWorkspace[], services: Service[]) {
    let isOver = false;
    const acknowledged = new Map(workspaces.map(({ id }) => [id, [] as Message[]]));
    const loops = workspaces.flatMap(({ id, productionKey }) =>
      services.map(async (_, own) => {
        let message = view(randomUUID(), randomUUID());
        for (let turn = own; !isOver; turn++) {
          const service = services[turn % services.length];
          if (!(await isAcknowledged(service, message, productionKey))) {
            await sleep(10);
            continue;
          }
          acknowledged.get(id)?.push(message);
          message = view(randomUUID(), randomUUID());
        }
      }),
    );
    return {
      count: ({ id }: TestWorkspace) => acknowledged.get(id)?.length ?? 0,
      acknowledged: ({ id }: TestWorkspace) => acknowledged.get(id) ?? [],
      async stop() {
        isOver = true;
        await Promise.all(loops);
      },
    };
  }

  async function isAcknowledged(service: Service | undefined, message: Message, key: string) {
    try {
      const answer = await fetch(`${service?.url}/ingest`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-svc-key': key },
        body: JSON.stringify(message),
        signal: AbortSignal.timeout(10_000),
      });
      const { data } = (await answer.json()) as Partial<IngestAnswer>;
      return answer.status === 200 && (data?.accepted === 1 || data?.duplicates === 1);
    } catch {
      return false;
    }
  }

  /** Each of them, and once: all have visitors of their own. */
  async function expectStored(messages: Message[], { id, productionKey }: TestWorkspace) {
    for (let from = 0; from < messages.length; from += 500) {
      const part = messages.slice(from, from + 500);
      expect(await h.send(part, productionKey)).toMatchObject({ duplicates: part.length });
    }
    const visitors = messages.map(({ visitor_id }) => visitor_id);
    const stored = await h.db.workspace(
      id,
      (tx) => tx`select visitor_id from events where visitor_id = any(${visitors}::uuid[])`,
    );
    expect(stored).toHaveLength(messages.length);
  }
});
