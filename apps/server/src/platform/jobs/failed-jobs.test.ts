/* A job that always fails is given up, told of everywhere, and tried again or dropped by whoever may. */
import { randomUUID } from 'node:crypto';
import { type FailedJob, mostJobAttempts } from '@footfall/contract/failed-jobs';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, expect, test } from 'vitest';
import { startBackground } from '../../background/background.ts';
import { jobHandlers } from '../../background/job-handlers.ts';
import { runCommand, runJson } from '../../testing/command-line.ts';
import { startHarness } from '../../testing/harness.ts';
import { signedIn } from '../../testing/signed-in.ts';
import { loggerOptions } from '../observability.ts';
import { enqueueJobs } from './queue.ts';

const h = await startHarness();
await h.app.background.stop();

const address = 'jane@example.com';
const poison = new Set<string>();
const logged: string[] = [];
const registry = new Registry();
const background = startBackground({
  db: h.db,
  log: pino(loggerOptions(h.config), { write: (line: string) => logged.push(line) }),
  registry,
  handlers: {
    ...jobHandlers,
    async people(tx, _workspaceId, jobs) {
      // PostgreSQL names the value that it refuses.
      if (jobs.some(({ subject }) => poison.has(subject))) await tx`select ${address}::text::uuid`;
    },
  },
  pollMs: 20,
});
afterAll(() => background.stop());

const env = { DATABASE_URL: h.ownerUrl, PORT: '0' };

async function newQueue() {
  const { id } = await h.newWorkspace();
  const flags = ['--workspace', id];
  return {
    id,
    ask: (subject: string) =>
      h.db.workspace(id, (tx) => enqueueJobs(tx, id, 'people', [{ subject, isTest: false }])),
    /** The last of its attempts is due. */
    wearOut: () =>
      h.db.upkeep(
        (tx) => tx`
          update jobs set attempts = ${mostJobAttempts - 1}, run_at = now()
          where workspace_id = ${id} and given_up_at is null`,
        id,
      ),
    rows: () =>
      h.db.system(
        (tx) => tx<{ subject: string; attempts: number; isGivenUp: boolean }[]>`
          select subject, attempts, given_up_at is not null as "isGivenUp" from jobs
          where workspace_id = ${id} order by 3 desc, 2`,
      ),
    jobs: (name: string, ...more: string[]) =>
      runJson<{ data: FailedJob[]; jobs: number; left: number }>(
        ['jobs', name, ...flags, ...more],
        env,
      ),
    flags,
  };
}

/** A job of it that was given up. */
async function newFailedJob(queue: Awaited<ReturnType<typeof newQueue>>): Promise<string> {
  const subject = randomUUID();
  poison.add(subject);
  await queue.ask(subject);
  await queue.wearOut();
  const isGivenUp = async () =>
    (await queue.rows()).some((row) => row.subject === subject && row.isGivenUp);
  await expect.poll(isGivenUp).toBe(true);
  return subject;
}

test('it is set aside with its reason and without values, and shown by metric, log, doctor and command', async () => {
  const queue = await newQueue();
  const subject = await newFailedJob(queue);
  const { data } = await queue.jobs('list');
  expect(data).toEqual([
    {
      id: expect.any(String),
      kind: 'people',
      subject,
      is_test: false,
      attempts: mostJobAttempts,
      reason: 'PostgresError 22P02',
      given_up_at: expect.stringMatching(/Z$/),
    },
  ]);
  const gauge = /^footfall_jobs_given_up\{kind="people"\} [1-9]/m;
  await expect.poll(() => registry.metrics()).toMatch(gauge);
  const line = logged.find((text) => text.includes('giving up') && text.includes(subject));
  expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 50, kind: 'people', subject });
  const doctor = await runCommand(['doctor'], env);
  expect(doctor.code).toBe(1);
  expect(doctor.stdout).toMatch(new RegExp(`WRONG +Background jobs .*1 people of ${queue.id}`));
  const shown = JSON.stringify(data) + logged.join() + doctor.stdout;
  expect(shown).not.toContain(address);
  expect((await runCommand(['jobs', 'list', ...queue.flags], env)).stdout).toContain(
    `people of ${subject}  failed ${mostJobAttempts} times: PostgresError 22P02`,
  );
  const everywhere = await runCommand(['jobs', 'list', '--kind', 'people'], env);
  expect(everywhere.stdout).toMatch(
    new RegExp(`^${queue.id}  20\\S+  \\S+  people of ${subject}`, 'm'),
  );
  // Not even a worker that looks for everything finds it due.
  await background.settle();
  expect(await queue.rows()).toEqual([{ subject, attempts: mostJobAttempts, isGivenUp: true }]);
});

test('a later job for the same work runs beside it and removes it on success', async () => {
  const queue = await newQueue();
  const subject = await newFailedJob(queue);
  await queue.ask(subject);
  await expect.poll(queue.rows).toEqual([
    { subject, attempts: mostJobAttempts, isGivenUp: true },
    { subject, attempts: expect.toSatisfy((count) => count > 0), isGivenUp: false },
  ]);
  // It fails as often as the first one: there is one that is given up, and not one more each time.
  await queue.wearOut();
  await expect.poll(queue.rows).toEqual([{ subject, attempts: mostJobAttempts, isGivenUp: true }]);
  poison.delete(subject);
  await queue.ask(subject);
  await expect.poll(queue.rows).toEqual([]);
});

test('the operator retries one and drops the others; the audit log has both', async () => {
  const queue = await newQueue();
  const cured = await newFailedJob(queue);
  const others = [await newFailedJob(queue), await newFailedJob(queue)];
  const unclear = await runCommand(['jobs', 'drop', ...queue.flags], env);
  expect(unclear.code).toBe(1);
  expect(unclear.stderr).toContain('Choose jobs with');
  expect((await queue.jobs('list', '--kind', 'bots')).data).toEqual([]);
  poison.delete(cured);
  const listed = (await queue.jobs('list')).data;
  expect(listed.map(({ subject }) => subject)).toEqual([...others.toReversed(), cured]);
  const id = listed.find(({ subject }) => subject === cured)?.id ?? '';
  expect(await queue.jobs('retry', '--id', id)).toEqual({ jobs: 1, left: 0 });
  await expect.poll(queue.rows).toHaveLength(2);
  expect(await queue.jobs('drop', '--all')).toEqual({ jobs: 2, left: 0 });
  expect(await queue.rows()).toEqual([]);
  const entries = await h.db.system(
    (tx) => tx<{ action: string }[]>`
      select action from audit_log where workspace_id = ${queue.id} order by created_at`,
  );
  expect(entries.map(({ action }) => action)).toEqual(['retryFailedJobs', 'dropFailedJobs']);
});

test('an administrator does the same in a session, and learns nothing of other workspaces', async () => {
  const [queue, other] = [await newQueue(), await newQueue()];
  await newFailedJob(other);
  const subject = await newFailedJob(queue);
  const admin = await signedIn(h, { workspaceId: queue.id, role: 'admin' });
  const subjects = async () =>
    ((await admin.get('/failed-jobs')).body as { data: FailedJob[] }).data.map(
      (job) => job.subject,
    );
  expect(await subjects()).toEqual([subject]);
  expect((await admin.post('/failed-jobs/drop', {})).status).toBe(400);
  expect((await admin.post('/failed-jobs/drop', { all: true })).status).toBe(200);
  expect(await subjects()).toEqual([]);
  expect(await other.rows()).toHaveLength(1);
});
