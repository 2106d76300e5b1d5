/**
 * Updates a workspace's figures, a batch per transaction: facts of marked visits, and sums of finished ones. The same
 * path for timely and late messages and for rebuilds.
 */
import type { Tx } from '../platform/db/connect.ts';
import {
  activeDayChanges,
  daysWithout,
  selectActiveDays,
  selectDayStates,
  visitorDaysOf,
} from './active-days.ts';
import { markMessageDays } from './completeness/marks.ts';
import { keepLater, keepNext } from './cross-tabs.ts';
import {
  deleteFacts,
  retellFacts,
  selectFacts,
  settleFacts,
  type VisitKey,
  writeFacts,
} from './facts.ts';
import { factChanges, makeFacts } from './make-facts.ts';
import { takeMarks } from './marks.ts';
import {
  countQuietVisits,
  selectOpenRows,
  selectQuietVisits,
  selectUnreadVisits,
} from './quiet-visits.ts';
import { goOn, type StatsState, selectState } from './state.ts';
import { addActiveDays, addToSums } from './sums.ts';
import { takeTurn } from './turn.ts';
import { readVisits, type Visit } from './visits.ts';

export interface RollupOptions {
  /** Visits counted per transaction, and marked per transaction in a rebuild. */
  batchSize: number;
  /** How long a visit has to be over before it enters sums; until then it is added on read. */
  quietMs: number;
  /**
   * Visits that enter sums at once, since they share sums that are then written once. Fewer wait until one of
   * them has waited for `staleMs`.
   */
  settleSize: number;
  staleMs: number;
  /** Also look for finished visits while more is left to count; at the end it always does. */
  looksForQuiet: boolean;
  /** Late sums allowed per day before its pairs are recounted. */
  mostLater: number;
}

export const usualRollup: RollupOptions = {
  batchSize: 1_500,
  quietMs: 5 * 60_000,
  settleSize: 20_000,
  staleMs: 24 * 60 * 60_000,
  looksForQuiet: true,
  mostLater: 20_000,
};

/**
 * Returns the amount of work done: 0 if nothing is left, or if another transaction has the turn. Only one at
 * a time changes a workspace's figures.
 */
export async function rollupStats(
  tx: Tx,
  workspaceId: string,
  options: RollupOptions = usualRollup,
): Promise<number> {
  const { batchSize } = options;
  if (!(await takeTurn(tx, workspaceId))) return 0;
  const state = await selectState(tx, workspaceId);
  const made = await goOn(tx, workspaceId, state, batchSize);
  if (state.phase === 'clearing') return Math.max(made, 1);
  const marked = await takeMarks(tx, workspaceId, batchSize);
  const visits = await countAnew(tx, workspaceId, marked, state, () => false);
  await markMessageDays(tx, workspaceId, visits, state.timeZone);
  const isAtRest = made === 0 && marked.length < batchSize;
  const settled =
    isAtRest || options.looksForQuiet
      ? await settleDue(tx, workspaceId, options, state, isAtRest)
      : 0;
  if (settled > 0) await keepLater(tx, workspaceId, options.mostLater);
  else if (isAtRest && state.phase === 'kept' && (await keepNext(tx, workspaceId, state))) {
    return batchSize;
  }
  return made + marked.length + settled;
}

async function countAnew(
  tx: Tx,
  workspaceId: string,
  keys: VisitKey[],
  state: StatsState,
  isOver: (key: VisitKey) => boolean,
): Promise<Visit[]> {
  if (keys.length === 0) return [];
  const [stored, visits] = await Promise.all([
    selectFacts(tx, workspaceId, keys),
    readVisits(tx, workspaceId, keys, state.timeZone, isOver),
  ]);
  const made = await makeFacts(tx, workspaceId, visits);
  const { gone, removed, fresh, rewritten, retold, moved } = factChanges(stored, made);
  await retellFacts(tx, workspaceId, retold);
  const unsettled = gone.filter(({ settled }) => settled);
  const days = visitorDaysOf(moved);
  const before = await selectDayStates(tx, workspaceId, days);
  await addToSums(tx, workspaceId, unsettled, -1, state.crossTabsUntil);
  await deleteFacts(tx, workspaceId, removed);
  await writeFacts(tx, workspaceId, fresh, rewritten);
  // A day with a newly counted visit is active; the others have to be checked.
  const counted = visitorDaysOf([...fresh, ...rewritten]);
  const active = await selectActiveDays(tx, workspaceId, daysWithout(days, counted));
  await addActiveDays(tx, workspaceId, activeDayChanges(before, [...counted, ...active]));
  return visits;
}

/** Moves finished visits into sums. Returns their number. */
async function settleDue(
  tx: Tx,
  workspaceId: string,
  { quietMs, settleSize, staleMs }: RollupOptions,
  state: StatsState,
  isAtRest: boolean,
): Promise<number> {
  const quiet = await countQuietVisits(tx, workspaceId, quietMs);
  // Before the day's pairs are summed; otherwise all its visits would count as late.
  const isOfDayToKeep =
    state.crossTabsUntil < state.overUntil && (quiet.firstDay ?? state.overUntil) < state.overUntil;
  const isDue =
    quiet.rows >= settleSize ||
    (isAtRest && quiet.rows > 0 && (quiet.waitedMs >= staleMs || isOfDayToKeep));
  if (!isDue) return 0;
  const keys = await selectQuietVisits(tx, workspaceId, quietMs, settleSize);
  const unread = await selectUnreadVisits(tx, workspaceId, keys);
  await countAnew(tx, workspaceId, unread, state, () => true);
  const open = await selectOpenRows(tx, workspaceId, keys);
  await addToSums(tx, workspaceId, open, 1, state.crossTabsUntil);
  await settleFacts(tx, workspaceId, open);
  return keys.length;
}
