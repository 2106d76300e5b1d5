/** Visitors in the database: what their new messages add up to. */
import { type Column, columnValues, nameList, selectList, unnestClause } from '../db/columns.ts';
import type { Tx } from '../db/connect.ts';

/** What the new messages of one visitor in one transaction add. */
export interface VisitorDelta {
  id: string;
  isTest: boolean;
  firstSeenAt: string;
  lastSeenAt: string;
  firstEventId: string;
  eventCount: number;
  pageViewCount: number;
  source: string;
  entryUrl: string;
  referrer: string;
  /** JSON text, or null. */
  campaign: string | null;
  clickIds: string | null;
}

const columns: Column<VisitorDelta>[] = [
  { name: 'id', type: 'uuid', value: (visitor) => visitor.id },
  { name: 'is_test', type: 'boolean', value: (visitor) => visitor.isTest },
  { name: 'first_seen_at', type: 'timestamptz', value: (visitor) => visitor.firstSeenAt },
  { name: 'last_seen_at', type: 'timestamptz', value: (visitor) => visitor.lastSeenAt },
  { name: 'first_event_id', type: 'uuid', value: (visitor) => visitor.firstEventId },
  { name: 'event_count', type: 'integer', value: (visitor) => visitor.eventCount },
  { name: 'page_view_count', type: 'integer', value: (visitor) => visitor.pageViewCount },
  { name: 'source', type: 'text', value: (visitor) => visitor.source },
  { name: 'entry_url', type: 'text', value: (visitor) => visitor.entryUrl },
  { name: 'referrer', type: 'text', value: (visitor) => visitor.referrer },
  { name: 'campaign', type: 'jsonb', value: (visitor) => visitor.campaign },
  { name: 'click_ids', type: 'jsonb', value: (visitor) => visitor.clickIds },
];

const firstTouch = ['first_event_id', 'source', 'entry_url', 'referrer', 'campaign', 'click_ids'];
const isEarlier =
  '(excluded.first_seen_at, excluded.first_event_id) < (v.first_seen_at, v.first_event_id)';

// In key order: two transactions with the same visitors wait for rather than deadlock each other.
const upsert = `
  insert into visitors as v (workspace_id, ${nameList(columns)})
  select $1::uuid, ${selectList(columns)} from ${unnestClause(columns, 2)}
  order by t.id, t.is_test
  on conflict (workspace_id, id, is_test) do update set
    ${firstTouch.map((name) => `${name} = case when ${isEarlier} then excluded.${name} else v.${name} end`).join(',\n    ')},
    first_seen_at = least(v.first_seen_at, excluded.first_seen_at),
    last_seen_at = greatest(v.last_seen_at, excluded.last_seen_at),
    event_count = v.event_count + excluded.event_count,
    page_view_count = v.page_view_count + excluded.page_view_count`;

export async function upsertVisitors(tx: Tx, workspaceId: string, visitors: VisitorDelta[]) {
  await tx.unsafe(upsert, [workspaceId, ...columnValues(columns, visitors)], { prepare: true });
}

export async function visitorExists(tx: Tx, workspaceId: string, id: string, isTest: boolean) {
  const rows = await tx`
    select from visitors where workspace_id = ${workspaceId} and id = ${id} and is_test = ${isTest}`;
  return rows.length > 0;
}
