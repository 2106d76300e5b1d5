/** The sums that are kept, in the database: changed by differences; a sum of nothing has no row. */
import { type Column, columnValues, nameList, unnestClause } from '../../db/columns.ts';
import type { Tx } from '../../db/connect.ts';
import type { ActiveDayChange } from './active-days.ts';
import type { Contributions, DaySum, QuarterSum } from './contributions.ts';
import { measures } from './dimensions.ts';

const quarterColumns: Column<QuarterSum>[] = [
  { name: 'is_test', type: 'boolean', value: (row) => row.isTest },
  { name: 'quarter', type: 'integer', value: (row) => row.quarter },
  ...measures.map(
    (name): Column<QuarterSum> => ({ name, type: 'numeric', value: (row) => row[name] }),
  ),
];

const dayColumns: Column<DaySum>[] = [
  { name: 'is_test', type: 'boolean', value: (row) => row.isTest },
  { name: 'dimensions', type: 'integer', value: (row) => row.dimensions },
  { name: 'day', type: 'integer', value: (row) => row.day },
  { name: 'first_value', type: 'integer', value: (row) => row.first },
  { name: 'second_value', type: 'integer', value: (row) => row.second },
  ...measures.map((name): Column<DaySum> => ({ name, type: 'numeric', value: (row) => row[name] })),
];

const activeColumns: Column<ActiveDayChange>[] = [
  { name: 'is_test', type: 'boolean', value: (row) => row.isTest },
  { name: 'day', type: 'integer', value: (row) => row.day },
  { name: 'previous_day', type: 'integer', value: (row) => row.previousDay },
  { name: 'visitors', type: 'numeric', value: (row) => row.visitors },
];

/** Adds differences, and removes the rows that they leave without anything. */
function statementsOf<Row>(table: string, columns: Column<Row>[], keys: number) {
  const key = columns.slice(0, keys).map(({ name }) => name);
  const sums = columns.slice(keys).map(({ name }) => name);
  return {
    add: `
      insert into ${table} as s (workspace_id, ${nameList(columns)})
      select $1::uuid, ${nameList(columns)} from ${unnestClause(columns, 2)}
      on conflict (workspace_id, ${key.join(', ')}) do update set
        ${sums.map((name) => `${name} = s.${name} + excluded.${name}`).join(', ')}`,
    clean: `
      delete from ${table} s using ${unnestClause(columns, 2)}
      where s.workspace_id = $1::uuid and ${key.map((name) => `s.${name} = t.${name}`).join(' and ')}
        and ${sums.map((name) => `s.${name} = 0`).join(' and ')}`,
  };
}

const quarters = statementsOf('stats_quarters', quarterColumns, 2);
const days = statementsOf('stats_days', dayColumns, 5);
const activeDays = statementsOf('stats_active_days', activeColumns, 3);

export async function addContributions(
  tx: Tx,
  workspaceId: string,
  contributions: Contributions,
): Promise<void> {
  const run = (statement: string, parameters: string[]) =>
    tx.unsafe(statement, [workspaceId, ...parameters], { prepare: true });
  const quarterSums = contributions.quarters();
  const daySums = contributions.days();
  const changed = columnValues(quarterColumns, quarterSums);
  const changedDays = columnValues(dayColumns, daySums);
  // Only what something was taken from can have become nothing.
  const less = columnValues(quarterColumns, quarterSums.filter(isLess));
  const lessOfDays = columnValues(dayColumns, daySums.filter(isLess));
  if (quarterSums.length > 0) await run(quarters.add, changed);
  if (quarterSums.some(isLess)) await run(quarters.clean, less);
  if (daySums.length > 0) await run(days.add, changedDays);
  if (daySums.some(isLess)) await run(days.clean, lessOfDays);
}

export async function addActiveDays(
  tx: Tx,
  workspaceId: string,
  changes: ActiveDayChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const parameters = [workspaceId, ...columnValues(activeColumns, changes)];
  await tx.unsafe(activeDays.add, parameters, { prepare: true });
  if (changes.some(({ visitors }) => visitors < 0)) {
    await tx.unsafe(activeDays.clean, parameters, { prepare: true });
  }
}

function isLess(sums: QuarterSum | DaySum): boolean {
  return measures.some((name) => sums[name] < 0);
}
