/** Writes recomputed people to the database: updates what differs, removes what no longer exists. */
import type { ChangeKind } from '@footfall/contract/changes';
import {
  type CompanyEvidence,
  companiesSeenEarlier,
  replaceEmailEvidence,
  upsertCompanies,
} from '../../companies/store.ts';
import { replaceIdentities } from '../../people/identities/store.ts';
import { type NewSuggestion, replaceSuggestions } from '../../people/identities/suggestions.ts';
import { type ChangedRecord, recordChanges } from '../../platform/changes/record.ts';
import { runCombined } from '../../platform/db/combined-statement.ts';
import type { Tx } from '../../platform/db/connect.ts';
import {
  type LinkOutcome,
  type LinkWorth,
  moveLinks,
  worthOfBot,
  worthUnknown,
} from '../../records/person/links.ts';
import type { IdentityMerge } from '../../records/person/merges.ts';
import { attribute, deleteTouchesOf } from '../../revenue/attribution/attribute.ts';
import { reassignConversions } from '../../revenue/conversions/store.ts';
import { deleteLeads, lockLeads, type MadeLead, replaceLeads } from '../../revenue/leads/open.ts';
import { requestSuspects } from '../../revenue/leads/suspects.ts';
import { type ConversionFact, ownerNow, type PeopleHistory } from './history.ts';
import { personReferences } from './person-references.ts';
import type { Profile } from './profile.ts';
import type { Refusal } from './resolve-people.ts';

export interface MadePeople {
  people: Profile[];
  /** By the event of their claim. */
  personOf: Map<string, Profile>;
  worthOf: Map<string, LinkWorth>;
  refusals: Refusal[];
  /** Claims that do not count, with the identity override that detached them. */
  detached: Map<string, { id: string; identityId: string }>;
  /** Maps each current or former id to the current id, or null for nobody. */
  nowOf: Map<string, string | null>;
  leads: MadeLead[];
  conversions: ConversionFact[];
  evidence: CompanyEvidence[];
}

export async function storePeople(
  tx: Tx,
  workspaceId: string,
  history: PeopleHistory,
  made: MadePeople,
): Promise<void> {
  const merges = mergesOf(history, made);
  const identities = made.people.map((person) => person.identity());
  await replaceIdentities(tx, workspaceId, identities, merges);
  const goneLeads = goneLeadsOf(history, made);
  const isMoved = haveMoved(history, made);
  const leads = [...goneLeads, ...made.leads.map(({ id }) => id)];
  await lockLeads(tx, workspaceId, leads, isMoved ? merges : []);
  if (isMoved) {
    for (const { whenMerged } of personReferences) {
      if (typeof whenMerged === 'function') await whenMerged(tx, workspaceId, merges);
    }
  }
  await moveLinks(tx, workspaceId, movedLinks(history, made));
  await deleteLeads(tx, workspaceId, goneLeads);
  await replaceLeads(tx, workspaceId, made.leads);
  const networks = [...history.leads, ...made.leads].map(({ network }) => network);
  await requestSuspects(tx, workspaceId, networks);
  const conversions = changedConversions(history, made);
  await reassignConversions(tx, workspaceId, conversions);
  const { visitorIds, isTest } = history;
  await recordChanges(tx, workspaceId, changesOf(history, made, { goneLeads, conversions }));
  await replaceSuggestions(tx, workspaceId, visitorIds, isTest, suggestionsOf(made));
  await makeCompanies(tx, workspaceId, history, made);
  await replaceEmailEvidence(tx, workspaceId, visitorIds, isTest, made.evidence);
  // Takes its locks last.
  await attribute(tx, workspaceId, visitorIds);
  await deleteTouchesOf(tx, workspaceId, 'lead', goneLeads);
}

/** Ingest creates companies from addresses, but skips bots, which may later turn out to be people. */
async function makeCompanies(
  tx: Tx,
  workspaceId: string,
  { identifyClaims }: PeopleHistory,
  { personOf, evidence }: MadePeople,
): Promise<void> {
  const isNew = identifyClaims.some(
    ({ stored, eventId }) => stored.identityId === null && personOf.has(eventId),
  );
  if (!isNew || evidence.length === 0) return;
  const companies = evidence.map(({ companyId: id, isTest, value: domain, seenAt }) => {
    return { id, isTest, key: `domain:${domain}`, domain, name: '', seenAt };
  });
  const earlier = await companiesSeenEarlier(tx, workspaceId, companies);
  if (earlier.length > 0) await runCombined(tx, workspaceId, [upsertCompanies(earlier)]);
}

