/* From the visitors that ingest marks to the stored personality: soon, also after a crash, and to be watched. */
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { run } from '../cli/main.ts';
import { DirtyVisitors } from '../people/personalities/dirty-visitors.ts';
import type { Database } from '../platform/db/connect.ts';
import { enqueueJobs } from '../platform/jobs/queue.ts';
import { enqueueEverybody } from '../records/person/outdated-scores.ts';
import { startHarness, type TestWorkspace } from '../testing/harness.ts';
import { pageIn, restOf } from '../testing/rest.ts';
import { type Background, startBackground } from './background.ts';
import { jobHandlers } from './job-handlers.ts';

const h = await startHarness();
// The backgrounds of the tests are the only ones.
await h.app.background.stop();

/** Nothing waits for a machine that is busy with other tests. */
function start(db: Database = h.db, intervals = { flushMs: 20, pollMs: 20 }) {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
  const registry = new Registry();
  const options = { db, log, registry, handlers: jobHandlers, delaysMs: {}, ...intervals };
  const background = startBackground(options);
  onTestFinished(() => background.stop());
  return { background, lines, registry };
}

async function metric(registry: Registry, name: string): Promise<number | undefined> {
  const gauge = (await registry.getMetricsAsJSON()).find((own) => own.name === name);
  return gauge?.values.find(({ labels }) => labels.kind === 'personality')?.value;
}

/** Sends views of a visitor who is named first. */
async function activity(workspace: TestWorkspace, visitor_id: string, email: string, views = 1) {
  const context = { page: { url: 'https://www.example.com/docs/start' } };
  const view = { type: 'event', name: 'page_view', visitor_id, context };
  await h.send(
    [{ type: 'identify', visitor_id, email }, ...Array.from({ length: views }, () => view)],
    workspace.productionKey,
  );
}

const stored = (workspace: TestWorkspace) =>
  h.db.workspace(
    workspace.id,
    (tx) => tx<{ identity_id: string; event_count: string; is_test: boolean }[]>`
      select identity_id, event_count, is_test from personalities where workspace_id = ${workspace.id}`,
  );
const storedCounts = async (workspace: TestWorkspace) =>
  (await stored(workspace)).map(({ event_count }) => Number(event_count)).sort();

/** One for each row, another one when it is written. */
const versions = async (workspace: TestWorkspace) => {
  const rows = await h.db.workspace(
    workspace.id,
    (tx) =>
      tx<{ version: string }[]>`select ctid::text || xmin::text as version from personalities`,
  );
  return rows.map(({ version }) => version);
};

async function quiet(background: Background): Promise<void> {
  await background.settle();
  await expect.poll(() => h.db.system((tx) => tx`select from jobs`)).toHaveLength(0);
}

test('new activity shows in the stored personality within a flush and a look', async () => {
  const workspace = await h.newWorkspace();
  const { background } = start();
  await quiet(background);
  const visitor_id = randomUUID();
  await activity(workspace, visitor_id, 'a@example.com');
  background.dirtyVisitors.add(workspace.id, visitor_id, false);
  await expect.poll(() => storedCounts(workspace)).toEqual([2]);
  await activity(workspace, visitor_id, 'a@example.com', 3);
  background.dirtyVisitors.add(workspace.id, visitor_id, false);
  await expect.poll(() => storedCounts(workspace)).toEqual([6]);
  const rest = restOf(h, workspace.secretKey);
  const [person] = pageIn(await rest.get('/identities')).data;
  const answer = await rest.get(`/identities/${person?.id}/personality`);
  expect(answer.text).toContain('4 page views within 30 days');
});

test('everybody linked to a changed visitor is computed, in their own environment only', async () => {
  const workspace = await h.newWorkspace();
  const { background } = start(h.db, { flushMs: 60_000, pollMs: 60_000 });
  await quiet(background);
  const [shared, other] = [randomUUID(), randomUUID()];
  await activity(workspace, shared, 'a@example.com');
  await activity(workspace, shared, 'b@example.com');
  await activity(workspace, other, 'c@example.com');
  await activity(
    { ...workspace, productionKey: workspace.developmentKey },
    shared,
    't@example.com',
  );
  background.dirtyVisitors.add(workspace.id, shared, false);
  background.dirtyVisitors.add(workspace.id, randomUUID(), false);
  await background.settle();
  expect((await stored(workspace)).map(({ is_test }) => is_test)).toEqual([false, false]);
  background.dirtyVisitors.add(workspace.id, shared, true);
  await background.settle();
  expect((await stored(workspace)).map(({ is_test }) => is_test).sort()).toEqual([
    false,
    false,
    true,
  ]);
});

