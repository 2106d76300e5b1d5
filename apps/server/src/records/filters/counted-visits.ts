/** Visits that may have seen a page, by what visits are counted as: of all visitors, of a sample, or of some. */

import { isNewChange, knownSnapshot } from '../../platform/changes/collected.ts';
import type { Sql, Tx } from '../../platform/db/connect.ts';
import { pageValues } from '../visit/counted.ts';
import { indexedShares, shareIn } from '../visit/shares.ts';
import type { EventCriterion } from './done-by.ts';

export interface SeenPages extends EventCriterion {
  /** Of the page `sv.value` of a visit; true where views of it may be meant. */
  isPage: Sql;
  /** Nothing else is asked of the views: those of such a page are meant. */
  isAll: boolean;
}

/** Visitors of these shares, or those of a query; undefined: all. */
export type Whose = { shares: number[] } | { among: Sql } | undefined;

/** Longer ones may have been cut when they were counted. */
const surelyWholeLength = 249;

/** `visitor_id`, `session_id`, and `views` that are meant, or null where events have to tell. */
export function countedVisits(tx: Tx, seen: SeenPages, whose: Whose): Sql {
  const { since, isAll } = seen;
  const began = since === undefined ? tx`0` : tx`${Date.parse(since) / 900_000}::float8`;
  const views = isAll ? tx`case when f.quarter >= ${began} then f.views end` : tx`null::integer`;
  return tx`
    select f.visitor_id, f.session_id, ${views} as views
    from ${whose ? visitsOfSome(tx, seen, whose) : visitsOfAll(tx, seen, began)} f`;
}

/** `visits` by visitor, without those that are `doubted`: the sum of their `views`, and the ids of those that events have to tell of. */
export const seenByVisitor = (tx: Tx) => tx`
  select v.visitor_id, sum(v.views)::integer as views,
         array_agg(v.session_id) filter (where v.views is null) as unsure
  from visits v
  where (v.visitor_id, v.session_id) not in (select visitor_id, session_id from doubted)
  group by v.visitor_id`;

/** For an array: numbers of pages. */
const numbers = (tx: Tx, { workspaceId }: SeenPages, condition: Sql) => tx`
  select sv.id from stats_values sv
  where sv.workspace_id = ${workspaceId} and sv.kind = ${pageValues} and ${condition}`;

const isLong = (tx: Tx) => tx`length(sv.value) > ${surelyWholeLength}`;
const mayBeMeant = (tx: Tx, { isPage }: SeenPages) => tx`(${isLong(tx)} or ${isPage})`;

const dayOf = ({ since }: SeenPages) => (since === undefined ? -1_000_000 : dayBefore(since));

/** Since 1970, whatever the workspace's time zone: visits that began earlier and went on until then took more than a day. */
function dayBefore(since: string): number {
  return Math.floor(Date.parse(since) / 86_400_000) - 2;
}

/** Of an hour; visits that began earlier and went on until then are long, as the index of those calls it. */
function quarterOf({ since }: SeenPages): number {
  return since === undefined ? 0 : Math.floor(Date.parse(since) / 900_000) - 101;
}

/** For a `with`: the numbers of the pages that are meant, and of those that may be. */
const pageNumbers = (tx: Tx, seen: SeenPages) => tx`
  pages as materialized (
    select array(${numbers(tx, seen, mayBeMeant(tx, seen))}) as meant,
           array(${numbers(tx, seen, isLong(tx))}) as doubtful
  )`;

/** Number 0 stands for what a visit saw beyond the pages that are counted of it. */
const hasPage = (tx: Tx) => tx`(f.pages is null or f.pages && (select meant || 0 from pages))`;

/** Most visits saw each page once, and most questions are about one page. */
const viewsOfPages = (tx: Tx) => tx`
  case when not f.pages && (select doubtful || 0 from pages) then
    case when f.page_counts is null and (select cardinality(meant) = 1 from pages) then 1 else (
      select sum(coalesce(c.views, 1))::integer from unnest(f.pages, f.page_counts) c (page, views)
      where c.page = any((select meant from pages)::integer[])) end
  end as views`;

/** `began`: the time, in quarters of an hour. Where figures are not kept just now, any visit may have seen the page. */
function visitsOfAll(tx: Tx, seen: SeenPages, began: Sql): Sql {
  const { workspaceId, isTest, since } = seen;
  const isKept = tx`(
    select exists (select from stats_state where workspace_id = ${workspaceId} and phase = 'kept'))`;
  const isActive = tx`f.active_at >= ${since ?? null}::text::timestamptz`;
  // `sessions > 0`: the index of active days, where sessions = 1, is in the order of visitors and not of days.
  const usual = tx`
    select f.visitor_id, f.session_id, f.quarter, ${viewsOfPages(tx)} from session_facts f
    where ${isKept} and f.workspace_id = ${workspaceId} and f.is_test = ${isTest} and f.sessions > 0
      and ${isOfDays(tx, dayOf(seen), farDay)}
      and ${hasPage(tx)} ${since === undefined ? tx`` : tx`and (f.quarter >= ${began} or ${isActive})`}`;
  const long = tx`
    select f.visitor_id, f.session_id, f.quarter, null from session_facts f
    where ${isKept} and f.workspace_id = ${workspaceId} and f.is_test = ${isTest} and ${isLongVisit(tx)}
      and ${isActive} and f.day < ${dayOf(seen)} and ${hasPage(tx)}`;
  return tx`(
    with ${pageNumbers(tx, seen)}
    ${usual} ${since === undefined ? tx`` : tx`union all ${long}`}
    union all
    select s.visitor_id, s.id, 0, null from sessions s
    where not ${isKept} and s.workspace_id = ${workspaceId} and s.is_test = ${isTest})`;
}

