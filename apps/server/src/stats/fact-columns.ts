/** Facts as columns of numbers, which take a tenth of the time of rows, and what of them is added up by a pair of values. */
import { columnValues, unnestClause } from '../platform/db/columns.ts';
import type { Tx } from '../platform/db/connect.ts';
import { shareCount } from '../records/visit/shares.ts';
import {
  dimensionsCode,
  fewestValues,
  type Measure,
  measures,
  type SummedDimension,
  type VisitDimension,
  visitDimensionNames,
} from './dimensions.ts';
import { type FactRow, factRowColumns, isFactRow } from './facts.ts';
import type { AddedRows } from './pair-sums.ts';

/** Some of the settled facts of a day: with `part` of `parts`, those of some shares of the visitors. */
export interface FactsPart {
  isTest: boolean;
  day: number;
  /** About how many visits it has. */
  visits: number;
  part: number;
  parts: number;
}

export interface FactColumns {
  values: Record<VisitDimension, Int32Array>;
  measured: Record<Measure, Int32Array>;
  /** A row for each page that one of them saw. */
  seen: { fact: Int32Array; page: Int32Array; views: Int32Array };
}

/** What the days since one until another have, in parts of about `atOnce` visits. */
export async function selectFactsParts(
  tx: Tx,
  workspaceId: string,
  since: number,
  until: number,
  atOnce: number,
): Promise<FactsPart[]> {
  // Settled visits: each has one device.
  const days = await tx<Pick<FactsPart, 'isTest' | 'day' | 'visits'>[]>`
    select is_test as "isTest", day, sum(sessions)::float8 as visits from stats_days
    where workspace_id = ${workspaceId} and is_test = any('{false,true}'::boolean[])
      and dimensions = ${dimensionsCode(fewestValues)} and day >= ${since} and day < ${until}
    group by 1, 2 order by 1, 2`;
  return days.flatMap(({ isTest, day, visits }) => {
    const parts = Math.max(1, Math.min(shareCount, Math.ceil(visits / atOnce)));
    return Array.from({ length: parts }, (_, part) => ({
      ...{ isTest, day, part, parts },
      visits: visits / parts,
    }));
  });
}

const numbered = [...measures, ...visitDimensionNames];
const listOf = (name: string) =>
  `'[' || string_agg(coalesce('[' || array_to_string(f.${name}, ',') || ']', 'null'), ',') || ']' as ${name}`;
const columns = [
  ...numbered.map((name) => `array_agg(f.${name})::text as ${name}`),
  ...['pages', 'page_counts'].map(listOf),
].join(', ');

const selectPart = `
  select ${columns} from session_facts f
  where f.workspace_id = $1::uuid and f.is_test = $2::boolean and f.day = $3::integer
    and ($5::integer = 1 or f.share = any(array(select s from generate_series($4::integer, ${shareCount - 1}, $5::integer) s)))
    and not exists (
      select from open_facts o where o.workspace_id = $1::uuid and o.is_test = $2::boolean and o.day = $3::integer
        and o.session_id = f.session_id and o.visitor_id = f.visitor_id and o.quarter = f.quarter)`;

export async function readFactsPart(
  tx: Tx,
  workspaceId: string,
  { isTest, day, part, parts }: FactsPart,
): Promise<FactColumns> {
  const parameters = [workspaceId, isTest, day, part, parts];
  return columnsIn(await tx.unsafe<Told[]>(selectPart, parameters, { prepare: true }));
}

/** With the quarter of an hour of each. */
export type TimedColumns = FactColumns & { quarter: Int32Array };

/** These, which are stored as they are counted: of one table, the smaller where they are open. */
export async function readFacts(
  tx: Tx,
  workspaceId: string,
  table: 'session_facts' | 'open_facts',
  rows: FactRow[],
): Promise<TimedColumns> {
  const select = `select ${columns}, array_agg(f.quarter)::text as quarter from ${unnestClause(factRowColumns, 2)} join ${table} f on ${isFactRow}`;
  const parameters = [workspaceId, ...columnValues(factRowColumns, rows)];
  const told = await tx.unsafe<Told[]>(select, parameters, { prepare: true });
  return { ...columnsIn(told), quarter: numbersIn(told[0]?.quarter) };
}

type Told = Record<string, string | null>;

function columnsIn([row]: Told[]): FactColumns {
  const listsIn = (name: string): (number[] | null)[] => JSON.parse(row?.[name] ?? '[]');
  const columnsOf = <Name extends string>(names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, numbersIn(row?.[name])])) as Record<
      Name,
      Int32Array
    >;
  return {
    values: columnsOf(visitDimensionNames),
    measured: columnsOf(measures),
    seen: seenPages(listsIn('pages'), listsIn('page_counts')),
  };
}

/** An array as PostgreSQL writes it. */
function numbersIn(text: string | null | undefined): Int32Array {
  return new Int32Array(JSON.parse(`[${text?.slice(1, -1) ?? ''}]`));
}

function seenPages(pages: (number[] | null)[], counts: (number[] | null)[]): FactColumns['seen'] {
  const length = pages.reduce((sum, own) => sum + (own?.length ?? 0), 0);
  const column = () => new Int32Array(length);
  const seen = { fact: column(), page: column(), views: column() };
  let row = 0;
  for (const [fact, own] of pages.entries()) {
    for (let place = 0; own && place < own.length; place++) {
      seen.fact[row] = fact;
      seen.page[row] = own[place] ?? 0;
      seen.views[row] = counts[fact]?.[place] ?? 1;
      row += 1;
    }
  }
  return seen;
}

/**
 * By one dimension or a pair. A visit counts for each page that it saw: as one, with the views of it, and nothing else.
 */
export function rowsOf(
  facts: FactColumns,
  [first, second]: [SummedDimension, SummedDimension?],
): AddedRows {
  const { values, measured, seen } = facts;
  const isOfPages = first === 'page' || second === 'page';
  const { length } = isOfPages ? seen.page : measured.sessions;
  const columnOf = (name: SummedDimension | undefined) => {
    if (name === undefined) return new Int32Array(length);
    if (name === 'page') return seen.page;
    const own = values[name];
    return isOfPages ? seen.fact.map((fact) => own[fact] ?? 0) : own;
  };
  return {
    firsts: columnOf(first),
    seconds: columnOf(second),
    measured: isOfPages
      ? { sessions: new Int32Array(length).fill(1), page_views: seen.views }
      : measured,
  };
}
