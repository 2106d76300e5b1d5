/**
 * What companies did, from the visits of their visitors: of a time, since a workspace has more visits than can be
 * read at once. All visits of a visitor with evidence count, whoever the person was.
 */
import { type CompanyActivity, mostPagesOfCompany } from '@footfall/contract/companies';
import { timestamp } from '../common/timestamp.ts';
import type { Sql, Tx } from '../db/connect.ts';
import { viewsOfVisits } from '../events/kept-visits.ts';
import { plannedAnew } from '../filters/asked.ts';
import { currentOwner } from '../identities/ownership.ts';
import { intentToday } from '../personalities/today.ts';

/** As PostgreSQL reads timestamps. */
export interface ActiveTime {
  /** Inclusive. */
  since: string;
  /** Exclusive. */
  until: string;
}

const isWithin = (tx: Tx, column: Sql, { since, until }: ActiveTime) => tx`
  ${column} >= ${since}::text::timestamptz and ${column} < ${until}::text::timestamptz`;

/** The people to whom visitors `v` belong by now, with their personalities `p`. */
const people = (tx: Tx, workspaceId: string) => tx`
  cross join lateral (${currentOwner(tx, workspaceId)}) owner
  left join personalities p on p.workspace_id = ${workspaceId} and p.identity_id = owner.identity_id`;

/**
 * For a `with`: active (company_id, visits, page_views, last_seen, intent) of all companies with visits in the time.
 * Found by the visits, which are summed up by visitor before their companies are looked for.
 */
export function activeCompanies(
  tx: Tx,
  workspaceId: string,
  isTest: boolean,
  time: ActiveTime,
  withIntent: boolean,
) {
  return tx`
    begun as (
      select s.visitor_id, s.is_test, s.id, s.started_at, s.last_activity_at, s.page_view_count
      from sessions s
      where s.workspace_id = ${workspaceId} and s.is_test = ${isTest} and s.bot = ''
        and ${isWithin(tx, tx`s.started_at`, time)}
    ),
    seen as materialized (
      select visitor_id, count(*) as visits, sum(page_view_count) as page_views,
             max(last_activity_at) as last_seen
      from begun group by visitor_id
    ),
    known as materialized (
      select distinct e.company_id, s.*
      from seen s join company_evidence e
        on e.workspace_id = ${workspaceId} and e.visitor_id = s.visitor_id and e.is_test = ${isTest}
    ),
    active as (
      select company_id, sum(visits)::bigint as visits, sum(page_views)::bigint as page_views,
             max(last_seen) as last_seen, ${withIntent ? tx`max(intent)` : tx`0`} as intent
      from known
      ${withIntent ? tx`left join (${intents(tx, workspaceId, isTest)}) i using (visitor_id)` : tx``}
      group by company_id
    )`;
}

const intents = (tx: Tx, workspaceId: string, isTest: boolean) => tx`
  select v.id as visitor_id, ${intentToday(tx)} as intent
  from (select distinct visitor_id as id, ${isTest}::boolean as is_test from known) v
  ${people(tx, workspaceId)}`;

/** For a `with`, behind activeCompanies: told, of the companies of `page`, from the visits that were read for them. */
export function toldOfPage(tx: Tx, workspaceId: string, time: ActiveTime) {
  const visits = tx`
    select k.company_id, b.* from page join known k on k.company_id = page.id
    join begun b on b.visitor_id = k.visitor_id`;
  return told(tx, workspaceId, tx`(select id from page)`, visits, time);
}

/** Of these companies, by id; found by all of their visitors. */
export async function selectCompanyActivity(
  tx: Tx,
  workspaceId: string,
  ids: string[],
  time: ActiveTime,
): Promise<Map<string, CompanyActivity>> {
  const visits = tx`
    select w.company_id, w.visitor_id, w.is_test, s.id, s.started_at, s.last_activity_at, s.page_view_count
    from (
      select distinct company_id, visitor_id, is_test from company_evidence
      where workspace_id = ${workspaceId} and company_id = any(${ids}::uuid[])
    ) w join sessions s
      on s.workspace_id = ${workspaceId} and s.visitor_id = w.visitor_id and s.is_test = w.is_test
    where s.bot = '' and ${isWithin(tx, tx`s.started_at`, time)}`;
  const rows = await plannedAnew(tx<(ToldRow & { company_id: string })[]>`
    with ${told(tx, workspaceId, tx`unnest(${ids}::uuid[])`, visits, time)} select * from told`);
  return new Map(rows.map((row) => [row.company_id, toActivity(row)]));
}

export interface ToldRow {
  first_visit: Date | null;
  last_visit: Date | null;
  visit_count: number;
  visitors: number;
  people: number;
  viewed: number;
  score: number;
  leads: number;
  top_pages: CompanyActivity['top_pages'];
}

/** For a `with`: told, a row for each of the companies. `visits`: of theirs, with company_id. */
function told(tx: Tx, workspaceId: string, companies: Sql, visits: Sql, time: ActiveTime) {
  return tx`
    visits as materialized (${visits}),
    sums as (
      select company_id, min(started_at) as first_visit, max(last_activity_at) as last_visit,
             count(*)::integer as visit_count, count(distinct visitor_id)::integer as visitors,
             sum(page_view_count)::integer as viewed
      from visits group by company_id
    ),
    persons as (
      select company_id, count(distinct owner.identity_id)::integer as people,
             max(${intentToday(tx)}) as score
      from (select distinct company_id, visitor_id as id, is_test from visits) v
      ${people(tx, workspaceId)}
      group by company_id
    ),
    views as (
      select company_id, url, count(*)::integer as views,
             row_number() over (partition by company_id order by count(*) desc, url) as place
      from (
        select v.company_id, split_part(split_part(e.url, '#', 1), '?', 1) as url
        from ${viewsOfVisits(tx, workspaceId, tx`visits`)}
        where e.url <> ''
      ) viewed
      group by company_id, url
    ),
    pages as (
      select company_id, jsonb_agg(jsonb_build_object('url', url, 'views', views) order by place) as top_pages
      from views where place <= ${mostPagesOfCompany} group by company_id
    ),
    opened as (
      select company_id, count(*)::integer as leads from leads l
      where workspace_id = ${workspaceId} and company_id = any(array(select * from ${companies} c))
        and not suspect and ${isWithin(tx, tx`l.created_at`, time)}
      group by company_id
    ),
    told as (
      select c.id as company_id, s.first_visit, s.last_visit, coalesce(s.visit_count, 0) as visit_count,
             coalesce(s.visitors, 0) as visitors, coalesce(p.people, 0) as people,
             coalesce(s.viewed, 0) as viewed, coalesce(p.score, 0) as score,
             coalesce(o.leads, 0) as leads, coalesce(g.top_pages, '[]') as top_pages
      from ${companies} c (id)
      left join sums s on s.company_id = c.id left join persons p on p.company_id = c.id
      left join pages g on g.company_id = c.id left join opened o on o.company_id = c.id
    )`;
}

export function toActivity(row: ToldRow): CompanyActivity {
  return {
    first_seen: row.first_visit && timestamp(row.first_visit),
    last_seen: row.last_visit && timestamp(row.last_visit),
    visits: row.visit_count,
    visitors: row.visitors,
    people: row.people,
    page_views: row.viewed,
    intent: row.score,
    top_pages: row.top_pages,
    leads: row.leads,
  };
}
