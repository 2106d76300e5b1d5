/** What conversions are worth, by currency; amounts of different currencies are never added. */
import type { Tx } from '../../db/connect.ts';
import { plannedAnew } from '../../filters/asked.ts';
import { type Question, revenueRows } from './figures.ts';

export interface Revenue {
  point: number;
  first_value: number;
  second_value: number;
  currency: string;
  value: number;
}

/** As conversions are listed: without those of bots. Under the dimensions of their visits, once those are counted. */
export async function selectRevenue(tx: Tx, question: Question): Promise<Revenue[]> {
  const { dimensions, filters, condition } = question;
  const isOfAll = dimensions.length === 0 && filters.length === 0 && !condition;
  const rows = tx<Revenue[]>`
    select point, first_value, second_value, currency, sum(value)::float8 as value
    from (${isOfAll ? ofConversions(tx, question) : revenueRows(tx, question)}) r
    group by 1, 2, 3, 4 order by 4`;
  return condition ? plannedAnew(rows) : rows;
}

/** Whether their visits are counted yet or not. */
function ofConversions(tx: Tx, { workspaceId, isTest, range, byTime }: Question) {
  const quarter = tx`floor(date_part('epoch', c.created_at) / 900)::integer`;
  return tx`
    select ${byTime ? tx`width_bucket(${quarter}, ${range.starts}::integer[])` : tx`0`} as point,
           0 as first_value, 0 as second_value, c.currency, c.value
    from conversions c
    where c.workspace_id = ${workspaceId} and c.is_test = ${isTest} and not c.is_bot and c.value is not null
      and c.created_at >= to_timestamp(${range.from} * 900.0) and c.created_at < to_timestamp(${range.until} * 900.0)`;
}
