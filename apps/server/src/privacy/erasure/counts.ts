/** Counts what an erasure would remove, by kind. */
import type { ErasedCounts } from '@footfall/contract/erasures';
import type { Tx } from '../../platform/db/connect.ts';
import type { Subject } from './subject.ts';

export const noCounts: ErasedCounts = {
  people: 0,
  visitors: 0,
  shared_visitors: 0,
  sessions: 0,
  events: 0,
  links: 0,
  conversions: 0,
  leads: 0,
  list_memberships: 0,
  company_links: 0,
  consents: 0,
  suggestions: 0,
  overrides: 0,
  rejected_events: 0,
  other: 0,
};

export async function countSubject(
  tx: Tx,
  workspaceId: string,
  subject: Subject,
): Promise<ErasedCounts> {
  const { isTest, people, pastIds, visitors, slices, links, mentions, leads, conversions } =
    subject;
  const shared = [...new Set(slices.map(({ visitorId }) => visitorId))];
  const periods = tx`unnest(${slices.map(({ visitorId }) => visitorId)}::uuid[],
    ${slices.map(({ since }) => since)}::text[]::timestamptz[],
    ${slices.map(({ until }) => until)}::text[]::timestamptz[]) p (visitor_id, since, until)`;
  const ofVisitors = tx`workspace_id = ${workspaceId} and visitor_id = any(${visitors}::uuid[]) and is_test = ${isTest}`;
  const [row] = await tx<ErasedCounts[]>`
    select
      (select count(*) from sessions where ${ofVisitors})::integer
        + (select count(*) from ${periods} join sessions s on s.workspace_id = ${workspaceId}
             and s.visitor_id = p.visitor_id and s.is_test = ${isTest}
             and s.started_at >= p.since and s.last_activity_at < p.until)::integer as sessions,
      (select count(*) from sessions s join events e on e.workspace_id = ${workspaceId} and e.session_id = s.id
         and e.visitor_id = s.visitor_id and e.is_test = s.is_test
       where s.workspace_id = ${workspaceId} and s.visitor_id = any(${visitors}::uuid[])
         and s.is_test = ${isTest})::integer
        + (select count(*) from ${periods} join sessions s on s.workspace_id = ${workspaceId}
             and s.visitor_id = p.visitor_id and s.is_test = ${isTest}
             and s.started_at < p.until and s.last_activity_at >= p.since
           join events e on e.workspace_id = ${workspaceId} and e.session_id = s.id and e.visitor_id = s.visitor_id
             and e.is_test = s.is_test and e.occurred_at >= p.since and e.occurred_at < p.until)::integer as events,
      (select count(*) from visitor_list_members where workspace_id = ${workspaceId}
         and (member_id = any(${[...visitors, ...pastIds]}::uuid[]) or shown_id = any(${people}::uuid[])))::integer
        as list_memberships,
      (select count(*) from company_evidence where ${ofVisitors})::integer
        + (select count(*) from refused_evidence where ${ofVisitors})::integer as company_links,
      (select count(*) from consents where ${ofVisitors})::integer as consents,
      (select count(*) from suggestions where workspace_id = ${workspaceId} and is_test = ${isTest}
         and (visitor_id = any(${visitors}::uuid[]) or identity_id = any(${pastIds}::uuid[])
           or event_id = any(${[...links, ...mentions]}::uuid[])))::integer as suggestions,
      (select count(*) from verdicts where workspace_id = ${workspaceId}
         and visitor_id = any(${visitors}::uuid[]))::integer
        + (select count(*) from corrections where workspace_id = ${workspaceId} and undoes is null
             and (visitor_id = any(${visitors}::uuid[]) or other_visitor_id = any(${visitors}::uuid[])
               or identity_id = any(${pastIds}::uuid[]) or other_identity_id = any(${pastIds}::uuid[])))::integer
        as overrides,
      (select count(*) from failed_events where workspace_id = ${workspaceId}
         and visitor_id = any(${visitors}::uuid[]))::integer as rejected_events,
      (select count(*) from personalities where workspace_id = ${workspaceId}
         and identity_id = any(${people}::uuid[]))::integer as other`;
  return {
    ...noCounts,
    ...row,
    people: people.length,
    visitors: visitors.length,
    shared_visitors: shared.length,
    links: links.length + mentions.length,
    conversions: conversions.length,
    leads: leads.length,
  };
}