function changesOf(
  { isTest, identifyClaims, leads }: PeopleHistory,
  { people, nowOf, leads: madeLeads }: MadePeople,
  { goneLeads, conversions }: { goneLeads: string[]; conversions: ConversionFact[] },
): ChangedRecord[] {
  const changed = (kind: ChangeKind, ids: string[], isRemoved = false) =>
    ids.map((id) => ({ kind, id, isTest, isRemoved }));
  const ids = new Set(people.map(({ id }) => id));
  const before = identifyClaims.flatMap(({ stored }) => stored.identityId ?? []);
  const moved = leads.filter((lead) => ownerNow(lead, nowOf) !== lead.identityId);
  const gone = new Set(goneLeads);
  const here = [...madeLeads, ...moved.filter(({ id }) => !gone.has(id))];
  return [
    ...changed('identity', [...ids]),
    ...changed(
      'identity',
      before.filter((id) => !ids.has(id)),
      true,
    ),
    ...changed(
      'lead',
      here.map(({ id }) => id),
    ),
    ...changed('lead', goneLeads, true),
    ...changed(
      'conversion',
      conversions.map(({ eventId }) => eventId),
    ),
  ];
}

/** Maps every current or former id to the current one. */
function mergesOf(
  { identifyClaims }: PeopleHistory,
  { nowOf, personOf }: MadePeople,
): IdentityMerge[] {
  const merges = new Map(nowOf);
  for (const { stored, eventId } of identifyClaims) {
    const id = stored.identityId;
    if (id !== null && !merges.has(id)) merges.set(id, personOf.get(eventId)?.id ?? null);
  }
  return [...merges].map(([mergedId, survivorId]) => ({ mergedId, survivorId }));
}

/** Whether any claim now means another person. */
function haveMoved({ identifyClaims }: PeopleHistory, { people, personOf }: MadePeople): boolean {
  const before = new Set(identifyClaims.map(({ stored }) => stored.identityId));
  return (
    people.some(({ id }) => !before.has(id)) ||
    identifyClaims.some(
      ({ stored, eventId }) =>
        stored.identityId !== null && stored.identityId !== personOf.get(eventId)?.id,
    )
  );
}

function movedLinks(
  { identifyClaims, identityOverrides }: PeopleHistory,
  { personOf, worthOf, detached, nowOf }: MadePeople,
): LinkOutcome[] {
  const isCorrected = identityOverrides.some(({ isUndone }) => !isUndone);
  return identifyClaims.flatMap(({ eventId, stored, isOfBot }) => {
    const detachment = detached.get(eventId);
    const identityId = personOf.get(eventId)?.id ?? null;
    const outcome = {
      identityId,
      detachedFrom: detachment ? (nowOf.get(detachment.identityId) ?? null) : null,
      // Names already lead to linked visitors; those crowded out are not linked.
      isCorrected: isCorrected && (identityId !== null || detachment !== undefined),
      ...(isOfBot ? worthOfBot : (worthOf.get(eventId) ?? worthUnknown)),
    };
    const isSame =
      outcome.identityId === stored.identityId &&
      outcome.detachedFrom === stored.detachedFrom &&
      outcome.isCorrected === stored.isCorrected &&
      outcome.ownsEmail === stored.ownsEmail &&
      outcome.isOverflow === stored.isOverflow &&
      outcome.weight === stored.weight;
    return isSame ? [] : [{ eventId, ...outcome }];
  });
}

function suggestionsOf({ refusals }: MadePeople): NewSuggestion[] {
  return refusals.map(({ identifyClaim, kind, value, reason, person }) => {
    const { eventId, visitorId, isTest, provedName, at: createdAt } = identifyClaim;
    // A refused name was the one beside the proved name.
    const verificationLevel =
      kind === 'email' && provedName !== null ? 'device' : identifyClaim.verificationLevel;
    const identityId = person?.id ?? null;
    return {
      isTest,
      visitorId,
      identityId,
      eventId,
      kind,
      value,
      reason,
      verificationLevel,
      createdAt,
    };
  });
}

/** Never includes leads that were created or edited manually. */
function goneLeadsOf({ leads: before }: PeopleHistory, { leads }: MadePeople): string[] {
  const kept = new Set(leads.map(({ id }) => id));
  return before
    .filter(({ id, openedBy, isEdited }) => openedBy !== 'api' && !isEdited && !kept.has(id))
    .map(({ id }) => id);
}

function changedConversions({ conversions: before }: PeopleHistory, { conversions }: MadePeople) {
  return conversions.filter(
    ({ identityId, leadId }, place) =>
      identityId !== before[place]?.identityId || leadId !== before[place]?.leadId,
  );
}
