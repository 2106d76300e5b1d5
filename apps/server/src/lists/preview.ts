/**
 * Counts a filter's matches within seconds: exactly if there is little data or few matches that can be checked one by one;
 * else estimated from the largest sample that the time allows.
 */
import type { CheckedFilter } from '@footfall/contract/filter-check';
import { type ListPreview, type ListSubject, listSubjects } from '@footfall/contract/list-record';
import type { Sql, Tx } from '../platform/db/connect.ts';
import { isTimeout } from '../platform/db/faults.ts';
import {
  matchesFilter,
  matchesFilterInSample,
  matchesFilterOfFew,
  plannedAnew,
} from '../records/filters/list-filter.ts';
import { errorOf, firstShares, indexedShares, shareCount } from '../records/visit/shares.ts';
import { recordsOf } from './upkeep/listed.ts';

export interface PreviewLimits {
  /** Workspaces with up to this many visits are counted completely. */
  visits: number;
  /** Approximate time limit. */
  timeMs: number;
  /** Most of the 64 shares to read; more than one only if time allows. */
  mostShares: number;
  /** With fewer matches in the sample, all are checked one by one if time allows: the error would be a fifth of the estimate. */
  fewMatches: number;
}

export const usualLimits: PreviewLimits = {
  visits: 20_000,
  timeMs: 300,
  mostShares: indexedShares,
  fewMatches: 100,
};

const leastTimeMs = 50;

interface PreviewScope {
  tx: Tx;
  workspaceId: string;
  of: ListSubject;
  filter: CheckedFilter;
}

type PreviewResult = Pick<ListPreview, 'total' | 'sample'>;

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
  const scope = { tx, workspaceId, of, filter };
  const began = performance.now();
  const first = await previewInSample(scope, 1);
  const firstMs = performance.now() - began;
  const shares = Math.min(limits.mostShares, Math.floor(limits.timeMs / firstMs) - 1);
  const result = shares > 1 ? await previewInSample(scope, shares) : first;
  const estimate = estimated(of, result, Math.max(shares, 1));
  if (result.total >= limits.fewMatches) return estimate;
  const leftMs = limits.timeMs - (performance.now() - began);
  const all = await previewOneByOne(scope, Math.max(leastTimeMs, Math.ceil(leftMs)));
  return all ? { of, approximate: false, ...all } : estimate;
}

export async function exactPreviewOf(
  tx: Tx,
  workspaceId: string,
  of: ListSubject,
  filter: CheckedFilter | undefined,
): Promise<ListPreview> {
  const matching = matchesFilter(tx, workspaceId, listSubjects[of], {
    isTest: false,
    filter: filter,
  });
  return { of, approximate: false, ...(await findIn(tx, workspaceId, of, matching)) };
}

function estimated(of: ListSubject, result: PreviewResult, shares: number): ListPreview {
  const total = Math.round((result.total * shareCount) / shares);
  const total_error = errorOf(total, shares);
  return { of, total, approximate: true, total_error, sample: result.sample };
}

/** Sampling needs up-to-date figures. */
async function hasMoreVisits(tx: Tx, workspaceId: string, visits: number): Promise<boolean> {
  const [row] = await tx<{ hasMore: boolean }[]>`
    select exists (select from stats_state where workspace_id = ${workspaceId} and phase = 'kept')
       and (select count(*) from (select from session_facts
            where workspace_id = ${workspaceId} and not is_test limit ${visits + 1}) f) > ${visits} as "hasMore"`;
  return row?.hasMore ?? false;
}

function previewInSample(
  { tx, workspaceId, of, filter }: PreviewScope,
  shares: number,
): Promise<PreviewResult> {
  const kind = listSubjects[of];
  const matching = matchesFilterInSample(tx, workspaceId, kind, filter, firstShares(shares));
  return findIn(tx, workspaceId, of, tx`and ${matching}`);
}

/** Undefined if it takes longer. */
async function previewOneByOne(
  { tx, workspaceId, of, filter }: PreviewScope,
  timeMs: number,
): Promise<PreviewResult | undefined> {
  await tx`savepoint one_by_one`;
  try {
    tx.limitTime(timeMs);
    const matching = matchesFilterOfFew(tx, workspaceId, listSubjects[of], filter);
    return await findIn(tx, workspaceId, of, tx`and ${matching}`);
  } catch (error) {
    if (!isTimeout(error)) throw error;
    await tx`rollback to savepoint one_by_one`;
    return undefined;
  }
}

async function findIn(
  tx: Tx,
  workspaceId: string,
  of: ListSubject,
  matching: Sql,
): Promise<PreviewResult> {
  const { records, id, made } = recordsOf[of](tx, workspaceId);
  const [row] = await plannedAnew(tx<PreviewResult[]>`
    with listed as materialized (select ${id} as id, ${made} as made from ${records} ${matching})
    select (select count(*) from listed)::integer as total,
           array(select id from listed order by made desc, id desc limit ${shown}) as sample`);
  return row ?? { total: 0, sample: [] };
}
