/**
 * A visitor's history is cut into slices by its links: up to the second link it belongs to the
 * first person, from each further link to that link's person.
 */
import type { Tx } from '../db/connect.ts';
import type { Link } from './naming.ts';

/** Whose a visitor was at a time, in UTC with microseconds. `links`: in time order. */
export function identityAt(
  links: Link[],
  visitorId: string,
  isTest: boolean,
  at: string,
): string | undefined {
  const own = links.filter((link) => link.visitor_id === visitorId && link.is_test === isTest);
  return (own.findLast((link) => link.linked_at <= at) ?? own[0])?.identity_id;
}

/** Whose a visitor was known to be when a message came, that message included. */
export function identityKnownAt(
  links: Link[],
  visitorId: string,
  isTest: boolean,
  at: string,
  eventId: string,
): string | undefined {
  const isUntil = (link: Link) =>
    link.linked_at < at || (link.linked_at === at && link.event_id <= eventId);
  return links.findLast(
    (link) => link.visitor_id === visitorId && link.is_test === isTest && isUntil(link),
  )?.identity_id;
}

/**
 * For a `with`: slices (identity_id, visitor_id, is_test, since, until) of these people; `since` is
 * inclusive, `until` is not. Links that name the same person again end no slice: a backend may name
 * somebody with each of thousands of messages.
 */
export function slicesOf(tx: Tx, workspaceId: string, identityIds: string[]) {
  return tx`
    links as (
      select visitor_id, is_test, identity_id, linked_at,
             lead(linked_at) over visitor_links as next_link_at,
             row_number() over visitor_links = 1 as is_first
      from (
        select visitor_id, is_test, identity_id, linked_at, event_id,
               lag(identity_id) over (partition by visitor_id, is_test order by linked_at, event_id) as before
        from identity_links
        where workspace_id = ${workspaceId} and (visitor_id, is_test) in
          (select visitor_id, is_test from identity_links
           where workspace_id = ${workspaceId} and identity_id = any(${identityIds}::uuid[]))
      ) named
      where identity_id is distinct from before
      window visitor_links as (partition by visitor_id, is_test order by linked_at, event_id)
    ),
    slices as (
      select identity_id, visitor_id, is_test,
             case when is_first then '-infinity' else linked_at end as since,
             coalesce(next_link_at, 'infinity') as until
      from links where identity_id = any(${identityIds}::uuid[])
    )`;
}
