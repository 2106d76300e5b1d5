/**
 * Sums of pairs of values, in lists: of each day once it is over, from its facts, and of each week from those of its days. What is
 * counted of such a day or week later is added to `stats_days` (sums.ts), and to the lists when it has become much.
 */
import type { Tx } from '../../db/connect.ts';
import { dimensionsCode, fewestValues, measures, visitDimensions } from './dimensions.ts';
import { groupedSums, pairCodes, signedFact, sumKinds } from './grouped-sums.ts';
import { type KeptPairs, type StatsState, storeKeptPairs } from './state.ts';
import { waitForReaders } from './turn.ts';
import { mondayOf } from './whole-days.ts';

const lists = measures.map((name) => `case when bool_or(${name} <> 0) then array_agg(${name}) end`);
const isSomething = measures.map((name) => `${name} <> 0`).join(' or ');
const both = `any('{false,true}'::boolean[])`;
const pairsOf = (row: string) =>
  `${row}.workspace_id = $1::uuid and ${row}.is_test = ${both} and ${row}.dimensions = any('{${pairCodes.join()}}'::smallint[])`;

/** `sums` has a row for each pair. */
const insertLists = (tx: Tx, sums: string) => `
  insert into ${tx.stored('stats_pairs')} (workspace_id, is_test, dimensions, day, first_value, second_values, ${measures.join(', ')})
  select $1::uuid, is_test, dimensions, day, first_value, array_agg(second_value), ${lists.join(', ')}
  from (select * from (${sums}) s where ${isSomething} order by is_test, dimensions, day, first_value, second_value) s
  group by is_test, dimensions, day, first_value`;

const ofDays = `f.workspace_id = $1::uuid and f.is_test = ${both} and f.day >= $2::integer and f.day < $3::integer`;
/** Settled ones: all but those that are open. */
const factsOfDays = `
  select ${signedFact(1, '$2::integer')} from session_facts f where ${ofDays}
  union all select ${signedFact(-1, '$2::integer')} from open_facts f where ${ofDays}`;

/** What these days count, under the first of them. */
async function keepFacts(tx: Tx, workspaceId: string, day: number, untilDay: number) {
  for (const kind of sumKinds) {
    const statement = insertLists(tx, groupedSums(kind, 'pairs', factsOfDays));
    await tx.unsafe(statement, [workspaceId, day, untilDay], { prepare: true });
  }
}

const sums = measures.map((name) => `sum(coalesce(${name}, 0)) as ${name}`).join(', ');

/** All of these days, with what was counted later, becomes one under the first of them. */
async function keepAsOne(tx: Tx, workspaceId: string, day: number, untilDay: number) {
  const inDays = (row: string) =>
    `${pairsOf(row)} and ${row}.day >= $2::integer and ${row}.day < $3::integer`;
  const taken = `
    with lists as (delete from ${tx.stored('stats_pairs')} p where ${inDays('p')} returning *),
    later as (delete from ${tx.stored('stats_days')} d where ${inDays('d')} returning *),
    pairs as (
      select p.is_test, p.dimensions, p.first_value, u.* from lists p
      cross join lateral unnest(p.second_values, ${measures.map((name) => `p.${name}`).join(', ')})
        u (second_value, ${measures.join(', ')})
      union all
      select is_test, dimensions, first_value, second_value, ${measures.join(', ')} from later
    )`;
  const together = `
    select is_test, dimensions, $2::integer as day, first_value, second_value, ${sums}
    from pairs group by is_test, dimensions, first_value, second_value`;
  const statement = taken + insertLists(tx, together);
  await tx.unsafe(statement, [workspaceId, day, untilDay], { prepare: true });
}

/** So many days are not made weeks yet: of a range within them every day is read as it is, and none of its facts. */
export const daysKept = 35;

/** The next days that are over, or the next week of such days. Returns whether something is left to be looked at. */
export async function keepNext(
  tx: Tx,
  workspaceId: string,
  kept: StatsState,
  weekSize: number,
): Promise<boolean> {
  const { pairsUntil, weeksUntil, overUntil } = kept;
  const store = (changed: Partial<KeptPairs>) =>
    storeKeptPairs(tx, workspaceId, { ...kept, ...changed });
  if (weeksUntil + 7 + daysKept <= pairsUntil) {
    await store({ weeksUntil: await keepWeek(tx, workspaceId, kept) });
    return true;
  }
  if (pairsUntil >= overUntil) return false;
  const day = await firstDayOfFacts(tx, workspaceId, pairsUntil, overUntil);
  const week = mondayOf(day ?? overUntil);
  if (day === null) await store({ pairsUntil: overUntil });
  else if (week > pairsUntil) {
    await store({ pairsUntil: week, ...(weeksUntil === pairsUntil && { weeksUntil: week }) });
  } else if (
    week === weeksUntil &&
    week === pairsUntil &&
    week + 7 + daysKept <= overUntil &&
    (await countVisits(tx, workspaceId, week, week + 7)) <= weekSize
  ) {
    await keepFacts(tx, workspaceId, week, week + 7);
    await store({ pairsUntil: week + 7, weeksUntil: week + 7 });
  } else {
    await keepFacts(tx, workspaceId, day, day + 1);
    await store({ pairsUntil: day + 1 });
  }
  return true;
}

/** Makes one of the next days, where there are any. Returns before which Monday all are weeks. */
async function keepWeek(tx: Tx, workspaceId: string, { pairsUntil, weeksUntil }: KeptPairs) {
  const first = await firstDayOfPairs(tx, workspaceId, weeksUntil);
  const week = mondayOf(first ?? pairsUntil);
  const isDue = week + 7 + daysKept <= pairsUntil;
  if (isDue) await keepAsOne(tx, workspaceId, week, week + 7);
  await waitForReaders(tx, workspaceId);
  return isDue ? week + 7 : week;
}

/** What was counted later of a day or week becomes part of its lists where it is more. */
export async function keepLater(tx: Tx, workspaceId: string, most: number): Promise<void> {
  const [much] = await tx.unsafe<{ day: number }[]>(
    `select d.day from stats_days d where ${pairsOf('d')} group by d.day having count(*) > $2::integer order by d.day limit 1`,
    [workspaceId, most],
    { prepare: true },
  );
  if (much) await keepAsOne(tx, workspaceId, much.day, much.day + 1);
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

/** Settled ones: each has one device. */
async function countVisits(tx: Tx, workspaceId: string, since: number, until: number) {
  const [row] = await tx<{ visits: number }[]>`
    select coalesce(sum(sessions), 0)::float8 as visits from stats_days
    where workspace_id = ${workspaceId} and is_test = any('{false,true}'::boolean[])
      and dimensions = ${dimensionsCode(visitDimensions[fewestValues])} and day >= ${since} and day < ${until}`;
  return row?.visits ?? 0;
}
