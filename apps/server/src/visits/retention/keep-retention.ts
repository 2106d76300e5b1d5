/**
 * Applies workspaces' retention settings: periodically, in slices of one transaction each, for a limited time; the rest
 * follows next time. Pauses between slices while others write. Each completed removal leaves an audit log entry.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RetentionKind } from '@footfall/contract/retention-limits';
import { insertAuditEntry } from '../../accounts/workspaces/audit-log.ts';
import { selectSettings, settingsFreshForMs } from '../../accounts/workspaces/settings.ts';
import type { Database, Tx } from '../../platform/db/connect.ts';
import { lockClasses } from '../../platform/db/lock-classes.ts';
import { removeOld } from './old-rows.ts';
import { beginRun, moveHorizon, noteSlice, type Run, selectCutoffs } from './runs.ts';

export interface RetentionOptions {
  isEnding: () => boolean;
  onRemoved?: (kind: RetentionKind, rows: number) => void;
  /** How long all processes must have known a new limit before anything is removed. */
  knownForMs?: number;
  /** Time during which new slices may start. */
  budgetMs?: number;
  rest?: (ms: number) => Promise<unknown>;
}

/** Settings are current by then, and earlier requests are written. */
const usualKnownForMs = settingsFreshForMs + 58_000;
/** Half the time between two rounds of housekeeping. */
const usualBudgetMs = 5 * 60_000;
/** While others write, pauses as long as it worked. */
const restFactor = 1;

export async function keepRetention(db: Database, options: RetentionOptions): Promise<void> {
  const { isEnding, onRemoved, rest = sleep } = options;
  const { knownForMs = usualKnownForMs, budgetMs = usualBudgetMs } = options;
  const endsAt = performance.now() + budgetMs;
  const workspaces = await db.everywhere(
    (tx) => tx<{ id: string }[]>`
      select workspace_id as id from workspaces
      where deleted_at is null and (settings ? 'retention' or events_kept_since is not null) order by random()`,
  );
  const mayGoOn = () => !isEnding() && performance.now() < endsAt;
  for (const { id } of workspaces.flat()) {
    if (!mayGoOn()) return;
    for (const [kind, before] of await db.upkeep((tx) => dueIn(tx, id, knownForMs), id)) {
      const remove = () => db.upkeep((tx) => removeSlice(tx, id, kind, before), id);
      await inSlices({ remove, rest, mayGoOn, onRemoved: (rows) => onRemoved?.(kind, rows) });
    }
  }
}

interface Removed {
  removed: number;
  isLast: boolean;
  /** Write transactions on the whole server at the slice's start. */
  written: number;
}

async function inSlices({
  remove,
  rest,
  mayGoOn,
  onRemoved,
}: {
  remove: () => Promise<Removed>;
  rest: (ms: number) => Promise<unknown>;
  mayGoOn: () => boolean;
  onRemoved: (rows: number) => void;
}): Promise<void> {
  let writtenBefore: number | undefined;
  while (mayGoOn()) {
    const began = performance.now();
    const { removed, isLast, written } = await remove();
    if (removed > 0) onRemoved(removed);
    if (isLast) return;
    // Since the start of the previous slice, which counts as one itself.
    const isAlone = writtenBefore !== undefined && written - writtenBefore <= 1;
    writtenBefore = written;
    if (!isAlone) await rest((performance.now() - began) * restFactor);
  }
}

/** What to remove in a workspace, with the cutoff of each kind. */
async function dueIn(
  tx: Tx,
  workspaceId: string,
  knownForMs: number,
): Promise<Map<RetentionKind, Date>> {
  const { retention } = await selectSettings(tx, workspaceId);
  const cutoffs = await selectCutoffs(tx, retention);
  const since = await moveHorizon(tx, workspaceId, cutoffs.get('events'), knownForMs);
  // An announced limit holds even if events are to be kept forever from now on.
  if (since) cutoffs.set('events', since);
  else cutoffs.delete('events');
  return cutoffs;
}

async function removeSlice(
  tx: Tx,
  workspaceId: string,
  kind: RetentionKind,
  before: Date,
): Promise<Removed> {
  const [turn] = await tx<{ ours: boolean; written: number }[]>`
    select pg_try_advisory_xact_lock(${lockClasses.retention}, hashtext(${workspaceId})) as ours,
           pg_snapshot_xmax(pg_current_snapshot())::text::float8 as written`;
  const { ours, written } = turn ?? { ours: false, written: 0 };
  if (!ours) return { removed: 0, isLast: true, written };
  const run = await beginRun(tx, workspaceId, kind, before);
  if (!run) return { removed: 0, isLast: true, written };
  const { removed, next, isLast } = await removeOld(tx, workspaceId, run);
  const now = { ...run, after: next, removed: run.removed + removed };
  await noteSlice(tx, workspaceId, now, isLast);
  if (isLast && now.removed > 0) await tellAudit(tx, workspaceId, now);
  return { removed, isLast, written };
}

async function tellAudit(
  tx: Tx,
  workspaceId: string,
  { kind, before, removed }: Run,
): Promise<void> {
  const changes: Record<string, [unknown, unknown]> = {
    [`${kind}_removed`]: [null, removed],
    removed_before: [null, before.toISOString()],
  };
  const entry = { actor: { kind: 'command' } as const, action: 'retention', changes };
  await insertAuditEntry(tx, workspaceId, { ...entry, resourceType: 'settings' }, 'drop');
}
