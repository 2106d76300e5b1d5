/**
 * Jobs in the database. The row of a job is locked while it is done, and is deleted in the
 * transaction that does it: when the process dies, PostgreSQL gives the job back.
 *
 * Asking for a job never waits and never deadlocks. Where a pending row of the subject can be
 * shared, it does for this change too, since no worker takes it before this transaction ends. Where
 * it cannot, a worker is about it and may have read already, so a further row is added.
 */
import { type JobKind, mostJobAttempts } from '@footfall/contract/failed-jobs';
import { arrayLiteral, type Column, columnValues, nameList, unnestClause } from '../db/columns.ts';
import { runCombined, type StatementPart } from '../db/combined-statement.ts';
import type { Tx } from '../db/connect.ts';
import { lockClasses } from '../db/lock-classes.ts';
import { sharedRows } from '../db/shared-values.ts';

/**
 * `sessions`: where a session and those near it begin and end, after a late message. `upgrades`: the visit that a browser
 * began without an id, by the session in which it says so. `people`: the identities, leads and
 * conversions of a visitor and of everyone linked with it, after a late message. `attribution`: which visits a
 * visitor's conversions and leads are credited to. `personality`: what the behaviour of a person tells. `everybody`: the same of
 * all people after this one. `suspects`: which leads of a network are too many. `suggestions`: the oldest of a workspace, where
 * there are too many. `list_change`: some thousand who are put on a list, or taken off. `bots`: the visits of a visitor, and
 * `company_links`: what links visitors to a company, after somebody decided about them.
 */
export type { JobKind };

export interface Job {
  workspaceId: string;
  kind: JobKind;
  /** Whom or what it is about: the id of a record. */
  subject: string;
  isTest: boolean;
}

export type JobSubject = Pick<Job, 'subject' | 'isTest'>;

export type RunAt = 'now' | { afterMs: number };

const subjectColumns: Column<JobSubject>[] = [
  { name: 'subject', type: 'uuid', value: (job) => job.subject },
  { name: 'is_test', type: 'boolean', value: (job) => job.isTest },
];

// A job that failed keeps its pause, however often it is asked for meanwhile; one that was given up serves nobody. The run_at of the
// others is compared in a way that no index serves: the primary key finds the few rows of a subject.
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
 * Asks for jobs, which are done after this transaction has been committed; at the earliest at
 * `runAt`. One that is pending already is done once, at the earlier of both times; one that is being
 * done is done again.
 */
export async function enqueueJobs(
  tx: Tx,
  workspaceId: string,
  kind: JobKind,
  jobs: JobSubject[],
  runAt: RunAt = 'now',
): Promise<void> {
  if (jobs.length === 0) return;
  // Planned each time, here and below: a queue is empty at one time and long at another.
  await tx.unsafe(enqueue, [workspaceId, ...enqueueParameters(kind, jobs, runAt)]);
}

/**
 * The same, at once, in a transaction of `Database.workspaceSeries`: its plans find rows by their keys however long
 * the queue is, so that one will do, and planning takes three times as long as the rest.
 */
export async function enqueueInSeries(
  tx: Tx,
  workspaceId: string,
  kind: JobKind,
  jobs: JobSubject[],
): Promise<void> {
  if (jobs.length > 0) await runCombined(tx, workspaceId, [enqueuePart(kind, jobs)]);
}

/** As a part of a larger statement of such a transaction. */
export function enqueuePart(kind: JobKind, jobs: JobSubject[]): StatementPart {
  return {
    name: `asked_${kind}`,
    change: (first) =>
      enqueueSelected(kind, `select subject, is_test from ${sharedRows(subjectColumns, first)}`),
    parameters: (shared) => shared.columnValues(subjectColumns, eachOnce(jobs)),
  };
}

/**
 * Text of a statement that asks for jobs now for each `(subject, is_test)` of a query, for use in a
 * `with`; `$1` is the workspace.
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

/** What is left of jobs that are being done, whose own rows are taken away when they are. */
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

/** The due jobs of one kind and workspace. */
export interface DueJobs {
  workspaceId: string;
  kind: JobKind;
  /** Rows of the table. */
  count: number;
  /** How long the oldest has been due. */
  waitedSeconds: number;
}

/** Of all workspaces, for the owner; those that have waited longest first. */
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

// The turn is asked for once, before any row is read. Further rows of the same subjects are taken
// too, also where they are not due yet or were given up: what they ask for is done now.
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
 * The rows of up to `limit` due jobs, the oldest first, for this transaction to do. None when another
 * transaction has taken jobs of this kind and workspace: it is one's turn at a time, so that no
 * job is done twice at once and jobs of a kind need not fear each other.
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

// By arrays, and the ids as text, which no index has: each subject is looked for by the primary key. Joined, what PostgreSQL
// thinks a short queue is read once for each of the rows.
const finish = `
  delete from jobs j
  where j.workspace_id = $1::uuid and j.kind = $2::text
    and j.subject = any($3::uuid[]) and j.id::text = any($4::text[])`;

/** They are done, when the transaction that took them commits. */
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
 * Of the rows of a subject one is kept: 2 s, 4 s, 8 s … up to an hour, or given up. What was given up before stays beside
 * it until then.
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

/** What became of a job that failed. */
export interface Postponed {
  /** How often it failed by now. */
  attempts: number;
  isGivenUp: boolean;
}

/** A subject's: it is tried again after a pause that grows, or given up. */
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
