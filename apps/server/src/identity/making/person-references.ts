/**
 * Every column that refers to an identity, to one of its visitors, or to their activity, with what happens
 * when two identities merge. A test compares the list with PostgreSQL's catalog, so that no table is
 * forgotten.
 */

import { mergeListMembers } from '../../lists/members.ts';
import { mergeIdentities } from '../../people/identities/store.ts';
import { deletePersonalities } from '../../people/personalities/store.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { type IdentityMerge, mergedIds } from '../../records/person/merges.ts';
import { mergeLeads } from '../../revenue/leads/open.ts';

/** The merge statement of the table's module. */
type Merge = (tx: Tx, workspaceId: string, merges: IdentityMerge[]) => Promise<void>;

interface PersonReference {
  table: string;
  column: string;
  /** `past identity`: a current or former id of a person, whoever it means now. */
  to: 'identity' | 'past identity' | 'visitor' | 'session' | 'event' | 'lead';
  /** SQL condition, if the column refers to several kinds of things. */
  where?: string;
  /** `recomputed`: derived again from messages (recompute.ts). `kept`: visitors' activity stays unchanged. */
  whenMerged: Merge | 'recomputed' | 'kept';
}

export const personReferences: PersonReference[] = [
  { table: 'identities', column: 'id', to: 'identity', whenMerged: mergeIdentities },
  { table: 'identities', column: 'visitor_id', to: 'visitor', whenMerged: 'recomputed' },
  { table: 'identity_links', column: 'identity_id', to: 'identity', whenMerged: 'recomputed' },
  { table: 'identity_links', column: 'visitor_id', to: 'visitor', whenMerged: 'kept' },
  { table: 'identity_links', column: 'event_id', to: 'event', whenMerged: 'kept' },
  { table: 'identity_links', column: 'named_id', to: 'past identity', whenMerged: 'kept' },
  { table: 'identity_links', column: 'detached_from', to: 'identity', whenMerged: 'recomputed' },
  { table: 'past_edits', column: 'identity_id', to: 'past identity', whenMerged: 'kept' },
  { table: 'corrections', column: 'identity_id', to: 'past identity', whenMerged: 'kept' },
  { table: 'corrections', column: 'other_identity_id', to: 'past identity', whenMerged: 'kept' },
  { table: 'corrections', column: 'event_id', to: 'event', whenMerged: 'kept' },
  { table: 'corrections', column: 'other_event_id', to: 'event', whenMerged: 'kept' },
  { table: 'corrections', column: 'visitor_id', to: 'visitor', whenMerged: 'kept' },
  { table: 'corrections', column: 'other_visitor_id', to: 'visitor', whenMerged: 'kept' },
  { table: 'session_facts', column: 'visitor_id', to: 'visitor', whenMerged: 'kept' },
  {
    table: 'session_facts',
    column: 'session_id',
    to: 'session',
    where: `session_id <> '00000000-0000-0000-0000-000000000000'`,
    whenMerged: 'kept',
  },
  { table: 'open_facts', column: 'visitor_id', to: 'visitor', whenMerged: 'kept' },
  {
    table: 'open_facts',
    column: 'session_id',
    to: 'session',
    where: `session_id <> '00000000-0000-0000-0000-000000000000'`,
    whenMerged: 'kept',
  },
  { table: 'stats_marks', column: 'visitor_id', to: 'visitor', whenMerged: 'kept' },
  { table: 'stats_marks', column: 'session_id', to: 'session', whenMerged: 'kept' },
  { table: 'failed_events', column: 'visitor_id', to: 'visitor', whenMerged: 'kept' },
  { table: 'failed_events', column: 'session_id', to: 'session', whenMerged: 'kept' },
  { table: 'suggestions', column: 'identity_id', to: 'identity', whenMerged: 'recomputed' },
  { table: 'suggestions', column: 'visitor_id', to: 'visitor', whenMerged: 'kept' },
  { table: 'suggestions', column: 'event_id', to: 'event', whenMerged: 'kept' },
  {
    table: 'personalities',
    column: 'identity_id',
    to: 'identity',
    whenMerged: (tx, workspaceId, merges) =>
      deletePersonalities(tx, workspaceId, mergedIds(merges)),
  },
  {
    table: 'visitor_list_members',
    column: 'shown_id',
    to: 'identity',
    where: `type = 'identity'`,
    whenMerged: mergeListMembers,
  },
  {
    table: 'visitor_list_members',
    column: 'member_id',
    to: 'past identity',
    where: `type = 'identity'`,
    whenMerged: 'kept',
  },
  ...['member_id', 'shown_id'].map(
    (column): PersonReference => ({
      table: 'visitor_list_members',
      column,
      to: 'visitor',
      where: `type = 'visitor'`,
      whenMerged: 'kept',
    }),
  ),

  // Leads from messages are also recomputed; a manually created one follows its person.
  { table: 'leads', column: 'identity_id', to: 'identity', whenMerged: mergeLeads },
  { table: 'leads', column: 'told_identity_id', to: 'past identity', whenMerged: 'kept' },
  { table: 'leads', column: 'visitor_id', to: 'visitor', whenMerged: 'recomputed' },
  { table: 'leads', column: 'session_id', to: 'session', whenMerged: 'recomputed' },
  { table: 'conversions', column: 'identity_id', to: 'identity', whenMerged: 'recomputed' },
  { table: 'conversions', column: 'lead_id', to: 'lead', whenMerged: 'recomputed' },
  { table: 'conversions', column: 'visitor_id', to: 'visitor', whenMerged: 'kept' },
  { table: 'conversions', column: 'session_id', to: 'session', whenMerged: 'kept' },
  {
    table: 'touchpoints',
    column: 'subject_id',
    to: 'lead',
    where: `subject_type = 'lead'`,
    whenMerged: 'recomputed',
  },
  {
    table: 'touchpoints',
    column: 'subject_id',
    to: 'event',
    where: `subject_type = 'conversion'`,
    whenMerged: 'recomputed',
  },
  { table: 'touchpoints', column: 'visitor_id', to: 'visitor', whenMerged: 'recomputed' },
  { table: 'touchpoints', column: 'session_id', to: 'session', whenMerged: 'recomputed' },
  { table: 'company_evidence', column: 'visitor_id', to: 'visitor', whenMerged: 'recomputed' },
  { table: 'refused_evidence', column: 'visitor_id', to: 'visitor', whenMerged: 'recomputed' },
  { table: 'verdicts', column: 'visitor_id', to: 'visitor', whenMerged: 'kept' },

  { table: 'visitors', column: 'id', to: 'visitor', whenMerged: 'kept' },
  { table: 'visitors', column: 'first_event_id', to: 'event', whenMerged: 'kept' },
  // Also for visitors with no other data.
  { table: 'consents', column: 'visitor_id', to: 'visitor', whenMerged: 'kept' },
  { table: 'sessions', column: 'visitor_id', to: 'visitor', whenMerged: 'kept' },
  { table: 'sessions', column: 'first_event_id', to: 'event', whenMerged: 'kept' },
  { table: 'sessions', column: 'exit_event_id', to: 'event', whenMerged: 'kept' },
  { table: 'events', column: 'visitor_id', to: 'visitor', whenMerged: 'kept' },
  { table: 'events', column: 'session_id', to: 'session', whenMerged: 'kept' },
  // Remains after retention removed the events.
  { table: 'kept_visits', column: 'visitor_id', to: 'visitor', whenMerged: 'kept' },
  { table: 'kept_visits', column: 'session_id', to: 'session', whenMerged: 'kept' },
  { table: 'kept_visits', column: 'part', to: 'event', whenMerged: 'kept' },
  { table: 'identity_links', column: 'kept_session_id', to: 'session', whenMerged: 'kept' },

  // A job for a deleted subject does nothing.
  {
    table: 'jobs',
    column: 'subject',
    to: 'identity',
    where: `kind = 'personality'`,
    whenMerged: 'kept',
  },
  {
    table: 'jobs',
    column: 'subject',
    to: 'visitor',
    where: `kind in ('people', 'attribution', 'bots')`,
    whenMerged: 'kept',
  },
  {
    table: 'jobs',
    column: 'subject',
    to: 'session',
    where: `kind in ('sessions', 'upgrades')`,
    whenMerged: 'kept',
  },
];
