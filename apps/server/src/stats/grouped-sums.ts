/** Sums of facts, computed by PostgreSQL. SQL only. */
import { dimensionsCode, type Measure, measures, type SummedDimension } from './dimensions.ts';

/** One dimension or a pair. */
export type Summed = [SummedDimension, SummedDimension?];

/** A visit counts for each page it saw: as one visit, with the page's views. */
const ofPage: Partial<Record<Measure, string>> = {
  sessions: '1',
  page_views: 'coalesce(p.views, 1)',
};
const pages = 'cross join lateral unnest(f.pages, f.page_counts) p (page, views)';

/**
 * Rows of is_test, dimensions, day, first_value, second_value and the measures. `facts`: a query for fact rows; `sign` -1 subtracts
 * them.
 */
export function groupedSums(facts: string, summed: Summed[], sign: 1 | -1 = 1): string {
  const isOfPages = (of: Summed) => of.includes('page');
  const sumsOf = (from: string, of: Summed[], measureOf: (name: Measure) => string) =>
    of.length === 0
      ? []
      : `select f.is_test, v.dimensions, f.day, v.first_value, v.second_value, ${sums(sign, measureOf)}
         from ${from} cross join lateral (values ${of.map(valuesOf).join(', ')}) v (dimensions, first_value, second_value)
         group by 1, 2, 3, 4, 5`;
  const ofVisits = summed.filter((of) => !isOfPages(of));
  const parts = [
    sumsOf('facts f', ofVisits, (name) => `f.${name}`),
    sumsOf(`facts f ${pages}`, summed.filter(isOfPages), (name) => ofPage[name] ?? '0'),
  ];
  return `with facts as (${facts}) ${parts.flat().join(' union all ')}`;
}

/** Rows of is_test, quarter and the measures. */
export function quarterSums(facts: string, sign: 1 | -1): string {
  return `select f.is_test, f.quarter, ${sums(sign, (name) => `f.${name}`)} from (${facts}) f group by 1, 2`;
}

const sums = (sign: 1 | -1, measureOf: (name: Measure) => string) =>
  measures.map((name) => `${sign} * sum(${measureOf(name)}) as ${name}`).join(', ');

function valuesOf([first, second]: Summed): string {
  const valueIn = (name: SummedDimension) => (name === 'page' ? 'p.page' : `f.${name}::integer`);
  return `(${dimensionsCode(first, second)}, ${valueIn(first)}, ${second ? valueIn(second) : 0})`;
}
