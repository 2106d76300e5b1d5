/** Visits that may have seen a page, by what visits are counted as: of all visitors, of a sample, or of some. */
import type { Sql, Tx } from '../db/connect.ts';
import { isNewChange, knownSnapshot } from '../resource-kit/changes/collected.ts';
import { pageValues } from '../sessions/counted.ts';
import { indexedShares, shareIn } from '../sessions/shares.ts';
import type { Deed } from './done-by.ts';

export interface SeenPages extends Deed {
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
    from ${whose ? visitsOfSome(tx, seen, whose) : visitsOfAll(tx, seen)} f`;
}

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

function visitsOfAll(tx: Tx, seen: SeenPages): Sql {
  return tx`visits_with_pages(${seen.isTest}::boolean,
    array(${numbers(tx, seen, mayBeMeant(tx, seen))}), array(${numbers(tx, seen, isLong(tx))}),
    ${dayOf(seen)}::integer, ${seen.since ?? 'infinity'}::text::timestamptz)`;
}

/** While figures are kept. */
function visitsOfSome(tx: Tx, seen: SeenPages, whose: NonNullable<Whose>): Sql {
  // Number 0 stands for what a visit saw beyond the pages that are counted of it.
  const visits = (from: Sql) => tx`
    select f.visitor_id, f.session_id, f.quarter,
           case when not f.pages && (select doubtful || 0 from pages) then (
             select sum(coalesce(c.views, 1))::integer from unnest(f.pages, f.page_counts) c (page, views)
             where c.page = any((select meant from pages)::integer[])) end as views
    from ${from} and (f.pages is null or f.pages && (select meant || 0 from pages))`;
  return tx`(
    with pages as materialized (
      select array(${numbers(tx, seen, mayBeMeant(tx, seen))}) as meant,
             array(${numbers(tx, seen, isLong(tx))}) as doubtful
    )
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
