/** Settled facts as columns of numbers, which take a tenth of the time of rows: a day or a part of one at a time. */
import type { Tx } from '../../db/connect.ts';
import { shareCount } from '../../sessions/shares.ts';
import {
  dimensionsCode,
  fewestValues,
  type Measure,
  measures,
  type VisitDimension,
  visitDimensionNames,
} from './dimensions.ts';

/** Some of the facts of a day: with `part` of `parts`, those of some shares of the visitors. */
export interface FactsPart {
  isTest: boolean;
  day: number;
  /** About how many visits it has. */
  visits: number;
  part: number;
  parts: number;
}

export interface FactColumns {
  count: number;
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
const select = `
  select ${numbered.map((name) => `array_agg(f.${name})::text as ${name}`).join(', ')}, ${listOf('pages')}, ${listOf('page_counts')}
  from session_facts f
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
  const [row] = await tx.unsafe<Record<string, string | null>[]>(
    select,
    [workspaceId, isTest, day, part, parts],
    { prepare: true },
  );
  const numbersIn = (name: string) =>
    new Int32Array(JSON.parse(`[${row?.[name]?.slice(1, -1) ?? ''}]`));
  const listsIn = (name: string): (number[] | null)[] => JSON.parse(row?.[name] ?? '[]');
  const columns = <Name extends string>(names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, numbersIn(name)])) as Record<Name, Int32Array>;
  const measured = columns(measures);
  return {
    count: measured.sessions.length,
    values: columns(visitDimensionNames),
    measured,
    seen: seenPages(listsIn('pages'), listsIn('page_counts')),
  };
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
