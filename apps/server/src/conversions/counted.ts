/** Conversions as figures are made of them. */
import type { Tx } from '../db/connect.ts';
import { quarterAndDay } from '../db/quarters.ts';
import { keyRows, type OfSession, place, type SessionKey } from '../sessions/counted.ts';

export interface CountedConversions extends OfSession {
  quarter: number;
  day: number;
  leads: 0;
  /** Without those of bots. */
  conversions: number;
}

/** Of these sessions, by quarter of an hour; also where all are of bots. */
export async function selectCountedConversions(
  tx: Tx,
  workspaceId: string,
  keys: SessionKey[],
  timeZone: string,
): Promise<CountedConversions[]> {
  return tx<CountedConversions[]>`
    select ${place(tx)}, ${quarterAndDay(tx, 'c.created_at', timeZone)}, 0 as leads,
           (count(*) filter (where not c.is_bot))::integer as conversions
    from ${keyRows(tx, keys)}
    join conversions c on c.workspace_id = ${workspaceId} and c.visitor_id = k.visitor_id
      and c.session_id = k.session_id and c.is_test = k.is_test
    group by 1, 2, 3`;
}
