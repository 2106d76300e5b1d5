/**
 * Progress of a workspace's figures. A rebuild first removes everything, then marks all visits; both in slices that
 * continue where the last one ended.
 */

import { selectSettings } from '../accounts/workspaces/settings.ts';
import type { Sql, Tx } from '../platform/db/connect.ts';
import { utcMicros } from '../platform/db/instants.ts';
import { noSession } from '../records/visit/stats-marks.ts';
import { waitForTurn } from './turn.ts';

const phases = ['clearing', 'sessions', 'test_sessions', 'leads', 'conversions', 'kept'] as const;
export type StatsPhase = (typeof phases)[number];

/** Earlier than all days: no pairs are summed. */
const noCrossTabs = -3;

/** The last marked row: its start, if rows are in that order, its id and visitor. */
type RowPlace = [startedAt: string | null, id: string, visitorId: string];

export interface StatsState {
  phase: StatsPhase;
  /** The time zone of the facts' days. */
  timeZone: string;
  markedUntil: RowPlace | null;
  /** Pairs are summed for days before this one. */
  crossTabsUntil: number;
  /** Days before this one are over. */
  overUntil: number;
}

/** One hour after midnight, when visits from before are finished and counted too. */
export const overUntil = (tx: Tx, timeZone: Sql) =>
  tx`(now() at time zone ${timeZone} - interval '1 hour')::date - date '1970-01-01'`;

/** Rows removed per transaction. */
const clearedAtOnce = 20_000;

/** Requires the workspace's turn. A changed time zone starts a rebuild of all figures. */
export async function selectState(tx: Tx, workspaceId: string): Promise<StatsState> {
  const [{ time_zone: timeZone }, [state]] = await Promise.all([
    selectSettings(tx, workspaceId),
    tx<StatsState[]>`
      select phase, time_zone as "timeZone", marked_until as "markedUntil", pairs_until as "crossTabsUntil",
             ${overUntil(tx, tx`time_zone`)} as "overUntil"
      from stats_state where workspace_id = ${workspaceId}`,
  ]);
  if (state?.timeZone === timeZone) return state;
  const phase = state ? 'clearing' : 'kept';
  const fresh = { phase, timeZone, markedUntil: null, crossTabsUntil: noCrossTabs } as const;
  await storeState(tx, workspaceId, fresh);
  // No sums are kept now, even for finished days.
  return { ...fresh, overUntil: noCrossTabs };
}

export async function startRebuild(tx: Tx, workspaceId: string): Promise<void> {
  await waitForTurn(tx, workspaceId);
  const { time_zone: timeZone } = await selectSettings(tx, workspaceId);
  const fresh = {
    phase: 'clearing',
    timeZone,
    markedUntil: null,
    crossTabsUntil: noCrossTabs,
  } as const;
  await storeState(tx, workspaceId, fresh);
}

/** Remaining work. */
export async function countLeft(tx: Tx, workspaceId: string) {
  const [row] = await tx<{ phase: StatsPhase; marks: number }[]>`
    select coalesce((select phase from stats_state where workspace_id = ${workspaceId}), 'kept') as phase,
           (select count(*) from stats_marks
            where workspace_id = ${workspaceId} and marked_at <= now())::integer as marks`;
  return row ?? { phase: 'kept' as const, marks: 0 };
}

async function storeState(
  tx: Tx,
  workspaceId: string,
  state: Omit<StatsState, 'overUntil'>,
): Promise<void> {
  await tx`
    insert into stats_state (workspace_id, phase, time_zone, marked_until, pairs_until)
    values (${workspaceId}, ${state.phase}, ${state.timeZone}, ${state.markedUntil}::text[], ${state.crossTabsUntil})
    on conflict (workspace_id) do update set phase = excluded.phase, time_zone = excluded.time_zone,
      marked_until = excluded.marked_until, pairs_until = excluded.pairs_until`;
}

export async function storeCrossTabsUntil(
  tx: Tx,
  workspaceId: string,
  crossTabsUntil: number,
): Promise<void> {
  await tx`update stats_state set pairs_until = ${crossTabsUntil} where workspace_id = ${workspaceId}`;
}

