/** The sink's progress in the database, and turns for sending. */

import { isNewChange, knownSnapshot } from '../platform/changes/collected.ts';
import type { Sql, Tx } from '../platform/db/connect.ts';
import { hasErasures } from './erasures.ts';

export const sinkPhases = ['visits', 'events', 'following'] as const;
type SinkPhase = (typeof sinkPhases)[number];

/** A turn expires after this time without a sign of life: longer than reading a batch and a request may take. */
const leaseSeconds = 60;

export interface Position {
  phase: SinkPhase;
  filledUntil: string[];
  /** Version of rows read in the same transaction. */
  version: string;
  staleBelow: string;
  hasChanges: boolean;
  /** Something that was erased is there, too. */
  hasErasures: boolean;
  /** Events before this are not kept, and have to be removed there. */
  removesBefore: string | null;
  /** Start of the time for which events are kept. */
  keptSince: Date | null;
  /** Just restarted: progress of earlier reads must not be saved. */
  isBegunAnew: boolean;
}

/** For a position `p`: later changes were deleted, or it is from another server. */
const isLost = (tx: Tx): Sql => tx`(
  pg_snapshot_xmax(p.collected) > pg_snapshot_xmax(pg_current_snapshot())
  or exists (select from change_floors f where f.workspace_id = p.workspace_id
    and not pg_visible_in_snapshot(f.xact::text::xid8, p.collected)))`;

/** Used with `s` of the position. */
const firstUnsent = (tx: Tx): Sql => tx`(
  select c.created_at from changes c
  where c.workspace_id = p.workspace_id and ${isNewChange(tx)}
  order by c.xact, c.id limit 1)`;

const knownSnapshotOf = (tx: Tx) => tx`(select ${knownSnapshot(tx, tx`p.collected`)} as collected)`;

export interface Holder {
  id: string;
  target: string;
}

/**
 * Starts or extends the turn of a workspace; undefined while another process has it. Later reads in the same
 * transaction are newer than anything with a lower version.
 */
export async function takeTurn(
  tx: Tx,
  workspaceId: string,
  { id, target }: Holder,
): Promise<Position | undefined> {
  await tx`
    insert into sink_positions (workspace_id, target) values (${workspaceId}, ${target}) on conflict do nothing`;
  const rows = await tx`
    update sink_positions set
      version = greatest(version + 1, (extract(epoch from clock_timestamp()) * 1000)::bigint),
      holder = ${id}, held_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where workspace_id = ${workspaceId} and (holder = ${id} or held_until < clock_timestamp()) returning 1`;
  if (rows.length === 0) return undefined;
  const { count } = await tx`
    update sink_positions p set phase = 'visits', filled_until = '{}', collected = pg_current_snapshot(),
      target = ${target}, stale_below = case when rows_sent > 0 then version else 0 end
    where workspace_id = ${workspaceId} and (target <> ${target} or ${isLost(tx)})`;
  const [position] = await tx<Position[]>`
    select p.phase, p.filled_until as "filledUntil", p.version::text, p.stale_below::text as "staleBelow",
      ${firstUnsent(tx)} is not null as "hasChanges", ${hasErasures(tx)} as "hasErasures",
      case when w.events_kept_since > coalesce(p.removed_before, '-infinity')
        then to_char(w.events_kept_since at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS') end as "removesBefore",
      w.events_kept_since as "keptSince", ${count > 0}::boolean as "isBegunAnew"
    from sink_positions p cross join lateral ${knownSnapshotOf(tx)} s
    join workspaces w on w.workspace_id = p.workspace_id and w.deleted_at is null
    where p.workspace_id = ${workspaceId}`;
  return position;
}

/** What ClickHouse has confirmed; undefined fields stay unchanged. */
export interface Progress {
  phase?: SinkPhase;
  filledUntil?: string[];
  collected?: string;
  removedBefore?: string;
  isStaleGone?: boolean;
  rows?: number;
}

/** Does nothing if another process took the turn: it sends the same data again. */
export async function saveProgress(
  tx: Tx,
  workspaceId: string,
  { id }: Holder,
  { phase, filledUntil, collected, removedBefore, isStaleGone = false, rows = 0 }: Progress,
): Promise<void> {
  await tx`
    update sink_positions set
      phase = coalesce(${phase ?? null}, phase),
      filled_until = coalesce(${filledUntil ?? null}::uuid[], filled_until),
      collected = coalesce(${collected ?? null}::text::pg_snapshot, collected),
      removed_before = coalesce((${removedBefore ?? null}::text || 'Z')::timestamptz, removed_before),
      stale_below = case when ${isStaleGone} then 0 else stale_below end,
      rows_sent = rows_sent + ${rows},
      sent_at = case when ${rows > 0} then now() else sent_at end
    where workspace_id = ${workspaceId} and holder = ${id}`;
}

