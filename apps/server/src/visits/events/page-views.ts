/** Page views with the values that figures need. */
import type { Tx } from '../../platform/db/connect.ts';
import { keyRows, type OfSession, place, type SessionKey } from '../../records/visit/counted.ts';

export interface PageViews extends OfSession {
  /** '' if the message had no page. */
  url: string;
  views: number;
}

/** By URL, for these sessions; includes those with removed events. */
export async function countPageViews(
  tx: Tx,
  workspaceId: string,
  keys: SessionKey[],
): Promise<PageViews[]> {
  if (keys.length === 0) return [];
  const isOfVisit = (row: string) => tx`
    ${tx(`${row}.workspace_id`)} = ${workspaceId} and ${tx(`${row}.session_id`)} = k.session_id
    and ${tx(`${row}.visitor_id`)} = k.visitor_id and ${tx(`${row}.is_test`)} = k.is_test`;
  return tx<PageViews[]>`
    select ${place(tx)}, coalesce(e.url, '') as url, count(*)::integer as views
    from ${keyRows(tx, keys)} join events e on ${isOfVisit('e')}
    where e.type = 'event' and e.name = 'page_view'
    group by 1, 2
    union all
    select ${place(tx)}, view.url, count(*)::integer as views
    from ${keyRows(tx, keys)}
    join kept_visits v on ${isOfVisit('v')} cross join unnest(v.urls) as view (url)
    group by 1, 2`;
}
