/**
 * Updates the figures of a workspace, one batch a transaction: facts of the marked visits, and sums of the finished ones.
 * The only code that makes figures: for timely and late messages and for a full recount.
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
  /** Visits that are counted in one transaction, and marked in one where all are counted anew. */
  batchSize: number;
  /** How long a visit has to be over before its sums are kept: until then it is added as it is read. */
  quietMs: number;
  /**
   * Visits whose sums are kept at once: a sum is part of many of them, and is written once for all. Fewer wait
   * until one of them has waited for `staleMs`.
   */
  settleSize: number;
  staleMs: number;
  /** Whether it is looked for visits that are over where more is left to count; at the end it always is. */
  looksForQuiet: boolean;
  /** Sums of pairs of a day that were counted after the day's: of more it is counted anew. */
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
 * Returns how much was done: 0 when nothing is left, or when another transaction has the turn; one at a time
 * changes the figures of a workspace.
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
  // A day on which a visit was counted just now is active; of the others it has to be seen.
  const counted = visitorDaysOf([...fresh, ...rewritten]);
  const active = await selectActiveDays(tx, workspaceId, daysWithout(days, counted));
  await addActiveDays(tx, workspaceId, activeDayChanges(before, [...counted, ...active]));
  return visits;
}

/** From here on their sums are kept. Returns of how many visits. */
async function settleDue(
  tx: Tx,
  workspaceId: string,
  { quietMs, settleSize, staleMs }: RollupOptions,
  state: StatsState,
  isAtRest: boolean,
): Promise<number> {
  const quiet = await countQuietVisits(tx, workspaceId, quietMs);
  // Before a day's pairs are kept, or its visits would all be counted later.
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
