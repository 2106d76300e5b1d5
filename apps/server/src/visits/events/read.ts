/** Events for the REST API, and the pages of a visit. */
import type { Event } from '@footfall/contract/events';
import type { SessionWithPages } from '@footfall/contract/sessions';
import { timestamp } from '../../platform/common/timestamp.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { byCreation, listPage, type OrderedPage } from '../../platform/resource-kit/paging.ts';
import type { TimeWindow } from '../../platform/resource-kit/time-window.ts';
import { type ListFilter, matchesFilter, unprepared } from '../../records/filters/list-filter.ts';
import { eventsOfTime } from '../../records/visit/events-by-time.ts';

interface FilterOfAll extends ListFilter {
  isTest: boolean;
  /** Visitors that are bots, instead of people; undefined: both. */
  isBot?: boolean;
  name?: string;
  /** Prefix of the page's URL. */
  pageAddress?: string;
}

/** Times in UTC; null: without an end. `until` is exclusive. */
interface TimeSpan {
  since: string | null;
  until: string | null;
}

/** By visitor or session, or all in a time window. */
export type EventFilter = FilterOfAll &
  (
    | {
        visitorId?: string;
        sessionId?: string;
        after?: string;
        before?: string;
        /** Only in these; undefined: at any time. */
        periods?: TimeSpan[];
        window?: never;
      }
    | { window: TimeWindow }
  );

interface EventRow extends Omit<Event, 'url' | 'title' | 'referrer' | 'properties' | 'created_at'> {
  url: string | null;
  title: string | null;
  referrer: string | null;
  properties: Record<string, unknown> | null;
  occurred_at: Date;
}

/** Events `e` that may match, found through indexes. */
function candidates(tx: Tx, workspaceId: string, filter: EventFilter) {
  if (filter.window) {
    const { after, before } = filter.window;
    const isInWindow = tx`
      e.occurred_at > ${after}::text::timestamptz and e.occurred_at < ${before}::text::timestamptz`;
    return eventsOfTime(tx, workspaceId, { from: after, until: before }, isInWindow);
  }
  const { visitorId, sessionId, after, before, periods } = filter;
  return tx`(
    select e.* from ${
      visitorId === undefined
        ? tx`events e where e.workspace_id = ${workspaceId} and e.session_id = ${sessionId ?? ''}`
        : tx`sessions s join events e
               on e.workspace_id = ${workspaceId} and e.session_id = s.id and e.visitor_id = s.visitor_id
              and e.is_test = s.is_test
             where s.workspace_id = ${workspaceId} and s.visitor_id = ${visitorId}
               ${sessionId === undefined ? tx`` : tx`and s.id = ${sessionId}`}`
    }
      ${after === undefined ? tx`` : tx`and e.occurred_at > ${after}::text::timestamptz`}
      ${before === undefined ? tx`` : tx`and e.occurred_at < ${before}::text::timestamptz`}
      ${periods === undefined ? tx`` : tx`and ${isInPeriods(tx, periods)}`}
  ) e`;
}

function isInPeriods(tx: Tx, periods: TimeSpan[]) {
  const since = periods.map((period) => period.since ?? '-infinity');
  const until = periods.map((period) => period.until ?? 'infinity');
  return tx`exists (
    select from unnest(${since}::text[], ${until}::text[]) p (since, until)
    where e.occurred_at >= p.since::timestamptz and e.occurred_at < p.until::timestamptz)`;
}

const where = (tx: Tx, workspaceId: string, filter: EventFilter) => {
  const { isTest, isBot, name, pageAddress } = filter;
  return tx`
  e.is_test = ${isTest} and e.type <> 'session'
  ${
    isBot === undefined
      ? tx``
      : tx`and ${isBot ? tx`` : tx`not`} exists (
          select from visitors b
          where b.workspace_id = ${workspaceId} and b.id = e.visitor_id and b.is_test = ${isTest} and b.bot <> ''
        )`
  }
  ${name === undefined ? tx`` : tx`and e.name = ${name}`}
  ${pageAddress === undefined ? tx`` : tx`and starts_with(e.url, ${pageAddress})`}
  ${matchesFilter(tx, workspaceId, 'event', filter)}`;
};

