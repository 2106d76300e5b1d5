/** Jobs that failed too often: they stay in the table until somebody retries or drops them. */
import type { FailedJob, JobKind } from '@footfall/contract/failed-jobs';
import type { Dated } from '../common/timestamp.ts';
import type { Sql, Tx } from '../db/connect.ts';

export interface FailedJobCount {
  workspaceId: string;
  kind: JobKind;
  count: number;
}

/** Counts are capped here. */
const mostCounted = 100_000;

/** Of all workspaces, for the owner. */
export async function countFailedByKind(
  tx: Tx,
  kinds: readonly JobKind[],
): Promise<FailedJobCount[]> {
  return tx<FailedJobCount[]>`
    select workspace_id as "workspaceId", kind, count(*)::integer as count
    from (select workspace_id, kind from jobs where given_up_at is not null limit ${mostCounted}) j
    where kind = any(${[...kinds]}) group by workspace_id, kind order by workspace_id, kind`;
}

export interface FailedJobFilter {
  ids?: string[];
  kind?: JobKind;
}

const meant = (tx: Tx, workspaceId: string, { ids, kind }: FailedJobFilter) => tx`
  workspace_id = ${workspaceId} and given_up_at is not null
  ${ids === undefined ? tx`` : tx`and id = any(${ids}::uuid[])`}
  ${kind === undefined ? tx`` : tx`and kind = ${kind}`}`;

/** Newest first. */
export async function selectFailedJobs(
  tx: Tx,
  workspaceId: string,
  filter: FailedJobFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<Dated<FailedJob>[]> {
  return tx<Dated<FailedJob>[]>`
    select id, kind, subject, is_test, attempts, last_error as reason, given_up_at from jobs
    where ${meant(tx, workspaceId, filter)}
    order by given_up_at desc, id limit ${limit} offset ${offset}`;
}

export async function countFailedJobs(
  tx: Tx,
  workspaceId: string,
  filter: FailedJobFilter,
): Promise<number> {
  const [row] = await tx<{ total: number }[]>`
    select count(*)::integer as total from jobs where ${meant(tx, workspaceId, filter)}`;
  return row?.total ?? 0;
}

// Skips those locked by a worker.
const some = (tx: Tx, workspaceId: string, filter: FailedJobFilter, limit: number) => tx`
  select id from jobs where ${meant(tx, workspaceId, filter)}
  order by given_up_at limit ${limit} for update skip locked`;

/** Resets all failures. */
const anew = (tx: Tx) => tx`given_up_at = null, attempts = 0, last_error = '', run_at = now()`;

/** For one subject: jobs given up, and those waiting for a retry. */
const failedOf = (tx: Tx, workspaceId: string, kind: JobKind, subject: string) => tx`
  workspace_id = ${workspaceId} and kind = ${kind} and subject = ${subject} and id in (
    select id from jobs
    where workspace_id = ${workspaceId} and kind = ${kind} and subject = ${subject} and attempts > 0
    for update skip locked)`;

/** Returns the number. */
export async function retryFailedJobs(
  tx: Tx,
  workspaceId: string,
  filter: FailedJobFilter,
  limit: number,
): Promise<number> {
  const { count } = await tx`
    update jobs set ${anew(tx)}
    where ${meant(tx, workspaceId, filter)} and id in (${some(tx, workspaceId, filter, limit)})`;
  return count;
}

export async function retryJobsOf(tx: Tx, workspaceId: string, kind: JobKind, subject: string) {
  await tx`update jobs set ${anew(tx)} where ${failedOf(tx, workspaceId, kind, subject)}`;
}

/** Drops failed jobs of a subject. */
export async function dropFailedJobsOf(
  tx: Tx,
  workspaceId: string,
  kind: JobKind,
  subject: string,
) {
  await tx`delete from jobs where ${failedOf(tx, workspaceId, kind, subject)}`;
}

/**
 * For a lateral join: the error of a subject's job, '' without one; no row if no job exists. Workspace and subject are SQL
 * expressions.
 */
export const jobTrouble = (tx: Tx, kind: JobKind, workspaceId: Sql, subject: Sql) => tx`
  select j.given_up_at is not null as is_given_up, j.last_error from jobs j
  where j.workspace_id = ${workspaceId} and j.kind = ${kind} and j.subject = ${subject}
  order by j.given_up_at is not null, j.attempts desc limit 1`;

/** Returns the number. */
export async function dropFailedJobs(
  tx: Tx,
  workspaceId: string,
  filter: FailedJobFilter,
  limit: number,
): Promise<number> {
  const { count } = await tx`
    delete from jobs
    where ${meant(tx, workspaceId, filter)} and id in (${some(tx, workspaceId, filter, limit)})`;
  return count;
}