test('work that a crash kept from the queue is queued at the next start', async () => {
  const workspace = await h.newWorkspace();
  const first = start(h.db, { flushMs: 60_000, pollMs: 20 });
  const visitors = Array.from({ length: 3 }, () => randomUUID());
  for (const [place, visitor_id] of visitors.entries()) {
    await activity(workspace, visitor_id, `${place}@example.com`);
    first.background.dirtyVisitors.add(workspace.id, visitor_id, false);
  }
  await quiet(first.background);
  await first.background.stop();
  expect(await storedCounts(workspace)).toEqual([2, 2, 2]);
  // Late, long before the latest activity, and nobody is told of it.
  const visitor_id = visitors[1] ?? '';
  const timestamp = new Date(Date.now() - 20 * 86_400_000).toISOString();
  await h.send(
    { type: 'event', name: 'page_view', visitor_id, timestamp },
    workspace.productionKey,
  );
  await activity(workspace, randomUUID(), 'new@example.com');
  const before = await versions(workspace);
  const second = start(h.db, { flushMs: 60_000, pollMs: 20 });
  await expect.poll(() => storedCounts(workspace)).toEqual([2, 2, 2, 3]);
  await quiet(second.background);
  // Only those who were behind were written.
  const after = await versions(workspace);
  expect(before.filter((version) => after.includes(version))).toHaveLength(2);
});

test('personalities of an older model are recomputed and hidden until then', async () => {
  const workspace = await h.newWorkspace();
  const first = start();
  const visitor_id = randomUUID();
  await activity(workspace, visitor_id, 'a@example.com');
  first.background.dirtyVisitors.add(workspace.id, visitor_id, false);
  await quiet(first.background);
  await first.background.stop();
  await h.db.system(
    (tx) => tx`update personalities set model_version = '1', persona = 'buyer'
               where workspace_id = ${workspace.id}`,
  );
  const rest = restOf(h, workspace.secretKey);
  const [person] = pageIn(await rest.get('/identities')).data;
  const answer = await rest.get(`/identities/${person?.id}/personality`);
  expect(answer.text).toContain('"persona":"newcomer"');
  const { background } = start();
  await quiet(background);
  const models = await h.db.workspace(
    workspace.id,
    (tx) => tx<{ model_version: string }[]>`select model_version from personalities`,
  );
  expect(models.map(({ model_version }) => model_version)).toEqual(['2']);
});

test('changed key pages come into everybody’s stored personality', async () => {
  const workspace = await h.newWorkspace();
  const { background } = start(h.db, { flushMs: 60_000, pollMs: 20 });
  const visitor_id = randomUUID();
  await activity(workspace, visitor_id, 'a@example.com');
  background.dirtyVisitors.add(workspace.id, visitor_id, false);
  await quiet(background);
  const personas = async () => {
    const rows = await h.db.workspace(
      workspace.id,
      (tx) => tx<{ persona: string }[]>`select persona from personalities`,
    );
    return rows.map(({ persona }) => persona);
  };
  expect(await personas()).toEqual(['newcomer']);
  const flags = ['--workspace', workspace.id, '--key-pages', '/docs/*=5', '--json'];
  const argv = ['node', 'footfall', 'workspace', 'settings', ...flags];
  expect(await run(argv, { DATABASE_URL: h.ownerUrl })).toBe(0);
  await expect.poll(personas).toEqual(['evaluator']);
});

test('jobs for everybody are queued in steps, so fresh activity does not wait', async () => {
  const { id } = await h.newWorkspace();
  await h.db.workspace(
    id,
    (tx) => tx`
      insert into identities (workspace_id, id, is_test, visitor_id, created_at, updated_at)
      select ${id}, gen_random_uuid(), false, gen_random_uuid(), now(), now()
      from generate_series(1, 1100)`,
  );
  // In one transaction: time stands still in it.
  const jobs = await h.db.workspace(id, async (tx) => {
    await enqueueEverybody(tx, id);
    return tx<{ kind: string; total: number; later: number; subject: string }[]>`
      select kind, count(*)::integer as total, max(subject::text) as subject,
             extract(epoch from max(run_at) - now())::float8 as later from jobs group by kind order by kind`;
  });
  expect(jobs).toMatchObject([
    { kind: 'everybody', total: 1, later: 1.5 },
    { kind: 'personality', total: 1_000, later: 0 },
  ]);
  const people = async () => {
    await h.db.workspace(id, (tx) => tx`update jobs set run_at = now() where kind = 'everybody'`);
    await h.settle();
    const [row] = await h.db.workspace(
      id,
      (tx) => tx<{ people: number }[]>`select count(*)::integer as people from personalities`,
    );
    return row?.people;
  };
  await expect.poll(people).toBe(1_100);
  await h.db.workspace(id, (tx) => tx`delete from jobs`);
  await h.db.workspace(id, (tx) => tx`delete from identities`);
});

