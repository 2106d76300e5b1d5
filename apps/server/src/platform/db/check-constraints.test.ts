/* What a column may hold, by its check constraint, is what the code knows: a new one needs a migration too. */
import { keyKindNames, piiModes, workspaceRoles } from '@footfall/contract/access';
import { proofs } from '@footfall/contract/account';
import { actorTypes } from '@footfall/contract/audit';
import { changeActions, changeKindNames } from '@footfall/contract/changes';
import type { ErasureState, ErasureSubject } from '@footfall/contract/erasures';
import { actorKinds, identityOverrideKinds } from '@footfall/contract/identity-overrides';
import { messageTypes } from '@footfall/contract/ingest';
import {
  changeSubjects,
  listChangeActions,
  listChangeStages,
} from '@footfall/contract/list-changes';
import { listSubjects, upkeepErrors } from '@footfall/contract/list-record';
import { overrideKinds } from '@footfall/contract/overrides';
import { retentionKindNames } from '@footfall/contract/retention-limits';
import { erasureTotals } from '@footfall/contract/settings';
import { sharePages } from '@footfall/contract/shares';
import { provedNames, verificationLevels } from '@footfall/contract/verification-levels';
import { viewPageNames } from '@footfall/contract/views';
import postgres from 'postgres';
import { afterAll, expect, test } from 'vitest';
import type { SecurityActor, SecurityOutcome } from '../../accounts/sign-in/security-log.ts';
import type { StoredLead } from '../../identity/making/history.ts';
import type { Slice } from '../../lists/bulk/store.ts';
import type { insertListMembers } from '../../lists/members.ts';
import type { ClaimedBy } from '../../people/identities/store.ts';
import type { NewConsent } from '../../people/visitors/consents.ts';
import type { PartKind } from '../../privacy/erasure/store.ts';
import { confidenceOf } from '../../records/company/evidence.ts';
import type { Subject } from '../../revenue/attribution/credit.ts';
import { sinkPhases } from '../../sink/positions.ts';
import type { StatsPhase } from '../../stats/state.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { indexedKinds } from '../search/records.ts';
import { selectConstraints } from './schema-catalogue.ts';

/** All values of a type: one that is missing does not compile. */
const valuesOf = <T extends string>(values: Record<T, true>) => Object.keys(values);

/** A new list in a migration: say here what it is the list of. */
const valuesByColumn: Record<string, readonly string[]> = {
  'security_events.actor_type': valuesOf<SecurityActor>({
    member: true,
    key: true,
    share: true,
    command: true,
    nobody: true,
  }),
  'security_events.outcome': valuesOf<SecurityOutcome>({
    success: true,
    failure: true,
    refused: true,
  }),
  'api_keys.kind': keyKindNames,
  'api_keys.pii': piiModes,
  'audit_log.actor_type': actorTypes,
  'changes.action': changeActions,
  'changes.kind': changeKindNames,
  'company_evidence.kind': Object.keys(confidenceOf),
  'company_evidence.by_right': verificationLevels,
  'conversions.by_right': verificationLevels,
  'consents.source': valuesOf<NewConsent['source']>({ browser: true, server: true }),
  'corrections.actor_kind': actorKinds,
  'corrections.kind': [...identityOverrideKinds, 'undo'],
  'erasure_parts.kind': valuesOf<PartKind>({
    identity: true,
    visitor: true,
    slice: true,
    email: true,
    user_id: true,
    lead: true,
    conversion: true,
    session: true,
    neighbor: true,
  }),
  'erasures.actor_kind': actorKinds,
  'erasures.state': valuesOf<Exclude<ErasureState, 'planned' | 'failed'>>({
    running: true,
    done: true,
  }),
  'erasures.sink': ['waiting', 'done'],
  'erasures.subject': valuesOf<ErasureSubject>({ identity: true, visitor: true }),
  'erasures.totals': erasureTotals,
  'events.type': messageTypes,
  'identities.name_right': verificationLevels,
  'identities.told_by': valuesOf<ClaimedBy>({ device: true, signed: true, several: true }),
  'identity_links.by_right': verificationLevels,
  'identity_links.proved_name': provedNames,
  'identity_links.evidence': ['email', 'user_id'],
  'invitations.workspace_role': workspaceRoles,
  'leads.opened_by': valuesOf<StoredLead['openedBy']>({
    conversion: true,
    identify: true,
    api: true,
  }),
  'list_change_slices.type': valuesOf<Slice['type']>({ visitor: true, identity: true }),
  'list_changes.action': listChangeActions,
  'list_changes.of': Object.keys(changeSubjects),
  'list_changes.state': listChangeStages,
  'list_upkeep.error': upkeepErrors,
  'retention_runs.kind': retentionKindNames,
  'saved_views.page': viewPageNames,
  'sink_positions.phase': sinkPhases,
  'stats_state.phase': valuesOf<StatsPhase>({
    clearing: true,
    sessions: true,
    test_sessions: true,
    leads: true,
    conversions: true,
    kept: true,
  }),
  'shares.page': sharePages,
  'refused_evidence.by_right': verificationLevels,
  'refused_evidence.kind': Object.keys(confidenceOf).filter((kind) => kind !== 'set_by_hand'),
  'search_pending.kind': indexedKinds,
  'search_records.kind': indexedKinds,
  'search_tokens.kind': indexedKinds,
  'suggestions.by_right': verificationLevels,
  'touchpoints.subject_type': valuesOf<Subject['type']>({ conversion: true, lead: true }),
  'user_sessions.proved_by': proofs,
  'verdicts.actor_kind': actorKinds,
  'verdicts.kind': [...overrideKinds, 'undo'],
  'visitor_list_members.type': valuesOf<Parameters<typeof insertListMembers>[3]>({
    visitor: true,
    identity: true,
  }),
  'visitor_lists.of': Object.keys(listSubjects),
};

const h = await sharedHarness();
const owner = postgres(h.ownerUrl, { max: 1, onnotice: () => undefined });
afterAll(() => owner.end());

test('a column with a list of values accepts exactly those of the code', async () => {
  const lists = (await selectConstraints(owner)).flatMap(({ of, column, definition }) => {
    const values = [...definition.matchAll(/'([^']*)'::text/g)].map(([, value]) => value);
    return definition.includes('= ANY (ARRAY[') ? [[`${of}.${column}`, values.toSorted()]] : [];
  });
  // PostgreSQL writes a list of one as an equation.
  const expected = Object.entries(valuesByColumn)
    .filter(([, values]) => values.length > 1)
    .map(([name, values]) => [name, values.toSorted()]);
  expect(Object.fromEntries(lists)).toEqual(Object.fromEntries(expected));
});
