/* Doing jobs: each once at a time, none lost, a failing one alone, workspaces apart. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startHarness } from '../../testing/harness.ts';
import { countsOf } from '../../testing/tables.ts';
import { connect, type Tx } from '../db/connect.ts';
import { enqueueJobs, type Job, type JobSubject } from './queue.ts';
import { type JobHandler, JobWorker, type JobWorkerOptions } from './worker.ts';

const h = await startHarness();
// The workers of the tests are the only ones.
await h.app.background.stop();

const newJobs = (count: number): JobSubject[] =>
  Array.from({ length: count }, () => ({ subject: randomUUID(), isTest: false }));

const enqueue = (workspaceId: string, jobs: JobSubject[]) =>
  h.db.workspace(workspaceId, (tx) => enqueueJobs(tx, workspaceId, 'people', jobs));

const workerOf = (people: JobHandler, options: JobWorkerOptions = {}) =>
  new JobWorker(h.db, { people }, { pollMs: 10, ...options });

const pending = (workspaceId: string) =>
  h.db.workspace(
    workspaceId,
    (tx) => tx<{ subject: string; attempts: number; last_error: string; pause: number }[]>`
      select subject, attempts, last_error, ceil(extract(epoch from run_at - now()))::integer as pause
      from jobs where workspace_id = ${workspaceId} order by run_at`,
  );

const subjectsOf = (jobs: JobSubject[]) => jobs.map(({ subject }) => subject);

/** Resolves when it is called. */
function signal() {
  let give: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { give, arrived };
}

test('jobs are handed over in batches, the oldest first, and are gone when they are done', async () => {
  const { id } = await h.newWorkspace();
  const jobs = newJobs(5);
  for (const job of jobs) await enqueue(id, [job]);
  const batches: string[][] = [];
  const worker = workerOf(
    async (_tx, _workspaceId, batch) => void batches.push(subjectsOf(batch)),
    { batchSize: 2 },
  );
  await worker.drain();
  expect(batches.map(({ length }) => length)).toEqual([2, 2, 1]);
  expect(batches.flat()).toEqual(subjectsOf(jobs));
  expect(await pending(id)).toEqual([]);
});

test('only a few jobs of kinds that block messages run at a time', async () => {
  const { id } = await h.newWorkspace();
  await enqueue(id, newJobs(5));
  const sizes: number[] = [];
  const few = { smallBatches: { people: 2 } };
  await workerOf(async (_tx, _workspaceId, batch) => void sizes.push(batch.length), few).drain();
  expect(sizes).toEqual([2, 2, 1]);
});

test('a batch of a long queue reads its own jobs and not the queue, also before PostgreSQL knows that it is long', async () => {
  const { id } = await h.newWorkspace();
  // As PostgreSQL knows them, there are none of this kind.
  await h.db.workspace(id, (tx) => enqueueJobs(tx, id, 'attribution', newJobs(1_000)));
  await h.db.system((tx) => tx`analyze jobs`);
  await enqueue(id, newJobs(1_000));
  const readRows = async () => (await countsOf(h.db, 'jobs')).read;
  const before = await readRows();
  let batches = 0;
  // Each turn looks at the whole queue once.
  const worker = workerOf(async () => void batches++, { turnMs: 60_000 });
  await worker.drain();
  expect(batches).toBe(10);
  await expect.poll(readRows).toBeGreaterThan(before + 1_000);
  const read = (await readRows()) - before;
  // Each job four times: looked for, found, locked, taken away. The whole queue for each would be 500,000. Before PostgreSQL 17
  // looking for a hundred ids costs more than reading some thousand rows, and it does that once for each batch.
  const [server] = await h.db.system(
    (tx) => tx`select current_setting('server_version_num')::integer < 170000 as "isOld"`,
  );
  expect(read).toBeLessThan(10 * 1_000 + (server?.isOld ? batches * 6_000 : 0));
});

