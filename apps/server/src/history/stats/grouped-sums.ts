/** What facts count, added up by PostgreSQL in one pass: a visit is part of some ninety sums. SQL alone. */
import {
  dimensionPairs,
  dimensionsCode,
  inPairOrder,
  type Measure,
  measures,
  type SummedDimension,
  visitDimensionNames,
} from './dimensions.ts';

/** Of visits, or of the pages that they saw. */
export const sumKinds = ['visits', 'pages'] as const;
export type SumKind = (typeof sumKinds)[number];

/** One dimension, or a pair of two. */
type Grouping = [SummedDimension, SummedDimension?];

const isOfPages = (pair: SummedDimension[]) => pair.includes('page');
/** Columns in the order of pairs, so that the first that has a value is the first of its pair. */
const groupings: Record<
  SumKind,
  { columns: SummedDimension[]; singles: Grouping[]; pairs: Grouping[] }
> = {
  visits: {
    columns: inPairOrder(visitDimensionNames),
    singles: visitDimensionNames.map((name) => [name]),
    pairs: dimensionPairs.filter((pair) => !isOfPages(pair)),
  },
  pages: {
    columns: inPairOrder([...visitDimensionNames, 'page']),
    singles: [['page']],
    pairs: dimensionPairs.filter(isOfPages),
  },
};

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
  const codes = wanted.map((grouping) => `(${maskOf(grouping)}, ${dimensionsCode(...grouping)})`);
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
