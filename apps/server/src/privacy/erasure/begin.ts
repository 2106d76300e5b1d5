/**
 * The transaction of the request: when it commits, nobody can read the person, old messages cannot name them, and the
 * remaining work is recorded for a job (steps.ts).
 */
import type { ErasureTotals } from '@footfall/contract/erasures';
import { uuidv7 } from 'uuidv7';
import { releaseAll } from '../../identity/making/holds.ts';
import { type ErasedName, insertErasedNames } from '../../people/erased/erased-names.ts';
import { type ChangedRecord, recordChanges } from '../../platform/changes/record.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { lockPeople } from '../../platform/db/people-lock.ts';
import { lockVisitors } from '../../platform/db/visitor-locks.ts';
import { enqueueJobs } from '../../platform/jobs/queue.ts';
import type { OperationContext } from '../../platform/resource-kit/operation-context.ts';
import { markLeads } from '../../records/visit/stats-marks.ts';
import { forgetIdentityOverrides } from './identity-overrides.ts';
import { addRemoved, insertErasure, insertParts, insertSlices, type Removed } from './store.ts';
import type { Subject } from './subject.ts';

/** Blocks new claims and rebuilds of people. Call before reading the subject. */
export async function holdForErasure(tx: Tx, workspaceId: string): Promise<void> {
  await lockPeople(tx, workspaceId);
  await releaseAll(tx, workspaceId);
}

/** Returns the erasure's id. */
export async function beginErasure(
  { tx, workspaceId, actor, erasureKey }: OperationContext,
  subject: Subject,
  totals: ErasureTotals,
): Promise<string> {
  const key = await erasureKey();
  const id = uuidv7();
  const sharedVisitors = subject.slices.map(({ visitorId }) => visitorId);
  await lockVisitors(tx, 'attribution', workspaceId, [...subject.visitors, ...sharedVisitors]);
  const erasedAt = await insertErasure(tx, workspaceId, { id, totals, actor }, subject);
  await insertErasedNames(tx, workspaceId, subject.isTest, key, namesOf(subject), erasedAt);
  await insertAllParts(tx, workspaceId, id, subject);
  if (totals === 'recount') await markLeads(tx, workspaceId, subject.leads);
  const removed = await removePeople(tx, workspaceId, subject);
  await addRemoved(tx, workspaceId, id, removed);
  await recordChanges(tx, workspaceId, changesOf(subject));
  await enqueueJobs(tx, workspaceId, 'erasure', [{ subject: id, isTest: subject.isTest }]);
  return id;
}

function namesOf({ visitors, slices, emails, userIds }: Subject): ErasedName[] {
  return [
    ...visitors.map((name) => ({ kind: 'visitor' as const, name })),
    ...slices.map(({ visitorId: name, since, until }) => ({
      kind: 'visitor' as const,
      name,
      since,
      until,
    })),
    ...emails.map((name) => ({ kind: 'email' as const, name })),
    ...userIds.map((name) => ({ kind: 'user_id' as const, name })),
  ];
}

async function insertAllParts(
  tx: Tx,
  workspaceId: string,
  id: string,
  subject: Subject,
): Promise<void> {
  const insert = (kind: Parameters<typeof insertParts>[3], keys: string[], isRemoved: boolean) =>
    insertParts(tx, workspaceId, id, kind, keys, isRemoved);
  await insert('identity', subject.pastIds, true);
  await insert('email', subject.emails, true);
  await insert('user_id', subject.userIds, true);
  await insert('lead', subject.leads, true);
  await insert('conversion', subject.conversions, true);
  await insert('neighbor', subject.neighbors, true);
  await insert('visitor', subject.visitors, false);
  await insertSlices(tx, workspaceId, id, subject.slices);
}

