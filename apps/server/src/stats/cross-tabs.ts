/**
 * Sums of value pairs, as lists: computed for each day once it is over. Later changes are added to `stats_days` (sums.ts), and
 * the day is recounted once there are many.
 */
import type { Tx } from '../platform/db/connect.ts';
import { dimensionCrossTabs, dimensionsCode, measures } from './dimensions.ts';
import { groupedSums } from './grouped-sums.ts';
import { type StatsState, storeCrossTabsUntil } from './state.ts';

const both = `any('{false,true}'::boolean[])`;
const codes = dimensionCrossTabs.map(([first, second]) => dimensionsCode(first, second));
const crossTabsOf = (row: string) =>
  `${row}.workspace_id = $1::uuid and ${row}.is_test = ${both} and ${row}.dimensions = any('{${codes.join()}}'::smallint[])`;

const settledFacts = `
  select * from session_facts f
  where f.workspace_id = $1::uuid and f.is_test = ${both} and f.day = $2::integer and not exists (
    select from open_facts o where o.workspace_id = $1::uuid and o.is_test = f.is_test and o.day = $2::integer
      and o.session_id = f.session_id and o.visitor_id = f.visitor_id and o.quarter = f.quarter)`;

const lists = measures.map((name) => `case when bool_or(${name} <> 0) then array_agg(${name}) end`);

/** Recounts the day, replacing its sums. One pair at a time, so that no statement takes long. */
async function keepDay(tx: Tx, workspaceId: string, day: number): Promise<void> {
  for (const table of ['stats_pairs', 'stats_days']) {
    const statement = `delete from ${tx.stored(table)} s where ${crossTabsOf('s')} and s.day = $2::integer`;
    await tx.unsafe(statement, [workspaceId, day]);
  }
  for (const crossTab of dimensionCrossTabs) {
    const statement = `
      insert into ${tx.stored('stats_pairs')} (workspace_id, is_test, dimensions, day, first_value, second_values, ${measures.join(', ')})
      select $1::uuid, is_test, dimensions, day, first_value, array_agg(second_value), ${lists.join(', ')}
      from (${groupedSums(settledFacts, [crossTab])} order by is_test, first_value, second_value) s
      group by is_test, dimensions, day, first_value`;
    await tx.unsafe(statement, [workspaceId, day]);
  }
}

/** Counts the next finished day. Returns whether more may be left. */
export async function keepNext(
  tx: Tx,
  workspaceId: string,
  { crossTabsUntil, overUntil }: StatsState,
): Promise<boolean> {
  if (crossTabsUntil >= overUntil) return false;
  const day = await firstDayOfFacts(tx, workspaceId, crossTabsUntil, overUntil);
  if (day !== null) await keepDay(tx, workspaceId, day);
  await storeCrossTabsUntil(tx, workspaceId, day === null ? overUntil : day + 1);
  return true;
}

/** Recounts a day with more than `most` late sums. */
export async function keepLater(tx: Tx, workspaceId: string, most: number): Promise<void> {
  const [much] = await tx.unsafe<{ day: number }[]>(
    `select d.day from stats_days d where ${crossTabsOf('d')} group by d.day having count(*) > $2::integer order by d.day limit 1`,
    [workspaceId, most],
    { prepare: true },
  );
  if (much) await keepDay(tx, workspaceId, much.day);
}

async function firstDayOfFacts(tx: Tx, workspaceId: string, since: number, until: number) {
  const of = (isTest: boolean) => tx`(
    select day from session_facts where workspace_id = ${workspaceId} and is_test = ${isTest} and day >= ${since} and day < ${until}
    order by day limit 1)`;
  const [row] = await tx<{ day: number | null }[]>`select least(${of(false)}, ${of(true)}) as day`;
  return row?.day ?? null;
}
