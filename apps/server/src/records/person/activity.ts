/** Activity of people, visitors and companies. */
import type { Activity } from '@footfall/contract/activity';
import { timestamp } from '../../platform/common/timestamp.ts';
import type { Sql, Tx } from '../../platform/db/connect.ts';
import { type CreatedRange, inCreatedRange } from '../../platform/resource-kit/created-range.ts';
import {
  type Marked,
  marked,
  type OrderedPage,
  type Orders,
  orderedAnswer,
  ordering,
} from '../../platform/resource-kit/paging.ts';
import { type ActivityFacts, describeActivity, describeSource } from './describe-activity.ts';
import { ownerAtTime, slicesOf } from './ownership.ts';

interface ActivityRow extends ActivityFacts {
  id: string;
  occurred_at: Date;
  name_of_person: string | null;
  email_of_person: string | null;
}

/** A person's slices of their visitors' histories; all of a visitor; or a company's visitors. */
type ActivityOf =
  | { identityId: string }
  | { visitorId: string; isTest: boolean }
  | { companyId: string; isTest: boolean };

export async function activityPage(
  tx: Tx,
  workspaceId: string,
  of: ActivityOf,
  range: CreatedRange,
  page: OrderedPage,
) {
  const [activity, total] = await Promise.all([
    selectActivity(tx, workspaceId, of, range, page),
    countActivity(tx, workspaceId, of, range),
  ]);
  return orderedAnswer(activity, page, total);
}

/** The visits in the range, each with the time span that counts. */
function visits(tx: Tx, workspaceId: string, of: ActivityOf, range: CreatedRange) {
  const { createdAfter, createdBefore } = range;
  const isInRange = tx`
    ${createdAfter === undefined ? tx`` : tx`and v.last_activity_at > ${createdAfter}::text::timestamptz`}
    ${createdBefore === undefined ? tx`` : tx`and v.started_at < ${createdBefore}::text::timestamptz`}`;
  const columns = tx`v.visitor_id, v.id, v.is_test, v.started_at, v.last_activity_at, v.activity_count,
    v.counted_messages = v.event_count as is_counted`;
  if ('identityId' in of) {
    return tx`
      ${slicesOf(tx, workspaceId, [of.identityId])},
      visits as materialized (
        select s.since, s.until, ${columns}
        from slices s join sessions v
          on v.workspace_id = ${workspaceId} and v.visitor_id = s.visitor_id and v.is_test = s.is_test
        where true ${isInRange}
      )`;
  }
  return tx`
    visits as materialized (
      select '-infinity'::timestamptz as since, 'infinity'::timestamptz as until, ${columns}
      from sessions v
      where v.workspace_id = ${workspaceId} and v.is_test = ${of.isTest}
        and v.visitor_id in (${visitorsOf(tx, workspaceId, of)}) ${isInRange}
    )`;
}

function visitorsOf(tx: Tx, workspaceId: string, of: Exclude<ActivityOf, { identityId: string }>) {
  if ('visitorId' in of) return tx`select ${of.visitorId}::uuid`;
  return tx`
    select e.visitor_id from company_evidence e
    where e.workspace_id = ${workspaceId} and e.company_id = ${of.companyId} and e.is_test = ${of.isTest}`;
}

/** The condition for leads `l`. */
function isLeadOf(tx: Tx, workspaceId: string, of: ActivityOf) {
  if ('identityId' in of) return tx`l.identity_id = ${of.identityId}`;
  return tx`l.is_test = ${of.isTest} and l.visitor_id in (${visitorsOf(tx, workspaceId, of)})`;
}

/** Breaks ties of time by cause: what follows from something sorts after it. */
const orders = (tx: Tx): Orders => ({
  id: tx`v.id`,
  rank: tx`v.place`,
  by: { created_at: { column: tx`v.occurred_at`, type: 'timestamptz' } },
});

/**
 * For a `with`, after visits: the near ones, which may be on the page. Each visit has a start entry, so a page lies within the time
 * in which one page of visits start; the others are not read.
 */
function nearVisits(tx: Tx, workspaceId: string, range: CreatedRange, page: OrderedPage) {
  const { isDescending, after, limit, offset } = page;
  const at = tx`${after?.value ?? ''}::text::timestamptz`;
  const follows = isDescending ? tx`started_at < ${at}` : tx`started_at > ${at}`;
  const isReached = isDescending ? tx`v.started_at <= ${at}` : tx`v.last_activity_at >= ${at}`;
  return tx`
    edge as materialized (
      select started_at from visits
      where started_at >= since and started_at < until ${after ? tx`and ${follows}` : tx``}
        ${inCreatedRange(tx, range, 'started_at')}
      order by started_at ${isDescending ? tx`desc` : tx`asc`} offset ${offset + limit - 1} limit 1
    ),
    near as materialized (
      select v.since, v.until, s.* from visits v join sessions s
        on s.workspace_id = ${workspaceId} and s.visitor_id = v.visitor_id and s.id = v.id and s.is_test = v.is_test
      where ${isNear(tx, page, isDescending ? tx`v.last_activity_at` : tx`v.started_at`)} ${after ? tx`and ${isReached}` : tx``}
    )`;
}

/** Beyond this, visits are joined with all events; fewer are looked up one by one. */
const isFar = ({ limit, offset }: OrderedPage) => offset + limit > 1000;

