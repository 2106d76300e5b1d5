/** Leads with the values that figures need. */
import type { Sql, Tx } from '../../platform/db/connect.ts';
import { quarterAndDay } from '../../platform/db/quarters.ts';
import { keyRows, type OfSession, place, type SessionKey } from '../../records/visit/counted.ts';
import { noSession } from '../../records/visit/stats-marks.ts';

export interface CountedLeads extends OfSession {
  quarter: number;
  day: number;
  leads: number;
  conversions: 0;
}

/** By quarter of an hour, for these sessions; without suspect leads, as in lists. */
export async function selectCountedLeads(
  tx: Tx,
  workspaceId: string,
  keys: SessionKey[],
  timeZone: string,
): Promise<CountedLeads[]> {
  const counted = (condition: Sql) => tx`
    select ${place(tx)}, ${quarterAndDay(tx, 'l.created_at', timeZone)}, count(*)::integer as leads, 0 as conversions
    from ${keyRows(tx, keys)}
    join leads l on l.workspace_id = ${workspaceId} and l.visitor_id = k.visitor_id and l.is_test = k.is_test
      and ${condition}
    where not l.suspect
    group by 1, 2, 3`;
  // Two statements combined, since `coalesce` cannot use the index.
  return tx<CountedLeads[]>`
    ${counted(tx`l.session_id = k.session_id`)}
    union all
    ${counted(tx`l.session_id is null and k.session_id = ${noSession}`)}`;
}
