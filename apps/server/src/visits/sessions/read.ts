/** Sessions as the REST API reads them. */
import type { Session } from '@footfall/contract/session-record';
import { originFields } from '../../enrichment/sources/channel-group.ts';
import { describeUserAgent } from '../../enrichment/user-agents/describe-user-agent.ts';
import { timestamp } from '../../platform/common/timestamp.ts';
import type { Tx } from '../../platform/db/connect.ts';
import type { OrderedPage, Orders } from '../../platform/resource-kit/paging.ts';
import { type ListFilter, matchesFilter } from '../../records/filters/list-filter.ts';
import { type Asker, listed, type MatchPage } from '../../records/filters/match-page.ts';
import { slicesOf, slicesOfWhom, type Whose } from '../../records/person/ownership.ts';
import { hasConversion, isBounce } from '../../records/visit/bounce.ts';
import { markInSql, stateFacts } from '../../records/visit/state.ts';

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
  mark: string;
  started_at: Date;
  last_activity_at: Date;
  ended_at: Date | null;
}

export interface SessionFilter extends StartedRange, ListFilter {
  isTest: boolean;
  isBot?: boolean;
  visitorId?: string;
  identityId?: string;
  /** Visits of which at least a part is theirs. */
  whose?: Whose;
  companyId?: string;
  source?: string;
  country?: string;
  entryPage?: string;
}

interface StartedRange {
  /** Exclusive. */
  createdAfter?: string;
  /** Exclusive. */
  createdBefore?: string;
}

const columns = (tx: Tx, workspaceId: string) => tx`
  s.id, s.workspace_id, s.visitor_id, s.source, s.campaign_id, s.campaign, s.click_ids, s.referrer,
  s.entry_url, s.exit_url, s.event_count, s.page_view_count, s.engaged_ms, s.ip, s.city, s.country,
  s.network_owner, s.connection, s.user_agent, s.locale, s.timezone, s.screen, s.bot, s.started_at,
  s.last_activity_at, s.ended_at, ${markInSql(tx, workspaceId, 's')} as mark,
  ${hasConversion(tx, workspaceId)} as has_conversion`;

function where(tx: Tx, workspaceId: string, filter: SessionFilter) {
  const { isBot, visitorId, whose, companyId, source, country, entryPage } = filter;
  const { createdAfter, createdBefore } = filter;
  return tx`
    s.workspace_id = ${workspaceId} and s.is_test = ${filter.isTest}
    ${isBot === undefined ? tx`` : tx`and (s.bot <> '') = ${isBot}`}
    ${visitorId === undefined ? tx`` : tx`and s.visitor_id = ${visitorId}`}
    ${
      whose === undefined
        ? tx``
        : tx`and (s.visitor_id, s.id) in (
            with ${slicesOfWhom(tx, workspaceId, whose)}
            select o.visitor_id, o.id from slices t join sessions o
              on o.workspace_id = ${workspaceId} and o.visitor_id = t.visitor_id and o.is_test = t.is_test
             and o.started_at < t.until and o.last_activity_at >= t.since)`
    }
    ${
      companyId === undefined
        ? tx``
        : tx`and s.visitor_id in (select e.visitor_id from company_evidence e
               where e.workspace_id = ${workspaceId} and e.company_id = ${companyId}
                 and e.is_test = ${filter.isTest})`
    }
    ${source === undefined ? tx`` : tx`and s.source = ${source}`}
    ${country === undefined ? tx`` : tx`and s.country = ${country}`}
    ${entryPage === undefined ? tx`` : tx`and starts_with(s.entry_url, ${entryPage})`}
    ${createdAfter === undefined ? tx`` : tx`and s.started_at > ${createdAfter}::text::timestamptz`}
    ${createdBefore === undefined ? tx`` : tx`and s.started_at < ${createdBefore}::text::timestamptz`}
    ${matchesFilter(tx, workspaceId, 'session', filter)}`;
}

/** Sessions `s`; for a person, those that began in their slices of their visitors' histories. */
function from(tx: Tx, workspaceId: string, { identityId }: SessionFilter) {
  if (identityId === undefined) return tx`sessions s`;
  return tx`
    (with ${slicesOf(tx, workspaceId, [identityId])} select * from slices) person
    join sessions s on s.workspace_id = ${workspaceId} and s.visitor_id = person.visitor_id
      and s.is_test = person.is_test and s.started_at >= person.since and s.started_at < person.until`;
}

export function listSessions(
  asker: Asker,
  workspaceId: string,
  filter: SessionFilter,
  page: OrderedPage,
) {
  const { tx } = asker;
  return listed<SessionRow, Session>(asker, page, {
    kind: 'session',
    filter,
    records: tx`${from(tx, workspaceId, filter)} where ${where(tx, workspaceId, filter)}`,
    onPage: (matches) => onPage(tx, workspaceId, filter, matches),
    orders: orders(tx),
    select: ({ page: rows, mark }) => tx`select ${columns(tx, workspaceId)}, ${mark} from ${rows}`,
    toRecords: (rows) => rows.map(toSession),
  });
}

/** Also by visitor: a session id sent by two visitors is two sessions. */
const onPage = (tx: Tx, workspaceId: string, { isTest }: SessionFilter, matches: MatchPage) => tx`
  sessions s where s.workspace_id = ${workspaceId} and s.is_test = ${isTest} and (s.visitor_id, s.id) in (
    select t.visitor_id::uuid, t.id from unnest(${matches.owns}::text[], ${matches.ids}::uuid[]) t (visitor_id, id))`;

/** Also by visitor, for the same reason. */
const orders = (tx: Tx): Orders => ({
  id: tx`s.id`,
  own: tx`s.visitor_id::text`,
  by: { created_at: { column: tx`s.started_at`, type: 'timestamptz' } },
});

/** Prefers live to test data; of this visitor, or of the one with the latest session start. */
export async function selectSession(
  tx: Tx,
  workspaceId: string,
  id: string,
  visitorId: string | undefined,
): Promise<{ session: Session; isTest: boolean } | undefined> {
  const [row] = await tx<(SessionRow & { is_test: boolean })[]>`
    select ${columns(tx, workspaceId)}, s.is_test from sessions s
    where s.workspace_id = ${workspaceId} and s.id = ${id} and s.visitor_id in (
      ${
        visitorId === undefined
          ? tx`select e.visitor_id from events e where e.workspace_id = ${workspaceId} and e.session_id = ${id}
               union all
               select k.visitor_id from kept_visits k where k.workspace_id = ${workspaceId} and k.session_id = ${id}`
          : tx`select ${visitorId}::uuid`
      })
    order by s.is_test, s.started_at desc, s.visitor_id desc limit 1`;
  if (!row) return undefined;
  const { is_test: isTest, ...session } = row;
  return { session: toSession(session), isTest };
}

function toSession(row: SessionRow): Session {
  const { started_at, last_activity_at, ended_at, engaged_ms, has_conversion, mark, ...rest } = row;
  const visit = { ...rest, url: rest.entry_url, clickIds: rest.click_ids };
  return {
    ...rest,
    ...originFields(visit),
    ...describeUserAgent(rest.user_agent, rest.screen),
    ...stateFacts({ ...rest, mark }),
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
