/** Conversions with the values that figures need. */
import type { Tx } from '../../platform/db/connect.ts';
import { quarterAndDay } from '../../platform/db/quarters.ts';
import { keyRows, type OfSession, place, type SessionKey } from '../../records/visit/counted.ts';

export interface CountedConversions extends OfSession {
  quarter: number;
  day: number;
  leads: 0;
  /** Without those of bots, like the revenue. */
  conversions: number;
  /** By currency, as PostgreSQL writes `jsonb`; null if none. */
  revenue: string | null;
}

/** By quarter of an hour, for these sessions; includes quarters with only bots. */
export async function selectCountedConversions(
  tx: Tx,
  workspaceId: string,
  keys: SessionKey[],
  timeZone: string,
): Promise<CountedConversions[]> {
  return tx<CountedConversions[]>`
    select place, quarter, day, 0 as leads, sum(conversions)::integer as conversions,
           (jsonb_object_agg(currency, value) filter (where value is not null))::text as revenue
    from (
      select ${place(tx)}, ${quarterAndDay(tx, 'c.created_at', timeZone)}, c.currency,
             count(*) filter (where not c.is_bot) as conversions, sum(c.value) filter (where not c.is_bot) as value
      from ${keyRows(tx, keys)}
      join conversions c on c.workspace_id = ${workspaceId} and c.visitor_id = k.visitor_id
        and c.session_id = k.session_id and c.is_test = k.is_test
      group by 1, 2, 3, 4
    ) of_currency
    group by 1, 2, 3`;
}