export async function endTurn(tx: Tx, workspaceId: string, { id }: Holder): Promise<void> {
  await tx`
    update sink_positions set holder = null, held_until = '-infinity'
    where workspace_id = ${workspaceId} and holder = ${id}`;
}

/** For the owner: workspaces with data to send or remove, longest waiting first. */
export async function selectDueWorkspaces(tx: Tx, target: string): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select w.workspace_id as id from workspaces w
    left join sink_positions p on p.workspace_id = w.workspace_id
    cross join lateral ${knownSnapshotOf(tx)} s
    where w.deleted_at is null and (
      p.workspace_id is null or p.phase <> 'following' or p.target <> ${target} or ${isLost(tx)}
      or w.events_kept_since > coalesce(p.removed_before, '-infinity') or ${firstUnsent(tx)} is not null
      or ${hasErasures(tx)})
    order by p.sent_at nulls first, w.workspace_id`;
  return rows.map(({ id }) => id);
}

/** For a position `p`. */
const isGone = (tx: Tx): Sql => tx`not exists (
  select from workspaces w where w.workspace_id = p.workspace_id and w.deleted_at is null)`;

/** For the owner: workspaces deleted here, but not yet there. */
export async function selectGoneWorkspaces(tx: Tx): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select p.workspace_id as id from sink_positions p
    where ${isGone(tx)}`;
  return rows.map(({ id }) => id);
}

/**
 * For the owner, after the last turn expired: data in flight has arrived. A cluster node that just lost a part may report outdated
 * state, so it is checked again.
 */
export async function takeLastTurn(tx: Tx, workspaceId: string, { id }: Holder): Promise<boolean> {
  const { count } = await tx`
    update sink_positions p set holder = ${id}, held_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where p.workspace_id = ${workspaceId} and (p.holder = ${id} or p.held_until < clock_timestamp()) and ${isGone(tx)}`;
  return count > 0;
}

export async function forgetPosition(tx: Tx, workspaceId: string): Promise<void> {
  await tx`delete from sink_positions where workspace_id = ${workspaceId}`;
}

/** Marks everything to be sent again, in case ClickHouse lost it. Returns 0 if nothing was sent yet. */
export async function beginAgain(tx: Tx, workspaceId: string): Promise<number> {
  const { count } = await tx`
    update sink_positions set phase = 'visits', filled_until = '{}', collected = pg_current_snapshot(),
      removed_before = null, stale_below = version, holder = null, held_until = '-infinity'
    where workspace_id = ${workspaceId}`;
  return count;
}

export interface SinkState {
  workspaceId: string;
  phase: SinkPhase | 'waiting' | 'erasing';
  target: string | null;
  rowsSent: number;
  sentAt: Date | null;
  /** Age of the first change not sent; 0 if everything was. */
  behindSeconds: number;
}

/** For the owner: the current state of every workspace. */
export async function selectSinkStates(tx: Tx): Promise<SinkState[]> {
  return tx<SinkState[]>`
    select coalesce(p.workspace_id, w.workspace_id) as "workspaceId",
      case when p.workspace_id is null then 'waiting' when w.deleted_at is not null or w.workspace_id is null
        then 'erasing' else p.phase end as phase,
      p.target, coalesce(p.rows_sent, 0)::float8 as "rowsSent", p.sent_at as "sentAt",
      greatest(0, extract(epoch from now() - coalesce(${firstUnsent(tx)}, now())))::float8 as "behindSeconds"
    from sink_positions p full join workspaces w on w.workspace_id = p.workspace_id
    cross join lateral ${knownSnapshotOf(tx)} s
    where w.deleted_at is null or p.workspace_id is not null
    order by 1`;
}

/** Whether visits and events of the workspace were copied. */
export async function isCopied(tx: Tx, workspaceId: string): Promise<boolean> {
  const rows = await tx`select from sink_positions where workspace_id = ${workspaceId} limit 1`;
  return rows.length > 0;
}
