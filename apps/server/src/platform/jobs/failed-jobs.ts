/** Jobs that failed too often: they wait in the table until somebody has them tried again, or drops them. */
import type { FailedJob, JobKind } from '@footfall/contract/failed-jobs';
import type { Dated } from '../common/timestamp.ts';
import type { Sql, Tx } from '../db/connect.ts';

export interface FailedJobCount {
  workspaceId: string;
  kind: JobKind;
  count: number;
}

/** More are told as so many. */
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

/** The newest first. */
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

// Those that a worker is about are left to it.
const some = (tx: Tx, workspaceId: string, filter: FailedJobFilter, limit: number) => tx`
  select id from jobs where ${meant(tx, workspaceId, filter)}
  order by given_up_at limit ${limit} for update skip locked`;

/** As if they had never failed. */
const anew = (tx: Tx) => tx`given_up_at = null, attempts = 0, last_error = '', run_at = now()`;

/** Of one subject: what was given up, and what waits for its next attempt. */
const failedOf = (tx: Tx, workspaceId: string, kind: JobKind, subject: string) => tx`
  workspace_id = ${workspaceId} and kind = ${kind} and subject = ${subject} and id in (
    select id from jobs
    where workspace_id = ${workspaceId} and kind = ${kind} and subject = ${subject} and attempts > 0
    for update skip locked)`;

/** Returns how many. */
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

/** It is not to be done any more. */
export async function dropFailedJobsOf(
  tx: Tx,
  workspaceId: string,
  kind: JobKind,
  subject: string,
) {
  await tx`delete from jobs where ${failedOf(tx, workspaceId, kind, subject)}`;
}

/**
 * Text of a query for a lateral join: of the job of a subject, expressions of SQL as the workspace is, what it failed with, '' where
 * it did not; no row where nobody goes on with it and nothing tells why.
 */
export const jobTrouble = (tx: Tx, kind: JobKind, workspaceId: Sql, subject: Sql) => tx`
  select j.given_up_at is not null as is_given_up, j.last_error from jobs j
  where j.workspace_id = ${workspaceId} and j.kind = ${kind} and j.subject = ${subject}
  order by j.given_up_at is not null, j.attempts desc limit 1`;

/** Returns how many. */
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
