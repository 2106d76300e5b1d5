/**
 * Removes old events in slices, after saving what recomputation needs: page views (`kept_visits`) and names in claims,
 * on their links. Only removes visits that are over or extremely long, since messages may still change the bounds of
 * others.
 */
import type { Tx } from '../../platform/db/connect.ts';
import type { Sql } from '../../platform/db/fragments.ts';
import { sharePeople } from '../../platform/db/people-lock.ts';
import { lockVisitors } from '../../platform/db/visitor-locks.ts';
import { idAt, offClockMs } from '../../records/visit/events-by-time.ts';

const rowsAtOnce = 2_000;
/** No accepted message can still change a visit that ended this long ago, unless activity never paused. */
const settledAfter = '1 day';
/** Visits older than this are removed even if they go on. */
const longestVisit = '30 days';

export interface EventsSlice {
  removed: number;
  /** The last one read; undefined if there are no more. */
  next: string | undefined;
}

export interface OldEvents {
  before: Date;
  /** After that id; null: from the start. */
  after: string | null;
  most: number;
}

/**
 * The first ones by id: expired by the time in their ids, plus the few with another event time. The latter stay as empty
 * rows, so that repeated messages remain duplicates. Each part has its own limit: with a common one PostgreSQL would sort
 * all (376 instead of 3 ms of 200,000).
 */
export function oldEvents(tx: Tx, workspaceId: string, { before, after, most }: OldEvents) {
  const first = (isMeant: Sql) => tx`(
    select id, visitor_id from events
    where workspace_id = ${workspaceId} and occurred_at < ${before} and not (type = 'session' and name = '')
      ${after === null ? tx`` : tx`and id > ${after}`} and ${isMeant}
    order by id limit ${most})`;
  const endsAt = idAt(before.toISOString(), offClockMs);
  return tx`
    select id, visitor_id from (
      ${first(tx`not off_clock and id < ${endsAt}::uuid`)} union all ${first(tx`off_clock`)}
    ) old order by id limit ${most}`;
}

export async function removeEvents(
  tx: Tx,
  workspaceId: string,
  before: Date,
  after: string | null,
): Promise<EventsSlice> {
  const events = await tx<{ id: string; visitor_id: string }[]>`
    ${oldEvents(tx, workspaceId, { before, after, most: rowsAtOnce })}`;
  if (events.length === 0) return { removed: 0, next: undefined };
  const visitorIds = events.map(({ visitor_id }) => visitor_id);
  // As the job that recomputes visits does; people depend on claims.
  await sharePeople(tx, workspaceId);
  await lockVisitors(tx, 'sessions', workspaceId, visitorIds);
  const ids = events.map(({ id }) => id);
  await tx`
    select from identity_links where workspace_id = ${workspaceId} and event_id = any(${ids}::uuid[])
    order by event_id for no key update`;
  const removed = await removeThese(tx, workspaceId, before, ids);
  return { removed, next: events.length < rowsAtOnce ? undefined : ids.at(-1) };
}

async function removeThese(tx: Tx, workspaceId: string, before: Date, ids: string[]) {
  const [row] = await tx<{ removed: number }[]>`
    with goes as materialized (
      select e.* from events e
      left join sessions s on s.workspace_id = ${workspaceId} and s.visitor_id = e.visitor_id
        and s.id = e.session_id and s.is_test = e.is_test
      where e.workspace_id = ${workspaceId} and e.id = any(${ids}::uuid[]) and e.occurred_at < ${before}
        and (s.id is null
          or s.last_activity_at < ${before}::timestamptz - ${settledAfter}::interval
          or s.started_at < ${before}::timestamptz - ${longestVisit}::interval
          or exists (select from kept_visits k where k.workspace_id = ${workspaceId}
            and k.session_id = e.session_id and k.visitor_id = e.visitor_id and k.is_test = e.is_test))
    ),
    visits as (
      insert into kept_visits (workspace_id, session_id, visitor_id, is_test, part, viewed_at, urls)
      select ${workspaceId}::uuid, session_id, visitor_id, is_test, (array_agg(id order by id))[1],
             coalesce(array_agg(occurred_at order by occurred_at, id) filter (where is_view), '{}'),
             coalesce(array_agg(page order by occurred_at, id) filter (where is_view), '{}')
      from (
        select *, type = 'event' and name = 'page_view' as is_view,
               -- Of an address that is only a query the path is the first one of its website.
               case when url is null then ''
                 else coalesce(nullif(regexp_replace(url, '[?#].*$', ''), ''), '/') end as page
        from goes
      ) g
      group by session_id, visitor_id, is_test
    ),
    claims as (
      update identity_links l set kept_session_id = g.session_id,
        kept_name = case when g.type = 'identify' then g.properties->>'name' end,
        kept_traits = case when g.type = 'identify' then g.properties->'traits' end
      from goes g where l.workspace_id = ${workspaceId} and l.event_id = g.id
    ),
    emptied as (
      update events e set type = 'session', name = '', url = null, title = null, referrer = null, properties = null,
        context = null, off_clock = false
      from goes g where g.off_clock and e.workspace_id = ${workspaceId} and e.id = g.id
    ),
    gone as (
      delete from events e using goes g where not g.off_clock and e.workspace_id = ${workspaceId} and e.id = g.id
    )
    select count(*)::integer as removed from goes`;
  return row?.removed ?? 0;
}
