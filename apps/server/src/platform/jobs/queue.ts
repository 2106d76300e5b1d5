/**
 * Jobs in the database. A job's row is locked while it runs, and deleted in the same transaction: if the
 * process dies, PostgreSQL releases the job.
 *
 * Enqueuing never waits and never deadlocks. It shares a subject's pending row if possible, since no worker
 * takes that before this transaction ends. Otherwise a worker is running it and may have read the data
 * already, so another row is added.
 */
import { type JobKind, mostJobAttempts } from '@footfall/contract/failed-jobs';
import { arrayLiteral, type Column, columnValues, nameList, unnestClause } from '../db/columns.ts';
import { runCombined, type StatementPart } from '../db/combined-statement.ts';
import type { Tx } from '../db/connect.ts';
import { lockClasses } from '../db/lock-classes.ts';
import { sharedRows } from '../db/shared-values.ts';

/**
 * `sessions`: recomputes a session and its neighbors after a late message. `upgrades`: moves a visit begun without an id, by the
 * session that reports it. `people`: recomputes a visitor's identities, leads and conversions, and those of everyone linked.
 * `attribution`: credit of a visitor's conversions and leads. `personality`: assesses a person. `everybody`: the same for all
 * people after this one. `suspects`: marks a network's suspect leads. `suggestions`: deletes a workspace's oldest.
 * `list_change`: adds thousands of people to a list, or removes them. `bots` and `company_links`: apply overrides to a visitor's
 * visits, or a company's links.
 */
export type { JobKind };

export interface Job {
  workspaceId: string;
  kind: JobKind;
  /** Id of the record it is about. */
  subject: string;
  isTest: boolean;
}

export type JobSubject = Pick<Job, 'subject' | 'isTest'>;

export type RunAt = 'now' | { afterMs: number };

const subjectColumns: Column<JobSubject>[] = [
  { name: 'subject', type: 'uuid', value: (job) => job.subject },
  { name: 'is_test', type: 'boolean', value: (job) => job.isTest },
];

// A failed job keeps its pause, however often it is enqueued meanwhile; one that was given up is not shared. run_at is compared in a
// way no index supports: the primary key finds the few rows of a subject.
const enqueue = `
  insert into jobs (workspace_id, kind, ${nameList(subjectColumns)}, id, run_at)
  select $1::uuid, $2::text, t.subject, t.is_test, gen_random_uuid(),
         now() + $3::integer * interval '1 ms'
  from ${unnestClause(subjectColumns, 4)}
  where not exists (
    select from jobs j
    where j.workspace_id = $1::uuid and j.subject = t.subject and j.is_test = t.is_test
      and j.kind = $2::text
      and (j.run_at - now() <= $3::integer * interval '1 ms' or j.attempts > 0)
      and j.given_up_at is null
    for key share skip locked)`;

/**
 * Enqueues jobs to run after this transaction commits, not before `runAt`. A pending job runs once, at the
 * earlier time; a running one runs again.
 */
export async function enqueueJobs(
  tx: Tx,
  workspaceId: string,
  kind: JobKind,
  jobs: JobSubject[],
  runAt: RunAt = 'now',
): Promise<void> {
  if (jobs.length === 0) return;
  // Planned each time, here and below: a queue is sometimes empty and sometimes long.
  await tx.unsafe(enqueue, [workspaceId, ...enqueueParameters(kind, jobs, runAt)]);
}

/**
 * The same at once, in a transaction of `Database.workspaceSeries`: its generic plans find rows by key for any
 * length of the queue, and planning would take three times as long as the rest.
 */
export async function enqueueInSeries(
  tx: Tx,
  workspaceId: string,
  kind: JobKind,
  jobs: JobSubject[],
): Promise<void> {
  if (jobs.length > 0) await runCombined(tx, workspaceId, [enqueuePart(kind, jobs)]);
}

/** As a part of a combined statement in such a transaction. */
export function enqueuePart(kind: JobKind, jobs: JobSubject[]): StatementPart {
  return {
    name: `asked_${kind}`,
    change: (first) =>
      enqueueSelected(kind, `select subject, is_test from ${sharedRows(subjectColumns, first)}`),
    parameters: (shared) => shared.columnValues(subjectColumns, eachOnce(jobs)),
  };
}

/**
 * SQL that enqueues a job for each `(subject, is_test)` of a query, for use in a `with`; `$1` is the
 * workspace.
 */
export function enqueueSelected(kind: JobKind, query: string): string {
  return `
  insert into jobs (workspace_id, kind, subject, is_test, id, run_at)
  select $1::uuid, '${kind}', t.subject, t.is_test, gen_random_uuid(), now()
  from (${query}) t
  where not exists (
    select from jobs j
    where j.workspace_id = $1::uuid and j.kind = '${kind}'
      and j.subject = t.subject and j.is_test = t.is_test
      and (j.run_at <= now() or j.attempts > 0) and j.given_up_at is null
    for key share skip locked)`;
}

/** Enqueues the rest of running jobs, which delete their own rows when done. */
export async function continueJobs(
  tx: Tx,
  workspaceId: string,
  kind: JobKind,
  jobs: JobSubject[],
  afterMs = 0,
): Promise<void> {
  if (jobs.length === 0) return;
  await tx.unsafe(
    `insert into jobs (workspace_id, kind, ${nameList(subjectColumns)}, id, run_at)
     select $1::uuid, $2::text, t.subject, t.is_test, gen_random_uuid(), now() + $3::integer * interval '1 ms'
     from ${unnestClause(subjectColumns, 4)}`,
    [workspaceId, ...enqueueParameters(kind, jobs, { afterMs })],
  );
}

