/** What facts count, added up by PostgreSQL in one pass: a visit is part of some seventy sums. SQL alone. */
import {
  dimensionsCode,
  keptPairs,
  type Measure,
  measures,
  pageDimension,
  pairedWithPages,
  visitDimensionNames,
  visitDimensions,
} from './dimensions.ts';

/** Of visits, or of the pages that they saw. */
export const sumKinds = ['visits', 'pages'] as const;
export type SumKind = (typeof sumKinds)[number];

/** One dimension, or a pair of two. */
type Grouping = [string, string?];

const groupings: Record<SumKind, { columns: string[]; singles: Grouping[]; pairs: Grouping[] }> = {
  visits: {
    columns: visitDimensionNames,
    singles: visitDimensionNames.map((name) => [name]),
    pairs: keptPairs,
  },
  pages: {
    columns: [...pairedWithPages, 'page'],
    singles: [['page']],
    pairs: pairedWithPages.map((name) => [name, 'page']),
  },
};

/** As `stats_days` and `stats_pairs` have them. */
export const pairCodes = sumKinds.flatMap((kind) => groupings[kind].pairs.map(codeOf));

function codeOf([one, two]: Grouping): number {
  return dimensionsCode(numberIn(one), two === undefined ? 0 : numberIn(two));
}

function numberIn(column: string): number {
  const name = visitDimensionNames.find((dimension) => dimension === column);
  return name === undefined ? pageDimension : visitDimensions[name];
}

/** What is summed up of a fact `f`; `day`: under which the sums are kept. */
export function signedFact(sign: 1 | -1, day: string): string {
  const columns = [
    'is_test',
    'quarter',
    ...measures,
    ...visitDimensionNames,
    'pages',
    'page_counts',
  ];
  return [`${sign} as sign`, `${day} as day`, ...columns.map((name) => `f.${name}`)].join(', ');
}

const seen: Partial<Record<Measure, string>> = { sessions: '1', page_views: 'f.views' };
const measureOf = (kind: SumKind, name: Measure) =>
  kind === 'visits' ? `f.${name}` : (seen[name] ?? '0');

/**
 * Rows of is_test, dimensions, day, first_value, second_value and the measures. `facts`: a query of `signedFact`.
 */
export function groupedSums(kind: SumKind, of: 'singles' | 'pairs', facts: string): string {
  const { columns: all, [of]: wanted } = groupings[kind];
  const columns = all.filter((name) => wanted.some((grouping) => grouping.includes(name)));
  const maskOf = (grouping: Grouping) =>
    columns.reduce((mask, name) => mask * 2 + (grouping.includes(name) ? 0 : 1), 0);
  const codes = wanted.map((grouping) => `(${maskOf(grouping)}, ${codeOf(grouping)})`);
  const sets = wanted.map((grouping) => `(f.is_test, f.day, ${grouping.join(', ')})`);
  const second = of === 'pairs' ? `coalesce(${columns.toReversed().join(', ')})` : '0';
  const sums = measures.map((name) => `sum(f.sign * ${measureOf(kind, name)}) as ${name}`);
  const rows =
    kind === 'visits'
      ? facts
      : `select f.*, p.page, coalesce(p.views, 1) as views
         from (${facts}) f cross join lateral unnest(f.pages, f.page_counts) p (page, views)`;
  return `
    select is_test, code as dimensions, day, first_value, second_value, ${measures.join(', ')}
    from (
      select f.is_test, f.day, grouping(${columns.join(', ')}) as mask, coalesce(${columns.join(', ')}) as first_value,
             ${second} as second_value, ${sums.join(', ')}
      from (${rows}) f group by grouping sets (${sets.join(', ')})
    ) g
    join (values ${codes.join(', ')}) c (mask, code) using (mask)`;
}