const farDay = 1_000_000;

/**
 * Facts `f` of many days, `until` not included. With a second range, which is empty: one alone is read in the order of its index, which
 * is none of the table's pages, and takes twice as long.
 */
export const isOfDays = (tx: Tx, from: number, until: number) => tx`
  (f.day >= ${from}::integer and f.day < ${until}::integer or f.day > ${farDay}::integer)`;

/** Of more than a day, as their index says it. */
export const isLongVisit = (tx: Tx) => tx`
  f.sessions = 1 and f.active_at - timestamptz '1970-01-01 00:00:00+00' > (f.quarter + 100) * interval '15 minutes'`;

/** While figures are kept. */
function visitsOfSome(tx: Tx, seen: SeenPages, whose: NonNullable<Whose>): Sql {
  const visits = (from: Sql) => tx`
    select f.visitor_id, f.session_id, f.quarter, ${viewsOfPages(tx)}
    from ${from} and ${hasPage(tx)}`;
  return tx`(
    with ${pageNumbers(tx, seen)}
    ${
      'among' in whose
        ? visits(visitsAmong(tx, seen, whose.among))
        : tx`${visits(usualVisits(tx, seen, whose.shares))} union all ${visits(rareVisits(tx, seen, whose))}`
    })`;
}

function visitsAmong(tx: Tx, seen: SeenPages, visitorIds: Sql): Sql {
  const { workspaceId, isTest, since } = seen;
  return tx`session_facts f
    where f.workspace_id = ${workspaceId} and f.is_test = ${isTest} and f.sessions = 1
      and f.visitor_id = any(array(${visitorIds}))
      and (f.quarter >= ${quarterOf(seen)} or f.active_at >= ${since ?? 'infinity'}::text::timestamptz)`;
}

/** Those that the index of samples has, as it says them. */
function usualVisits(tx: Tx, seen: SeenPages, shares: number[]): Sql {
  const { workspaceId, isTest } = seen;
  return tx`session_facts f
    where f.workspace_id = ${workspaceId} and f.is_test = ${isTest} and f.share = any(${shares}::smallint[])
      and f.share < ${indexedShares}::integer and f.sessions > 0 and f.day >= ${dayOf(seen)}
      and f.quarter >= ${quarterOf(seen)} and coalesce(cardinality(f.pages), 0) <= 100`;
}

function rareVisits(tx: Tx, seen: SeenPages, whose: Whose): Sql {
  const { isTest, since } = seen;
  return tx`rare_visits(${isTest}::boolean, ${quarterOf(seen)}::integer, ${since ?? 'infinity'}::text::timestamptz) f
    where ${isOf(tx, tx`f.visitor_id`, whose)}`;
}

/** Visits that changed since they were counted. */
export function doubtedVisits(
  tx: Tx,
  { workspaceId, isTest }: Pick<SeenPages, 'workspaceId' | 'isTest'>,
  whose: Whose,
): Sql {
  const state = tx`(select collected from stats_state where workspace_id = ${workspaceId})`;
  return tx`
    select m.visitor_id, m.session_id from stats_marks m
    where m.workspace_id = ${workspaceId} and m.is_test = ${isTest} and ${isOf(tx, tx`m.visitor_id`, whose)}
    union all
    select t.visitor_id, t.id from (select ${knownSnapshot(tx, state)} as collected) s,
      changes c, unnest(c.visitor_ids, c.ids) as t (visitor_id, id)
    where c.workspace_id = ${workspaceId} and c.is_test = ${isTest} and c.kind = 'session' and ${isNewChange(tx)}
      and ${isOf(tx, tx`t.visitor_id`, whose)}`;
}

/** What bots did is not counted, and may be somebody's all the same. */
export function visitsOfBots(tx: Tx, { workspaceId, isTest }: SeenPages, whose: Whose): Sql {
  return tx`
    select s.visitor_id, s.id as session_id from visitors v join sessions s
      on s.workspace_id = ${workspaceId} and s.visitor_id = v.id and s.is_test = v.is_test
    where v.workspace_id = ${workspaceId} and v.is_test = ${isTest} and v.bot <> ''
      and ${isOf(tx, tx`v.id`, whose)}`;
}

function isOf(tx: Tx, visitorId: Sql, whose: Whose): Sql {
  if (whose === undefined) return tx`true`;
  return 'among' in whose
    ? tx`${visitorId} in (${whose.among})`
    : tx`${shareIn(tx, visitorId)} = any(${whose.shares}::integer[])`;
}