/** The rebuild's next slice: marks `atOnce` visits. Returns its number of rows, at least 1 while more is left. */
export async function goOn(
  tx: Tx,
  workspaceId: string,
  state: StatsState,
  atOnce: number,
): Promise<number> {
  const { phase } = state;
  if (phase === 'kept') return 0;
  const { count, last } =
    phase === 'clearing'
      ? { count: await clear(tx, workspaceId), last: null }
      : await markNext(tx, workspaceId, phase, state.markedUntil, atOnce);
  const isDone = phase === 'clearing' ? count === 0 : count < atOnce;
  const next = phases[phases.indexOf(phase) + 1] ?? 'kept';
  await storeState(tx, workspaceId, {
    ...state,
    phase: isDone ? next : phase,
    markedUntil: isDone ? null : (last ?? state.markedUntil),
  });
  return Math.max(1, count);
}

/** Sums before facts, so that nothing counts twice meanwhile. */
const cleared = [
  'stats_pairs',
  'stats_days',
  'stats_revenue',
  'stats_quarters',
  'stats_active_days',
  'open_facts',
  'session_facts',
  'stats_marks',
];

async function clear(tx: Tx, workspaceId: string): Promise<number> {
  for (const table of cleared) {
    const stored = tx(tx.stored(table));
    const { count } = await tx`
      delete from ${stored} where workspace_id = ${workspaceId} and ctid = any(array(
        select ctid from ${stored} where workspace_id = ${workspaceId} limit ${clearedAtOnce}))`;
    if (count > 0) return count;
  }
  return 0;
}

async function markNext(
  tx: Tx,
  workspaceId: string,
  phase: 'sessions' | 'test_sessions' | 'leads' | 'conversions',
  after: RowPlace | null,
  atOnce: number,
): Promise<{ count: number; last: RowPlace | null }> {
  const isOutcome = phase === 'leads' || phase === 'conversions';
  const following = isOutcome
    ? outcomesAfter(tx, workspaceId, phase, after)
    : sessionsAfter(tx, workspaceId, phase === 'test_sessions', after);
  // Parts of a stored visit are marked with it. A lookup per row: `exists` would hash all visits.
  const isLeft = isOutcome
    ? tx`
        where (select true from sessions s where s.workspace_id = ${workspaceId} and s.visitor_id = n.visitor_id
                 and s.id = n.session_id and s.is_test = n.is_test limit 1) is null`
    : tx``;
  const [row] = await tx<{ count: number; last: RowPlace | null }[]>`
    with next as materialized (${following} limit ${atOnce}),
    marked as (
      insert into stats_marks (workspace_id, visitor_id, session_id, is_test)
      select distinct ${workspaceId}::uuid, visitor_id, session_id, is_test from next n ${isLeft}
    )
    select count(*)::integer as count,
           (select array[${utcMicros(tx, 'started_at')}, id::text, visitor_id::text] from next
            order by started_at desc, id desc, visitor_id desc limit 1) as last
    from next`;
  return row ?? { count: 0, last: null };
}

/** In order of their start, so that the visits of a day, which share sums, come together. */
function sessionsAfter(tx: Tx, workspaceId: string, isTest: boolean, after: RowPlace | null): Sql {
  const [startedAt, id, visitorId] = after ?? ['-infinity', noSession, noSession];
  return tx`
    select started_at, id, visitor_id, id as session_id, is_test
    from sessions where workspace_id = ${workspaceId} and is_test = ${isTest}
      and (started_at, id, visitor_id) > (${startedAt}::text::timestamptz, ${id}::uuid, ${visitorId}::uuid)
    order by started_at, id, visitor_id`;
}

function outcomesAfter(
  tx: Tx,
  workspaceId: string,
  table: 'leads' | 'conversions',
  after: RowPlace | null,
): Sql {
  return tx`
    select null::timestamptz as started_at, id, visitor_id, coalesce(session_id, ${noSession}::uuid) as session_id, is_test
    from ${tx(table)} where workspace_id = ${workspaceId} and id > ${after?.[1] ?? noSession}::uuid
    order by id`;
}
