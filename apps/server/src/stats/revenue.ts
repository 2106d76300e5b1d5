/** Value of conversions by currency; different currencies are never added. */
import type { Tx } from '../platform/db/connect.ts';
import { plannedAnew } from '../records/filters/list-filter.ts';
import { type Question, revenueRows } from './figures.ts';

export interface Revenue {
  point: number;
  first_value: number;
  second_value: number;
  currency: string;
  value: number;
}

/** Listed conversions without bots', grouped by their visits' dimensions once those are counted. */
export async function selectRevenue(tx: Tx, question: Question): Promise<Revenue[]> {
  const rows = tx<Revenue[]>`
    select point, first_value, second_value, currency, sum(value)::float8 as value
    from (${revenueRows(tx, question)}) r
    group by 1, 2, 3, 4 order by 4`;
  return question.condition ? plannedAnew(rows) : rows;
}
