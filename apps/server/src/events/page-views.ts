/** Page views as figures are made of them. */
import { type Column, columnValues, unnestClause } from '../db/columns.ts';
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

const columns: Column<SessionKey>[] = [
  { name: 'session_id', type: 'uuid', value: (key) => key.sessionId },
  { name: 'visitor_id', type: 'uuid', value: (key) => key.visitorId },
  { name: 'is_test', type: 'boolean', value: (key) => key.isTest },
];

const keyOfVisit = `t.session_id as "sessionId", t.visitor_id as "visitorId", t.is_test as "isTest"`;
const isOfVisit = (
  row: string,
) => `${row}.workspace_id = $1::uuid and ${row}.session_id = t.session_id
    and ${row}.visitor_id = t.visitor_id and ${row}.is_test = t.is_test`;

/** Also those whose events are removed. */
const count = `
  select ${keyOfVisit}, coalesce(e.url, '') as url, count(*)::integer as views
  from ${unnestClause(columns, 2)}
  join events e on ${isOfVisit('e')}
  where e.type = 'event' and e.name = 'page_view'
  group by 1, 2, 3, 4
  union all
  select ${keyOfVisit}, view.url, count(*)::integer as views
  from ${unnestClause(columns, 2)}
  join kept_visits k on ${isOfVisit('k')} cross join unnest(k.urls) as view (url)
  group by 1, 2, 3, 4`;

/** Of these sessions, by address. */
export async function countPageViews(
  tx: Tx,
  workspaceId: string,
  keys: SessionKey[],
): Promise<PageViews[]> {
  if (keys.length === 0) return [];
  const parameters = [workspaceId, ...columnValues(columns, keys)];
  return tx.unsafe<PageViews[]>(count, parameters, { prepare: true });
}