/** Removes the rows that make them a person, in lock order. */
async function removePeople(tx: Tx, workspaceId: string, subject: Subject): Promise<Removed> {
  const { isTest, people, pastIds, links, mentions, leads, conversions } = subject;
  const said = [...links, ...mentions];
  await forgetSaid(tx, workspaceId, subject);
  const { count: overrides } = await forgetIdentityOverrides(tx, workspaceId, subject);
  const { count: suggestions } = await tx`
    delete from suggestions where workspace_id = ${workspaceId} and is_test = ${isTest}
      and (identity_id = any(${pastIds}::uuid[]) or event_id = any(${said}::uuid[]))`;
  const { count: removedLinks } = await tx`
    delete from identity_links where workspace_id = ${workspaceId}
      and (event_id = any(${links}::uuid[]) or event_id = any(${mentions}::uuid[]) and identity_id is null)`;
  const { count: scrubbedLinks } = await forgetMentions(tx, workspaceId, subject);
  // Others with the same name must not be found by the erased ids.
  await tx`
    update identity_links set named_id = identity_id
    where workspace_id = ${workspaceId} and named_id = any(${pastIds}::uuid[])`;
  const lists = await tx<{ list_id: string }[]>`
    delete from visitor_list_members where workspace_id = ${workspaceId} and type = 'identity'
      and (member_id = any(${pastIds}::uuid[]) or shown_id = any(${pastIds}::uuid[])) returning list_id`;
  const { count: scores } = await tx`
    delete from personalities where workspace_id = ${workspaceId} and identity_id = any(${pastIds}::uuid[])`;
  const { count: edits } = await tx`
    delete from past_edits where workspace_id = ${workspaceId} and identity_id = any(${pastIds}::uuid[])`;
  await tx`delete from identities where workspace_id = ${workspaceId} and id = any(${people}::uuid[])`;
  await tx`delete from leads where workspace_id = ${workspaceId} and id = any(${leads}::uuid[])`;
  await tx`delete from conversions where workspace_id = ${workspaceId} and id = any(${conversions}::uuid[])`;
  // The remaining conversions lose the erased lead.
  await tx`
    update conversions set lead_id = null where workspace_id = ${workspaceId} and lead_id = any(${leads}::uuid[])
      and visitor_id = any(${subject.neighbors}::uuid[])`;
  await tx`
    delete from touchpoints where workspace_id = ${workspaceId}
      and (subject_type = 'lead' and subject_id = any(${leads}::uuid[])
        or subject_type = 'conversion' and subject_id = any(${conversions}::uuid[]))`;
  const listIds = [...new Set(lists.map(({ list_id }) => list_id))];
  await recordChanges(
    tx,
    workspaceId,
    listIds.map((id) => ({ kind: 'list', id, isTest: false })),
  );
  return {
    people: people.length,
    links: removedLinks + scrubbedLinks,
    conversions: conversions.length,
    leads: leads.length,
    list_memberships: lists.length,
    suggestions,
    overrides,
    other: scores + edits,
  };
}

/** Clears claims about the person; claims about others keep everything but the names. */
async function forgetSaid(
  tx: Tx,
  workspaceId: string,
  { mentions, emails, userIds }: Subject,
): Promise<void> {
  await tx`
    update events e set properties = case when l.identity_id is null then null else
        e.properties
          - case when lower(e.properties ->> 'email') = any(${emails}::text[]) then 'email' else '' end
          - case when e.properties ->> 'user_id' = any(${userIds}::text[]) then 'user_id' else '' end end
    from identity_links l
    where e.workspace_id = ${workspaceId} and e.id = any(${mentions}::uuid[]) and e.type = 'identify'
      and l.workspace_id = ${workspaceId} and l.event_id = e.id`;
}

/** Links that also name another person keep only that name. */
function forgetMentions(
  tx: Tx,
  workspaceId: string,
  { mentions, emails, userIds, pastIds }: Subject,
) {
  return tx`
    update identity_links set
      email = case when email_key = any(${emails}::text[]) then '' else email end,
      owns_email = owns_email and email_key <> all(${emails}::text[]),
      user_id = case when user_id = any(${userIds}::text[]) then null else user_id end,
      detached_from = case when detached_from = any(${pastIds}::uuid[]) then null else detached_from end
    where workspace_id = ${workspaceId} and event_id = any(${mentions}::uuid[])`;
}

function changesOf({ isTest, people, leads, conversions }: Subject): ChangedRecord[] {
  const removed = (kind: ChangedRecord['kind'], ids: string[]) =>
    ids.map((id) => ({ kind, id, isTest, isRemoved: true }));
  return [
    ...removed('identity', people),
    ...removed('lead', leads),
    ...removed('conversion', conversions),
  ];
}
