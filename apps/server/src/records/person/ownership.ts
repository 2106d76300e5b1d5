/**
 * The one rule for who owns a visit, for a visitor's links in code and in SQL. Links cut a visitor's history
 * into slices: everything before the second link belongs to the first person, everything after a later link
 * to that link's person. Of links at one instant the last counts, by event id.
 */
import { countWhile } from '../../platform/common/count-while.ts';
import type { Sql, Tx } from '../../platform/db/connect.ts';
import type { Link } from './links.ts';

/** Links of some visitors, by visitor; may be tens of thousands. */
export class VisitorLinks<L extends Link = Link> {
  readonly #byVisitor = new Map<string, L[]>();

  /** `links`: in time order. */
  constructor(links: Iterable<L>) {
    for (const link of links) {
      const key = `${link.is_test}${link.visitor_id}`;
      const own = this.#byVisitor.get(key);
      if (own) own.push(link);
      else this.#byVisitor.set(key, [link]);
    }
  }

  /** In time order. */
  of({ visitorId, isTest }: { visitorId: string; isTest: boolean }): L[] {
    return this.#byVisitor.get(`${isTest}${visitorId}`) ?? [];
  }

  /** Grouped by visitor. */
  all(): Iterable<L[]> {
    return this.#byVisitor.values();
  }
}

/** The visitor's owner at a time, in UTC with microseconds. `own`: the visitor's links, in time order. */
export function ownerAt(own: Link[], at: string): string | undefined {
  return (linkAt(own, at) ?? own[0])?.identity_id;
}

/**
 * The visitor's owner as known when a message arrived. `own` as above. A link at the same instant counts: a
 * page often identifies its visitor and reports a conversion within one millisecond.
 */
export function ownerKnownAt(own: Link[], at: string): string | undefined {
  return linkAt(own, at)?.identity_id;
}

/** The last link up to then. */
function linkAt(own: Link[], at: string): Link | undefined {
  return own[countWhile(own, ({ linked_at }) => linked_at <= at) - 1];
}

/** For a lateral join with visitors `v`: identity_id of the current owner. */
export const currentOwner = (tx: Tx, workspaceId: string) => tx`
  select l.identity_id from identity_links l
  where l.workspace_id = ${workspaceId} and l.visitor_id = v.id and l.is_test = v.is_test and l.identity_id is not null
  order by l.linked_at desc, l.event_id desc limit 1`;

/** The visitor's owner at a time, as `ownerAt`; null if it was never identified. */
export const ownerAtTime = (
  tx: Tx,
  workspaceId: string,
  of: { visitorId: Sql; isTest: Sql; at: Sql },
) => {
  const links = tx`
    select o.identity_id from identity_links o
    where o.workspace_id = ${workspaceId} and o.visitor_id = ${of.visitorId} and o.is_test = ${of.isTest}
      and o.identity_id is not null`;
  return tx`coalesce(
    (${links} and o.linked_at <= ${of.at} order by o.linked_at desc, o.event_id desc limit 1),
    (${links} order by o.linked_at, o.event_id limit 1))`;
};

/** A person, or a visitor with all its history. */
export type Whose = { identityId: string } | { visitorId: string; isTest: boolean };

/** For a `with`: slices (visitor_id, is_test, since, until) of a person or visitor. */
export function slicesOfWhom(tx: Tx, workspaceId: string, whose: Whose) {
  if ('identityId' in whose) return slicesOf(tx, workspaceId, [whose.identityId]);
  return tx`
    slices as (
      select ${whose.visitorId}::uuid as visitor_id, ${whose.isTest}::boolean as is_test,
             '-infinity'::timestamptz as since, 'infinity'::timestamptz as until
    )`;
}

/**
 * For a `with`: slices (identity_id, visitor_id, is_test, since, until) of these people, or of those in the SQL after
 * `identity_id =`. `since` is inclusive, `until` exclusive. Repeated links to the same person do not end a slice.
 * `offset 0` forces a lookup per visitor: a generic plan suits an average workspace and would read all links.
 */
export function slicesOf(tx: Tx, workspaceId: string, people: string[] | Sql) {
  const whom = Array.isArray(people) ? tx`any(${people}::uuid[])` : people;
  return tx`
    links as (
      select visitor_id, is_test, identity_id, linked_at,
             lead(linked_at) over visitor_links as next_link_at,
             row_number() over visitor_links = 1 as is_first
      from (
        select visitor_id, is_test, identity_id, linked_at, event_id,
               lag(identity_id) over (partition by visitor_id, is_test order by linked_at, event_id) as before
        from (
          select distinct visitor_id, is_test from identity_links
          where workspace_id = ${workspaceId} and identity_id = ${whom}
        ) theirs
        cross join lateral (
          select l.identity_id, l.linked_at, l.event_id from identity_links l
          where l.workspace_id = ${workspaceId} and l.visitor_id = theirs.visitor_id and l.is_test = theirs.is_test
            and l.identity_id is not null
          offset 0
        ) l
      ) named
      where identity_id is distinct from before
      window visitor_links as (partition by visitor_id, is_test order by linked_at, event_id)
    ),
    slices as (
      select identity_id, visitor_id, is_test,
             case when is_first then '-infinity' else linked_at end as since,
             coalesce(next_link_at, 'infinity') as until
      from links where identity_id = ${whom}
    )`;
}
