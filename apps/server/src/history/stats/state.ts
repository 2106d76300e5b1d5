/**
 * How far the figures of a workspace have been made. To make them anew, what is there is taken away first, and then
 * everything is marked; both in slices, each of which goes on where the last one ended.
 */
import type { Sql, Tx } from '../../db/connect.ts';
import { noSession } from '../../jobs/stats-marks.ts';
import { selectSettings } from '../../workspaces/settings.ts';
import { waitForTurn } from './turn.ts';

const phases = ['clearing', 'events', 'leads', 'conversions', 'kept'] as const;
export type StatsPhase = (typeof phases)[number];

/** Of which days sums of pairs are kept: of those before `pairsUntil`, by week before `weeksUntil`, a Monday. */
export interface KeptPairs {
  pairsUntil: number;
  weeksUntil: number;
}

/** A Monday before all days: none are kept. */
const noPairs: KeptPairs = { pairsUntil: -3, weeksUntil: -3 };

export interface StatsState extends KeptPairs {
  phase: StatsPhase;
  /** Whose days the facts have. */
  timeZone: string;
  afterId: string | null;
  /** Days before this one are over. */
  overUntil: number;
}

/** An hour after midnight: visits that went on until then are over, too, and have been counted. */
export const overUntil = (tx: Tx, timeZone: Sql) =>
  tx`(now() at time zone ${timeZone} - interval '1 hour')::date - date '1970-01-01'`;

/** Rows of one transaction. */
const clearedAtOnce = 20_000;
const markedAtOnce = 4_000;

/** Of a fold, which has the workspace's turn: with another time zone all figures are made anew. */
export async function selectState(tx: Tx, workspaceId: string): Promise<StatsState> {
  const [{ time_zone: timeZone }, [state]] = await Promise.all([
    selectSettings(tx, workspaceId),
    tx<StatsState[]>`
      select phase, time_zone as "timeZone", after_id as "afterId", pairs_until as "pairsUntil", weeks_until as "weeksUntil",
             ${overUntil(tx, tx`time_zone`)} as "overUntil"
      from stats_state where workspace_id = ${workspaceId}`,
  ]);
  if (state?.timeZone === timeZone) return state;
  const phase = state ? 'clearing' : 'kept';
  await storeState(tx, workspaceId, { phase, timeZone, afterId: null, ...noPairs });
  // Nothing is kept now, whichever days are over.
  return { phase, timeZone, afterId: null, ...noPairs, overUntil: noPairs.pairsUntil };
}

export async function startRebuild(tx: Tx, workspaceId: string): Promise<void> {
  await waitForTurn(tx, workspaceId);
  const { time_zone: timeZone } = await selectSettings(tx, workspaceId);
  await storeState(tx, workspaceId, { phase: 'clearing', timeZone, afterId: null, ...noPairs });
}

/** What is left to be made. */
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
    insert into stats_state (workspace_id, phase, time_zone, after_id, pairs_until, weeks_until)
    values (${workspaceId}, ${state.phase}, ${state.timeZone}, ${state.afterId}, ${state.pairsUntil}, ${state.weeksUntil})
    on conflict (workspace_id) do update set phase = excluded.phase, time_zone = excluded.time_zone,
      after_id = excluded.after_id, pairs_until = excluded.pairs_until, weeks_until = excluded.weeks_until`;
}

export async function storeKeptPairs(
  tx: Tx,
  workspaceId: string,
  { pairsUntil, weeksUntil }: KeptPairs,
): Promise<void> {
  await tx`
    update stats_state set pairs_until = ${pairsUntil}, weeks_until = ${weeksUntil}
    where workspace_id = ${workspaceId}`;
}

/** The next slice of what has to be made anew; returns how many rows it had, at least 1 while there is more to do. */
export async function goOn(tx: Tx, workspaceId: string, state: StatsState): Promise<number> {
  const { phase } = state;
  if (phase === 'kept') return 0;
  const { count, last } =
    phase === 'clearing'
      ? { count: await clear(tx, workspaceId), last: undefined }
      : await markNext(tx, workspaceId, phase, state.afterId);
  const isDone = phase === 'clearing' ? count === 0 : count < markedAtOnce;
  const next = phases[phases.indexOf(phase) + 1] ?? 'kept';
  await storeState(tx, workspaceId, {
    ...state,
    phase: isDone ? next : phase,
    afterId: isDone ? null : (last ?? state.afterId),
  });
  return Math.max(1, count);
}

/** Sums before facts: what is left counts nothing twice. */
const cleared = [
  'stats_pairs',
  'stats_days',
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

/**
 * Events are in the order of time, so that the visits of a day, which are part of the same sums, come together. What has
 * been counted with the visits of the events by then is not marked once more.
 */
async function markNext(
  tx: Tx,
  workspaceId: string,
  phase: 'events' | 'leads' | 'conversions',
  afterId: string | null,
): Promise<{ count: number; last: string | undefined }> {
  const uncounted =
    phase === 'events'
      ? tx``
      : tx`
        where not exists (
          select from session_facts f where f.workspace_id = ${workspaceId} and f.session_id = n.session_id
            and f.visitor_id = n.visitor_id and f.is_test = n.is_test)`;
  const rows = await tx<{ id: string }[]>`
    with next as materialized (
      select id, visitor_id, coalesce(session_id, ${noSession}::uuid) as session_id, is_test
      from ${tx(phase)} where workspace_id = ${workspaceId} and id > ${afterId ?? noSession}
      order by id limit ${markedAtOnce}
    ),
    marked as (
      insert into stats_marks (workspace_id, visitor_id, session_id, is_test)
      select distinct ${workspaceId}::uuid, visitor_id, session_id, is_test from next n ${uncounted}
    )
    select id from next order by id`;
  return { count: rows.length, last: rows.at(-1)?.id };
}