const isNear = (tx: Tx, { isDescending }: OrderedPage, at: Sql) =>
  isDescending
    ? tx`${at} >= coalesce((select started_at from edge), '-infinity')`
    : tx`${at} <= coalesce((select started_at from edge), 'infinity')`;

async function selectActivity(
  tx: Tx,
  workspaceId: string,
  of: ActivityOf,
  range: CreatedRange,
  page: OrderedPage,
): Promise<{ data: Activity[]; next: string | null }> {
  const { after, orderBy, mark } = ordering(tx, page, orders(tx));
  const entries = await tx<(ActivityRow & Marked)[]>`
    with ${visits(tx, workspaceId, of, range)},
    ${nearVisits(tx, workspaceId, range, page)},
    activity as (
      select e.id, e.type as kind, case e.type when 'conversion' then '2' else '1' end as place,
             e.occurred_at, e.name, e.url, e.title, e.properties, v.visitor_id, v.is_test,
             v.source, v.entry_url, v.referrer, v.campaign, v.click_ids
      from near v cross join lateral (
        select * from events e
        where e.workspace_id = ${workspaceId} and e.session_id = v.id and e.visitor_id = v.visitor_id
          and e.is_test = v.is_test and e.occurred_at >= v.since and e.occurred_at < v.until
          and e.type <> 'session' ${inCreatedRange(tx, range, 'e.occurred_at')}
        ${isFar(page) ? tx`` : tx`offset 0`}
      ) e
      union all
      select v.id, 'session_start', '0', v.started_at, '', v.entry_url, null, null, v.visitor_id, v.is_test,
             v.source, v.entry_url, v.referrer, v.campaign, v.click_ids
      from near v
      where v.started_at >= v.since and v.started_at < v.until ${inCreatedRange(tx, range, 'v.started_at')}
      union all
      select l.id, 'lead', '3', l.created_at, l.code, null, null, null, l.visitor_id, l.is_test, l.source,
             coalesce(s.entry_url, ''), coalesce(s.referrer, ''), s.campaign, s.click_ids
      from leads l left join sessions s
        on s.workspace_id = l.workspace_id and s.id = l.session_id and s.visitor_id = l.visitor_id
       and s.is_test = l.is_test and s.source = l.source
      where l.workspace_id = ${workspaceId} and ${isLeadOf(tx, workspaceId, of)}
        ${inCreatedRange(tx, range, 'l.created_at')}
    ),
    page as (
      select v.*, ${mark} from activity v
      where ${isNear(tx, page, tx`v.occurred_at`)} ${after}
      ${orderBy} limit ${page.limit} offset ${page.offset}
    )
    select v.*, i.name as name_of_person, i.email as email_of_person
    from page v left join lateral (
      ${'identityId' in of ? tx`select ${of.identityId}::uuid as identity_id` : tx`select ${ownerAtTime(tx, workspaceId, ofEvent(tx))} as identity_id`}
    ) owner on true
    left join identities i on i.workspace_id = ${workspaceId} and i.id = owner.identity_id
    ${orderBy}`;
  const { rows, next } = marked(entries, page);
  return { data: rows.map(toActivity), next };
}

function toActivity(row: ActivityRow): Activity {
  return {
    id: row.id,
    type: row.kind === 'event' ? row.name : row.kind,
    who: whoOf(row),
    what: describeActivity(row),
    source: describeSource(row),
    created_at: timestamp(row.occurred_at),
  };
}

function whoOf({ name_of_person: name, email_of_person: email }: ActivityRow): string {
  if (name === null) return 'Anonymous visitor';
  return name || email || 'Unnamed person';
}

/** Visits store their totals; events are counted only for visits that are partly in range, or whose events may be removed. */
async function countActivity(tx: Tx, workspaceId: string, of: ActivityOf, range: CreatedRange) {
  const [row] = await tx<{ total: number }[]>`
    with ${visits(tx, workspaceId, of, range)},
    known as materialized (
      select v.*, v.is_counted and v.started_at >= v.since and v.last_activity_at < v.until
        and v.started_at >= (
          select coalesce(events_kept_since, '-infinity') from workspaces where workspace_id = ${workspaceId})
        ${inCreatedRange(tx, range, 'v.started_at')} ${inCreatedRange(tx, range, 'v.last_activity_at')} as is_whole
      from visits v
    )
    select (
      (select coalesce(sum(activity_count), 0) from known where is_whole)
      + (select count(*) from known v cross join lateral (
           select from events e
           where e.workspace_id = ${workspaceId} and e.session_id = v.id and e.visitor_id = v.visitor_id
             and e.is_test = v.is_test and e.occurred_at >= v.since and e.occurred_at < v.until
             and e.type <> 'session' ${inCreatedRange(tx, range, 'e.occurred_at')}
           offset 0) e
         where not v.is_whole)
      + (select count(*) from visits v
         where v.started_at >= v.since and v.started_at < v.until ${inCreatedRange(tx, range, 'v.started_at')})
      + (select count(*) from leads l
         where l.workspace_id = ${workspaceId} and ${isLeadOf(tx, workspaceId, of)}
           ${inCreatedRange(tx, range, 'l.created_at')})
    )::integer as total`;
  return row?.total ?? 0;
}

/** For an event `v`. */
function ofEvent(tx: Tx) {
  return { visitorId: tx`v.visitor_id`, isTest: tx`v.is_test`, at: tx`v.occurred_at` };
}
