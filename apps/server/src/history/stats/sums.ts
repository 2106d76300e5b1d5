/**
 * The sums that are kept, in the database: facts are added to them and taken away again. A sum of nothing has no row.
 */
import { type Column, columnValues, nameList, unnestClause } from '../../db/columns.ts';
import type { Tx } from '../../db/connect.ts';
import type { ActiveDayChange } from './active-days.ts';
import { measures } from './dimensions.ts';
import { type FactRow, factRowColumns, isFactRow } from './facts.ts';
import { groupedSums, signedFact, sumKinds } from './grouped-sums.ts';
import type { KeptPairs } from './state.ts';

/** The key of a row, and where it is counted. */
export type CountedRow = FactRow & { day: number };

/** Settled facts are in one table alone; open ones are in the smaller one too, where they are found faster. */
const rowsOf = (sign: 1 | -1, day: string) => `
  select ${signedFact(sign, day)} from ${unnestClause(factRowColumns, 2)}
  join ${sign === 1 ? 'open_facts' : 'session_facts'} f on ${isFactRow}`;

const dayKeys = ['is_test', 'dimensions', 'day', 'first_value', 'second_value'];
const quarterKeys = ['is_test', 'quarter'];

/**
 * Adds differences; a sum of which they leave nothing is removed. Nobody else changes sums of the workspace meanwhile
 * (turn.ts), so that it is MERGE: ON CONFLICT would lock each row before it is changed, which is written too.
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

/** Under which the sums of pairs of a fact are kept: of its week where the week is one. */
const weeksUntil = `$${2 + factRowColumns.length}::integer`;
const dayOfPairs = `case when f.day < ${weeksUntil} then f.day - (f.day + 3) % 7 else f.day end`;

const signed = (sign: 1 | -1) => ({
  all: [
    statementOf('stats_quarters', quarterKeys, measures, quarterSums(rowsOf(sign, 'f.day'))),
    ...sumKinds.map((kind) =>
      statementOf(
        'stats_days',
        dayKeys,
        measures,
        groupedSums(kind, 'singles', rowsOf(sign, 'f.day')),
      ),
    ),
  ],
  pairs: sumKinds.map((kind) =>
    statementOf(
      'stats_days',
      dayKeys,
      measures,
      groupedSums(kind, 'pairs', rowsOf(sign, dayOfPairs)),
    ),
  ),
});
const statements = { '1': signed(1), '-1': signed(-1) };

function quarterSums(facts: string): string {
  const sums = measures.map((name) => `sum(f.sign * f.${name})`);
  return `select f.is_test, f.quarter, ${sums.join(', ')} from (${facts}) f group by 1, 2`;
}

/**
 * `sign`: 1 adds what these open facts count, -1 takes away what these settled ones do. They have to be stored as they are
 * counted. Pairs of days whose pairs are not kept yet are left out.
 */
export async function addToSums(
  tx: Tx,
  workspaceId: string,
  rows: CountedRow[],
  sign: 1 | -1,
  kept: KeptPairs,
): Promise<void> {
  if (rows.length === 0) return;
  const { all, pairs } = statements[`${sign}`];
  const parameters = [workspaceId, ...columnValues(factRowColumns, rows)];
  for (const statement of all) await tx.unsafe(statement(tx), parameters, { prepare: true });
  const late = rows.filter(({ day }) => day < kept.pairsUntil);
  if (late.length === 0) return;
  const ofLate = [workspaceId, ...columnValues(factRowColumns, late), kept.weeksUntil];
  for (const statement of pairs) await tx.unsafe(statement(tx), ofLate, { prepare: true });
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
