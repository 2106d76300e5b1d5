/** How transactions begin. */
import { isUuid } from '@footfall/contract/schema';

/**
 * Every statement of a series finds its rows by their keys; no plan for a small table suits a grown
 * one. One plan for all values, or PostgreSQL plans many of them anew each time: a seventh more
 * messages a second, and a third less of its work for those that name people.
 */
export const openSeries =
  'begin; set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off; ' +
  'set local plan_cache_mode = force_generic_plan';

export interface Opening {
  waitsForDisk?: boolean;
  /** What would change anything is refused. */
  isReadOnly?: boolean;
}

export function openWorkspace({ waitsForDisk = true, isReadOnly = false }: Opening = {}): string {
  const begin = isReadOnly ? 'begin read only' : 'begin';
  return waitsForDisk ? begin : `${begin}; set local synchronous_commit = off`;
}

/** SET LOCAL takes no parameters. */
export function setWorkspace(workspaceId: string): string {
  if (!isUuid(workspaceId)) throw new Error('workspace id is not a UUID');
  return `set local app.workspace_id = '${workspaceId}'`;
}
