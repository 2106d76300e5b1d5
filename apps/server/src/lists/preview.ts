/**
 * Of how many a filter is true, told while somebody waits: exactly where there is little to read, or where few are found and
 * they can be told one by one; else estimated from as large a part as can be read in the time.
 */
import type { CheckedFilter } from '@footfall/contract/filter-check';
import { type ListPreview, type ListSubject, listSubjects } from '@footfall/contract/list-record';
import type { Sql, Tx } from '../platform/db/connect.ts';
import { isTimeout } from '../platform/db/faults.ts';
import { isAsked, isAskedOfFew, isAskedOfSample, plannedAnew } from '../records/filters/asked.ts';
import { errorOf, firstShares, indexedShares, shareCount } from '../records/visit/shares.ts';
import { recordsOf } from './upkeep/listed.ts';

export interface PreviewLimits {
  /** Of a workspace with no more visits, all are counted. */
  visits: number;
  /** About as long as it may take. */
  timeMs: number;
  /** Of 64; more than one where the time allows. */
  mostShares: number;
  /** With fewer in the sample all are told one by one, if the time allows: the error would be a fifth of the estimate. */
  fewFound: number;
}

export const usualLimits: PreviewLimits = {
  visits: 20_000,
  timeMs: 300,
  mostShares: indexedShares,
  fewFound: 100,
};

const leastTimeMs = 50;

interface Asked {
  tx: Tx;
  workspaceId: string;
  of: ListSubject;
  filter: CheckedFilter;
}

type Found = Pick<ListPreview, 'total' | 'sample'>;

const shown = 20;

export async function previewOf(
  tx: Tx,
  workspaceId: string,
  of: ListSubject,
  filter: CheckedFilter | undefined,
  limits = usualLimits,
): Promise<ListPreview> {
  if (!filter || !(await hasMoreVisits(tx, workspaceId, limits.visits))) {
    return exactPreviewOf(tx, workspaceId, of, filter);
  }
  const asked = { tx, workspaceId, of, filter };
  const began = performance.now();
  const first = await foundInSample(asked, 1);
  const firstMs = performance.now() - began;
  const shares = Math.min(limits.mostShares, Math.floor(limits.timeMs / firstMs) - 1);
  const found = shares > 1 ? await foundInSample(asked, shares) : first;
  const estimate = estimated(of, found, Math.max(shares, 1));
  if (found.total >= limits.fewFound) return estimate;
  const leftMs = limits.timeMs - (performance.now() - began);
  const all = await foundOneByOne(asked, Math.max(leastTimeMs, Math.ceil(leftMs)));
  return all ? { of, approximate: false, ...all } : estimate;
}

export async function exactPreviewOf(
  tx: Tx,
  workspaceId: string,
  of: ListSubject,
  filter: CheckedFilter | undefined,
): Promise<ListPreview> {
  const asked = isAsked(tx, workspaceId, listSubjects[of], { isTest: false, asked: filter });
  return { of, approximate: false, ...(await findIn(tx, workspaceId, of, asked)) };
}

function estimated(of: ListSubject, found: Found, shares: number): ListPreview {
  const total = Math.round((found.total * shareCount) / shares);
  const total_error = errorOf(total, shares);
  return { of, total, approximate: true, total_error, sample: found.sample };
}

/** Figures that are not kept just now tell of no sample. */
async function hasMoreVisits(tx: Tx, workspaceId: string, visits: number): Promise<boolean> {
  const [row] = await tx<{ hasMore: boolean }[]>`
    select exists (select from stats_state where workspace_id = ${workspaceId} and phase = 'kept')
       and (select count(*) from (select from session_facts
            where workspace_id = ${workspaceId} and not is_test limit ${visits + 1}) f) > ${visits} as "hasMore"`;
  return row?.hasMore ?? false;
}

function foundInSample({ tx, workspaceId, of, filter }: Asked, shares: number): Promise<Found> {
  const kind = listSubjects[of];
  const asked = isAskedOfSample(tx, workspaceId, kind, filter, firstShares(shares));
  return findIn(tx, workspaceId, of, tx`and ${asked}`);
}

/** Undefined where that takes longer. */
async function foundOneByOne(
  { tx, workspaceId, of, filter }: Asked,
  timeMs: number,
): Promise<Found | undefined> {
  await tx`savepoint one_by_one`;
  try {
    tx.limitTime(timeMs);
    const asked = isAskedOfFew(tx, workspaceId, listSubjects[of], filter);
    return await findIn(tx, workspaceId, of, tx`and ${asked}`);
  } catch (error) {
    if (!isTimeout(error)) throw error;
    await tx`rollback to savepoint one_by_one`;
    return undefined;
  }
}

async function findIn(tx: Tx, workspaceId: string, of: ListSubject, asked: Sql): Promise<Found> {
  const { records, id, made } = recordsOf[of](tx, workspaceId);
  const [row] = await plannedAnew(tx<Found[]>`
    with listed as materialized (select ${id} as id, ${made} as made from ${records} ${asked})
    select (select count(*) from listed)::integer as total,
           array(select id from listed order by made desc, id desc limit ${shown}) as sample`);
  return row ?? { total: 0, sample: [] };
}
