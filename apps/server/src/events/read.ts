/** Events as the REST API reads them, and the pages of a visit. */
import type { Event } from '@footfall/contract/events';
import type { SessionWithPages } from '@footfall/contract/sessions';
import { timestamp } from '../common/timestamp.ts';
import type { Tx } from '../db/connect.ts';
import { type Asked, isAsked, unprepared } from '../filters/asked.ts';
import {
  type Marked,
  marked,
  type OrderedPage,
  type Orders,
  ordering,
} from '../resource-kit/paging.ts';
import type { TimeWindow } from '../resource-kit/time-window.ts';
import { eventsOfTime } from './by-time.ts';

interface FilterOfAll extends Asked {
  isTest: boolean;
  /** Of visitors that are bots, instead of people. */
  isBot: boolean;
  name?: string;
  /** What the page's address begins with. */
  pageAddress?: string;
}

/** Of a visitor or a session, or of all in a window of time. */
export type EventFilter = FilterOfAll &
  (
    | { visitorId?: string; sessionId?: string; after?: string; before?: string; window?: never }
    | { window: TimeWindow }
  );

interface EventRow extends Omit<Event, 'url' | 'title' | 'referrer' | 'properties' | 'created_at'> {
  url: string | null;
  title: string | null;
  referrer: string | null;
  properties: Record<string, unknown> | null;
  occurred_at: Date;
}

/** Events `e` that the filter may mean, found by what is indexed. */
function candidates(tx: Tx, workspaceId: string, filter: EventFilter) {
  if (filter.window) {
    const { after, before } = filter.window;
    const isInWindow = tx`
      e.occurred_at > ${after}::text::timestamptz and e.occurred_at < ${before}::text::timestamptz`;
    return eventsOfTime(tx, workspaceId, { from: after, until: before }, isInWindow);
  }
  const { visitorId, sessionId, after, before } = filter;
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
  ) e`;
}

const where = (tx: Tx, workspaceId: string, filter: EventFilter) => {
  const { isTest, isBot, name, pageAddress } = filter;
  return tx`
  e.is_test = ${isTest} and e.type <> 'session'
  and ${isBot ? tx`` : tx`not`} exists (
    select from visitors b
    where b.workspace_id = ${workspaceId} and b.id = e.visitor_id and b.is_test = ${isTest} and b.bot <> ''
  )
  ${name === undefined ? tx`` : tx`and e.name = ${name}`}
  ${pageAddress === undefined ? tx`` : tx`and starts_with(e.url, ${pageAddress})`}
  ${isAsked(tx, workspaceId, 'event', filter)}`;
};

const orders = (tx: Tx): Orders => ({
  id: tx`e.id`,
  by: { created_at: { column: tx`e.occurred_at`, type: 'timestamptz' } },
});

export async function selectEvents(
  tx: Tx,
  workspaceId: string,
  filter: EventFilter,
  page: OrderedPage,
) {
  const { after, orderBy, mark } = ordering(tx, page, orders(tx));
  const found = await unprepared(
    tx<(EventRow & Marked)[]>`
    select e.id, e.workspace_id, e.visitor_id, e.session_id, e.type, e.name, e.url, e.title, e.referrer,
           e.properties, e.occurred_at, ${mark}
    from ${candidates(tx, workspaceId, filter)} where ${where(tx, workspaceId, filter)} ${after}
    ${orderBy} limit ${page.limit} offset ${page.offset}`,
    filter,
  );
  const { rows, next } = marked(found, page);
  return { data: rows.map(toEvent), next };
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

export async function countEventsOf(tx: Tx, workspaceId: string, filter: EventFilter) {
  const [row] = await unprepared(
    tx<{ total: number }[]>`
    select count(*)::integer as total
    from ${candidates(tx, workspaceId, filter)} where ${where(tx, workspaceId, filter)}`,
    filter,
  );
  return row?.total ?? 0;
}

const mostPages = 500;

/** In the order of the visit, each until the next one or the last message. */
export async function selectPagesOfSession(
  tx: Tx,
  workspaceId: string,
  { id, visitor_id: visitorId }: { id: string; visitor_id: string },
  isTest: boolean,
): Promise<SessionWithPages['pages']> {
  const rows = await tx<{ url: string; title: string; viewed_at: Date; seconds: number }[]>`
    select coalesce(url, '') as url, coalesce(title, '') as title, occurred_at as viewed_at,
           round(extract(epoch from until - occurred_at))::integer as seconds
    from (
      select id, url, title, occurred_at, is_view,
             -- Of the views alone, or of all where it is the last one.
             coalesce(min(occurred_at) filter (where is_view)
                        over (order by occurred_at, id rows between 1 following and unbounded following),
                      max(occurred_at) over ()) as until
      from (
        select id, url, title, occurred_at, type = 'event' and name = 'page_view' as is_view from events
        where workspace_id = ${workspaceId} and session_id = ${id}
          and visitor_id = ${visitorId} and is_test = ${isTest}
        union all
        select k.part, view.url, '', view.viewed_at, true from kept_visits k, unnest(k.urls, k.viewed_at) as view (url, viewed_at)
        where k.workspace_id = ${workspaceId} and k.session_id = ${id}
          and k.visitor_id = ${visitorId} and k.is_test = ${isTest}
        union all
        -- Its last message, which may be removed.
        select null, null, null, last_activity_at, false from sessions
        where workspace_id = ${workspaceId} and id = ${id} and visitor_id = ${visitorId} and is_test = ${isTest}
      ) e
    ) e
    where is_view order by occurred_at, id limit ${mostPages}`;
  return rows.map((row) => ({ ...row, viewed_at: timestamp(row.viewed_at) }));
}