/** `total`: a known total, to skip counting. */
export function listEvents(
  tx: Tx,
  workspaceId: string,
  filter: EventFilter,
  page: OrderedPage,
  total: number | undefined,
) {
  return listPage<EventRow, Event>(tx, page, {
    columns: tx`
      e.id, e.workspace_id, e.visitor_id, e.session_id, e.type, e.name, e.url, e.title, e.referrer,
      e.properties, e.occurred_at`,
    records: tx`${candidates(tx, workspaceId, filter)} where ${where(tx, workspaceId, filter)}`,
    orders: byCreation(tx, tx`e.id`, tx`e.occurred_at`),
    toRecord: toEvent,
    total,
    prepared: (query) => unprepared(query, filter),
  });
}

function toEvent({ url, title, referrer, properties, occurred_at, ...row }: EventRow): Event {
  return {
    ...row,
    url: url ?? '',
    title: title ?? '',
    referrer: referrer ?? '',
    properties: properties ?? {},
    created_at: timestamp(occurred_at),
  };
}

type Pages = SessionWithPages['pages'];

interface SessionId {
  id: string;
  visitor_id: string;
}

/** The pages of each session, in order, each until the next or the last message. */
export async function selectPagesOfSessions(
  tx: Tx,
  workspaceId: string,
  sessions: SessionId[],
  isTest: boolean,
  mostOfEach: number,
): Promise<Pages[]> {
  const rows = await tx<(Omit<Pages[number], 'viewed_at'> & { viewed_at: Date; nth: number })[]>`
    select k.nth::integer, p.*
    from unnest(${sessions.map(({ id }) => id)}::uuid[], ${sessions.map(({ visitor_id }) => visitor_id)}::uuid[])
      with ordinality as k (session_id, visitor_id, nth)
    cross join lateral (${pagesOf(tx, workspaceId, isTest)} order by occurred_at, id limit ${mostOfEach}) p
    order by k.nth, p.viewed_at, p.nth_page`;
  const pages = sessions.map((): Pages => []);
  for (const { nth, url, title, viewed_at, seconds } of rows) {
    pages[nth - 1]?.push({ url, title, viewed_at: timestamp(viewed_at), seconds });
  }
  return pages;
}

/** Pages of session `k`, in order. */
const pagesOf = (tx: Tx, workspaceId: string, isTest: boolean) => tx`
  select coalesce(url, '') as url, coalesce(title, '') as title, occurred_at as viewed_at,
         round(extract(epoch from until - occurred_at))::integer as seconds,
         row_number() over (order by occurred_at, id) as nth_page
  from (
    select id, url, title, occurred_at, is_view,
           -- Of the views alone, or of all where it is the last one.
           coalesce(min(occurred_at) filter (where is_view)
                      over (order by occurred_at, id rows between 1 following and unbounded following),
                    max(occurred_at) over ()) as until
    from (
      select id, url, title, occurred_at, type = 'event' and name = 'page_view' as is_view from events
      where workspace_id = ${workspaceId} and session_id = k.session_id
        and visitor_id = k.visitor_id and is_test = ${isTest}
      union all
      select v.part, view.url, '', view.viewed_at, true from kept_visits v, unnest(v.urls, v.viewed_at) as view (url, viewed_at)
      where v.workspace_id = ${workspaceId} and v.session_id = k.session_id
        and v.visitor_id = k.visitor_id and v.is_test = ${isTest}
      union all
      -- Its last message, which may be removed.
      select null, null, null, last_activity_at, false from sessions
      where workspace_id = ${workspaceId} and id = k.session_id and visitor_id = k.visitor_id and is_test = ${isTest}
    ) e
  ) e
  where is_view`;
