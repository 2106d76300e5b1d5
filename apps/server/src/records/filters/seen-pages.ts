/**
 * Who saw a page how often, from counted visits (decision 0070): the counts suffice for visits fully inside the time range,
 * and only the few others need their events read. Reading a month of events takes many times as long.
 */
import type { CheckedFilter } from '@footfall/contract/filter-check';
import type { Sql, Tx } from '../../platform/db/connect.ts';
import { ownerAtTime } from '../person/ownership.ts';
import { shareIn } from '../visit/shares.ts';
import {
  countedVisits,
  doubtedVisits,
  type SeenPages,
  seenByVisitor,
  visitsOfBots,
  type Whose,
} from './counted-visits.ts';
import { deedsAmong } from './done-by.ts';

export type Did = Extract<CheckedFilter, { is: 'did' }>;

/** The parts that must all hold. */
export function partsOf(filter: CheckedFilter): CheckedFilter[] {
  return filter.is === 'and' ? filter.of.flatMap(partsOf) : [filter];
}

/** The conditions on paths of page views, as conditions on the visit's page field; undefined if there are none. */
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

/** A query of ids of visitors (no bots) or people; `shares`: those visitors, or an equally large part of the people. */
export function whoSaw(
  tx: Tx,
  kind: 'visitor' | 'identity',
  seen: SeenPages,
  shares: number[] | undefined,
): Sql {
  if (kind === 'visitor') return visitorsWhoSaw(tx, seen, shares && { shares });
  return shares ? someWhoSaw(tx, seen, shares) : peopleWhoSaw(tx, seen);
}

function visitorsWhoSaw(tx: Tx, seen: SeenPages, whose: Whose): Sql {
  const toRead = tx`
    select s.visitor_id, unnest(s.unsure) as session_id from seen s
    union select visitor_id, session_id from doubted`;
  return tx`
    with doubted as materialized (${doubtedVisits(tx, seen, whose)}),
    visits as not materialized (${countedVisits(tx, seen, whose)}),
    seen as materialized (${seenByVisitor(tx)})
    select c.visitor_id from (
      select s.visitor_id, s.views from seen s where s.views is not null
      union all
      select d.visitor_id, count(*)::integer from (${deedsAmong(tx, seen, toRead)}) d group by 1
    ) c group by c.visitor_id having sum(c.views) >= ${seen.atLeast}`;
}

function peopleWhoSaw(tx: Tx, seen: SeenPages): Sql {
  // As an array, the links of all are found in one pass through the index.
  const isTheirs = tx`k.visitor_id = any(array(select visitor_id from seen))`;
  return tx`
    with doubted as materialized (${doubtedVisits(tx, seen, undefined)} union all ${visitsOfBots(tx, seen, undefined)}),
    visits as not materialized (${countedVisits(tx, seen, undefined)}),
    ${ofPeople(tx, seen, linksOf(tx, seen, isTheirs))}`;
}

/**
 * People whose first matching visitor, by id, is in the shares: equally likely for each, however many visitors
 * they have. Their other visitors' events are read too.
 */
function someWhoSaw(tx: Tx, seen: SeenPages, shares: number[]): Sql {
  const isInShares = (id: Sql) => tx`${shareIn(tx, id)} = any(${shares}::integer[])`;
  const others = { among: tx`select visitor_id from others` };
  const isOfNear = tx`k.visitor_id in (select visitor_id from near union select visitor_id from near_doubted)`;
  const isTheirs = tx`k.identity_id in (select identity_id from near_links) and not ${isInShares(tx`k.visitor_id`)}`;
  const isOfOthers = tx`k.visitor_id in (select visitor_id from others)`;
  return tx`
    with near as materialized (${countedVisits(tx, seen, { shares })}),
    near_doubted as materialized (
      ${doubtedVisits(tx, seen, { shares })} union all ${visitsOfBots(tx, seen, { shares })}
    ),
    near_links as materialized (
      select distinct k.visitor_id, k.identity_id from ${linksOf(tx, seen, isOfNear)}
    ),
    others as materialized (select distinct k.visitor_id from ${linksOf(tx, seen, isTheirs)}),
    visits as materialized (select * from near union all ${countedVisits(tx, seen, others)}),
    doubted as materialized (
      select * from near_doubted
      union all ${doubtedVisits(tx, seen, others)} union all ${visitsOfBots(tx, seen, others)}
    ),
    links as materialized (
      select * from near_links
      union all select distinct k.visitor_id, k.identity_id from ${linksOf(tx, seen, isOfOthers)}
    ),
    of_sample as materialized (
      select k.identity_id from links k
      where k.visitor_id in (select visitor_id from visits union select visitor_id from doubted)
      group by k.identity_id having ${isInShares(tx`min(k.visitor_id::text)::uuid`)}
    ),
    ${ofPeople(tx, seen, tx`links k`)} and c.identity_id in (select identity_id from of_sample)`;
}

const linksOf = (tx: Tx, { workspaceId, isTest }: SeenPages, condition: Sql) => tx`
  identity_links k
  where k.workspace_id = ${workspaceId} and k.is_test = ${isTest} and k.identity_id is not null and ${condition}`;

/** For `visits`, `doubted` and links `k`. Events of a shared device belong to a person by time. */
function ofPeople(tx: Tx, seen: SeenPages, links: Sql): Sql {
  const { workspaceId, isTest, since, atLeast } = seen;
  const of = { visitorId: tx`a.visitor_id`, isTest: tx`a.is_test`, at: tx`a.occurred_at` };
  const isInTime =
    since === undefined ? tx`` : tx`and s.last_activity_at >= ${since}::text::timestamptz`;
  const toRead = tx`
    select t.visitor_id, unnest(t.unsure) as session_id from theirs t where not t.is_shared
    union select s.visitor_id, s.id from theirs t join sessions s
      on s.workspace_id = ${workspaceId} and s.visitor_id = t.visitor_id and s.is_test = ${isTest} ${isInTime}
    where t.is_shared
    union select visitor_id, session_id from doubted`;
  return tx`
    seen as materialized (${seenByVisitor(tx)}),
    owners as (
      select k.visitor_id, min(k.identity_id::text) as identity_id,
             min(k.identity_id::text) <> max(k.identity_id::text) as is_shared
      from ${links}
      group by k.visitor_id
    ),
    theirs as materialized (
      select s.*, o.identity_id::uuid as identity_id, o.is_shared from seen s join owners o using (visitor_id)
    )
    select c.identity_id from (
      select t.identity_id, t.views from theirs t where t.views is not null and not t.is_shared
      union all
      select d.identity_id, count(*)::integer
      from (select ${ownerAtTime(tx, workspaceId, of)} as identity_id from (${deedsAmong(tx, seen, toRead)}) a) d
      where d.identity_id is not null group by 1
    ) c group by c.identity_id having sum(c.views) >= ${atLeast}`;
}
