/*
 * Two workspaces on a few shared connections: whatever breaks off in between, no transaction ever
 * sees or changes a row of the other one. On PostgreSQL directly and through PgBouncer.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { buildApp } from '../app.ts';
import { loadConfig } from '../config.ts';
import { createLogger } from '../observability.ts';
import { startHarness } from '../testing/harness.ts';
import {
  pgbouncerProgram,
  pgbouncerRemedy,
  startPgbouncer,
  type TestPgbouncer,
} from '../testing/pgbouncer.ts';
import { interleave, type Tally } from '../testing/pool-bleed.ts';
import { databaseUrl } from '../testing/postgres.ts';
import { describeWith } from '../testing/programs.ts';
import { inRounds } from '../testing/rounds.ts';
import { type SeededWorkspace, seedWorkspace } from '../testing/seeded-workspace.ts';
import { SLOW } from '../testing/slow.ts';
import { byPlace, connect, type Database, type Tx } from './connect.ts';
import { migrate } from './migrate.ts';

const turns = inRounds(200);
const timeout = SLOW + turns * 10;

const h = await startHarness();
const one = await seedWorkspace(h);
const two = await seedWorkspace(h);
const ids = [one.id, two.id] as const;

function expectEveryEnd({ done, brokenOff, faults }: Tally, count: number): void {
  expect(faults).toEqual([]);
  const broken = Object.values(brokenOff).reduce((sum, number) => sum + number, 0);
  expect(done + broken).toBe(count);
  expect(Object.keys(brokenOff).sort()).toEqual(
    ['22012', '42501', '57014', 'CONNECTION_CLOSED', 'gave up'].sort(),
  );
}

/** What one workspace wrote into the other would stand here. */
async function misplacedLists(): Promise<number> {
  const [row] = await h.db.system(
    (tx) => tx<{ count: number }[]>`
      select count(*)::integer as count from visitor_lists
      where description <> workspace_id::text or name <> workspace_id::text`,
  );
  return row?.count ?? -1;
}

