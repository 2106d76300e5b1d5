/**
 * Who is here now. Which visits were touched lately is told by the log of changes, by when their messages
 * came; whether that is now, by when these happened. So a clock that is wrong, or an id that tells no time,
 * hides nobody.
 */
import type { Live, LiveVisitor } from '@footfall/contract/live';
import { timestamp } from '../common/timestamp.ts';
import { strongestEvidence } from '../companies/evidence.ts';
import type { Tx } from '../db/connect.ts';
import { visitOrigin } from '../enrichment/sources/visit-origin.ts';
import { currentOwner } from '../identities/ownership.ts';
import type { Page } from '../resource-kit/paging.ts';

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

/** For a `with`: here (sessions of people with a message in the last 30 minutes). */
const here = (tx: Tx, workspaceId: string, isTest: boolean) => tx`
  touched as materialized (
    select distinct t.visitor_id, t.id
    from changes c cross join lateral unnest(c.visitor_ids, c.ids) as t (visitor_id, id)
    where c.workspace_id = ${workspaceId} and c.kind = 'session' and c.is_test = ${isTest}
      -- A transaction has the time of its beginning.
      and c.created_at > now() - interval '31 minutes'
  ),
  here as materialized (
    select s.* from touched t join sessions s
      on s.workspace_id = ${workspaceId} and s.visitor_id = t.visitor_id and s.id = t.id
     and s.is_test = ${isTest}
    where s.last_activity_at > now() - interval '30 minutes' and s.bot = ''
  )`;

/** The latest first, each with the latest visit. */
export async function selectLiveVisitors(
  tx: Tx,
  workspaceId: string,
  isTest: boolean,
  showsCompanies: boolean,
  page: Page,
): Promise<LiveVisitor[]> {
  const rows = await tx<LiveRow[]>`
    with ${here(tx, workspaceId, isTest)},
    v as (
      select visitor_id as id, * from (
        select distinct on (visitor_id) visitor_id, id as session_id, is_test, exit_url as url, exit_event_id,
               page_view_count, source, entry_url, referrer, campaign, click_ids, city, country, started_at,
               last_activity_at
        from here order by visitor_id, last_activity_at desc, id desc
      ) latest
      order by last_activity_at desc, visitor_id desc limit ${page.limit} offset ${page.offset}
    )
    select v.*, coalesce(e.title, '') as title, c.id as company_id, c.name as company_name,
           c.domain as company_domain, i.id as identity_id, i.name as identity_name, i.email as identity_email
    from v
    left join events e on e.workspace_id = ${workspaceId} and e.id = v.exit_event_id
    left join lateral (${currentOwner(tx, workspaceId)}) owner on true
    left join identities i on i.workspace_id = ${workspaceId} and i.id = owner.identity_id
    left join lateral (${strongestEvidence(tx, workspaceId)}) company on ${showsCompanies}
    left join companies c on c.workspace_id = ${workspaceId} and c.id = company.company_id
    order by v.last_activity_at desc, v.visitor_id desc`;
  return rows.map(toLiveVisitor);
}

/** How many are here, and what happened in each of the last 30 minutes. */
export async function selectLiveCounts(
  tx: Tx,
  workspaceId: string,
  isTest: boolean,
): Promise<Omit<Live, 'visitors'>> {
  const rows = await tx<
    { minute: Date; visitors: number; page_views: number; in_5: number; in_30: number }[]
  >`
    with ${here(tx, workspaceId, isTest)},
    counts as (
      select count(distinct visitor_id) filter (where last_activity_at > now() - interval '5 minutes') as in_5,
             count(distinct visitor_id) as in_30
      from here
    ),
    seen as (
      select date_trunc('minute', e.occurred_at) as minute, count(distinct e.visitor_id) as visitors,
             count(*) filter (where e.type = 'event' and e.name = 'page_view') as page_views
      from here h join events e
        on e.workspace_id = ${workspaceId} and e.session_id = h.id and e.visitor_id = h.visitor_id
       and e.is_test = h.is_test
      where e.occurred_at > now() - interval '30 minutes'
      group by 1
    )
    select m.minute, coalesce(s.visitors, 0)::integer as visitors,
           coalesce(s.page_views, 0)::integer as page_views, c.in_5::integer, c.in_30::integer
    from generate_series(date_trunc('minute', now() - interval '29 minutes'), now(), interval '1 minute') m (minute)
    cross join counts c left join seen s on s.minute = m.minute
    order by m.minute`;
  return {
    visitors_5_minutes: rows[0]?.in_5 ?? 0,
    visitors_30_minutes: rows[0]?.in_30 ?? 0,
    minutes: rows.map(({ minute, visitors, page_views }) => {
      return { minute: timestamp(minute), visitors, page_views };
    }),
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
