/** What a person did: everything in their slices of their visitors' histories. */
import type { Activity } from '@footfall/contract/identities';
import { timestamp } from '../common/timestamp.ts';
import type { Tx } from '../db/connect.ts';
import type { Page } from '../resource-kit/paging.ts';
import { type ActivityFacts, describeActivity, describeSource } from './describe-activity.ts';
import { slicesOf } from './ownership.ts';

interface ActivityRow extends ActivityFacts {
  id: string;
  occurred_at: Date;
}

const visits = (tx: Tx, workspaceId: string, identityId: string) => tx`
  ${slicesOf(tx, workspaceId, [identityId])},
  visits as (
    select s.since, s.until, v.*
    from slices s join sessions v
      on v.workspace_id = ${workspaceId} and v.visitor_id = s.visitor_id and v.is_test = s.is_test
  )`;

/** Newest first; what has one time is in the order in which it follows from each other. */
export async function selectActivity(
  tx: Tx,
  workspaceId: string,
  identityId: string,
  who: string,
  page: Page,
): Promise<Activity[]> {
  const rows = await tx<ActivityRow[]>`
    with ${visits(tx, workspaceId, identityId)},
    activity as (
      select e.id, e.type as kind, case e.type when 'conversion' then 2 else 1 end as place,
             e.occurred_at, e.name, e.url, e.title, e.properties,
             v.source, v.entry_url, v.referrer, v.campaign, v.click_ids
      from visits v join events e
        on e.workspace_id = ${workspaceId} and e.session_id = v.id and e.visitor_id = v.visitor_id
       and e.is_test = v.is_test and e.occurred_at >= v.since and e.occurred_at < v.until
      where e.type <> 'session'
      union all
      select v.id, 'session_start', 0, v.started_at, '', v.entry_url, null, null,
             v.source, v.entry_url, v.referrer, v.campaign, v.click_ids
      from visits v where v.started_at >= v.since and v.started_at < v.until
      union all
      select l.id, 'lead', 3, l.created_at, l.code, null, null, null, l.source,
             coalesce(s.entry_url, ''), coalesce(s.referrer, ''), s.campaign, s.click_ids
      from leads l left join sessions s
        on s.workspace_id = l.workspace_id and s.id = l.session_id and s.visitor_id = l.visitor_id
       and s.is_test = l.is_test and s.source = l.source
      where l.workspace_id = ${workspaceId} and l.identity_id = ${identityId}
    )
    select * from activity order by occurred_at desc, place desc, id desc
    limit ${page.limit} offset ${page.offset}`;
  return rows.map((row) => ({
    id: row.id,
    type: row.kind === 'event' ? row.name : row.kind,
    who,
    what: describeActivity(row),
    source: describeSource(row),
    created_at: timestamp(row.occurred_at),
  }));
}

export async function countActivity(tx: Tx, workspaceId: string, identityId: string) {
  const [row] = await tx<{ total: number }[]>`
    with ${visits(tx, workspaceId, identityId)}
    select (
      (select count(*) from visits v join events e
         on e.workspace_id = ${workspaceId} and e.session_id = v.id and e.visitor_id = v.visitor_id
        and e.is_test = v.is_test and e.occurred_at >= v.since and e.occurred_at < v.until
       where e.type <> 'session')
      + (select count(*) from visits v where v.started_at >= v.since and v.started_at < v.until)
      + (select count(*) from leads l
         where l.workspace_id = ${workspaceId} and l.identity_id = ${identityId})
    )::integer as total`;
  return row?.total ?? 0;
}
