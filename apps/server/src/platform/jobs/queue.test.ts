/* Asking for jobs: what is pending is done once, nothing is lost, and nobody waits. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startHarness } from '../../testing/harness.ts';
import type { Tx } from '../db/connect.ts';
import { enqueueJobs, type JobSubject, type RunAt, takeJobs } from './queue.ts';

const h = await startHarness();
// The tests are the only ones who take jobs.
await h.app.background.stop();

const newJob = (): JobSubject => ({ subject: randomUUID(), isTest: false });

async function newQueue() {
  const { id } = await h.newWorkspace();
  const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => h.db.workspace(id, work);
  return {
    id,
    inTransaction,
    enqueue: (jobs: JobSubject[], runAt?: RunAt) =>
      inTransaction((tx) => enqueueJobs(tx, id, 'people', jobs, runAt)),
    take: (tx: Tx, limit = 100) => takeJobs(tx, id, 'people', limit),
    rows: () =>
      inTransaction(
        (tx) => tx<{ subject: string; seconds: number }[]>`
          select subject, round(extract(epoch from run_at - now()))::integer as seconds
          from jobs where workspace_id = ${id} order by run_at`,
      ),
  };
}

/** A transaction that is left open until it is told to end. */
async function openTransaction<T>(
  run: <R>(work: (tx: Tx) => Promise<R>) => Promise<R>,
  work: (tx: Tx) => Promise<T>,
) {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let begun: (value: T) => void = () => undefined;
  const result = new Promise<T>((resolve) => {
    begun = resolve;
  });
  const ended = run(async (tx) => {
    begun(await work(tx));
    await released;
  });
  return {
    result: await Promise.race([result, ended.then(() => result)]),
    end() {
      release();
      return ended;
    },
  };
}

test('a pending job is not added again, however often it is requested', async () => {
  const { enqueue, rows } = await newQueue();
  const [one, other] = [newJob(), newJob()];
  await enqueue([one, one, other]);
  await enqueue([other, one]);
  await enqueue([one], { afterMs: 60_000 });
  expect((await rows()).map(({ subject }) => subject).sort()).toEqual(
    [one.subject, other.subject].sort(),
  );
});

test('the environments of a subject and the kinds of work are jobs of their own', async () => {
  const { id, inTransaction, enqueue, rows } = await newQueue();
  const job = newJob();
  await enqueue([job, { ...job, isTest: true }]);
  await inTransaction((tx) => enqueueJobs(tx, id, 'personality', [job]));
  expect(await rows()).toHaveLength(3);
});

test('an earlier time counts, a later one does not, and the job is done once', async () => {
  const { enqueue, rows, inTransaction, take } = await newQueue();
  const job = newJob();
  await enqueue([job], { afterMs: 60_000 });
  await enqueue([job], { afterMs: 90_000 });
  expect((await rows()).map(({ seconds }) => seconds)).toEqual([60]);
  expect(await inTransaction((tx) => take(tx))).toEqual([]);
  await enqueue([job]);
  const taken = await inTransaction((tx) => take(tx));
  expect(new Set(taken.map(({ subject }) => subject))).toEqual(new Set([job.subject]));
  expect(taken).toHaveLength((await rows()).length);
});

test('the oldest come first, up to the limit', async () => {
  const { enqueue, inTransaction, take } = await newQueue();
  const jobs = Array.from({ length: 5 }, newJob);
  for (const job of jobs) await enqueue([job]);
  const taken = await inTransaction((tx) => take(tx, 3));
  expect(taken.map(({ subject }) => subject)).toEqual(
    jobs.slice(0, 3).map(({ subject }) => subject),
  );
});

test('a running job can be queued again and runs again', async () => {
  const { enqueue, rows, take, inTransaction } = await newQueue();
  const job = newJob();
  await enqueue([job]);
  const worker = await openTransaction(inTransaction, (tx) => take(tx));
  expect(worker.result).toHaveLength(1);
  await enqueue([job]);
  await enqueue([job]);
  expect(await rows()).toHaveLength(2);
  await worker.end();
});

test('queueing the same jobs in any order neither waits nor deadlocks', async () => {
  const { id, enqueue, inTransaction, rows } = await newQueue();
  const jobs = Array.from({ length: 20 }, newJob);
  await enqueue(jobs);
  const add = (tx: Tx, some: JobSubject[]) => enqueueJobs(tx, id, 'people', some);
  const first = await openTransaction(inTransaction, (tx) => add(tx, jobs));
  await inTransaction((tx) => add(tx, jobs.toReversed()));
  await first.end();
  expect(await rows()).toHaveLength(20);
});

test('nobody takes a job before the change that asks for it is committed', async () => {
  const { id, enqueue, inTransaction, take } = await newQueue();
  const job = newJob();
  await enqueue([job]);
  const change = await openTransaction(inTransaction, (tx) => enqueueJobs(tx, id, 'people', [job]));
  expect(await inTransaction((tx) => take(tx))).toEqual([]);
  await change.end();
  expect(await inTransaction((tx) => take(tx))).toHaveLength(1);
});

test('one transaction at a time has the turn of a kind and workspace', async () => {
  const [queue, other] = [await newQueue(), await newQueue()];
  await queue.enqueue([newJob(), newJob()]);
  await other.enqueue([newJob()]);
  const first = await openTransaction(queue.inTransaction, (tx) => queue.take(tx, 1));
  expect(await queue.inTransaction((tx) => queue.take(tx))).toEqual([]);
  expect(await other.inTransaction((tx) => other.take(tx))).toHaveLength(1);
  await first.end();
  expect(await queue.inTransaction((tx) => queue.take(tx))).toHaveLength(2);
});

test('a job queued in a failed transaction does not run', async () => {
  const { id, inTransaction, rows } = await newQueue();
  const failing = inTransaction(async (tx) => {
    await enqueueJobs(tx, id, 'people', [newJob()]);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await rows()).toEqual([]);
});
