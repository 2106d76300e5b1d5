/**
 * Who may have seen a page often enough, from what visits are counted as (decision 0070): nobody else has, and
 * who has is told by the events of these few. Reading the events of a month takes twenty times as long.
 */
import type { CheckedFilter } from '@footfall/contract/filter-check';
import type { Sql, Tx } from '../db/connect.ts';
import { isNewChange, knownSnapshot } from '../resource-kit/changes/collected.ts';
import { pageValues } from '../sessions/counted.ts';
import { conditionOf, type Subject } from './condition.ts';

type Did = Extract<CheckedFilter, { is: 'did' }>;

interface SeenPage {
  atLeast: number;
  /** UTC; undefined: ever. */
  since: string | undefined;
  /** The part of it about the path, of a visit's page. */
  page: CheckedFilter;
}

/** Ids of visitors or people, as a query; undefined where the filter holds for others than who saw a page, too. */
export function mayHaveDone(
  subject: Subject,
  kind: 'visitor' | 'identity',
  filter: CheckedFilter,
): Sql | undefined {
  const seen = seenPageOf(filter);
  if (!seen) return undefined;
  const { tx, workspaceId, isTest } = subject;
  const views = viewsOf(subject, seen);
  if (kind === 'visitor') {
    return tx`select c.visitor_id from (${views}) c group by c.visitor_id having sum(c.n) >= ${seen.atLeast}`;
  }
  // Bots are not counted, and may be somebody's all the same.
  return tx`
    select k.identity_id from (
      select visitor_id, sum(n) as n from (${views}) v group by visitor_id
    ) c join identity_links k
      on k.workspace_id = ${workspaceId} and k.visitor_id = c.visitor_id and k.is_test = ${isTest}
    where k.identity_id is not null group by k.identity_id having sum(c.n) >= ${seen.atLeast}
    union
    select k.identity_id from visitors v join identity_links k
      on k.workspace_id = ${workspaceId} and k.visitor_id = v.id and k.is_test = ${isTest}
    where v.workspace_id = ${workspaceId} and v.is_test = ${isTest} and v.bot <> '' and k.identity_id is not null`;
}

/** Of what has to hold in any case, the first that is about pages; in a time, where one is. */
function seenPageOf(filter: CheckedFilter): SeenPage | undefined {
  const seen = partsOf(filter).flatMap((part) =>
    part.is === 'did' ? (toSeenPage(part) ?? []) : [],
  );
  return seen.find(({ since }) => since !== undefined) ?? seen[0];
}

function toSeenPage({ name, where, atLeast, since }: Did): SeenPage | undefined {
  if (name !== 'page_view' || !where) return undefined;
  const page = partsOf(where).flatMap((part) => pageCondition(part) ?? [])[0];
  return page && { atLeast, since, page };
}

function partsOf(filter: CheckedFilter): CheckedFilter[] {
  return filter.is === 'and' ? filter.of.flatMap(partsOf) : [filter];
}

/** What is said of the path alone, of the field of a visit that has the same. */
function pageCondition(part: CheckedFilter): CheckedFilter | undefined {
  if (part.is !== 'compared' && part.is !== 'one of') return undefined;
  const { path } = part;
  if (path.field !== 'path' || path.relations.length > 0) return undefined;
  return { ...part, path: { ...path, field: 'page' } };
}

/** Longer ones may have been cut when they were counted. */
const surelyWholeLength = 249;

/** For each visit that may count: visitor_id and n, as many views as there may be of it in that time at most. */
function viewsOf(subject: Subject, { atLeast, since, page }: SeenPage): Sql {
  const { tx, workspaceId, isTest } = subject;
  const ofWorkspace = (alias: Sql) =>
    tx`${alias}.workspace_id = ${workspaceId} and ${alias}.is_test = ${isTest}`;
  // A visit's page is never empty: an address without a path is counted as /.
  const pages = tx`array(
    select sv.id from (
      select id, value from stats_values where workspace_id = ${workspaceId} and kind = ${pageValues}
      union all
      select id, '' from stats_values where workspace_id = ${workspaceId} and kind = ${pageValues} and value = '/'
    ) sv where length(sv.value) > ${surelyWholeLength} or ${conditionOf(subject, 'visit', page)})`;
  // Number 0 stands for pages beyond the most that are counted of a visit, null for those that were not read yet.
  const isSeen = tx`(f.pages is null or f.pages && (${pages} || 0))`;
  const began = tx`to_timestamp(f.quarter * 900.0)`;
  const inTime = since === undefined ? tx`true` : tx`${began} >= ${since}::text::timestamptz`;
  return tx`
    select f.visitor_id, case
        when f.pages is null or f.pages && array[0] or not ${inTime} then ${atLeast}::integer
        else (select sum(p.n)::integer from unnest(f.pages, f.page_counts) p (page, n) where p.page = any(${pages}))
      end as n
    from session_facts f where ${ofWorkspace(tx`f`)} and f.sessions = 1 and ${isSeen}
      ${since === undefined ? tx`` : tx`and f.day >= ${dayBefore(since)}`}
    ${since === undefined ? tx`` : longVisits(tx, ofWorkspace(tx`f`), isSeen, since, atLeast)}
    union all
    select m.visitor_id, ${atLeast}::integer from stats_marks m where ${ofWorkspace(tx`m`)}
    union all
    select t.visitor_id, ${atLeast}::integer
    from (select ${knownSnapshot(tx, tx`(select collected from stats_state where workspace_id = ${workspaceId})`)} as collected) s,
      changes c, unnest(c.visitor_ids) as t (visitor_id)
    where ${ofWorkspace(tx`c`)} and c.kind = 'session' and ${isNewChange(tx)}
    union all
    -- While figures are made anew, all.
    select v.id, ${atLeast}::integer from visitors v
    where ${ofWorkspace(tx`v`)} and not exists (
      select from stats_state where workspace_id = ${workspaceId} and phase = 'kept')`;
}

/** Since 1970, whatever the workspace's time zone: visits that began earlier and went on until then are long ones. */
function dayBefore(since: string): number {
  return Math.floor(Date.parse(since) / 86_400_000) - 2;
}

/** Of more than a day: those that began before, and went on until then. */
function longVisits(tx: Tx, ofWorkspace: Sql, isSeen: Sql, since: string, atLeast: number): Sql {
  return tx`
    union all
    select f.visitor_id, ${atLeast}::integer from session_facts f
    where ${ofWorkspace} and f.sessions = 1 and ${isSeen} and ${isLong(tx)}
      and f.active_at >= ${since}::text::timestamptz and f.day < ${dayBefore(since)}`;
}

/** As the index `session_facts_long` says it. */
const isLong = (tx: Tx) =>
  tx`f.active_at - timestamptz '1970-01-01 00:00:00+00' > (f.quarter + 100) * interval '15 minutes'`;
