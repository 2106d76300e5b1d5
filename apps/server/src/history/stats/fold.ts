/**
 * Brings the figures of a workspace up to date, a batch in a transaction: facts of the visits that were marked, and the
 * sums of those that are over. The one way in which figures are made, whether a message came in
 * time or late, or all are made anew.
 */
import type { Tx } from '../../db/connect.ts';
import { activeDayChanges, selectDayStates, visitorDaysOf } from './active-days.ts';
import { Contributions } from './contributions.ts';
import {
  deleteFacts,
  type StoredFact,
  selectFacts,
  selectQuietVisits,
  settleFacts,
  upsertFacts,
  type VisitKey,
} from './facts.ts';
import { factChanges, makeFacts, rowKey } from './make-facts.ts';
import { takeMarks } from './marks.ts';
import { goOn, selectState } from './state.ts';
import { addActiveDays, addContributions } from './sums.ts';
import { readVisits, visitKeyText } from './visits.ts';

export interface FoldOptions {
  /** Visits in one transaction. */
  batchSize: number;
  /** How long a visit has to be over before its sums are kept: until then it is added as it is read. */
  quietMs: number;
}

export const usualFold: FoldOptions = { batchSize: 1_000, quietMs: 5 * 60_000 };

/** Of advisory locks; no other has it. */
const turnLockClass = 4_612;

/**
 * Returns how much was done: 0 when nothing is left, or when another transaction has the turn; one at a time
 * changes the figures of a workspace.
 */
export async function foldStats(
  tx: Tx,
  workspaceId: string,
  { batchSize, quietMs }: FoldOptions = usualFold,
): Promise<number> {
  const [turn] = await tx<{ ours: boolean }[]>`
    select pg_try_advisory_xact_lock(${turnLockClass}, hashtext(${workspaceId})) as ours`;
  if (!turn?.ours) return 0;
  const state = await selectState(tx, workspaceId);
  const made = await goOn(tx, workspaceId, state);
  if (state.phase === 'clearing') return Math.max(made, 1);
  const marked = await takeMarks(tx, workspaceId, batchSize);
  await countAnew(tx, workspaceId, marked, state.timeZone, () => false);
  const quiet = await selectQuietVisits(tx, workspaceId, quietMs, batchSize);
  await settle(tx, workspaceId, quiet, state.timeZone);
  return made + marked.length + quiet.length;
}

async function countAnew(
  tx: Tx,
  workspaceId: string,
  keys: VisitKey[],
  timeZone: string,
  isOver: (key: VisitKey) => boolean,
): Promise<void> {
  if (keys.length === 0) return;
  const [stored, visits] = await Promise.all([
    selectFacts(tx, workspaceId, keys),
    readVisits(tx, workspaceId, keys, timeZone, isOver),
  ]);
  const { gone, changed } = factChanges(stored, await makeFacts(tx, workspaceId, visits));
  const kept = new Set(changed.map(rowKey));
  await withSums(
    tx,
    workspaceId,
    gone.filter(({ settled }) => settled),
    -1,
    async () => {
      await deleteFacts(
        tx,
        workspaceId,
        gone.filter((fact) => !kept.has(rowKey(fact))),
      );
      await upsertFacts(tx, workspaceId, changed);
    },
  );
}

/** From here on their sums are kept. */
async function settle(
  tx: Tx,
  workspaceId: string,
  keys: VisitKey[],
  timeZone: string,
): Promise<void> {
  if (keys.length === 0) return;
  let facts = await selectFacts(tx, workspaceId, keys);
  const unread = new Set(facts.filter(({ pages }) => pages === null).map(visitKeyText));
  if (unread.size > 0) {
    const long = keys.filter((key) => unread.has(visitKeyText(key)));
    await countAnew(tx, workspaceId, long, timeZone, () => true);
    facts = await selectFacts(tx, workspaceId, keys);
  }
  const open = facts.filter(({ settled }) => !settled);
  await withSums(tx, workspaceId, open, 1, () => settleFacts(tx, workspaceId, open));
}

/** `sign`: what becomes of these facts, that `write` settles (1), or that it unsettles or removes (-1). */
async function withSums(
  tx: Tx,
  workspaceId: string,
  facts: StoredFact[],
  sign: 1 | -1,
  write: () => Promise<void>,
): Promise<void> {
  const days = visitorDaysOf(facts);
  const before = await selectDayStates(tx, workspaceId, days);
  await write();
  const after = await selectDayStates(tx, workspaceId, days);
  await addActiveDays(tx, workspaceId, activeDayChanges(before, after));
  const contributions = new Contributions();
  for (const fact of facts) contributions.add(fact, sign);
  await addContributions(tx, workspaceId, contributions);
}
