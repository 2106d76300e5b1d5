/**
 * The sums that are kept, in the database: facts are added to them and taken away again. A sum of nothing has no row.
 */
import { Pauses } from '../platform/common/pauses.ts';
import { type Column, columnValues, nameList, unnestClause } from '../platform/db/columns.ts';
import type { Tx } from '../platform/db/connect.ts';
import type { ActiveDayChange } from './active-days.ts';
import {
  dimensionPairs,
  dimensionsCode,
  type Measure,
  type Measures,
  measures,
  type SummedDimension,
  summedDimensions,
  visitDimensionNames,
} from './dimensions.ts';
import { readFacts, rowsOf, type TimedColumns } from './fact-columns.ts';
import { type Fact, type FactRow, factRowColumns, isFactRow } from './facts.ts';
import { type AddedRows, type PairList, PairSums } from './pair-sums.ts';
import type { KeptPairs } from './state.ts';
import { mondayOf } from './whole-days.ts';

/** The key of a row, where it is counted, and what its conversions are worth. */
export type CountedRow = FactRow & Pick<Fact, 'day' | 'revenue'>;

/** Settled facts are in one table alone; open ones are in the smaller one too, where they are found faster. */
const tableOf = (sign: 1 | -1) => (sign === 1 ? 'open_facts' : 'session_facts');

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

/** One dimension or a pair. */
type Summed = [SummedDimension, SummedDimension?];

/** A value of a day, or a pair of values of a day or of a week's Monday. */
interface DayRow extends Measures {
  isTest: boolean;
  dimensions: number;
  day: number;
  first: number;
  second: number;
}

interface QuarterRow extends Measures {
  isTest: boolean;
  quarter: number;
}

const measureColumns = measures.map(
  (name): Column<Measures> => ({ name, type: 'numeric', value: (row) => row[name] }),
);
const dayColumns: Column<DayRow>[] = [
  { name: 'is_test', type: 'boolean', value: (row) => row.isTest },
  { name: 'dimensions', type: 'integer', value: (row) => row.dimensions },
  { name: 'day', type: 'integer', value: (row) => row.day },
  { name: 'first_value', type: 'integer', value: (row) => row.first },
  { name: 'second_value', type: 'integer', value: (row) => row.second },
  ...measureColumns,
];
const quarterColumns: Column<QuarterRow>[] = [
  { name: 'is_test', type: 'boolean', value: (row) => row.isTest },
  { name: 'quarter', type: 'integer', value: (row) => row.quarter },
  ...measureColumns,
];

/** Several rows may be of one sum. */
function givenRows<Row>(keys: string[], columns: Column<Row>[]): string {
  const sums = measures.map((name) => `sum(${name})::bigint`);
  return `select ${[...keys, ...sums].join(', ')} from ${unnestClause(columns, 2)} group by ${keys.join(', ')}`;
}

const addDays = statementOf('stats_days', dayKeys, measures, givenRows(dayKeys, dayColumns));
const addQuarters = statementOf(
  'stats_quarters',
  quarterKeys,
  measures,
  givenRows(quarterKeys, quarterColumns),
);
/** Rows that travel at once. */
const addedAtOnce = 10_000;

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
const addRevenue = {
  1: statementOf('stats_revenue', revenueKeys, ['revenue', 'facts'], revenueOf(1)),
  [-1]: statementOf('stats_revenue', revenueKeys, ['revenue', 'facts'], revenueOf(-1)),
};

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
  const counter = new Counter();
  const quarters: QuarterRow[] = [];
  let days: DayRow[] = [];
  for (const { isTest, day, own } of byDay(rows)) {
    const facts = await readFacts(tx, workspaceId, tableOf(sign), own);
    for (const list of await counter.count(inQuarters(facts))) {
      quarters.push({ isTest, quarter: list.first, ...sumsAt(list, 0, sign) });
    }
    for (const of of sumsOfDay(day, kept)) {
      const under = { isTest, dimensions: dimensionsCode(...of), day: keptDay(of, day, kept) };
      for (const list of await counter.count(rowsOf(facts, of))) {
        for (const row of dayRows(list, under, sign)) days.push(row);
      }
      if (days.length < addedAtOnce) continue;
      await add(tx, workspaceId, addDays, dayColumns, days);
      days = [];
    }
  }
  await add(tx, workspaceId, addDays, dayColumns, days);
  await add(tx, workspaceId, addQuarters, quarterColumns, quarters);
  const paid = rows.filter(({ revenue }) => revenue !== null);
  await add(tx, workspaceId, addRevenue[sign], factRowColumns, paid);
}

class Counter {
  readonly #pauses = new Pauses();
  readonly #sums = new PairSums();

  /** They are there until the next ones are counted. */
  async count(rows: AddedRows): Promise<Iterable<PairList>> {
    this.#sums.clear();
    await this.#sums.addAll(rows, this.#pauses);
    return this.#sums.lists();
  }
}

function inQuarters({ quarter, measured }: TimedColumns): AddedRows {
  return { firsts: quarter, seconds: new Int32Array(quarter.length), measured };
}

function sumsOfDay(day: number, { pairsUntil }: KeptPairs): Summed[] {
  return day < pairsUntil ? [...singles, ...dimensionPairs] : singles;
}

function keptDay(of: Summed, day: number, { weeksUntil }: KeptPairs): number {
  return of.length > 1 && day < weeksUntil ? mondayOf(day) : day;
}

const singles = summedDimensions.map((name): Summed => [name]);

async function add<Row>(
  tx: Tx,
  workspaceId: string,
  statement: (tx: Tx) => string,
  columns: Column<Row>[],
  rows: Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const parameters = [workspaceId, ...columnValues(columns, rows)];
  await tx.unsafe(statement(tx), parameters, { prepare: true });
}

function dayRows(
  list: PairList,
  kept: Pick<DayRow, 'isTest' | 'dimensions' | 'day'>,
  sign: 1 | -1,
): DayRow[] {
  const { first, seconds } = list;
  return seconds.map((second, place) => ({ ...kept, first, second, ...sumsAt(list, place, sign) }));
}

function sumsAt({ sums }: PairList, place: number, sign: 1 | -1): Measures {
  const at = (name: Measure) => sign * (sums[name]?.[place] ?? 0);
  return {
    sessions: at('sessions'),
    page_views: at('page_views'),
    bounces: at('bounces'),
    engaged_ms: at('engaged_ms'),
    leads: at('leads'),
    conversions: at('conversions'),
  };
}

function byDay(rows: CountedRow[]) {
  const days = new Map<string, { isTest: boolean; day: number; own: CountedRow[] }>();
  for (const row of rows) {
    const { isTest, day } = row;
    const key = `${day},${isTest}`;
    const known = days.get(key);
    if (known) known.own.push(row);
    else days.set(key, { isTest, day, own: [row] });
  }
  return days.values();
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
