/** Stored sums: facts are added and subtracted. A sum of zero has no row. */
import { type Column, columnValues, nameList, unnestClause } from '../platform/db/columns.ts';
import type { Tx } from '../platform/db/connect.ts';
import type { ActiveDayChange } from './active-days.ts';
import {
  dimensionCrossTabs,
  dimensionsCode,
  measures,
  summedDimensions,
  visitDimensionNames,
} from './dimensions.ts';
import { type Fact, type FactRow, factRowColumns, isFactRow } from './facts.ts';
import { groupedSums, quarterSums, type Summed } from './grouped-sums.ts';

/** The key of a row, its day, and the value of its conversions. */
export type CountedRow = FactRow & Pick<Fact, 'day' | 'revenue'>;

/** Settled facts are in one table; open ones also in the smaller one, which is faster. */
const tableOf = (sign: 1 | -1) => (sign === 1 ? 'open_facts' : 'session_facts');

const dayKeys = ['is_test', 'dimensions', 'day', 'first_value', 'second_value'];

/**
 * Adds differences, and removes sums that become zero. MERGE is safe, since nobody else changes the workspace's sums
 * meanwhile (turn.ts); ON CONFLICT would first write a lock on each row.
 */
function statementOf(name: string, keys: string[], sums: readonly string[], differences: string) {
  const places = keys.map((_, place) => place + 1).join(', ');
  const added = (name: string) => `s.${name} + d.${name}`;
  return (tx: Tx) => `
    merge into ${tx.stored(name)} s
    using (select * from (${differences}) d (${[...keys, ...sums].join(', ')}) order by ${places}) d
    on s.workspace_id = $1::uuid and ${keys.map((key) => `s.${key} = d.${key}`).join(' and ')}
    when matched and ${sums.map((name) => `${added(name)} = 0`).join(' and ')} then delete
    when matched then update set ${sums.map((name) => `${name} = ${added(name)}`).join(', ')}
    when not matched then
      insert (workspace_id, ${keys.join(', ')}, ${sums.join(', ')})
      values ($1::uuid, ${[...keys, ...sums].map((sum) => `d.${sum}`).join(', ')})`;
}

const factsOf = (sign: 1 | -1) =>
  `select f.* from ${unnestClause(factRowColumns, 2)} join ${tableOf(sign)} f on ${isFactRow}`;
const dayStatement = (summed: Summed[]) => (sign: 1 | -1) =>
  statementOf('stats_days', dayKeys, measures, groupedSums(factsOf(sign), summed, sign));
const addDays = dayStatement(summedDimensions.map((name): Summed => [name]));
/** Split by first dimension, so that no statement takes long. */
const addCrossTabs = summedDimensions
  .map((name) => dimensionCrossTabs.filter(([first]) => first === name))
  .filter((crossTabs) => crossTabs.length > 0)
  .map(dayStatement);
const addQuarters = (sign: 1 | -1) =>
  statementOf('stats_quarters', ['is_test', 'quarter'], measures, quarterSums(factsOf(sign), sign));

const revenueKeys = ['is_test', 'dimensions', 'day', 'first_value', 'currency'];
const visitValues = visitDimensionNames.map(
  (name) => `(${dimensionsCode(name)}::smallint, f.${name}::integer)`,
);
const revenueOf = (sign: 1 | -1) => `
  select f.is_test, v.dimensions, f.day, v.value, r.currency, ${sign} * sum(r.amount::numeric), ${sign} * count(*)
  from ${unnestClause(factRowColumns, 2)} join ${tableOf(sign)} f on ${isFactRow}
  cross join lateral (values ${visitValues.join(', ')}) v (dimensions, value)
  cross join lateral jsonb_each_text(f.revenue) r (currency, amount)
  group by 1, 2, 3, 4, 5`;
const addRevenue = (sign: 1 | -1) =>
  statementOf('stats_revenue', revenueKeys, ['revenue', 'facts'], revenueOf(sign));

/**
 * `sign`: 1 adds these open facts, -1 subtracts these settled ones. They must be stored as counted. Skips pairs of days
 * without pair sums yet.
 */
export async function addToSums(
  tx: Tx,
  workspaceId: string,
  rows: CountedRow[],
  sign: 1 | -1,
  crossTabsUntil: number,
): Promise<void> {
  const add = async (statement: (sign: 1 | -1) => (tx: Tx) => string, own: CountedRow[]) => {
    if (own.length === 0) return;
    const parameters = [workspaceId, ...columnValues(factRowColumns, own)];
    await tx.unsafe(statement(sign)(tx), parameters, { prepare: true });
  };
  const late = rows.filter(({ day }) => day < crossTabsUntil);
  const paid = rows.filter(({ revenue }) => revenue !== null);
  await add(addDays, rows);
  await add(addQuarters, rows);
  await add(addRevenue, paid);
  for (const statement of addCrossTabs) await add(statement, late);
}

const activeColumns: Column<ActiveDayChange>[] = [
  { name: 'is_test', type: 'boolean', value: (row) => row.isTest },
  { name: 'day', type: 'integer', value: (row) => row.day },
  { name: 'previous_day', type: 'integer', value: (row) => row.previousDay },
  { name: 'visitors', type: 'integer', value: (row) => row.visitors },
];
const activeDays = statementOf(
  'stats_active_days',
  ['is_test', 'day', 'previous_day'],
  ['visitors'],
  `select ${nameList(activeColumns)} from ${unnestClause(activeColumns, 2)}`,
);

export async function addActiveDays(
  tx: Tx,
  workspaceId: string,
  changes: ActiveDayChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const parameters = [workspaceId, ...columnValues(activeColumns, changes)];
  await tx.unsafe(activeDays(tx), parameters, { prepare: true });
}
