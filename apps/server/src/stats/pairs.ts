/**
 * Sums of pairs of values, in lists: of each day once it is over, and of each week five weeks later, from their facts. What is
 * counted of such a day or week later is added to `stats_days` (sums.ts), and they are counted anew when it has become much.
 */
import { Pauses } from '../platform/common/pauses.ts';
import { type Column, columnValues, nameList, unnestClause } from '../platform/db/columns.ts';
import type { Tx } from '../platform/db/connect.ts';
import { dimensionPairs, dimensionsCode, measures, type Pair, pairCodes } from './dimensions.ts';
import {
  type FactColumns,
  type FactsPart,
  readFactsPart,
  rowsOf,
  selectFactsParts,
} from './fact-columns.ts';
import { type PairList, PairSums } from './pair-sums.ts';
import { type KeptPairs, type StatsState, storeKeptPairs } from './state.ts';
import { waitForReaders } from './turn.ts';
import { mondayOf } from './whole-days.ts';

export interface PairOptions {
  /** Visits that are read at once. */
  readAtOnce: number;
  /** Visits of a day or week whose facts are held in memory; of more they are read again for some pairs at a time. */
  held: number;
  /** Then so many sums are in memory at most, unless one pair has more. */
  sumsAtOnce: number;
  /** Sums of pairs of a day or week that were counted later: of more it is counted anew. */
  mostLater: number;
}

export const usualPairs: PairOptions = {
  readAtOnce: 25_000,
  held: 400_000,
  sumsAtOnce: 2_000_000,
  mostLater: 20_000,
};

const both = `any('{false,true}'::boolean[])`;
const pairsOf = (row: string) =>
  `${row}.workspace_id = $1::uuid and ${row}.is_test = ${both} and ${row}.dimensions = any('{${pairCodes.join()}}'::smallint[])`;

type ListRow = PairList & { isTest: boolean; dimensions: number };

const listText = (list: number[] | undefined) => (list ? `{${list.join()}}` : null);
const listColumns: Column<ListRow>[] = [
  { name: 'is_test', type: 'boolean', value: (row) => row.isTest },
  { name: 'dimensions', type: 'integer', value: (row) => row.dimensions },
  { name: 'first_value', type: 'integer', value: (row) => row.first },
  { name: 'second_values', type: 'text', value: (row) => listText(row.seconds) },
  ...measures.map(
    (name): Column<ListRow> => ({ name, type: 'text', value: (row) => listText(row.sums[name]) }),
  ),
];
const stored = listColumns.map(({ name, type }) =>
  type === 'text' ? `t.${name}::${name === 'engaged_ms' ? 'bigint' : 'integer'}[]` : `t.${name}`,
);
const insertLists = (tx: Tx) => `
  insert into ${tx.stored('stats_pairs')} (workspace_id, day, ${nameList(listColumns)})
  select $1::uuid, $2::integer, ${stored.join(', ')} from ${unnestClause(listColumns, 3)}`;
/** Elements of lists that travel at once. */
const writtenAtOnce = 25_000;

/** What these days count, under the first of them, whatever is kept of them by now. */
async function keepDays(
  tx: Tx,
  workspaceId: string,
  day: number,
  untilDay: number,
  options: PairOptions,
): Promise<void> {
  for (const table of ['stats_pairs', 'stats_days']) {
    await tx.unsafe(
      `delete from ${tx.stored(table)} s where ${pairsOf('s')} and s.day >= $2::integer and s.day < $3::integer`,
      [workspaceId, day, untilDay],
      { prepare: true },
    );
  }
  const parts = await selectFactsParts(tx, workspaceId, day, untilDay, options.readAtOnce);
  let rows: ListRow[] = [];
  let elements = 0;
  const write = async () => {
    const parameters = [workspaceId, day, ...columnValues(listColumns, rows)];
    if (rows.length > 0) await tx.unsafe(insertLists(tx), parameters, { prepare: true });
    rows = [];
    elements = 0;
  };
  for (const isTest of [false, true]) {
    const own = parts.filter((part) => part.isTest === isTest);
    for await (const { pair, lists } of listsOfPairs(tx, workspaceId, own, options)) {
      for (const list of lists) {
        rows.push({ ...list, isTest, dimensions: dimensionsCode(...pair) });
        elements += list.seconds.length;
        if (elements >= writtenAtOnce) await write();
      }
    }
  }
  await write();
}