/** Requests of both in turn, a third of them given up; returns what must not be. */
async function interleaveRequests(url: string, count: number): Promise<string[]> {
  const faults: string[] = [];
  let next = 0;
  let answered = 0;
  const worker = async () => {
    while (next < count) {
      const index = next++;
      const [own, other] = index % 2 ? [one, two] : [two, one];
      const answer = await request(url, own, other, index).catch(() => undefined);
      if (!answer) continue;
      answered += 1;
      const text = await answer.text().catch(() => '');
      const isOwn = answer.headers.get('x-workspace-id') === own.id && !text.includes(other.id);
      if (!isOwn || answer.status >= 500) faults.push(`${answer.status} for ${own.id}: ${text}`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  if (answered < count / 2) faults.push(`only ${answered} were answered`);
  return faults;
}

function request(url: string, own: SeededWorkspace, other: SeededWorkspace, index: number) {
  const requests: [string, string, object?][] = [
    ['GET', '/leads?limit=3'],
    ['POST', '/lists', { name: own.id, description: own.id }],
    ['GET', '/lists?limit=5'],
    ['GET', `/leads/${other.ids.get('leads')}`],
    ['GET', '/leads?limit=0'],
    ['POST', `/lists/${other.ids.get('lists')}/members`, { visitor_ids: [other.visitorId] }],
    ['POST', '/leads', { code: 'bleed', properties: { from: own.id } }],
  ];
  const [method = '', path = '', body] = requests[index % requests.length] ?? [];
  const aborts = index % 3 === 0 ? { signal: AbortSignal.timeout(index % 6) } : {};
  return fetch(`${url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${own.secretKey}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
    ...aborts,
  });
}

async function startApp(db: Database) {
  const app = await buildApp({
    config: h.config,
    db,
    log: createLogger({ logLevel: 'silent' }, false),
  });
  return { app, url: await app.listen({ port: 0, host: '127.0.0.1' }) };
}

/** Every connection is free again and its transaction closed. */
async function expectAllFree(db: Database): Promise<void> {
  const seen = await Promise.all(
    Array.from({ length: 20 }, (_, index) => {
      const id = ids[index % 2 ? 0 : 1];
      return db.workspace(id, async (tx) => (await tx`select workspace_id from workspaces`)[0]);
    }),
  );
  for (const [index, row] of seen.entries()) expect(row?.workspace_id).toBe(ids[index % 2 ? 0 : 1]);
  const open = async () => {
    const byServer = await h.db.everywhere(
      (tx) => tx`
        select pid, state, query from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%' and pid <> pg_backend_pid()`,
    );
    return byServer.flat();
  };
  await expect.poll(open).toEqual([]);
}

test('a transaction of many workspaces sees of each its own rows, in whichever order they are entered', async () => {
  const made = await Promise.all(Array.from({ length: 12 }, () => h.newWorkspace()));
  const workspaces = made.map(({ id }) => id);
  // On a cluster those of a node are in several parts of it.
  for (const ofPlace of await byPlace(h.db, workspaces)) {
    const entered = [...ofPlace, ...ofPlace.toReversed(), ...ofPlace];
    const [first = ''] = ofPlace;
    await h.db.workspaceSeries(0, first, async (enter) => {
      for (const id of entered) {
        const seen = await enter(id)`select workspace_id as id from workspaces`;
        expect(seen).toEqual([{ id }]);
      }
    });
  }
});

test(`a pool of 2 and ${turns} interleaved transactions and requests with aborts: 0 foreign rows`, {
  timeout,
}, async () => {
  const db = await connect(h.ownerUrl, { poolSize: 2 });
  expectEveryEnd(await interleave(db, ids, turns * 0.9), turns * 0.9);
  const { app, url } = await startApp(db);
  expect(await interleaveRequests(url, turns * 0.1)).toEqual([]);
  expect(await misplacedLists()).toBe(0);
  await expectAllFree(db);
  await app.close();
  await db.close();
});

test('a statement that comes after its transaction ended is refused, not done in the next one', async () => {
  const db = await connect(h.ownerUrl, { poolSize: 1 });
  const list = (tx: Tx) => tx`select workspace_id from workspaces`;
  let late: Tx | undefined;
  let goOn: () => void = () => undefined;
  const began = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await db.workspace(one.id, async (tx) => {
    late = tx;
    await list(tx);
  });
  const next = db.workspace(two.id, async (tx) => {
    goOn();
    await sleep(50);
    return list(tx);
  });
  await began;
  await expect((async () => late && list(late))()).rejects.toThrow('has ended');
  await expect((async () => late?.unsafe('select 1'))()).rejects.toThrow('has ended');
  expect((await next)[0]?.workspace_id).toBe(two.id);
  await db.close();
});

describeWith(pgbouncerProgram, 'through PgBouncer in transaction mode', pgbouncerRemedy, () => {
  let bouncer: TestPgbouncer;
  beforeAll(async () => {
    bouncer = await startPgbouncer(inject('postgresUrl'), 3);
  });
  afterAll(() => bouncer?.stop());

  /** As an operator sets it. */
  const through = (url: string, by = bouncer) =>
    loadConfig({ DATABASE_URL: by.urlOf(url), DATABASE_PREPARE: 'false' }).databaseUrl ?? '';

  test('an empty database is migrated once by several at once, also where they share one connection', {
    timeout: SLOW,
  }, async () => {
    const narrow = await startPgbouncer(inject('postgresUrl'), 1);
    const admin = postgres(inject('postgresUrl'), { max: 1, onnotice: () => undefined });
    const database = `t_${randomUUID().replaceAll('-', '')}`;
    await admin.unsafe(`create database ${database}`);
    const url = through(databaseUrl(inject('postgresUrl'), database), narrow);
    try {
      const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);
      const names = applied.flat();
      expect(names.length).toBeGreaterThan(3);
      expect(new Set(names).size).toBe(names.length);
      for (let time = 0; time < 5; time++) expect(await migrate(url)).toEqual([]);
    } finally {
      await admin.unsafe(`drop database ${database} with (force)`);
      await admin.end();
      await narrow.stop();
    }
  });

  test('the settings of the application role hold', async () => {
    const db = await connect(through(h.ownerUrl));
    const [row] = await db.workspace(
      one.id,
      (tx) => tx`
        select current_setting('statement_timeout') as timeout, current_user as role,
               (select rolbypassrls or rolsuper from pg_roles where rolname = current_user) as may`,
    );
    expect(row).toEqual({
      timeout: '10s',
      role: expect.stringMatching(/^footfall_app_/),
      may: false,
    });
    await db.close();
  });

  test('ingest and REST work', async () => {
    const db = await connect(through(h.ownerUrl));
    const { app, url } = await startApp(db);
    const messages = Array.from({ length: 40 }, (_, index) => ({
      type: index % 4 ? 'event' : 'identify',
      visitor_id: randomUUID(),
      ...(index % 4 ? { name: 'x' } : { email: `p${index}@example.com` }),
      ...(index % 2 && { session_id: randomUUID() }),
    }));
    const ingest = (body: object) =>
      fetch(`${url}/ingest/batch`, {
        method: 'POST',
        headers: { 'x-svc-key': one.productionKey },
        body: JSON.stringify(body),
      });
    const answers = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const batch = messages.slice(index * 4, index * 4 + 4);
        return ((await (await ingest({ batch })).json()) as { data: object }).data;
      }),
    );
    for (const data of answers) expect(data).toMatchObject({ accepted: 4, rejected: 0 });
    expect(await interleaveRequests(url, 100)).toEqual([]);
    await app.close();
    await db.close();
  });

  test(`${turns / 4} interleaved transactions and requests with aborts: 0 foreign rows`, {
    timeout,
  }, async () => {
    const db = await connect(through(h.ownerUrl), { poolSize: 8 });
    expectEveryEnd(await interleave(db, ids, turns * 0.225), turns * 0.225);
    const { app, url } = await startApp(db);
    expect(await interleaveRequests(url, turns * 0.025)).toEqual([]);
    expect(await misplacedLists()).toBe(0);
    await expectAllFree(db);
    await app.close();
    await db.close();
  });
});
