/** Unverified claims in the database, with the reason they do not count. Read over REST. */

import type { SuggestionReason } from '@footfall/contract/reasons';
import type { Suggestion } from '@footfall/contract/suggestions';
import type { VerificationLevel } from '@footfall/contract/verification-levels';
import { namedId } from '../../platform/common/ids.ts';
import { type Dated, withTimestamps } from '../../platform/common/timestamp.ts';
import {
  type Column,
  columnValues,
  nameList,
  selectList,
  unnestClause,
} from '../../platform/db/columns.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { enqueueJobs, type JobSubject } from '../../platform/jobs/queue.ts';
import { byCreation, listPage, type OrderedPage } from '../../platform/resource-kit/paging.ts';
import { currentId } from '../../records/person/survivors.ts';
import { suggestionReasonOf } from './suggestion-reasons.ts';

export interface NewSuggestion {
  isTest: boolean;
  visitorId: string;
  identityId: string | null;
  eventId: string;
  kind: Suggestion['kind'];
  value: object;
  reason: SuggestionReason;
  verificationLevel: VerificationLevel;
  createdAt: string;
  /** Distinguishes several of one event and kind. */
  distinction?: string;
}

/** Newest suggestions kept per visitor; separately for those from history and the others. */
const keptOfVisitor = 50;
/** Strangers can create visitors freely, so each workspace and environment has a limit too. */
const keptOfWorkspace = 20_000;
/** Deleted per job, and the time a job waits to gather more. */
const deletedAtOnce = 5_000;
const gatherMs = 60_000;
/** Kinds that a visitor's history can recreate at any time. */
const madeAnew: NewSuggestion['kind'][] = ['visitor', 'email', 'name', 'traits'];

const columns: Column<NewSuggestion>[] = [
  {
    name: 'id',
    type: 'uuid',
    value: ({ eventId, kind, distinction = '' }) =>
      namedId(`suggestion:${eventId}:${kind}${distinction}`),
  },
  { name: 'is_test', type: 'boolean', value: ({ isTest }) => isTest },
  { name: 'visitor_id', type: 'uuid', value: ({ visitorId }) => visitorId },
  { name: 'identity_id', type: 'uuid', value: ({ identityId }) => identityId },
  { name: 'event_id', type: 'uuid', value: ({ eventId }) => eventId },
  { name: 'kind', type: 'text', value: ({ kind }) => kind },
  { name: 'value', type: 'jsonb', value: ({ value }) => JSON.stringify(value) },
  { name: 'reason', type: 'text', value: ({ reason }) => reason },
  { name: 'by_right', type: 'text', value: ({ verificationLevel }) => verificationLevel },
  { name: 'created_at', type: 'timestamptz', value: ({ createdAt }) => createdAt },
];

const insertSql = `
  insert into suggestions (workspace_id, ${nameList(columns)})
  select $1::uuid, ${selectList(columns)} from ${unnestClause(columns, 2)}
  order by t.id
  on conflict do nothing`;

/** Adds suggestions, and deletes the oldest of visitors with too many. */
export async function insertSuggestions(
  tx: Tx,
  workspaceId: string,
  suggestions: NewSuggestion[],
): Promise<void> {
  if (suggestions.length === 0) return;
  await tx.unsafe(insertSql, [workspaceId, ...columnValues(columns, suggestions)]);
  const visitorIds = [...new Set(suggestions.map(({ visitorId }) => visitorId))];
  await tx`
    delete from suggestions s using (
      select id, row_number() over (
        partition by visitor_id, is_test, kind = any(${madeAnew}) order by created_at desc, id desc) as place
      from suggestions where workspace_id = ${workspaceId} and visitor_id = any(${visitorIds}::uuid[])
    ) numbered
    where s.workspace_id = ${workspaceId} and s.id = numbered.id and numbered.place > ${keptOfVisitor}`;
  await enqueueJobs(tx, workspaceId, 'suggestions', [subjectOf(workspaceId)], {
    afterMs: gatherMs,
  });
}

/** The job's subject is the whole workspace. */
function subjectOf(workspaceId: string): JobSubject {
  return { subject: workspaceId, isTest: false };
}

/** The job: deletes the oldest beyond `kept`, in slices. */
export async function forgetOldSuggestions(
  tx: Tx,
  workspaceId: string,
  kept = keptOfWorkspace,
): Promise<void> {
  for (const isTest of [false, true]) {
    const { count } = await tx`
      delete from suggestions s using (
        select id from suggestions where workspace_id = ${workspaceId} and is_test = ${isTest}
        order by created_at desc, id desc offset ${kept} limit ${deletedAtOnce}
      ) old
      where s.workspace_id = ${workspaceId} and s.id = old.id`;
    if (count === deletedAtOnce) {
      await enqueueJobs(tx, workspaceId, 'suggestions', [subjectOf(workspaceId)]);
    }
  }
}

/** Replaces the suggestions derived from these visitors' history. */
export async function replaceSuggestions(
  tx: Tx,
  workspaceId: string,
  visitorIds: string[],
  isTest: boolean,
  suggestions: NewSuggestion[],
): Promise<void> {
  await tx`
    delete from suggestions
    where workspace_id = ${workspaceId} and visitor_id = any(${visitorIds}::uuid[]) and is_test = ${isTest}
      and kind = any(${madeAnew})`;
  await insertSuggestions(tx, workspaceId, suggestions);
}

export interface SuggestionFilter {
  isTest: boolean;
  identityId?: string;
  visitorId?: string;
}

const where = (tx: Tx, workspaceId: string, filter: SuggestionFilter) => tx`
  workspace_id = ${workspaceId} and is_test = ${filter.isTest}
  ${filter.identityId === undefined ? tx`` : tx`and identity_id = ${currentId(tx, workspaceId, filter.identityId)}`}
  ${filter.visitorId === undefined ? tx`` : tx`and visitor_id = ${filter.visitorId}`}`;

export function listSuggestions(
  tx: Tx,
  workspaceId: string,
  filter: SuggestionFilter,
  page: OrderedPage,
) {
  return listPage(tx, page, {
    columns: tx`id, visitor_id, identity_id, kind, value, reason, by_right as verification_level, created_at`,
    records: tx`suggestions where ${where(tx, workspaceId, filter)}`,
    orders: byCreation(tx),
    toRecord: (row: Dated<Suggestion>): Suggestion => ({
      ...withTimestamps(row),
      ...suggestionReasonOf(row.reason, row.value),
    }),
  });
}