async function* listsOfPairs(
  tx: Tx,
  workspaceId: string,
  parts: FactsPart[],
  { held, sumsAtOnce }: PairOptions,
): AsyncGenerator<{ pair: Pair; lists: Iterable<PairList> }> {
  const visits = parts.reduce((sum, part) => sum + part.visits, 0);
  const isHeld = visits <= held;
  const read = new Map<FactsPart, FactColumns>();
  const pairsAtOnce = isHeld ? 1 : Math.max(1, Math.floor(sumsAtOnce / visits));
  const pauses = new Pauses();
  const tables = Array.from({ length: pairsAtOnce }, () => new PairSums());
  for (let from = 0; parts.length > 0 && from < dimensionPairs.length; from += pairsAtOnce) {
    const added = tables.flatMap((sums, place) => {
      const pair = dimensionPairs[from + place];
      sums.clear();
      return pair ? [{ pair, sums }] : [];
    });
    for (const part of parts) {
      const facts = read.get(part) ?? (await readFactsPart(tx, workspaceId, part));
      if (isHeld) read.set(part, facts);
      for (const { pair, sums } of added) await sums.addAll(rowsOf(facts, pair), pauses);
    }
    for (const { pair, sums } of added) yield { pair, lists: sums.lists() };
  }
}

/** So many days are not made weeks yet: of a range within them every day is read as it is, and none of its facts. */
export const daysKept = 35;

/** The next days that are over, or the next week of such days. Returns whether something is left to be looked at. */
export async function keepNext(
  tx: Tx,
  workspaceId: string,
  kept: StatsState,
  options: PairOptions,
): Promise<boolean> {
  const { pairsUntil, weeksUntil, overUntil } = kept;
  const store = (changed: Partial<KeptPairs>) =>
    storeKeptPairs(tx, workspaceId, { ...kept, ...changed });
  if (weeksUntil + 7 + daysKept <= pairsUntil) {
    await store({ weeksUntil: await keepWeek(tx, workspaceId, kept, options) });
    return true;
  }
  if (pairsUntil >= overUntil) return false;
  const day = await firstDayOfFacts(tx, workspaceId, pairsUntil, overUntil);
  const week = mondayOf(day ?? overUntil);
  if (day === null) await store({ pairsUntil: overUntil });
  else if (week > pairsUntil) {
    await store({ pairsUntil: week, ...(weeksUntil === pairsUntil && { weeksUntil: week }) });
  } else if (week === weeksUntil && week === pairsUntil && week + 7 + daysKept <= overUntil) {
    await keepDays(tx, workspaceId, week, week + 7, options);
    await store({ pairsUntil: week + 7, weeksUntil: week + 7 });
  } else {
    await keepDays(tx, workspaceId, day, day + 1, options);
    await store({ pairsUntil: day + 1 });
  }
  return true;
}

/** Makes one of the next days, where there are any. Returns before which Monday all are weeks. */
async function keepWeek(
  tx: Tx,
  workspaceId: string,
  { pairsUntil, weeksUntil }: KeptPairs,
  options: PairOptions,
) {
  const first = await firstDayOfPairs(tx, workspaceId, weeksUntil);
  const week = mondayOf(first ?? pairsUntil);
  const isDue = week + 7 + daysKept <= pairsUntil;
  if (isDue) await keepDays(tx, workspaceId, week, week + 7, options);
  await waitForReaders(tx, workspaceId);
  return isDue ? week + 7 : week;
}

/** A day or week of which more was counted later is counted anew. */
export async function keepLater(
  tx: Tx,
  workspaceId: string,
  { weeksUntil }: KeptPairs,
  options: PairOptions,
): Promise<void> {
  const [much] = await tx.unsafe<{ day: number }[]>(
    `select d.day from stats_days d where ${pairsOf('d')} group by d.day having count(*) > $2::integer order by d.day limit 1`,
    [workspaceId, options.mostLater],
    { prepare: true },
  );
  if (!much) return;
  const days = much.day < weeksUntil ? 7 : 1;
  await keepDays(tx, workspaceId, much.day, much.day + days, options);
}

async function firstDayOfFacts(tx: Tx, workspaceId: string, since: number, until: number) {
  const of = (isTest: boolean) => tx`(
    select day from session_facts where workspace_id = ${workspaceId} and is_test = ${isTest} and day >= ${since} and day < ${until}
    order by day limit 1)`;
  const [row] = await tx<{ day: number | null }[]>`select least(${of(false)}, ${of(true)}) as day`;
  return row?.day ?? null;
}

/** Also of what was counted later, on a day of which there are no lists. */
async function firstDayOfPairs(tx: Tx, workspaceId: string, since: number) {
  const from = (table: string) =>
    `(select min(p.day) from ${table} p where ${pairsOf('p')} and p.day >= $2::integer)`;
  const [row] = await tx.unsafe<{ day: number | null }[]>(
    `select least(${from('stats_pairs')}, ${from('stats_days')}) as day`,
    [workspaceId, since],
    { prepare: true },
  );
  return row?.day ?? null;
}