function enqueueParameters(kind: JobKind, jobs: JobSubject[], runAt: RunAt) {
  const delayMs = runAt === 'now' ? 0 : Math.round(runAt.afterMs);
  return [kind, delayMs, ...columnValues(subjectColumns, eachOnce(jobs))];
}

function eachOnce(jobs: JobSubject[]): JobSubject[] {
  return [...new Map(jobs.map((job) => [`${job.isTest}${job.subject}`, job])).values()];
}

/** Due jobs of one kind and workspace. */
export interface DueJobs {
  workspaceId: string;
  kind: JobKind;
  count: number;
  /** How long the oldest has been due. */
  waitedSeconds: number;
}

/** In all workspaces, for the owner; longest waiting first. */
export async function selectDueJobs(tx: Tx, kinds: JobKind[]): Promise<DueJobs[]> {
  return tx<DueJobs[]>`
    select workspace_id as "workspaceId", kind, count(*)::integer as count,
           extract(epoch from now() - min(run_at))::float8 as "waitedSeconds"
    from jobs where kind = any(${kinds}) and run_at <= now() and given_up_at is null
    group by workspace_id, kind order by min(run_at), workspace_id, kind`;
}

/** A row of the table, locked by this transaction. */
export interface TakenRow extends JobSubject {
  id: string;
}

const takenColumns: Column<TakenRow>[] = [
  ...subjectColumns,
  { name: 'id', type: 'uuid', value: (row) => row.id },
];

// The turn is taken once, before any row is read. Takes further rows of the same subjects too, even if not
// due or given up: this run does their work.
const take = `
  select j.subject, j.is_test as "isTest", j.id
  from (
    select distinct subject, is_test
    from (
      select subject, is_test from jobs
      where (select pg_try_advisory_xact_lock(${lockClasses.jobs}, hashtext($1::text || $2::text)))
        and workspace_id = $1::text::uuid and kind = $2::text and run_at <= now() and given_up_at is null
      order by run_at limit $3::integer
    ) oldest
  ) due
  cross join lateral (
    select subject, is_test, id, run_at from jobs
    where workspace_id = $1::text::uuid and subject = due.subject and is_test = due.is_test
      and kind = $2::text
    for update skip locked
  ) j
  order by j.run_at, j.subject, j.is_test`;

/**
 * Locks the rows of up to `limit` due jobs, oldest first. Empty while another transaction runs jobs of this
 * kind and workspace: one at a time, so that no job runs twice at once and jobs of a kind cannot conflict.
 */
export async function takeJobs(
  tx: Tx,
  workspaceId: string,
  kind: JobKind,
  limit: number,
): Promise<TakenRow[]> {
  return tx.unsafe<TakenRow[]>(take, [workspaceId, kind, limit]);
}

const isTaken = `
  j.workspace_id = $1::uuid and j.kind = $2::text
  and j.subject = t.subject and j.is_test = t.is_test and j.id = t.id`;

// By arrays, with ids as text, which has no index: each subject is found by the primary key. In a join, PostgreSQL would
// scan a supposedly short queue for each row.
const finish = `
  delete from jobs j
  where j.workspace_id = $1::uuid and j.kind = $2::text
    and j.subject = any($3::uuid[]) and j.id::text = any($4::text[])`;

/** Deletes the jobs when the transaction that took them commits. */
export async function finishJobs(tx: Tx, workspaceId: string, kind: JobKind, rows: TakenRow[]) {
  const subjects = new Set(rows.map(({ subject }) => subject));
  const ids = rows.map(({ id }) => id);
  await tx.unsafe(finish, [
    workspaceId,
    kind,
    arrayLiteral('uuid', [...subjects]),
    arrayLiteral('text', ids),
  ]);
}

/**
 * Keeps one row per subject: retried after 2 s, 4 s, 8 s … up to an hour, or given up. Rows given up before stay until
 * then.
 */
const postpone = `
  with failed as (
    select j.id, j.given_up_at is null as is_tried,
           row_number() over (partition by j.given_up_at is null order by j.run_at, j.id) as place,
           1 + max(j.attempts) filter (where j.given_up_at is null) over () as attempts
    from jobs j, ${unnestClause(takenColumns, 4)} where ${isTaken}
  ), gone as (
    delete from jobs j using failed f
    where j.workspace_id = $1::uuid and j.kind = $2::text and j.id = f.id
      and (f.is_tried and f.place > 1 or not f.is_tried and f.attempts >= ${mostJobAttempts})
  )
  update jobs j set attempts = f.attempts, last_error = $3::text,
    run_at = now() + least(3600, power(2, least(f.attempts, 12))) * interval '1 s',
    given_up_at = case when f.attempts >= ${mostJobAttempts} then now() end
  from failed f
  where j.workspace_id = $1::uuid and j.kind = $2::text and j.id = f.id and f.is_tried and f.place = 1
  returning j.attempts, j.given_up_at is not null as "isGivenUp"`;

/** State of a failed job. */
export interface Postponed {
  /** Failures so far. */
  attempts: number;
  isGivenUp: boolean;
}

/** Retries a subject's job after a growing pause, or gives it up. */
export async function postponeJob(
  tx: Tx,
  workspaceId: string,
  kind: JobKind,
  rows: TakenRow[],
  error: string,
): Promise<Postponed> {
  const parameters = [workspaceId, kind, error, ...columnValues(takenColumns, rows)];
  const [postponed] = await tx.unsafe<Postponed[]>(postpone, parameters);
  return postponed ?? { attempts: 0, isGivenUp: false };
}
