/**
 * Who saw a page how often, by what visits are counted as (decision 0070): of visits that lie in the time as a whole the
 * counts are the answer, and of the few others the events are read. Reading the events of a month takes many times as long.
 */
import type { CheckedFilter } from '@footfall/contract/filter-check';
import type { Sql, Tx } from '../db/connect.ts';
import { ownerAtTime } from '../identities/ownership.ts';
import { isNewChange, knownSnapshot } from '../resource-kit/changes/collected.ts';
import { pageValues } from '../sessions/counted.ts';
import { type Deed, deedsAmong } from './done-by.ts';

export type Did = Extract<CheckedFilter, { is: 'did' }>;

export interface SeenPages extends Deed {
  /** Of the page `sv.value` of a visit; true where views of it may be meant. */
  isPage: Sql;
  /** Nothing else is asked of the views: those of such a page are meant. */
  isAll: boolean;
}

/** What has to hold all together. */
export function partsOf(filter: CheckedFilter): CheckedFilter[] {
  return filter.is === 'and' ? filter.of.flatMap(partsOf) : [filter];
}

/** What is said of the paths of page views, as conditions on the field of a visit that has the same; undefined where nothing is. */
export function pagesOf({
  name,
  where,
}: Did): { pages: CheckedFilter; isAll: boolean } | undefined {
  if (name !== 'page_view' || !where) return undefined;
  const parts = partsOf(where);
  const pages = parts.flatMap((part): CheckedFilter[] => {
    if (part.is !== 'compared' && part.is !== 'one of') return [];
    const { path } = part;
    if (path.field !== 'path' || path.relations.length > 0) return [];
    return [{ ...part, path: { ...path, field: 'page' } }];
  });
  if (pages.length === 0) return undefined;
  return { pages: { is: 'and', of: pages }, isAll: pages.length === parts.length };
}

/** Ids of visitors who are no bots, or of people, as a query. */
export function whoSaw(tx: Tx, kind: 'visitor' | 'identity', seen: SeenPages): Sql {
  return kind === 'visitor' ? visitorsWhoSaw(tx, seen) : peopleWhoSaw(tx, seen);
}

function visitorsWhoSaw(tx: Tx, seen: SeenPages): Sql {
  return tx`
    with seen as materialized (${visitsOf(tx, seen)}), doubted as materialized (${doubted(tx, seen)})
    select c.visitor_id from (
      select s.visitor_id, s.views::bigint as n from seen s where s.views is not null and not ${isDoubted(tx)}
      union all
      select d.visitor_id, count(*) from (${deedsAmong(tx, seen, visitsToRead(tx, tx`s.views is null`))}) d group by 1
    ) c group by c.visitor_id having sum(c.n) >= ${seen.atLeast}`;
}

/** A device that was several people's is theirs by the time of each event. */
function peopleWhoSaw(tx: Tx, seen: SeenPages): Sql {
  const { workspaceId, isTest, atLeast } = seen;
  const of = { visitorId: tx`a.visitor_id`, isTest: tx`a.is_test`, at: tx`a.occurred_at` };
  // What bots did is not counted, and may be somebody's all the same.
  const ofBots = tx`
    select s.visitor_id, s.id from visitors v join sessions s
      on s.workspace_id = ${workspaceId} and s.visitor_id = v.id and s.is_test = v.is_test
    where v.workspace_id = ${workspaceId} and v.is_test = ${isTest} and v.bot <> ''`;
  const events = deedsAmong(tx, seen, visitsToRead(tx, tx`s.views is null or s.is_shared`));
  return tx`
    with visits as materialized (${visitsOf(tx, seen)}),
    doubted as materialized (${doubted(tx, seen)} union all ${ofBots}),
    owners as materialized (
      select k.visitor_id, min(k.identity_id::text) as identity_id,
             min(k.identity_id::text) <> max(k.identity_id::text) as is_shared
      from identity_links k
      where k.workspace_id = ${workspaceId} and k.is_test = ${isTest} and k.identity_id is not null
        and k.visitor_id in (select visitor_id from visits)
      group by k.visitor_id
    ),
    seen as materialized (
      select v.*, o.identity_id::uuid as identity_id, o.is_shared from visits v join owners o using (visitor_id)
    )
    select c.identity_id from (
      select s.identity_id, s.views::bigint as n from seen s
      where s.views is not null and not s.is_shared and not ${isDoubted(tx)}
      union all
      select d.identity_id, count(*)
      from (select ${ownerAtTime(tx, workspaceId, of)} as identity_id from (${events}) a) d
      where d.identity_id is not null group by 1
    ) c group by c.identity_id having sum(c.n) >= ${atLeast}`;
}

const isDoubted = (tx: Tx) => tx`exists (
  select from doubted d where d.visitor_id = s.visitor_id and d.session_id = s.session_id)`;

/** Whose events tell. */
const visitsToRead = (tx: Tx, isUnsure: Sql) => tx`
  select s.visitor_id, s.session_id from seen s where ${isUnsure} union select visitor_id, session_id from doubted`;

/** Longer ones may have been cut when they were counted. */
const surelyWholeLength = 249;

/** Those that may be meant: visitor_id, session_id, and views that are meant, or null where events have to tell. */
function visitsOf(tx: Tx, { workspaceId, isTest, since, isPage, isAll }: SeenPages): Sql {
  const numbers = (condition: Sql) => tx`array(
    select sv.id from stats_values sv
    where sv.workspace_id = ${workspaceId} and sv.kind = ${pageValues} and ${condition})`;
  const isLong = tx`length(sv.value) > ${surelyWholeLength}`;
  const began = since === undefined ? tx`0` : tx`${Date.parse(since) / 900_000}::float8`;
  const views = isAll ? tx`case when f.quarter >= ${began} then f.views end` : tx`null::integer`;
  return tx`
    select f.visitor_id, f.session_id, ${views} as views
    from visits_with_pages(${isTest}::boolean, ${numbers(tx`(${isLong} or ${isPage})`)}, ${numbers(isLong)},
      ${since === undefined ? -1_000_000 : dayBefore(since)}::integer, ${since ?? 'infinity'}::text::timestamptz) f`;
}

/** Since 1970, whatever the workspace's time zone: visits that began earlier and went on until then took more than a day. */
function dayBefore(since: string): number {
  return Math.floor(Date.parse(since) / 86_400_000) - 2;
}

/** Visits that changed since they were counted. */
function doubted(tx: Tx, { workspaceId, isTest }: SeenPages): Sql {
  const state = tx`(select collected from stats_state where workspace_id = ${workspaceId})`;
  return tx`
    select m.visitor_id, m.session_id from stats_marks m
    where m.workspace_id = ${workspaceId} and m.is_test = ${isTest}
    union all
    select t.visitor_id, t.id from (select ${knownSnapshot(tx, state)} as collected) s,
      changes c, unnest(c.visitor_ids, c.ids) as t (visitor_id, id)
    where c.workspace_id = ${workspaceId} and c.is_test = ${isTest} and c.kind = 'session' and ${isNewChange(tx)}`;
}
