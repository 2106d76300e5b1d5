/** When and where people were seen: from their visitors' sessions, for the time they owned them. */
import type { Sql, Tx } from '../../platform/db/connect.ts';
import { slicesOf } from './ownership.ts';

export interface Seen {
  first_seen: Date;
  last_seen: Date;
  ip: string;
  city: string;
  country: string;
}

export async function selectSeen(
  tx: Tx,
  workspaceId: string,
  ids: string[],
): Promise<Map<string, Seen>> {
  const seen = await tx<(Seen & { identity_id: string })[]>`
    with ${visitsOf(tx, workspaceId, tx`any(${ids}::uuid[])`)}
    select distinct on (identity_id) identity_id, ip, city, country,
           min(seen_from) over person as first_seen, max(seen_until) over person as last_seen
    from visits window person as (partition by identity_id)
    order by identity_id, ${latestFirst(tx)}`;
  return new Map(seen.map(({ identity_id, ...facts }) => [identity_id, facts]));
}

/** The same for one person `i`, as an SQL value. */
export const seenPlace = (tx: Tx, workspaceId: string, column: Sql) => tx`coalesce((
  with ${visitsOf(tx, workspaceId, tx`i.id`)}
  select ${column} from visits order by ${latestFirst(tx)} limit 1), '')`;

export const firstSeen = (tx: Tx, workspaceId: string) => tx`coalesce((
  with ${visitsOf(tx, workspaceId, tx`i.id`)} select min(seen_from) from visits), i.created_at)`;

export const lastSeen = (tx: Tx, workspaceId: string) => tx`coalesce((
  with ${visitsOf(tx, workspaceId, tx`i.id`)} select max(seen_until) from visits), i.created_at)`;

/** Visits of somebody who only knows the address do not show where the person is. */
const latestFirst = (tx: Tx) => tx`is_device desc, seen_until desc, id, visitor_id`;

/** For a `with`: visits, each with the time span it was the person's. `of`: SQL after `identity_id =`. */
const visitsOf = (tx: Tx, workspaceId: string, of: Sql) => tx`
  ${slicesOf(tx, workspaceId, of)}, visits as (
    select s.identity_id, greatest(v.started_at, s.since) as seen_from,
           least(v.last_activity_at, s.until) as seen_until, v.id, v.visitor_id, v.ip, v.city, v.country, s.is_device
    from (
      select *, exists (select from identity_links k
                  where k.workspace_id = ${workspaceId} and k.visitor_id = own.visitor_id and k.is_test = own.is_test
                    and k.identity_id = own.identity_id and k.weight > 1) as is_device
      from slices own offset 0
    ) s
    cross join lateral (
      -- Visitor by visitor, as their links.
      select * from sessions v
      where v.workspace_id = ${workspaceId} and v.visitor_id = s.visitor_id and v.is_test = s.is_test
        and v.started_at < s.until and v.last_activity_at >= s.since
      offset 0
    ) v
  )`;