test('delayed kinds give way while the process is busy, until they have waited long enough', async () => {
  const { id } = await h.newWorkspace();
  const done: string[] = [];
  const record: JobHandler = async (_tx, _workspaceId, jobs) => void done.push(...subjectsOf(jobs));
  const worker = new JobWorker(
    h.db,
    { people: record, personality: record },
    { pollMs: 100, delaysMs: { personality: 3_600_000 } },
  );
  let isBusy = true;
  const work = () => {
    for (const until = performance.now() + 20; performance.now() < until; );
    if (isBusy) setImmediate(work);
  };
  work();
  worker.start();
  onTestFinished(() => {
    isBusy = false;
    return worker.stop();
  });
  // By then it knows that it is busy.
  await sleep(1_000);
  const [waiting, late, other] = [newJobs(1), newJobs(1), newJobs(1)];
  const ask = (kind: 'people' | 'personality', jobs: JobSubject[]) =>
    h.db.workspace(id, (tx) => enqueueJobs(tx, id, kind, jobs));
  await ask('personality', waiting);
  await ask('people', other);
  await expect.poll(() => done).toEqual(subjectsOf(other));
  await sleep(500);
  expect(done).toEqual(subjectsOf(other));

  await ask('personality', late);
  await h.db.upkeep(
    (tx) =>
      tx`update jobs set run_at = now() - interval '2 hours' where subject = any(${subjectsOf(late)})`,
    id,
  );
  await expect.poll(() => done).toContain(late[0]?.subject);
  isBusy = false;
  await expect.poll(() => done).toContain(waiting[0]?.subject);
});

test('a job works in its workspace and sees nothing of the others', async () => {
  const workspaces = [await h.newWorkspace(), await h.newWorkspace()];
  const seen: [string, string[], Job[]][] = [];
  for (const { id } of workspaces) await enqueue(id, newJobs(2));
  const worker = workerOf(async (tx, workspaceId, jobs) => {
    const rows = await tx<{ workspace_id: string }[]>`select workspace_id from jobs`;
    seen.push([workspaceId, rows.map(({ workspace_id }) => workspace_id), jobs]);
  });
  await worker.drain();
  expect(seen.map(([id]) => id).sort()).toEqual(workspaces.map(({ id }) => id).sort());
  for (const [id, rows, jobs] of seen) {
    expect(rows).toEqual([id, id]);
    expect(jobs.map(({ workspaceId, kind }) => [workspaceId, kind])).toEqual([
      [id, 'people'],
      [id, 'people'],
    ]);
  }
});

test('a job queued while it runs, runs again', async () => {
  const { id } = await h.newWorkspace();
  const [job] = newJobs(1) as [JobSubject];
  await enqueue(id, [job]);
  let runs = 0;
  const worker = workerOf(async () => {
    runs += 1;
    if (runs === 1) await enqueue(id, [job]);
  });
  await worker.drain();
  expect(runs).toBe(2);
  expect(await pending(id)).toEqual([]);
});

test('a job queued by a job runs too', async () => {
  const { id } = await h.newWorkspace();
  const [first, second] = newJobs(2) as [JobSubject, JobSubject];
  await enqueue(id, [first]);
  const done: string[] = [];
  const worker = workerOf(async (tx, workspaceId, jobs) => {
    done.push(...subjectsOf(jobs));
    if (done.length === 1) await enqueueJobs(tx, workspaceId, 'people', [second]);
  });
  await worker.drain();
  expect(done).toEqual([first.subject, second.subject]);
});

test('a worker that dies in a batch returns all its jobs', async () => {
  const { id } = await h.newWorkspace();
  await enqueue(id, newJobs(3));
  const db = await connect(h.ownerUrl);
  onTestFinished(() => db.close());
  const errors: unknown[] = [];
  const began = signal();
  const dying = new JobWorker(
    db,
    {
      async people(tx, workspaceId) {
        await tx`update workspaces set name = 'half done' where workspace_id = ${workspaceId}`;
        const [backend] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
        began.give();
        const end = (owner: Tx) =>
          owner`select pg_terminate_backend(${backend?.pid ?? 0}::integer)`;
        await h.db.upkeep(end, workspaceId);
        await sleep(10_000, undefined, { ref: false });
      },
    },
    { pollMs: 60_000, onError: (error) => errors.push(error) },
  );
  dying.start();
  await began.arrived;
  await expect.poll(() => errors.length).toBe(1);
  await dying.stop();
  expect((await pending(id)).map(({ attempts, pause }) => [attempts, pause <= 0])).toEqual([
    [0, true],
    [0, true],
    [0, true],
  ]);
  let names: string[] = [];
  let done = 0;
  await workerOf(async (tx, _workspaceId, jobs) => {
    done += jobs.length;
    names = (await tx<{ name: string }[]>`select name from workspaces`).map(({ name }) => name);
  }).drain();
  expect([done, names]).toEqual([3, ['Test']]);
});

