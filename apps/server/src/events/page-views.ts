/** Page views as figures are made of them. */
import type { Tx } from '../db/connect.ts';

interface SessionKey {
  sessionId: string;
  visitorId: string;
  isTest: boolean;
}

export interface PageViews extends SessionKey {
  /** '' where the message told no page. */
  url: string;
  views: number;
}

/** Of these sessions, by address. */
export async function countPageViews(
  tx: Tx,
  workspaceId: string,
  keys: SessionKey[],
): Promise<PageViews[]> {
  if (keys.length === 0) return [];
  return tx<PageViews[]>`
    select e.session_id as "sessionId", e.visitor_id as "visitorId", e.is_test as "isTest",
           coalesce(e.url, '') as url, count(*)::integer as views
    from unnest(${keys.map(({ visitorId }) => visitorId)}::uuid[],
                ${keys.map(({ sessionId }) => sessionId)}::uuid[],
                ${keys.map(({ isTest }) => String(isTest))}::text[]::boolean[])
      as k (visitor_id, session_id, is_test)
    join events e on e.workspace_id = ${workspaceId} and e.session_id = k.session_id
      and e.visitor_id = k.visitor_id and e.is_test = k.is_test
    where e.type = 'event' and e.name = 'page_view'
    group by 1, 2, 3, 4`;
}
