/**
 * Places of many people found by their events: from counted visits if these are as reliable as the visits themselves, one by
 * one for the other people.
 */
import type { CheckedFilter } from '@footfall/contract/filter-check';
import type { Sql, Tx } from '../../platform/db/connect.ts';
import { seenPlace } from '../person/seen.ts';
import { countedValues } from '../visit/counted.ts';
import { doubtedVisits, isLongVisit } from './counted-visits.ts';

type Place = 'country' | 'city';

/** The places a condition on people uses; undefined if it uses anything else. */
export function placesIn(filter: CheckedFilter): Place[] | undefined {
  switch (filter.is) {
    case 'and':
    case 'or': {
      const parts = filter.of.map(placesIn);
      return parts.includes(undefined) ? undefined : [...new Set(parts.flat() as Place[])];
    }
    case 'not':
      return placesIn(filter.of);
    case 'did':
      return undefined;
    default: {
      const { relations, field } = filter.path;
      const isPlace = field === 'country' || field === 'city';
      return isPlace && relations.length === 0 ? [field] : undefined;
    }
  }
}

/** Longer names may have been cut when counted. */
const surelyWholeLength = 249;

/**
 * A query of `identity_id` and these places for the people of a query, each once. Facts are reliable if the visitors were nobody
 * else's, are no bots, and have no visit over a day and none that changed since it was counted. The latest visit is then one of
 * the last three days with visits.
 */
export function placesOf(
  tx: Tx,
  workspaceId: string,
  { isTest, people, places }: { isTest: boolean; people: Sql; places: Place[] },
): Sql {
  const counted = tx`f.workspace_id = ${workspaceId} and f.is_test = ${isTest}`;
  const linked = tx`k.workspace_id = ${workspaceId} and k.is_test = ${isTest}`;
  const eachPlace = (part: (place: Place) => Sql) =>
    places.map(part).reduce((all, one) => tx`${all}${one}`, tx``);
  const names = eachPlace((place) => tx`, coalesce(${tx(place)}.value, '') as ${tx(place)}`);
  const seen = eachPlace((place) => tx`, ${seenPlace(tx, workspaceId, tx`${tx(place)}`)}`);
  const values = eachPlace(
    (place) => tx`left join stats_values ${tx(place)} on ${tx(place)}.workspace_id = ${workspaceId}
      and ${tx(place)}.kind = ${countedValues[place]} and ${tx(place)}.id = l.${tx(place)} `,
  );
  const isWhole = eachPlace(
    (place) => tx`and coalesce(length(${tx(place)}.value), 0) <= ${surelyWholeLength} `,
  );
  return tx`
    with who as materialized (${people}),
    devices as materialized (
      select k.identity_id, k.visitor_id, bool_or(k.weight > 1) as is_device from identity_links k
      where ${linked} and k.identity_id = any(array(select identity_id from who))
      group by k.identity_id, k.visitor_id
    ),
    untold as materialized (
      select k.visitor_id from identity_links k
      where ${linked} and k.identity_id is not null and k.visitor_id = any(array(select visitor_id from devices))
      group by k.visitor_id having min(k.identity_id::text) <> max(k.identity_id::text)
      union all
      select v.id from visitors v where v.workspace_id = ${workspaceId} and v.is_test = ${isTest} and v.bot <> ''
      union all
      select d.visitor_id from (${doubtedVisits(tx, { workspaceId, isTest }, undefined)}) d
      union all
      select f.visitor_id from session_facts f where ${counted} and ${isLongVisit(tx)}
    ),
    unsure as materialized (
      select w.identity_id from who w
      where not exists (select from stats_state where workspace_id = ${workspaceId} and phase = 'kept')
      union
      select d.identity_id from devices d where d.visitor_id in (select visitor_id from untold)
    ),
    latest as materialized (
      select distinct on (d.identity_id) d.identity_id, f.country, f.city
      from devices d cross join lateral (
        select f.active_at, f.session_id, f.country, f.city from session_facts f
        where ${counted} and f.visitor_id = d.visitor_id and f.sessions = 1 and f.day >= (
          select max(m.day) from session_facts m
          where m.workspace_id = ${workspaceId} and m.visitor_id = d.visitor_id and m.is_test = ${isTest} and m.sessions = 1) - 2
        order by f.active_at desc, f.session_id limit 1
      ) f
      where d.identity_id not in (select identity_id from unsure)
      order by d.identity_id, d.is_device desc, f.active_at desc, f.session_id, d.visitor_id
    ),
    told as materialized (
      select w.identity_id${names} from who w left join latest l using (identity_id) ${values}
      where w.identity_id not in (select identity_id from unsure) ${isWhole}
    )
    select * from told
    union all
    select i.id${seen} from identities i
    where i.workspace_id = ${workspaceId}
      and i.id = any(array(select identity_id from who except select identity_id from told))`;
}
