/** Visitors here now: those with activity, by event time, in the last half hour. */
import type { Live, LiveVisitor } from '@footfall/contract/live';
import { visitOrigin } from '../../enrichment/sources/visit-origin.ts';
import { timestamp } from '../../platform/common/timestamp.ts';
import type { Tx } from '../../platform/db/connect.ts';
import type { Page } from '../../platform/resource-kit/paging.ts';
import { strongestEvidence } from '../../records/company/evidence.ts';
import { plannedAnew } from '../../records/filters/list-filter.ts';
import { currentOwner } from '../../records/person/ownership.ts';
import { eventsSince } from '../../records/visit/events-by-time.ts';

interface LiveRow {
  visitor_id: string;
  session_id: string;
  url: string;
  title: string;
  page_view_count: number;
  source: string;
  entry_url: string;
  referrer: string;
  campaign: Record<string, unknown> | null;
  click_ids: Record<string, unknown> | null;
  city: string;
  country: string;
  company_id: string | null;
  company_name: string | null;
  company_domain: string | null;
  identity_id: string | null;
  identity_name: string | null;
  identity_email: string | null;
  started_at: Date;
  last_activity_at: Date;
}

interface CountsRow {
  in_5: number;
  in_30: number;
  /** In Unix seconds. */
  minutes: number[];
  visitors_by_minute: number[];
  page_views_by_minute: number[];
}

/** Activity of the last half hour in visits of people. */
const here = (tx: Tx, workspaceId: string, isTest: boolean) => tx`
  select s.visitor_id, s.id, s.last_activity_at, date_bin('1 minute', e.occurred_at, 'epoch') as minute,
         e.type = 'event' and e.name = 'page_view' as is_page_view
  from (${eventsSince(tx, workspaceId, tx`now() - interval '30 minutes'`)}) e
  join sessions s on s.workspace_id = ${workspaceId} and s.visitor_id = e.visitor_id and s.id = e.session_id and s.is_test = e.is_test
  where e.is_test = ${isTest} and s.bot = '' and s.last_activity_at > now() - interval '30 minutes'`;

/**
 * One statement, since finding who is here is most of the work: a row per visitor of the page, latest first,
 * with the counts; one row without a visitor if the page is empty.
 */
export async function selectLive(
  tx: Tx,
  workspaceId: string,
  isTest: boolean,
  showsCompanies: boolean,
  page: Page,
): Promise<Live> {
  // A generic plan takes six times as long.
  const rows = await plannedAnew(tx<(CountsRow & (LiveRow | { visitor_id: null }))[]>`
    with here as materialized (${here(tx, workspaceId, isTest)}),
    counts as (
      select count(distinct visitor_id) filter (where last_activity_at > now() - interval '5 minutes')::integer as in_5,
             count(distinct visitor_id)::integer as in_30
      from here
    ),
    seen as (
      select minute, count(distinct visitor_id) as visitors, count(*) filter (where is_page_view) as page_views
      from here group by minute
    ),
    minutes as (
      select array_agg(extract(epoch from m.minute)::integer order by m.minute) as minutes,
             array_agg(coalesce(s.visitors, 0)::integer order by m.minute) as visitors_by_minute,
             array_agg(coalesce(s.page_views, 0)::integer order by m.minute) as page_views_by_minute
      from generate_series(date_trunc('minute', now() - interval '29 minutes'), now(), interval '1 minute') m (minute)
      left join seen s on s.minute = m.minute
    ),
    latest as (
      select * from (
        select distinct on (visitor_id) visitor_id, id, last_activity_at
        from here order by visitor_id, last_activity_at desc, id desc
      ) of_visitor
      order by last_activity_at desc, visitor_id desc limit ${page.limit} offset ${page.offset}
    ),
    v as (
      select s.visitor_id as id, s.visitor_id, s.id as session_id, s.is_test, s.exit_url as url, s.exit_event_id,
             s.page_view_count, s.source, s.entry_url, s.referrer, s.campaign, s.click_ids, s.city, s.country,
             s.started_at, s.last_activity_at
      from latest l join sessions s
        on s.workspace_id = ${workspaceId} and s.visitor_id = l.visitor_id and s.id = l.id and s.is_test = ${isTest}
    )
    select counts.*, minutes.*, v.*, coalesce(e.title, '') as title, c.id as company_id, c.name as company_name,
           c.domain as company_domain, i.id as identity_id, i.name as identity_name, i.email as identity_email
    from counts cross join minutes left join v on true
    left join events e on e.workspace_id = ${workspaceId} and e.id = v.exit_event_id
    left join lateral (${currentOwner(tx, workspaceId)}) owner on true
    left join identities i on i.workspace_id = ${workspaceId} and i.id = owner.identity_id
    left join lateral (${strongestEvidence(tx, workspaceId)}) company on ${showsCompanies}
    left join companies c on c.workspace_id = ${workspaceId} and c.id = company.company_id
    order by v.last_activity_at desc, v.visitor_id desc`);
  const [counts] = rows;
  if (!counts) throw new Error('the counts are missing');
  return {
    visitors_5_minutes: counts.in_5,
    visitors_30_minutes: counts.in_30,
    minutes: counts.minutes.map((seconds, place) => ({
      minute: timestamp(new Date(seconds * 1000)),
      visitors: counts.visitors_by_minute[place] ?? 0,
      page_views: counts.page_views_by_minute[place] ?? 0,
    })),
    visitors: rows.flatMap((row) => (row.visitor_id === null ? [] : [toLiveVisitor(row)])),
  };
}

function toLiveVisitor(row: LiveRow): LiveVisitor {
  const { entry_url: url, referrer, campaign, click_ids: clickIds } = row;
  const { channel, source: origin } = visitOrigin({ url, referrer, campaign, clickIds });
  return {
    visitor_id: row.visitor_id,
    session_id: row.session_id,
    page: { url: row.url, title: row.title },
    page_view_count: row.page_view_count,
    source: row.source,
    channel,
    origin,
    campaign: campaign ?? {},
    place: { city: row.city, country: row.country },
    company: row.company_id
      ? { id: row.company_id, name: row.company_name ?? '', domain: row.company_domain ?? '' }
      : null,
    identity: row.identity_id
      ? { id: row.identity_id, name: row.identity_name ?? '', email: row.identity_email ?? '' }
      : null,
    since: timestamp(row.started_at),
    last_activity_at: timestamp(row.last_activity_at),
  };
}
