/**
 * Companies' activity, from their visitors' visits in a time range, since a workspace has too many to read all.
 * Every visit of a visitor with evidence counts, whichever person it belongs to.
 */
import { type CompanyActivity, mostPagesOfCompany } from '@footfall/contract/companies';
import { timestamp } from '../platform/common/timestamp.ts';
import type { Sql, Tx } from '../platform/db/connect.ts';
import { plannedAnew } from '../records/filters/list-filter.ts';
import { currentOwner } from '../records/person/ownership.ts';
import { intentToday } from '../records/person/score-today.ts';
import {
  type ActiveTime,
  isWithin,
  viewsOfCompanies,
  visitsOfTime,
  visitsOfVisitors,
} from './visits.ts';

/**
 * For a `with`: active (company_id, visits, …), all companies with visits in the range; known, their visitors; and begun,
 * the visits. Visits are aggregated per visitor before the join with companies.
 */
export function activeCompanies(
  tx: Tx,
  workspaceId: string,
  isTest: boolean,
  time: ActiveTime,
  withIntent: boolean,
) {
  return tx`
    ${visitsOfTime(tx, workspaceId, isTest, time)},
    seen as materialized (
      select visitor_id, count(*)::integer as visits, sum(page_views)::integer as page_views, max(active_at) as last_seen,
             min(quarter) as first_quarter
      from begun group by visitor_id
    ),
    known as materialized (
      select e.company_id, s.*
      from seen s join (
        select distinct visitor_id, company_id from company_evidence
        where workspace_id = ${workspaceId} and is_test = ${isTest} order by visitor_id, company_id
      ) e using (visitor_id)
    ),
    active as (
      select company_id, sum(visits) as visits, sum(page_views) as page_views,
             max(last_seen) as last_seen, count(*) as visitors, min(first_quarter) as first_quarter,
             ${withIntent ? tx`max(intent)` : tx`0`} as intent
      from known
      ${withIntent ? tx`left join (${intents(tx, workspaceId, isTest)}) i using (visitor_id)` : tx``}
      group by company_id
    )`;
}

/** Scores of the current owners of the visitors in `known`. */
const intents = (tx: Tx, workspaceId: string, isTest: boolean) => tx`
  select o.visitor_id, ${intentToday(tx)} as intent
  from (${ownersOf(tx, workspaceId, tx`select distinct visitor_id as id, ${isTest}::boolean as is_test from known`)}) o
  join personalities p on p.workspace_id = ${workspaceId} and p.identity_id = o.identity_id`;

/** Ordered by visitor, like the index, which halves the time. */
const ownersOf = (tx: Tx, workspaceId: string, visitors: Sql) => tx`
  select v.id as visitor_id, v.is_test, owner.identity_id
  from (select * from (${visitors}) u order by id) v cross join lateral (${currentOwner(tx, workspaceId)}) owner`;

/** For a `with`, after activeCompanies: told, the activity of the companies of `page`, from the visits already read. */
export function activityOfPage(tx: Tx, workspaceId: string, isTest: boolean, time: ActiveTime) {
  return tx`
    theirs as materialized (
      select k.company_id, k.visitor_id, ${isTest}::boolean as is_test, k.visits, k.page_views, k.last_seen, k.first_quarter
      from page join known k on k.company_id = page.id
    ),
    ${activityOf(tx, workspaceId, tx`(select id from page)`, time)}`;
}

/** By id, for these companies, from all their visitors. */
export async function selectCompanyActivity(
  tx: Tx,
  workspaceId: string,
  ids: string[],
  time: ActiveTime,
): Promise<Map<string, CompanyActivity>> {
  const rows = await plannedAnew(tx<(ActivityRow & { company_id: string })[]>`
    with known as materialized (
      select distinct company_id, visitor_id, is_test from company_evidence
      where workspace_id = ${workspaceId} and company_id = any(${ids}::uuid[])
    ),
    ${visitsOfVisitors(tx, workspaceId, tx`select distinct visitor_id, is_test from known`, time)},
    theirs as materialized (
      select company_id, visitor_id, is_test, count(*)::integer as visits, sum(page_views)::integer as page_views,
             max(active_at) as last_seen, min(quarter) as first_quarter
      from known join begun using (visitor_id, is_test) group by company_id, visitor_id, is_test
    ),
    ${activityOf(tx, workspaceId, tx`unnest(${ids}::uuid[])`, time)}
    select * from activities`);
  return new Map(rows.map((row) => [row.company_id, toActivity(row)]));
}

export interface ActivityRow {
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

/** For a `with`: told, a row per company, from the visits `begun` of `theirs`, which has a row per company and visitor. */
function activityOf(tx: Tx, workspaceId: string, companies: Sql, time: ActiveTime) {
  return tx`
    sums as (
      select company_id, max(last_seen) as last_visit, sum(visits)::integer as visit_count,
             count(*)::integer as visitors, sum(page_views)::integer as viewed, min(first_quarter) as first_quarter
      from theirs group by company_id
    ),
    firsts as (
      select c.company_id, min(s.started_at) as first_visit
      from sums c join theirs t on t.company_id = c.company_id and t.first_quarter = c.first_quarter
      join begun b on b.visitor_id = t.visitor_id and b.is_test = t.is_test and b.quarter = t.first_quarter
      cross join lateral (
        select started_at from sessions
        where workspace_id = ${workspaceId} and visitor_id = b.visitor_id and id = b.id and is_test = b.is_test
        offset 0
      ) s
      group by c.company_id
    ),
    owners as (
      ${ownersOf(tx, workspaceId, tx`select visitor_id as id, is_test from theirs group by visitor_id, is_test`)}
    ),
    persons as (
      select company_id, count(i.identity_id)::integer as people, max(${intentToday(tx)}) as score
      from (
        select distinct t.company_id, o.identity_id from theirs t join owners o using (visitor_id, is_test)
      ) i left join personalities p on p.workspace_id = ${workspaceId} and p.identity_id = i.identity_id
      group by company_id
    ),
    ${viewsOfCompanies(tx, workspaceId)},
    placed as (
      select company_id, url, views, row_number() over (partition by company_id order by views desc, url) as place
      from views
    ),
    pages as (
      select company_id, jsonb_agg(jsonb_build_object('url', url, 'views', views) order by place) as top_pages
      from placed where place <= ${mostPagesOfCompany} group by company_id
    ),
    opened as (
      select company_id, count(*)::integer as leads from leads l
      where workspace_id = ${workspaceId} and company_id = any(array(select * from ${companies} c))
        and not suspect and ${isWithin(tx, tx`l.created_at`, time)}
      group by company_id
    ),
    activities as (
      select c.id as company_id, f.first_visit, s.last_visit, coalesce(s.visit_count, 0) as visit_count,
             coalesce(s.visitors, 0) as visitors, coalesce(p.people, 0) as people,
             coalesce(s.viewed, 0) as viewed, coalesce(p.score, 0) as score,
             coalesce(o.leads, 0) as leads, coalesce(g.top_pages, '[]') as top_pages
      from ${companies} c (id)
      left join sums s on s.company_id = c.id left join firsts f on f.company_id = c.id
      left join persons p on p.company_id = c.id
      left join pages g on g.company_id = c.id left join opened o on o.company_id = c.id
    )`;
}

export function toActivity(row: ActivityRow): CompanyActivity {
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
