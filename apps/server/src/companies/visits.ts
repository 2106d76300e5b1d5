/**
 * Visits in a time range and their page views, from counted visits. Visits that changed since they were counted,
 * and those at the ends of the range, are read directly, with their events.
 */
import type { Sql, Tx } from '../platform/db/connect.ts';
import { doubtedVisits, isOfDays } from '../records/filters/counted-visits.ts';
import { originValues, pageValues } from '../records/visit/counted.ts';
import { viewsOfVisits } from '../records/visit/kept-visits.ts';

/** In PostgreSQL's timestamp format. */
export interface ActiveTime {
  /** Inclusive. */
  from: string;
  /** Exclusive. */
  to: string;
}

export const isWithin = (tx: Tx, column: Sql, { from, to }: ActiveTime) => tx`
  ${column} >= ${from}::text::timestamptz and ${column} < ${to}::text::timestamptz`;

const quarterOf = (instant: string) => Math.floor(Date.parse(instant) / 900_000);
const quarters = (tx: Tx) => tx`floor(extract(epoch from s.started_at) / 900)::integer`;

/** A row of `begun` for session `s`. */
const visitColumns = (tx: Tx) => tx`
  s.visitor_id, s.is_test, s.id, ${quarters(tx)} as quarter, s.page_view_count as page_views,
  s.last_activity_at as active_at, 0 as origin, null::integer[] as pages, null::integer[] as page_counts`;

/** For a `with`: begun, without bots. `origin` 0: the pages have to be read from events. */
export function visitsOfTime(tx: Tx, workspaceId: string, isTest: boolean, time: ActiveTime): Sql {
  const [from, to] = [quarterOf(time.from), quarterOf(time.to)];
  // Days in any time zone. `sessions > 0`: the index with sessions = 1 is ordered by visitor.
  const isKept = tx`(select yes from kept)`;
  return tx`
    kept as materialized (
      select exists (select from stats_state where workspace_id = ${workspaceId} and phase = 'kept') as yes
    ),
    doubted as materialized (
      select distinct visitor_id, session_id
      from (${doubtedVisits(tx, { workspaceId, isTest }, undefined)}) d where ${isKept}
    ),
    begun as materialized (
      select f.visitor_id, f.is_test, f.session_id as id, f.quarter, f.page_views, f.active_at, f.origin, f.pages, f.page_counts
      from session_facts f
      where ${isKept} and f.workspace_id = ${workspaceId} and f.is_test = ${isTest} and f.sessions > 0
        and ${isOfDays(tx, Math.floor(from / 96) - 1, Math.floor(to / 96) + 2)}
        and (f.visitor_id, f.session_id) not in (select visitor_id, session_id from doubted)
        and case when f.quarter > ${from}::integer and f.quarter < ${to}::integer then true
          when f.quarter in (${from}::integer, ${to}::integer) then (
            select ${isWithin(tx, tx`s.started_at`, time)} from sessions s
            where s.workspace_id = ${workspaceId} and s.visitor_id = f.visitor_id and s.id = f.session_id and s.is_test = f.is_test)
          else false end
      union all
      select ${visitColumns(tx)}
      from doubted d cross join lateral (
        select * from sessions
        where workspace_id = ${workspaceId} and visitor_id = d.visitor_id and id = d.session_id and is_test = ${isTest}
        offset 0
      ) s
      where s.bot = '' and ${isWithin(tx, tx`s.started_at`, time)}
      union all
      select ${visitColumns(tx)} from sessions s
      where not ${isKept} and s.workspace_id = ${workspaceId} and s.is_test = ${isTest} and s.bot = ''
        and ${isWithin(tx, tx`s.started_at`, time)}
    )`;
}

/** The same for the visitors of a query. */
export function visitsOfVisitors(
  tx: Tx,
  workspaceId: string,
  visitors: Sql,
  time: ActiveTime,
): Sql {
  return tx`
    begun as materialized (
      select ${visitColumns(tx)} from (${visitors}) v join sessions s
        on s.workspace_id = ${workspaceId} and s.visitor_id = v.visitor_id and s.is_test = v.is_test
      where s.bot = '' and ${isWithin(tx, tx`s.started_at`, time)}
    )`;
}

/** For a `with`: views (company_id, url, views) in the visits `begun` of the visitors `theirs`, by URL without query and fragment. */
export function viewsOfCompanies(tx: Tx, workspaceId: string): Sql {
  const textOf = (id: Sql, kind: number) => tx`
    join stats_values ${id} on ${id}.workspace_id = ${workspaceId} and ${id}.kind = ${kind}`;
  const unread = tx`(
    select t.company_id, b.* from theirs t join begun b using (visitor_id, is_test)
    where b.origin = 0 and b.page_views > 0)`;
  return tx`
    counted as materialized (
      select company_id, origin, page, sum(coalesce(views, 1)) as views
      from (
        select t.company_id, b.origin, unnest(b.pages) as page, unnest(b.page_counts) as views
        from theirs t join begun b using (visitor_id, is_test) where b.origin > 0
      ) viewed
      where page > 0 group by company_id, origin, page
    ),
    views as (
      select company_id, url, sum(views)::integer as views
      from (
        select c.company_id, o.value || p.value as url, c.views
        from counted c
        ${textOf(tx`o`, originValues)} and o.id = c.origin
        ${textOf(tx`p`, pageValues)} and p.id = c.page
        union all
        select v.company_id, split_part(split_part(e.url, '#', 1), '?', 1), count(*)
        from ${viewsOfVisits(tx, workspaceId, unread)}
        where e.url <> '' group by 1, 2
      ) viewed
      group by company_id, url
    )`;
}
