/** The retention limit of events; the last removal of each kind, with its progress. */
import {
  type Retention,
  type RetentionKind,
  retentionKindNames,
} from '@footfall/contract/retention-limits';
import type { Tx } from '../../platform/db/connect.ts';

const dayMs = 24 * 60 * 60_000;

/** Cutoff in whole UTC days, so that it moves once a day. */
function removesBefore(days: number, nowMs: number): Date {
  return new Date(Math.floor(nowMs / dayMs - days) * dayMs);
}

/**
 * Moves the limit forward; ingest reads it with the settings and rejects older events. Returns it once everybody has
 * known it long enough, else undefined.
 */
export async function moveHorizon(
  tx: Tx,
  workspaceId: string,
  since: Date | undefined,
  knownForMs: number,
): Promise<Date | undefined> {
  if (since) {
    await tx`
      update workspaces set events_kept_since = ${since}, events_kept_told_at = clock_timestamp()
      where workspace_id = ${workspaceId} and coalesce(events_kept_since < ${since}, true)`;
  }
  const [row] = await tx<{ since: Date }[]>`
    select events_kept_since as since from workspaces where workspace_id = ${workspaceId}
      and events_kept_told_at <= clock_timestamp() - make_interval(secs => ${knownForMs / 1000})`;
  return row?.since;
}

export interface Run {
  kind: RetentionKind;
  before: Date;
  after: string | null;
  removed: number;
}

/** Continues a running removal. Undefined if nothing expired since the last one. */
export async function beginRun(
  tx: Tx,
  workspaceId: string,
  kind: RetentionKind,
  before: Date,
): Promise<Run | undefined> {
  const [row] = await tx<Run[]>`
    insert into retention_runs as r (workspace_id, kind, removes_before)
    values (${workspaceId}, ${kind}, ${before})
    on conflict (workspace_id, kind) do update set
      removes_before = case when r.ended_at is null then r.removes_before else excluded.removes_before end,
      began_at = case when r.ended_at is null then r.began_at else now() end,
      after_id = case when r.ended_at is null then r.after_id end,
      removed = case when r.ended_at is null then r.removed else 0 end,
      ended_at = null
    where r.ended_at is null or r.removes_before < excluded.removes_before
    returning kind, removes_before as before, after_id as after, removed::float8 as removed`;
  return row;
}

export async function noteSlice(
  tx: Tx,
  workspaceId: string,
  { kind, after, removed }: Run,
  isLast: boolean,
): Promise<void> {
  await tx`
    update retention_runs set after_id = ${after}, removed = ${removed},
      ended_at = case when ${isLast}::boolean then now() end
    where workspace_id = ${workspaceId} and kind = ${kind}`;
}

interface LastRun {
  removing: boolean;
  removed: number;
}

export async function selectRuns(
  tx: Tx,
  workspaceId: string,
): Promise<Map<RetentionKind, LastRun>> {
  const rows = await tx<(LastRun & { kind: RetentionKind })[]>`
    select kind, ended_at is null as removing, removed::float8 as removed
    from retention_runs where workspace_id = ${workspaceId}`;
  return new Map(rows.map(({ kind, ...run }) => [kind, run]));
}

/** By the database's clock. */
export async function selectCutoffs(
  tx: Tx,
  retention: Partial<Retention>,
): Promise<Map<RetentionKind, Date>> {
  const [clock] = await tx<{ now: Date }[]>`select clock_timestamp() as now`;
  const nowMs = clock?.now.getTime() ?? Date.now();
  return new Map(
    retentionKindNames.flatMap((kind) => {
      const { [kind]: days } = retention;
      return typeof days === 'number' ? [[kind, removesBefore(days, nowMs)] as const] : [];
    }),
  );
}
