/** Late messages about people: those of whom something later is stored already. */
import type { Tx } from '../../db/connect.ts';
import type { JobSubject } from '../../jobs/queue.ts';

/** The earliest message of a visitor, among some, that names a person or is a conversion. */
export interface PeopleMoment {
  visitorId: string;
  isTest: boolean;
  at: string;
}

/**
 * The visitors of whom, or of whose people, a naming or conversion is stored that is not earlier: what
 * was made of it may have to change.
 */
export async function selectVisitorsWithLaterHistory(
  tx: Tx,
  workspaceId: string,
  moments: PeopleMoment[],
): Promise<JobSubject[]> {
  if (moments.length === 0) return [];
  return tx<JobSubject[]>`
    select v.id as subject, v.is_test as "isTest"
    from unnest(${moments.map(({ visitorId }) => visitorId)}::uuid[],
                ${moments.map(({ isTest }) => String(isTest))}::text[]::boolean[],
                ${moments.map(({ at }) => at)}::timestamptz[]) as v (id, is_test, at)
    where exists (select from identity_links l
        where l.workspace_id = ${workspaceId} and l.visitor_id = v.id and l.is_test = v.is_test
          and l.linked_at >= v.at)
      or exists (select from conversions c
        where c.workspace_id = ${workspaceId} and c.visitor_id = v.id and c.is_test = v.is_test
          and c.created_at >= v.at)`;
}

/** A message of a person who is known by then, among some of one transaction. */
export interface PersonMoment {
  identityId: string;
  eventId: string;
  at: string;
}

/** The people of whom another naming, or a conversion, is stored that is not earlier than these. */
export async function selectPeopleWithLaterHistory(
  tx: Tx,
  workspaceId: string,
  moments: PersonMoment[],
): Promise<Set<string>> {
  if (moments.length === 0) return new Set();
  const own = moments.map(({ eventId }) => eventId);
  const rows = await tx<{ id: string }[]>`
    select v.id from (
      select id, min(at) as at
      from unnest(${moments.map(({ identityId }) => identityId)}::uuid[],
                  ${moments.map(({ at }) => at)}::timestamptz[]) as t (id, at)
      group by id) v
    where exists (select from identity_links l
        where l.workspace_id = ${workspaceId} and l.identity_id = v.id and l.linked_at >= v.at
          and l.event_id <> all(${own}::uuid[]))
      or exists (select from conversions c
        where c.workspace_id = ${workspaceId} and c.identity_id = v.id and c.created_at >= v.at)`;
  return new Set(rows.map(({ id }) => id));
}
