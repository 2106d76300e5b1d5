/** How transactions begin. */
import { isUuid } from '@footfall/contract/schema';

/** Of a workspace that its statistics do not know, as it is new beside others, PostgreSQL expects one row, and reads all of them for each. */
const planForAny = 'set local plan_cache_mode = force_generic_plan';

/**
 * Every statement of a series finds its rows by their keys; no plan for a small table suits a grown
 * one. One plan for all values, or PostgreSQL plans many of them anew each time: a seventh more
 * messages a second, and a third less of its work for those that name people.
 */
export const openSeries =
  'begin; set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off; ' +
  planForAny;

export interface Opening {
  waitsForDisk?: boolean;
  /** Statements are planned for any workspace, once, and not for this one. */
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

/** SET LOCAL takes no parameters. */
export function setWorkspace(workspaceId: string): string {
  if (!isUuid(workspaceId)) throw new Error('workspace id is not a UUID');
  return `set local app.workspace_id = '${workspaceId}'`;
}
