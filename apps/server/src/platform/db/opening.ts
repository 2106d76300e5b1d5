/** Statements that start transactions. */
import { isUuid } from '@footfall/contract/schema';

/** For a workspace missing in the statistics, PostgreSQL expects one row, and would choose repeated full scans. */
const planForAny = 'set local plan_cache_mode = force_generic_plan';

/**
 * Every statement of a series finds its rows by key; plans for a small table do not suit a large one. Generic
 * plans, since PostgreSQL would replan many each time: a seventh more messages per second, and a third less
 * work for identify claims.
 */
export const openSeries =
  'begin; set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off; ' +
  planForAny;

export interface Opening {
  waitsForDisk?: boolean;
  /** Uses generic plans for any workspace. */
  plansForAny?: boolean;
}

export function openWorkspace(opening: Opening = {}): string {
  const { waitsForDisk = true, plansForAny = false } = opening;
  return [
    'begin',
    ...(waitsForDisk ? [] : ['set local synchronous_commit = off']),
    ...(plansForAny ? [planForAny] : []),
  ].join('; ');
}

/** SET LOCAL does not support parameters. */
export function setWorkspace(workspaceId: string): string {
  if (!isUuid(workspaceId)) throw new Error('workspace id is not a UUID');
  return `set local app.workspace_id = '${workspaceId}'`;
}