test('a job that fails is tried again after pauses that grow, keeps its error, and does not hold up the others', async () => {
  const { id } = await h.newWorkspace();
  const jobs = newJobs(6);
  const poison = jobs[2]?.subject ?? '';
  await enqueue(id, jobs);
  const done = new Map<string, number>();
  const failures: [unknown, string, number][] = [];
  const worker = workerOf(
    async (_tx, _workspaceId, batch) => {
      if (subjectsOf(batch).includes(poison)) throw new Error('no such thing\0');
      for (const { subject } of batch) done.set(subject, (done.get(subject) ?? 0) + 1);
    },
    {
      onFailure: (error, { subject }, { attempts }) => failures.push([error, subject, attempts]),
    },
  );
  const again = () =>
    h.db.upkeep((tx) => tx`update jobs set run_at = now() where workspace_id = ${id}`, id);
  await worker.drain();
  expect([...done.keys()].sort()).toEqual(
    subjectsOf(jobs)
      .filter((subject) => subject !== poison)
      .sort(),
  );
  const row = { subject: poison, last_error: 'Error: no such thing' };
  expect(await pending(id)).toEqual([{ ...row, attempts: 1, pause: 2 }]);
  // Being asked for again does not end the pause.
  await enqueue(id, [{ subject: poison, isTest: false }]);
  expect(await pending(id)).toHaveLength(1);
  await again();
  await worker.drain();
  expect(await pending(id)).toEqual([{ ...row, attempts: 2, pause: 4 }]);
  await h.db.upkeep((tx) => tx`update jobs set attempts = 12 where workspace_id = ${id}`, id);
  await again();
  await worker.drain();
  expect(await pending(id)).toEqual([{ ...row, attempts: 13, pause: 3_600 }]);
  expect(failures.map(([, subject, attempts]) => [subject, attempts])).toEqual([
    [poison, 1],
    [poison, 2],
    [poison, 13],
  ]);
  expect([...done.values()]).toEqual(Array(5).fill(1));
  await h.db.upkeep((tx) => tx`delete from jobs where workspace_id = ${id}`, id);
});

test('workers of several processes do every job once, and never the same one at once', async () => {
  const workspaces = [await h.newWorkspace(), await h.newWorkspace()];
  const shared = newJobs(20);
  const running = new Set<string>();
  const runs = new Map<string, number>();
  const faults: string[] = [];
  const handler: JobHandler = async (_tx, workspaceId, jobs) => {
    const keys = subjectsOf(jobs).map((subject) => `${workspaceId} ${subject}`);
    for (const key of keys) {
      if (running.has(key)) faults.push(key);
      running.add(key);
    }
    await sleep(2);
    for (const key of keys) {
      running.delete(key);
      runs.set(key, (runs.get(key) ?? 0) + 1);
    }
  };
  const pools = await Promise.all([1, 2, 3].map(() => connect(h.ownerUrl, { poolSize: 2 })));
  onTestFinished(() => Promise.all(pools.map((pool) => pool.close())).then(() => undefined));
  const workers = pools.map(
    (pool) => new JobWorker(pool, { people: handler }, { pollMs: 5, batchSize: 4 }),
  );
  for (const worker of workers) worker.start();
  // The same subjects over and over, while they are being done.
  for (let round = 0; round < 15; round++) {
    await Promise.all(workspaces.map(({ id }) => enqueue(id, shared)));
    await sleep(5);
  }
  await Promise.all(workers.map((worker) => worker.drain()));
  await Promise.all(workers.map((worker) => worker.stop()));
  expect(faults).toEqual([]);
  expect(runs.size).toBe(40);
  for (const { id } of workspaces) expect(await pending(id)).toEqual([]);
});

