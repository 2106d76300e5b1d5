/**
 * One piece of work on the members of a list: what changed is followed, or all members are looked for anew. What was
 * read is written in small transactions, each of which finds that nobody else wrote meanwhile, or writes nothing.
 */
import { type CheckedFilter, checkFilterTree } from '@footfall/contract/filter-check';
import { listSubjects, mostKeptMembers } from '@footfall/contract/list-record';
import type { Database, Tx } from '../../platform/db/connect.ts';
import { selectChangedSubjects } from './changed-subjects.ts';
import { type Difference, differenceOf, differenceOfSome } from './listed.ts';
import { type KeptList, type Progress, selectKeptList, takeTurn, writeMembers } from './store.ts';

export interface KeepOptions {
  /** Of each statement. */
  timeoutMs: number;
  /** Rows that one transaction writes. */
  rowsAtOnce: number;
  /** Rows that are written of what was read once; what is more is read anew. */
  rowsOfTurn: number;
  /** Rows of changes, each of up to 50 records. */
  changesAtOnce: number;
  members: number;
}

export const usualKeep: KeepOptions = {
  timeoutMs: 10_000,
  rowsAtOnce: 5_000,
  rowsOfTurn: 200_000,
  changesAtOnce: 200,
  members: mostKeptMembers,
};

/** What else there is, it stays as it was: with so many members it would take the room of others. */
export class TooManyMembers extends Error {}

/** Whether there is more to do for the list just now. */
export type Kept = 'done' | 'more' | 'not ours';

/** What one keeper does, for a list of a workspace. */
export interface Turn {
  db: Database;
  workspaceId: string;
  listId: string;
  /** After each transaction, which took so long. */
  rest: (workMs: number) => Promise<void>;
  options: KeepOptions;
}

/** Between two looks for all members: where time alone changes them, and where all is followed. */
const timedSeconds = 20;
const followedSeconds = 6 * 60 * 60;
/** Looking for all takes a tenth of the time at most. */
const restFactor = 9;

/** @throws what the database, the filter or the number of members has against it */
export async function evaluateAll(turn: Turn): Promise<Kept> {
  const { rowsOfTurn, members } = turn.options;
  const began = performance.now();
  const result = await read(turn, (tx, list, filter) =>
    differenceOf(tx, turn.workspaceId, { ...list, filter }, rowsOfTurn),
  );
  if (!result) return 'not ours';
  const { list, result: difference } = result;
  if (difference.total > members) throw new TooManyMembers(`more than ${members} members`);
  const tookSeconds = (performance.now() - began) / 1000;
  const isWhole = Math.max(difference.entering.length, difference.leaving.length) < rowsOfTurn;
  const usualSeconds = list.isTimed ? timedSeconds : followedSeconds;
  const againSeconds = Math.max(restFactor * tookSeconds, usualSeconds);
  const isWritten = await write(
    turn,
    list,
    difference,
    isWhole ? { collected: list.snapshot, evaluated: { at: list.readAt, againSeconds } } : {},
  );
  return isWritten && isWhole ? 'done' : 'more';
}

/** @throws what the database or the filter has against it */
export async function followChanges(turn: Turn): Promise<Kept> {
  const { workspaceId, listId, options } = turn;
  const result = await read(turn, async (tx, list, filter) => {
    const { of } = list;
    const changed = await selectChangedSubjects(tx, workspaceId, listId, of, options.changesAtOnce);
    return {
      changed,
      difference: await differenceOfSome(tx, workspaceId, { ...list, filter }, changed.ids),
    };
  });
  if (!result) return 'not ours';
  const { changed, difference } = result.result;
  const { collected, isMore } = changed;
  const isWritten = await write(turn, result.list, difference, { collected });
  return isWritten && !isMore ? 'done' : 'more';
}

/** Undefined while another process has the workspace's turn, or when the list is gone. */
async function read<T>(
  { db, workspaceId, listId, options }: Turn,
  work: (tx: Tx, list: KeptList, filter: CheckedFilter) => Promise<T>,
): Promise<{ list: KeptList; result: T } | undefined> {
  return db.workspace(workspaceId, async (tx) => {
    if (!(await takeTurn(tx, workspaceId))) return undefined;
    await tx`select set_config('statement_timeout', ${String(options.timeoutMs)}, true)`;
    const list = await selectKeptList(tx, workspaceId, listId);
    if (!list) return undefined;
    // Times such as now-7d mean those of this moment.
    const filter = checkFilterTree(list.tree, listSubjects[list.of]);
    return { list, result: await work(tx, list, filter) };
  });
}

/** Returns false where somebody else wrote meanwhile. */
async function write(
  { db, workspaceId, rest, options }: Turn,
  { id, of, step: readAtStep }: KeptList,
  { entering, leaving }: Difference,
  progress: Progress,
): Promise<boolean> {
  const rows = options.rowsAtOnce;
  const parts = Math.max(1, Math.ceil(Math.max(entering.length, leaving.length) / rows));
  let step: string | undefined = readAtStep;
  for (let part = 0; part < parts && step !== undefined; part++) {
    const began = performance.now();
    const list: Pick<KeptList, 'id' | 'of' | 'step'> = { id, of, step };
    const [from, to] = [part * rows, (part + 1) * rows];
    const some = { entering: entering.slice(from, to), leaving: leaving.slice(from, to) };
    const isLast = part === parts - 1;
    step = await db.workspace(workspaceId, (tx) =>
      writeMembers(tx, workspaceId, list, some, isLast ? progress : {}),
    );
    if (!isLast) await rest(performance.now() - began);
  }
  return step !== undefined;
}
