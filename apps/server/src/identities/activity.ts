/** What people, visitors and companies did. */
import type { Activity } from '@footfall/contract/activity';
import { timestamp } from '../common/timestamp.ts';
import type { Tx } from '../db/connect.ts';
import { listAnswer, type Page } from '../resource-kit/paging.ts';
import { type ActivityFacts, describeActivity, describeSource } from './describe-activity.ts';
import { ownerAtTime, slicesOf } from './ownership.ts';

interface ActivityRow extends ActivityFacts {
  id: string;
  occurred_at: Date;
  name_of_person: string | null;
  email_of_person: string | null;
}

/** Whose activity: a person's, in their slices of their visitors' histories; all of a visitor; or of a company's visitors. */
type ActivityOf =
  | { identityId: string }
  | { visitorId: string; isTest: boolean }
  | { companyId: string; isTest: boolean };

export async function activityPage(tx: Tx, workspaceId: string, of: ActivityOf, page: Page) {
  const [activity, total] = await Promise.all([
    selectActivity(tx, workspaceId, of, page),
    countActivity(tx, workspaceId, of),
  ]);
  return listAnswer(activity, page, total);
}

/** The visits, each with the time in which it counts. */
function visits(tx: Tx, workspaceId: string, of: ActivityOf) {
  if ('identityId' in of) {
    return tx`
      ${slicesOf(tx, workspaceId, [of.identityId])},
      visits as (
        select s.since, s.until, v.*
        from slices s join sessions v
          on v.workspace_id = ${workspaceId} and v.visitor_id = s.visitor_id and v.is_test = s.is_test
      )`;
  }
  return tx`
    visits as (
      select '-infinity'::timestamptz as since, 'infinity'::timestamptz as until, v.*
      from sessions v
      where v.workspace_id = ${workspaceId} and v.is_test = ${of.isTest}
        and v.visitor_id in (${visitorsOf(tx, workspaceId, of)})
    )`;
}

function visitorsOf(tx: Tx, workspaceId: string, of: Exclude<ActivityOf, { identityId: string }>) {
  if ('visitorId' in of) return tx`select ${of.visitorId}::uuid`;
  return tx`
    select e.visitor_id from company_evidence e
    where e.workspace_id = ${workspaceId} and e.company_id = ${of.companyId} and e.is_test = ${of.isTest}`;
}

/** The condition of leads `l`. */
function isLeadOf(tx: Tx, workspaceId: string, of: ActivityOf) {
  if ('identityId' in of) return tx`l.identity_id = ${of.identityId}`;
  return tx`l.is_test = ${of.isTest} and l.visitor_id in (${visitorsOf(tx, workspaceId, of)})`;
}

/** Newest first; what has one time is in the order in which it follows from each other. */
async function selectActivity(
  tx: Tx,
  workspaceId: string,
  of: ActivityOf,
  page: Page,
): Promise<Activity[]> {
  const rows = await tx<ActivityRow[]>`
    with ${visits(tx, workspaceId, of)},
    activity as (
      select e.id, e.type as kind, case e.type when 'conversion' then 2 else 1 end as place,
             e.occurred_at, e.name, e.url, e.title, e.properties, e.visitor_id, e.is_test,
             v.source, v.entry_url, v.referrer, v.campaign, v.click_ids
      from visits v join events e
        on e.workspace_id = ${workspaceId} and e.session_id = v.id and e.visitor_id = v.visitor_id
       and e.is_test = v.is_test and e.occurred_at >= v.since and e.occurred_at < v.until
      where e.type <> 'session'
      union all
      select v.id, 'session_start', 0, v.started_at, '', v.entry_url, null, null, v.visitor_id, v.is_test,
             v.source, v.entry_url, v.referrer, v.campaign, v.click_ids
      from visits v where v.started_at >= v.since and v.started_at < v.until
      union all
      select l.id, 'lead', 3, l.created_at, l.code, null, null, null, l.visitor_id, l.is_test, l.source,
             coalesce(s.entry_url, ''), coalesce(s.referrer, ''), s.campaign, s.click_ids
      from leads l left join sessions s
        on s.workspace_id = l.workspace_id and s.id = l.session_id and s.visitor_id = l.visitor_id
       and s.is_test = l.is_test and s.source = l.source
      where l.workspace_id = ${workspaceId} and ${isLeadOf(tx, workspaceId, of)}
    ),
    page as (
      select * from activity order by occurred_at desc, place desc, id desc
      limit ${page.limit} offset ${page.offset}
    )
    select v.*, i.name as name_of_person, i.email as email_of_person
    from page v left join lateral (
      ${'identityId' in of ? tx`select ${of.identityId}::uuid as identity_id` : tx`select ${ownerAtTime(tx, workspaceId, ofEvent(tx))} as identity_id`}
    ) owner on true
    left join identities i on i.workspace_id = ${workspaceId} and i.id = owner.identity_id
    order by v.occurred_at desc, v.place desc, v.id desc`;
  return rows.map((row) => ({
    id: row.id,
    type: row.kind === 'event' ? row.name : row.kind,
    who: whoOf(row),
    what: describeActivity(row),
    source: describeSource(row),
    created_at: timestamp(row.occurred_at),
  }));
}

function whoOf({ name_of_person: name, email_of_person: email }: ActivityRow): string {
  if (name === null) return 'Anonymous visitor';
  return name || email || 'Unnamed person';
}

async function countActivity(tx: Tx, workspaceId: string, of: ActivityOf) {
  const [row] = await tx<{ total: number }[]>`
    with ${visits(tx, workspaceId, of)}
    select (
      (select count(*) from visits v join events e
         on e.workspace_id = ${workspaceId} and e.session_id = v.id and e.visitor_id = v.visitor_id
        and e.is_test = v.is_test and e.occurred_at >= v.since and e.occurred_at < v.until
       where e.type <> 'session')
      + (select count(*) from visits v where v.started_at >= v.since and v.started_at < v.until)
      + (select count(*) from leads l
         where l.workspace_id = ${workspaceId} and ${isLeadOf(tx, workspaceId, of)})
    )::integer as total`;
  return row?.total ?? 0;
}

/** Of an event `v`. */
function ofEvent(tx: Tx) {
  return { visitorId: tx`v.visitor_id`, isTest: tx`v.is_test`, at: tx`v.occurred_at` };
}
