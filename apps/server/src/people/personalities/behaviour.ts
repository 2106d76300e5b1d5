/**
 * Facts behind personalities, from people's slices of their visitors' histories. A visit shared by several
 * people counts once for each, with what was viewed in their own time. Visits of bots do not count.
 */

import type { KeyPage } from '@footfall/contract/settings';
import type { Tx } from '../../platform/db/connect.ts';
import { likePattern } from '../../platform/db/like-pattern.ts';
import { slicesOf } from '../../records/person/ownership.ts';
import { type BehaviourFacts, windowDays } from '../../records/person/personality.ts';
import { viewsOfVisits } from '../../records/visit/kept-visits.ts';

export interface Behaviour {
  identityId: string;
  isTest: boolean;
  facts: BehaviourFacts;
  /** Latest visit; without visits, the first time the person was identified. */
  lastActiveAt: Date;
  /** Messages of all the person's visitors. */
  eventCount: number;
}

interface BehaviourRow {
  id: string;
  is_test: boolean;
  last_active_at: Date;
  event_count: number;
  visits: number;
  page_views: number;
  active_days: number;
  conversions: number;
  purchases: number;
  key_pages: number[];
}

/** Existing people only, ordered by id. */
export async function selectBehaviour(
  tx: Tx,
  workspaceId: string,
  identityIds: string[],
  keyPages: KeyPage[],
): Promise<Behaviour[]> {
  const patterns = keyPages.map(({ pattern }) => likePattern(pattern.toLowerCase()));
  const rows = await tx<BehaviourRow[]>`
    with ${slicesOf(tx, workspaceId, identityIds)},
    ${visits(tx, workspaceId)},
    ${pageViews(tx, workspaceId)},
    ${sums(tx, workspaceId, patterns)}
    select i.id, i.is_test, coalesce(t.last_active_at, i.created_at) as last_active_at,
           coalesce(m.event_count, 0)::float8 as event_count,
           coalesce(t.visits, 0)::integer as visits, coalesce(t.active_days, 0)::integer as active_days,
           coalesce(w.views, 0)::integer as page_views, coalesce(c.conversions, 0)::integer as conversions,
           coalesce(c.purchases, 0)::integer as purchases,
           coalesce(k.numbers, '{}') as key_pages
    from identities i
    left join messages m on m.identity_id = i.id
    left join visit_sums t on t.identity_id = i.id
    left join view_sums w on w.identity_id = i.id
    left join key_page_sums k on k.identity_id = i.id
    left join conversion_sums c on c.identity_id = i.id
    where i.workspace_id = ${workspaceId} and i.id = any(${identityIds}::uuid[])
    order by i.id`;
  return rows.map((row) => ({
    identityId: row.id,
    isTest: row.is_test,
    lastActiveAt: row.last_active_at,
    eventCount: row.event_count,
    facts: {
      visits: row.visits,
      pageViews: row.page_views,
      activeDays: row.active_days,
      conversions: row.conversions,
      purchases: row.purchases,
      keyPages: keyPages.filter((_page, place) => row.key_pages.includes(place + 1)),
    },
  }));
}

/** `parts`: a slice's part of a session. `visits`: those in the window. */
function visits(tx: Tx, workspaceId: string) {
  return tx`
    parts as (
      select s.identity_id, s.since, s.until, v.visitor_id, v.id, v.is_test,
             min(greatest(v.started_at, s.since)) over visit as seen_from,
             max(least(v.last_activity_at, s.until)) over visit as seen_until,
             max(least(v.last_activity_at, s.until)) over (partition by s.identity_id) as last_active_at
      from slices s join sessions v
        on v.workspace_id = ${workspaceId} and v.visitor_id = s.visitor_id and v.is_test = s.is_test
       and v.started_at < s.until and v.last_activity_at >= s.since and v.bot = ''
      window visit as (partition by s.identity_id, v.visitor_id, v.id, v.is_test)
    ),
    visits as (
      select *, last_active_at - ${`${windowDays} days`}::interval as counts_from
      from parts where seen_until > last_active_at - ${`${windowDays} days`}::interval
    )`;
}

/** Views per path, in lower case, without host, query and fragment. */
function pageViews(tx: Tx, workspaceId: string) {
  return tx`
    page_views as (
      select v.identity_id, count(*)::integer as views,
             -- '' is the first page of a website.
             case when e.url is not null then coalesce(nullif(
               lower(regexp_replace(e.url, '^[a-z][a-z0-9+.-]*://[^/?#]*|[?#].*$', '', 'gi')), ''), '/') end as path
      from ${viewsOfVisits(tx, workspaceId, tx`visits`)}
      where e.occurred_at >= v.since and e.occurred_at < v.until and e.occurred_at > v.counts_from
      group by v.identity_id, path
    )`;
}

function sums(tx: Tx, workspaceId: string, patterns: string[]) {
  return tx`
    visit_sums as (
      select identity_id, last_active_at, count(distinct (visitor_id, id)) as visits,
             count(distinct (seen_from at time zone 'UTC')::date) as active_days
      from visits group by identity_id, last_active_at
    ),
    view_sums as (select identity_id, sum(views) as views from page_views group by identity_id),
    key_page_sums as (
      select w.identity_id, array_agg(distinct p.number::integer) as numbers
      from page_views w join unnest(${patterns}::text[]) with ordinality as p (pattern, number)
        on w.path like p.pattern
      group by w.identity_id
    ),
    conversion_sums as (
      select s.identity_id, count(*) as conversions, count(*) filter (where c.value > 0) as purchases
      from slices s join conversions c
        on c.workspace_id = ${workspaceId} and c.visitor_id = s.visitor_id and c.is_test = s.is_test
       and c.created_at >= s.since and c.created_at < s.until and not c.is_bot
      group by s.identity_id
    ),
    messages as (
      select v.identity_id, sum(n.event_count) as event_count
      from (select distinct identity_id, visitor_id, is_test from slices) v join sessions n
        on n.workspace_id = ${workspaceId} and n.visitor_id = v.visitor_id and n.is_test = v.is_test
      group by v.identity_id
    )`;
}