test('a busy workspace does not hold up the others', async () => {
  const [busy, quiet] = [await h.newWorkspace(), await h.newWorkspace()];
  await enqueue(busy.id, newJobs(50));
  await enqueue(quiet.id, newJobs(1));
  const order: string[] = [];
  const worker = workerOf(
    async (_tx, workspaceId) => {
      order.push(workspaceId);
      await sleep(5);
    },
    { batchSize: 1, turnMs: 20 },
  );
  await worker.drain();
  expect(order.indexOf(quiet.id)).toBeLessThan(15);
  expect(order).toHaveLength(51);
});

test('stopping waits for the batch that is being done, and begins no other', async () => {
  const { id } = await h.newWorkspace();
  await enqueue(id, newJobs(4));
  const [began, goOn] = [signal(), signal()];
  let done = 0;
  const worker = workerOf(
    async (_tx, _workspaceId, jobs) => {
      began.give();
      await goOn.arrived;
      done += jobs.length;
    },
    { batchSize: 2 },
  );
  worker.start();
  await began.arrived;
  const stopped = worker.stop();
  goOn.give();
  await stopped;
  expect(done).toBe(2);
  expect(await pending(id)).toHaveLength(2);
  await worker.drain();
});

test('kinds without a handler are left to others', async () => {
  const { id } = await h.newWorkspace();
  await enqueue(id, newJobs(1));
  await new JobWorker(h.db, { personality: async () => undefined }).drain();
  expect(await pending(id)).toHaveLength(1);
  await workerOf(async () => undefined).drain();
  expect(await pending(id)).toEqual([]);
});

test('a database that is away is waited for', async () => {
  const { id } = await h.newWorkspace();
  const db = await connect(h.ownerUrl);
  onTestFinished(() => db.close());
  let isAway = true;
  const errors: unknown[] = [];
  const away = Object.assign(new Error('gone'), { code: '57P01' });
  const worker = new JobWorker(
    { ...db, everywhere: (work) => (isAway ? Promise.reject(away) : db.everywhere(work)) },
    { people: async () => undefined },
    { pollMs: 5, onError: (error) => errors.push(error) },
  );
  await enqueue(id, newJobs(1));
  worker.start();
  await expect.poll(() => errors.length).toBeGreaterThan(1);
  isAway = false;
  await expect.poll(() => pending(id)).toEqual([]);
  await worker.stop();
});

test('a job that takes too long for the database is put off by itself, and holds up no other', async () => {
  const { id } = await h.newWorkspace();
  const [slow = { subject: '', isTest: false }, ...others] = newJobs(3);
  await enqueue(id, [slow, ...others]);
  const done: string[] = [];
  const worker = workerOf(async (tx, _workspaceId, jobs) => {
    if (subjectsOf(jobs).includes(slow.subject)) {
      await tx`set local statement_timeout = 5`;
      await tx`select pg_sleep(5)`;
    }
    done.push(...subjectsOf(jobs));
  });
  await worker.drain();
  expect(done.sort()).toEqual(subjectsOf(others).sort());
  expect(await pending(id)).toMatchObject([{ subject: slow.subject, attempts: 1 }]);
});

test('a slow kind rests after a batch, and jobs that arrive meanwhile run together', async () => {
  const { id } = await h.newWorkspace();
  const batches: string[][] = [];
  const first = signal();
  const worker = workerOf(
    async (_tx, _workspaceId, batch) => {
      batches.push(subjectsOf(batch));
      first.give();
      await sleep(20);
    },
    { restFactor: { people: 1_000 } },
  );
  await enqueue(id, newJobs(1));
  worker.start();
  await first.arrived;
  const meanwhile = newJobs(3);
  for (const job of meanwhile) {
    await enqueue(id, [job]);
    await sleep(30);
  }
  expect(batches).toHaveLength(1);
  await worker.stop();
  // Whoever waits for the end does not rest.
  await worker.drain();
  expect(batches.slice(1)).toEqual([subjectsOf(meanwhile)]);
});
