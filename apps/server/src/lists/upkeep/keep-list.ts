/**
 * One step of updating a list's members: applies changes, or evaluates everybody. Results are written in small
 * transactions, each of which checks that nobody else wrote meanwhile.
 */
import { type CheckedFilter, checkFilterTree } from '@footfall/contract/filter-check';
import { listSubjects, mostKeptMembers } from '@footfall/contract/list-record';
import type { Database, Tx } from '../../platform/db/connect.ts';
import { selectChangedSubjects } from './changed-subjects.ts';
import { type Difference, differenceOf, differenceOfSome } from './listed.ts';
import { type KeptList, type Progress, selectKeptList, takeTurn, writeMembers } from './store.ts';

export interface KeepOptions {
  /** Per statement. */
  timeoutMs: number;
  /** Rows written per transaction. */
  rowsAtOnce: number;
  /** Rows written from one evaluation; the rest is evaluated again. */
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

/** The list stays unchanged: so many members would use up others' resources. */
export class TooManyMembers extends Error {}

/** Whether more is left for the list now. */
export type Kept = 'done' | 'more' | 'not ours';

/** A keeper's work on one list. */
export interface Turn {
  db: Database;
  workspaceId: string;
  listId: string;
  /** Called after each transaction, with its duration. */
  rest: (workMs: number) => Promise<void>;
  options: KeepOptions;
}

/** Interval of full evaluations: if time changes members, and otherwise. */
const timedSeconds = 20;
const followedSeconds = 6 * 60 * 60;
/** Full evaluations use at most a tenth of the time. */
const restFactor = 9;

/** @throws the error of the database, filter or number of members */
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

/** @throws the error of the database or filter */
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

/** Undefined while another process has the workspace's turn, or if the list was deleted. */
async function read<T>(
  { db, workspaceId, listId, options }: Turn,
  work: (tx: Tx, list: KeptList, filter: CheckedFilter) => Promise<T>,
): Promise<{ list: KeptList; result: T } | undefined> {
  return db.workspace(workspaceId, async (tx) => {
    if (!(await takeTurn(tx, workspaceId))) return undefined;
    await tx`select set_config('statement_timeout', ${String(options.timeoutMs)}, true)`;
    const list = await selectKeptList(tx, workspaceId, listId);
    if (!list) return undefined;
    // Relative times such as now-7d mean this moment.
    const filter = checkFilterTree(list.tree, listSubjects[list.of]);
    return { list, result: await work(tx, list, filter) };
  });
}

/** False if somebody else wrote meanwhile. */
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
