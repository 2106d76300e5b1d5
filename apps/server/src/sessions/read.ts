/** Sessions as the REST API reads them. */
import type { Session } from '@footfall/contract/visitors';
import { timestamp } from '../common/timestamp.ts';
import type { Tx } from '../db/connect.ts';
import { visitOrigin } from '../enrichment/sources/visit-origin.ts';
import { describeUserAgent } from '../enrichment/user-agents/describe-user-agent.ts';
import type { Page } from '../resource-kit/paging.ts';
import { botOf } from './bot-of.ts';
import { isBounce } from './bounce.ts';

interface SessionRow {
  id: string;
  workspace_id: string;
  visitor_id: string;
  source: string;
  campaign_id: string | null;
  campaign: Record<string, unknown> | null;
  click_ids: Record<string, unknown> | null;
  referrer: string;
  entry_url: string;
  exit_url: string;
  event_count: number;
  page_view_count: number;
  engaged_ms: number;
  has_conversion: boolean;
  ip: string;
  city: string;
  country: string;
  network_owner: string;
  connection: string;
  user_agent: string;
  locale: string;
  timezone: string;
  screen: string;
  bot: string;
  started_at: Date;
  last_activity_at: Date;
  ended_at: Date | null;
}

/** Of one visitor, newest first. */
export async function selectSessions(
  tx: Tx,
  workspaceId: string,
  visitorId: string,
  isTest: boolean,
  page: Page,
): Promise<Session[]> {
  const rows = await tx<SessionRow[]>`
    select id, workspace_id, visitor_id, source, campaign_id, campaign, click_ids, referrer, entry_url,
           exit_url, event_count, page_view_count, engaged_ms, ip, city, country, network_owner,
           connection, user_agent, locale, timezone, screen, bot, started_at, last_activity_at, ended_at,
           exists (select from conversions c
                   where c.workspace_id = ${workspaceId} and c.visitor_id = s.visitor_id
                     and c.session_id = s.id and c.is_test = s.is_test) as has_conversion
    from sessions s
    where workspace_id = ${workspaceId} and visitor_id = ${visitorId} and is_test = ${isTest}
    order by started_at desc, id desc limit ${page.limit} offset ${page.offset}`;
  return rows.map(toSession);
}

export async function countSessions(
  tx: Tx,
  workspaceId: string,
  visitorId: string,
  isTest: boolean,
) {
  const [row] = await tx<{ total: number }[]>`
    select count(*)::integer as total from sessions
    where workspace_id = ${workspaceId} and visitor_id = ${visitorId} and is_test = ${isTest}`;
  return row?.total ?? 0;
}

function toSession(row: SessionRow): Session {
  const { started_at, last_activity_at, ended_at, engaged_ms, has_conversion, bot, ...rest } = row;
  const { channel, source: origin } = visitOrigin({
    ...rest,
    url: rest.entry_url,
    clickIds: rest.click_ids,
  });
  return {
    ...rest,
    channel,
    origin,
    ...describeUserAgent(rest.user_agent),
    bot: botOf(bot),
    is_bounce: isBounce(rest.page_view_count, engaged_ms, has_conversion),
    campaign: rest.campaign ?? {},
    click_ids: rest.click_ids ?? {},
    engaged_seconds: Math.round(engaged_ms / 1000),
    duration_seconds: Math.round((last_activity_at.getTime() - started_at.getTime()) / 1000),
    started_at: timestamp(started_at),
    last_activity_at: timestamp(last_activity_at),
    ended_at: ended_at && timestamp(ended_at),
    created_at: timestamp(started_at),
  };
}
