/** What conversions are worth, by currency; amounts of different currencies are never added. */
import type { Tx } from '../../db/connect.ts';
import { plannedAnew } from '../../filters/asked.ts';
import { factsOf, pointOfFact, type Question, valuesOf } from './figures.ts';

export interface Revenue {
  point: number;
  first_value: number;
  second_value: number;
  currency: string;
  value: number;
}

/** As conversions are listed: without those of bots. Under the dimensions of their visits, once those are counted. */
export async function selectRevenue(tx: Tx, question: Question): Promise<Revenue[]> {
  const { workspaceId, isTest, range, byTime, dimensions, filters, condition } = question;
  const conversions = tx`
    c.workspace_id = ${workspaceId} and c.is_test = ${isTest} and not c.is_bot and c.value is not null
    and c.created_at >= to_timestamp(${range.from} * 900.0) and c.created_at < to_timestamp(${range.until} * 900.0)`;
  const quarter = tx`floor(date_part('epoch', c.created_at) / 900)::integer`;
  if (dimensions.length === 0 && filters.length === 0 && !condition) {
    const point = byTime ? tx`width_bucket(${quarter}, ${range.starts}::integer[])` : tx`0`;
    return tx<Revenue[]>`
      select ${point} as point, 0 as first_value, 0 as second_value, c.currency, sum(c.value)::float8 as value
      from conversions c where ${conversions} group by 1, 4 order by 1, 4`;
  }
  const rows = tx<Revenue[]>`
    select ${pointOfFact(tx, question)} as point, ${valuesOf(tx, question)}, c.currency,
           sum(c.value)::float8 as value
    from conversions c, ${factsOf(tx, question)} and f.conversions > 0 and ${conversions}
      and f.session_id = c.session_id and f.visitor_id = c.visitor_id and f.quarter = ${quarter}
    group by 1, 2, 3, 4 order by 4`;
  return condition ? plannedAnew(rows) : rows;
}
