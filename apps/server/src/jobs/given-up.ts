/** Jobs that failed too often: they wait in the table until somebody has them tried again, or drops them. */
import type { JobKind } from '@footfall/contract/failed-jobs';
import type { Tx } from '../db/connect.ts';

export interface GivenUp {
  workspaceId: string;
  kind: JobKind;
  count: number;
}

/** More are told as so many. */
const mostCounted = 100_000;

/** Of all workspaces, for the owner. */
export async function countGivenUp(tx: Tx, kinds: readonly JobKind[]): Promise<GivenUp[]> {
  return tx<GivenUp[]>`
    select workspace_id as "workspaceId", kind, count(*)::integer as count
    from (select workspace_id, kind from jobs where given_up_at is not null limit ${mostCounted}) j
    where kind = any(${[...kinds]}) group by workspace_id, kind order by workspace_id, kind`;
}

export interface GivenUpFilter {
  ids?: string[];
  kind?: JobKind;
}

export interface GivenUpJob {
  id: string;
  kind: JobKind;
  subject: string;
  is_test: boolean;
  attempts: number;
  last_error: string;
  given_up_at: Date;
}

const meant = (tx: Tx, workspaceId: string, { ids, kind }: GivenUpFilter) => tx`
  workspace_id = ${workspaceId} and given_up_at is not null
  ${ids === undefined ? tx`` : tx`and id = any(${ids}::uuid[])`}
  ${kind === undefined ? tx`` : tx`and kind = ${kind}`}`;

/** The newest first. */
export async function selectGivenUpJobs(
  tx: Tx,
  workspaceId: string,
  filter: GivenUpFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<GivenUpJob[]> {
  return tx<GivenUpJob[]>`
    select id, kind, subject, is_test, attempts, last_error, given_up_at from jobs
    where ${meant(tx, workspaceId, filter)}
    order by given_up_at desc, id limit ${limit} offset ${offset}`;
}

export async function countGivenUpJobs(
  tx: Tx,
  workspaceId: string,
  filter: GivenUpFilter,
): Promise<number> {
  const [row] = await tx<{ total: number }[]>`
    select count(*)::integer as total from jobs where ${meant(tx, workspaceId, filter)}`;
  return row?.total ?? 0;
}

// Those that a worker is about are left to it.
const some = (tx: Tx, workspaceId: string, filter: GivenUpFilter, limit: number) => tx`
  select id from jobs where ${meant(tx, workspaceId, filter)}
  order by given_up_at limit ${limit} for update skip locked`;

/** As if they had never failed. Returns how many. */
export async function retryGivenUpJobs(
  tx: Tx,
  workspaceId: string,
  filter: GivenUpFilter,
  limit: number,
): Promise<number> {
  const { count } = await tx`
    update jobs set given_up_at = null, attempts = 0, last_error = '', run_at = now()
    where ${meant(tx, workspaceId, filter)} and id in (${some(tx, workspaceId, filter, limit)})`;
  return count;
}

/** Returns how many. */
export async function dropGivenUpJobs(
  tx: Tx,
  workspaceId: string,
  filter: GivenUpFilter,
  limit: number,
): Promise<number> {
  const { count } = await tx`
    delete from jobs
    where ${meant(tx, workspaceId, filter)} and id in (${some(tx, workspaceId, filter, limit)})`;
  return count;
}
