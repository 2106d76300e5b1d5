/**
 * Page views of visits whose events retention removed, as SQL: time and page of each. Recomputation from page views
 * reads these along with stored events (visits/retention/remove-events.ts).
 */
import type { Tx } from '../../platform/db/connect.ts';
import type { Sql } from '../../platform/db/fragments.ts';

/** For visits `v` with id, visitor_id and is_test: follows `from`, as `e` with url and occurred_at. */
export function viewsOfVisits(tx: Tx, workspaceId: string, visits: Sql): Sql {
  return tx`
    ${visits} v cross join lateral (
      select url, occurred_at from events
      where workspace_id = ${workspaceId} and session_id = v.id and visitor_id = v.visitor_id
        and is_test = v.is_test and type = 'event' and name = 'page_view'
      union all
      select nullif(view.url, ''), view.viewed_at from kept_visits k, unnest(k.urls, k.viewed_at) as view (url, viewed_at)
      where k.workspace_id = ${workspaceId} and k.session_id = v.id and k.visitor_id = v.visitor_id
        and k.is_test = v.is_test
    ) e`;
}
