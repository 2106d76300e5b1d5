/** Corrections about an erased person. Splits stay if remaining people depend on them. */
import type { Tx } from '../../platform/db/connect.ts';
import type { Subject } from './subject.ts';

export async function forgetIdentityOverrides(
  tx: Tx,
  workspaceId: string,
  subject: Subject,
): Promise<{ count: number }> {
  const { people, pastIds, visitors, links, mentions, emails, userIds } = subject;
  const said = [...links, ...mentions];
  const isAbout = tx`(
    c.identity_id = any(${pastIds}::uuid[]) or c.other_identity_id = any(${pastIds}::uuid[])
    or c.event_id = any(${said}::uuid[]) or c.other_event_id = any(${said}::uuid[])
    or c.visitor_id = any(${visitors}::uuid[]) or c.other_visitor_id = any(${visitors}::uuid[]))`;
  // The selection still defines the person who was split off; a message of theirs replaces both references.
  await tx`
    update corrections c set
      identity_id = c.other_identity_id, event_id = kept.event_id, visitor_id = kept.visitor_id,
      other_event_id = kept.event_id, other_visitor_id = kept.visitor_id,
      selection = jsonb_build_object(
        'visitorIds', (select coalesce(jsonb_agg(v), '[]') from jsonb_array_elements_text(c.selection -> 'visitorIds') v
                       where v <> all(${visitors}::text[])),
        'emails', (select coalesce(jsonb_agg(distinct e), '[]') from (
            select jsonb_array_elements_text(c.selection -> 'emails') union all
            select l.email_key from identity_links l where l.workspace_id = ${workspaceId}
              and l.identity_id = c.other_identity_id and l.email_key <> '') t (e) where e <> all(${emails}::text[])),
        'userIds', (select coalesce(jsonb_agg(distinct u), '[]') from (
            select jsonb_array_elements_text(c.selection -> 'userIds') union all
            select l.user_id from identity_links l where l.workspace_id = ${workspaceId}
              and l.identity_id = c.other_identity_id and l.user_id is not null) t (u) where u <> all(${userIds}::text[])))
    from (
      select c.id, first.event_id, first.visitor_id from corrections c
      cross join lateral (
        select l.event_id, l.visitor_id from identity_links l
        where l.workspace_id = ${workspaceId} and l.identity_id = c.other_identity_id and l.event_id <> all(${said}::uuid[])
        order by l.linked_at, l.event_id limit 1) first
      where c.workspace_id = ${workspaceId} and c.kind = 'split' and ${isAbout}
        and c.other_identity_id <> all(${people}::uuid[])
        and not exists (select from corrections u where u.workspace_id = ${workspaceId} and u.undoes = c.id)
    ) kept
    where c.workspace_id = ${workspaceId} and c.id = kept.id`;
  // The split keeps only names of the person who was split off.
  return tx`
    with gone as (
      select c.id from corrections c where c.workspace_id = ${workspaceId} and c.kind <> 'undo' and ${isAbout}
    )
    delete from corrections c using gone
    where c.workspace_id = ${workspaceId} and (c.id = gone.id or c.undoes = gone.id)`;
}
