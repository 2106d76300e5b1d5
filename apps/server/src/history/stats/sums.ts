/**
 * The sums that are kept, in the database: facts are added to them and taken away again, by PostgreSQL itself: a visit
 * is part of some seventy sums, and bringing them there would cost more than adding them up. A sum of nothing has no row.
 */
import { type Column, columnValues, nameList, unnestClause } from '../../db/columns.ts';
import type { Tx } from '../../db/connect.ts';
import type { ActiveDayChange } from './active-days.ts';
import {
  dimensionsCode,
  keptPairs,
  measures,
  pageDimension,
  pairedWithPages,
  visitDimensionNames,
  visitDimensions,
} from './dimensions.ts';
import { type FactRow, factRowColumns, isFactRow } from './facts.ts';

/** Those of the parameters, as `f`. */
const facts = `${unnestClause(factRowColumns, 3)} join session_facts f on ${isFactRow}`;
const added = (of: (measure: string) => string) =>
  measures.map((name) => `$2::integer * sum(${of(name)})`).join(', ');

const dayKeys = ['is_test', 'dimensions', 'day', 'first_value', 'second_value'];

/**
 * Sums of single values by day, and of pairs by week, under the day of its Monday. In one pass over the rows: a row for each of the
 * dimensions and pairs would take three times as long. `rows` has the columns in the order of their numbers.
 */
function groupedSums(rows: string, columns: string[], sets: [string, string?][], sums: string) {
  const maskOf = (set: (string | undefined)[]) =>
    columns.reduce((mask, name) => mask * 2 + (set.includes(name) ? 0 : 1), 0);
  const codes = sets.map(([one, two]) => {
    const numbers = [one, two].map((name) => (name === undefined ? 0 : numberIn(name)));
    return `(${maskOf([one, two])}, ${dimensionsCode(numbers[0] ?? 0, numbers[1])})`;
  });
  const groups = sets.map(([one, two]) =>
    two === undefined ? `(f.is_test, f.day, ${one})` : `(f.is_test, f.week, ${one}, ${two})`,
  );
  const isPair = 'code % 16 > 0';
  return `
    select is_test, code, coalesce(day, week), first_value, case when ${isPair} then second_value else 0 end,
           ${measures.join(', ')}
    from (
      select f.is_test, f.day, f.week, grouping(${columns.join(', ')}) as mask,
             coalesce(${columns.join(', ')}) as first_value,
             coalesce(${columns.toReversed().join(', ')}) as second_value, ${sums}
      from (${rows}) f group by grouping sets (${groups.join(', ')})
    ) g
    join (values ${codes.join(', ')}) c (mask, code) using (mask)`;
}

function numberIn(column: string): number {
  const name = visitDimensionNames.find((dimension) => dimension === column);
  return name === undefined ? pageDimension : visitDimensions[name];
}

const named = (of: (measure: string) => string) =>
  measures.map((name) => `$2::integer * sum(${of(name)}) as ${name}`).join(', ');
const withWeek = 'f.*, f.day - (f.day + 3) % 7 as week';

const visitSums = groupedSums(
  `select ${withWeek} from ${facts}`,
  visitDimensionNames,
  [...visitDimensionNames.map((name): [string] => [name]), ...keptPairs],
  named((name) => `f.${name}`),
);
const seen: Partial<Record<string, string>> = { sessions: '1', page_views: 'f.views' };
const pageSums = groupedSums(
  `select ${withWeek}, p.page, p.views from ${facts}
   cross join lateral unnest(f.pages, f.page_counts) p (page, views)`,
  [...pairedWithPages, 'page'],
  [['page'], ...pairedWithPages.map((name): [string, string] => [name, 'page'])],
  named((name) => seen[name] ?? '0'),
);

const quarterKeys = ['is_test', 'quarter'];
const quarterSums = `
  select f.is_test, f.quarter, ${added((name) => `f.${name}`)} from ${facts} group by 1, 2`;

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

const statements = [
  statementOf('stats_quarters', quarterKeys, measures, quarterSums),
  statementOf('stats_days', dayKeys, measures, visitSums),
  statementOf('stats_days', dayKeys, measures, pageSums),
];

/** `sign`: 1 adds what these facts count, -1 takes it away. They have to be stored as they are counted. */
export async function addToSums(
  tx: Tx,
  workspaceId: string,
  rows: FactRow[],
  sign: 1 | -1,
): Promise<void> {
  if (rows.length === 0) return;
  const parameters = [workspaceId, sign, ...columnValues(factRowColumns, rows)];
  for (const statement of statements) await tx.unsafe(statement(tx), parameters, { prepare: true });
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
