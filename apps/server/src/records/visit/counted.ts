/** Sessions with the values that figures need. */
import { type Column, columnValues } from '../../platform/db/columns.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { utcMicros } from '../../platform/db/instants.ts';
import { quarterAndDay } from '../../platform/db/quarters.ts';

/**
 * By column of `session_facts`, the kind of `stats_values` with its values: `source` is the origin that records show,
 * `channel_group` the channel in Google Analytics 4 names.
 */
export const countedValues = {
  channel: 1,
  source: 2,
  country: 4,
  device: 5,
  browser: 6,
  city: 9,
  channel_group: 12,
  os: 15,
} as const;
/** The kind with their pages. */
export const pageValues = 7;
/** The kind with the pages' scheme and host. */
export const originValues = 14;

export interface SessionKey {
  sessionId: string;
  visitorId: string;
  isTest: boolean;
}

/** A value read for one of several sessions. */
export interface OfSession {
  /** Index of its key in the list: a tenth of the cost of ids. */
  place: number;
}

export interface CountedSession extends OfSession {
  quarter: number;
  day: number;
  bot: string;
  found_bot: string;
  event_count: number;
  page_view_count: number;
  engaged_ms: number;
  entry_url: string;
  exit_url: string;
  referrer: string;
  campaign: Record<string, unknown> | null;
  click_ids: Record<string, unknown> | null;
  campaign_id: string | null;
  company_id: string | null;
  country: string;
  city: string;
  user_agent: string;
  screen: string;
  /** UTC, with microseconds. */
  last_activity_at: string;
}

const keyColumns: Column<SessionKey>[] = [
  { name: 'visitor_id', type: 'uuid', value: (key) => key.visitorId },
  { name: 'session_id', type: 'uuid', value: (key) => key.sessionId },
  { name: 'is_test', type: 'boolean', value: (key) => key.isTest },
];

/** Days are in the given time zone. */
export async function selectCountedSessions(
  tx: Tx,
  workspaceId: string,
  keys: SessionKey[],
  timeZone: string,
): Promise<CountedSession[]> {
  return tx<CountedSession[]>`
    select ${place(tx)}, ${quarterAndDay(tx, 's.started_at', timeZone)}, s.bot, s.found_bot, s.event_count,
           s.page_view_count, s.engaged_ms, s.entry_url, s.exit_url, s.referrer, s.campaign, s.click_ids, s.campaign_id,
           s.company_id, s.country, s.city, s.user_agent, s.screen,
           ${utcMicros(tx, 's.last_activity_at')} as last_activity_at
    from ${keyRows(tx, keys)}
    join sessions s on s.workspace_id = ${workspaceId} and s.visitor_id = k.visitor_id
      and s.id = k.session_id and s.is_test = k.is_test`;
}

/** The keys as rows `k`. */
export function keyRows(tx: Tx, keys: SessionKey[]) {
  const [visitorIds = '', sessionIds = '', tests = ''] = columnValues(keyColumns, keys);
  return tx`
    unnest(${visitorIds}::text::uuid[], ${sessionIds}::text::uuid[], ${tests}::text::boolean[])
      with ordinality as k (visitor_id, session_id, is_test, number)`;
}

export const place = (tx: Tx) => tx`(k.number - 1)::integer as place`;