test('a flush that fails keeps what it was about', async () => {
  const workspace = await h.newWorkspace();
  const visitor_id = randomUUID();
  await activity(workspace, visitor_id, 'a@example.com');
  let isAway = true;
  const failures: unknown[] = [];
  const away: Database = {
    ...h.db,
    workspace: (id, work) =>
      isAway ? Promise.reject(new Error('away')) : h.db.workspace(id, work),
  };
  const dirtyVisitors = new DirtyVisitors(away, { onFailure: (error) => failures.push(error) });
  dirtyVisitors.add(workspace.id, visitor_id, false);
  await dirtyVisitors.flush();
  expect(failures).toHaveLength(1);
  isAway = false;
  await dirtyVisitors.stop();
  const jobs = await h.db.workspace(
    workspace.id,
    (tx) => tx`select from jobs where kind = 'personality'`,
  );
  expect(jobs).toHaveLength(1);
});

test('more visitors than are remembered are looked for in the database instead', async () => {
  const workspace = await h.newWorkspace();
  let overflows = 0;
  const onOverflow = () => {
    overflows += 1;
  };
  const dirtyVisitors = new DirtyVisitors(h.db, { limit: 2, onOverflow });
  const visitor_id = randomUUID();
  for (let round = 0; round < 5; round++) dirtyVisitors.add(workspace.id, visitor_id, false);
  dirtyVisitors.add(workspace.id, visitor_id, true);
  await dirtyVisitors.flush();
  expect(overflows).toBe(0);
  for (let round = 0; round < 5; round++) dirtyVisitors.add(workspace.id, randomUUID(), false);
  await dirtyVisitors.flush();
  await dirtyVisitors.flush();
  expect(overflows).toBe(1);
});

test('failing work shows in the log and in the metrics, without what it was about', async () => {
  const workspace = await h.newWorkspace();
  const { background, lines, registry } = start(h.db, { flushMs: 60_000, pollMs: 20 });
  await quiet(background);
  expect(await metric(registry, 'footfall_jobs_failed_total')).toBe(0);
  const visitor_id = randomUUID();
  await activity(workspace, visitor_id, 'secret@example.com');
  const rename = (from: string, to: string) =>
    h.db.system((tx) => tx.unsafe(`alter table ${from} rename to ${to}`));
  await rename('personalities', 'personalities_away');
  background.dirtyVisitors.add(workspace.id, visitor_id, false);
  await background.dirtyVisitors.flush();
  await expect.poll(() => metric(registry, 'footfall_jobs_failed_total')).toBe(1);
  await rename('personalities_away', 'personalities');
  const line = lines.find((text) => text.includes('a background job failed'));
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    kind: 'personality',
    workspaceId: workspace.id,
    attempts: 1,
  });
  expect(lines.join('')).not.toContain('secret@example.com');
  const done = Number(await metric(registry, 'footfall_jobs_done_total'));
  await h.db.system((tx) => tx`update jobs set run_at = now()`);
  await quiet(background);
  expect(await metric(registry, 'footfall_jobs_done_total')).toBe(done + 1);
});

test('metrics show how many jobs wait and for how long', async () => {
  const { id } = await h.newWorkspace();
  const { background, registry } = start(h.db, { flushMs: 60_000, pollMs: 20 });
  await quiet(background);
  const subjects = [1, 2, 3].map(() => ({ subject: randomUUID(), isTest: false }));
  // Whoever holds the jobs keeps them waiting.
  await h.db.workspace(id, async (tx) => {
    await enqueueJobs(tx, id, 'personality', subjects);
    await tx`update jobs set run_at = now() - interval '90 s'`;
  });
  const holding = h.db.workspace(id, async (tx) => {
    await tx`select from jobs for key share`;
    await expect.poll(() => metric(registry, 'footfall_jobs_waiting')).toBe(3);
    expect(await metric(registry, 'footfall_jobs_oldest_seconds')).toBeGreaterThan(89);
  });
  await holding;
  await expect.poll(() => metric(registry, 'footfall_jobs_waiting')).toBe(0);
  expect(await metric(registry, 'footfall_jobs_oldest_seconds')).toBe(0);
});

test('the metrics of the service have the queue', async () => {
  const text = await (await h.fetch('/metrics')).text();
  for (const name of ['done_total', 'failed_total', 'waiting', 'oldest_seconds']) {
    expect(text).toContain(`footfall_jobs_${name}{kind="personality"}`);
  }
});
