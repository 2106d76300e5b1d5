/** Visits that may include a page, from counted visits: of all visitors, a sample, or some. */

import { isNewChange, knownSnapshot } from '../../platform/changes/collected.ts';
import type { Sql, Tx } from '../../platform/db/connect.ts';
import { pageValues } from '../visit/counted.ts';
import { indexedShares, shareIn } from '../visit/shares.ts';
import type { EventCriterion } from './done-by.ts';

export interface SeenPages extends EventCriterion {
  /** Condition on page `sv.value` of a visit; true if its views may match. */
  isPage: Sql;
  /** There are no further conditions on the views. */
  isAll: boolean;
}

/** Visitors in these shares or in a query; undefined: all. */
export type Whose = { shares: number[] } | { among: Sql } | undefined;

/** Longer values may have been cut when counted. */
const surelyWholeLength = 249;

/** `visitor_id`, `session_id`, and matching `views`, or null if the events have to be read. */
export function countedVisits(tx: Tx, seen: SeenPages, whose: Whose): Sql {
  const { since, isAll } = seen;
  const began = since === undefined ? tx`0` : tx`${Date.parse(since) / 900_000}::float8`;
  const views = isAll ? tx`case when f.quarter >= ${began} then f.views end` : tx`null::integer`;
  return tx`
    select f.visitor_id, f.session_id, ${views} as views
    from ${whose ? visitsOfSome(tx, seen, whose) : visitsOfAll(tx, seen, began)} f`;
}

/** Groups `visits` that are not `doubted` by visitor: the sum of `views`, and the ids of visits that need their events read. */
export const seenByVisitor = (tx: Tx) => tx`
  select v.visitor_id, sum(v.views)::integer as views,
         array_agg(v.session_id) filter (where v.views is null) as unsure
  from visits v
  where (v.visitor_id, v.session_id) not in (select visitor_id, session_id from doubted)
  group by v.visitor_id`;

/** Page numbers, for an array. */
const numbers = (tx: Tx, { workspaceId }: SeenPages, condition: Sql) => tx`
  select sv.id from stats_values sv
  where sv.workspace_id = ${workspaceId} and sv.kind = ${pageValues} and ${condition}`;

const isLong = (tx: Tx) => tx`length(sv.value) > ${surelyWholeLength}`;
const mayBeMeant = (tx: Tx, { isPage }: SeenPages) => tx`(${isLong(tx)} or ${isPage})`;

const dayOf = ({ since }: SeenPages) => (since === undefined ? -1_000_000 : dayBefore(since));

/** As days since 1970, safe for any time zone: visits that started earlier and were still active took more than a day. */
function dayBefore(since: string): number {
  return Math.floor(Date.parse(since) / 86_400_000) - 2;
}

/** In quarters of an hour; visits that started earlier and were still active are in the index of long visits. */
function quarterOf({ since }: SeenPages): number {
  return since === undefined ? 0 : Math.floor(Date.parse(since) / 900_000) - 101;
}

/** For a `with`: numbers of pages that match, and of those that may. */
const pageNumbers = (tx: Tx, seen: SeenPages) => tx`
  pages as materialized (
    select array(${numbers(tx, seen, mayBeMeant(tx, seen))}) as meant,
           array(${numbers(tx, seen, isLong(tx))}) as doubtful
  )`;

/** Number 0 stands for pages beyond those counted for the visit. */
const hasPage = (tx: Tx) => tx`(f.pages is null or f.pages && (select meant || 0 from pages))`;

/** Fast path: most visits saw each page once, and most filters are about one page. */
const viewsOfPages = (tx: Tx) => tx`
  case when not f.pages && (select doubtful || 0 from pages) then
    case when f.page_counts is null and (select cardinality(meant) = 1 from pages) then 1 else (
      select sum(coalesce(c.views, 1))::integer from unnest(f.pages, f.page_counts) c (page, views)
      where c.page = any((select meant from pages)::integer[])) end
  end as views`;

/** `began`: in quarters of an hour. While figures are not maintained, any visit may match. */
function visitsOfAll(tx: Tx, seen: SeenPages, began: Sql): Sql {
  const { workspaceId, isTest, since } = seen;
  const isKept = tx`(
    select exists (select from stats_state where workspace_id = ${workspaceId} and phase = 'kept'))`;
  const isActive = tx`f.active_at >= ${since ?? null}::text::timestamptz`;
  // `sessions > 0`: the index of active days, with sessions = 1, is ordered by visitor, not day.
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
 * Facts `f` of many days, `until` excluded. The second, empty range forces a bitmap scan: a single range is read in index order, unlike
 * the table's pages, which takes twice as long.
 */
export const isOfDays = (tx: Tx, from: number, until: number) => tx`
  (f.day >= ${from}::integer and f.day < ${until}::integer or f.day > ${farDay}::integer)`;

/** Visits over a day, as in the condition of their index. */
export const isLongVisit = (tx: Tx) => tx`
  f.sessions = 1 and f.active_at - timestamptz '1970-01-01 00:00:00+00' > (f.quarter + 100) * interval '15 minutes'`;

/** Works only while figures are maintained. */
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

/** Visits in the index of samples, with its condition. */
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

/** Bots' visits are not counted, but may belong to a person. */
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
