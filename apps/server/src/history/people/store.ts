/** People that were made anew, into the database: what differs is written, what is gone is removed. */
import type { ChangeKind } from '@footfall/contract/changes';
import { type CompanyEvidence, replaceEmailEvidence } from '../../companies/store.ts';
import { reassignConversions } from '../../conversions/store.ts';
import type { Tx } from '../../db/connect.ts';
import { type LinkWorth, moveLinks } from '../../identities/links.ts';
import { type IdentityMerge, mergedIds } from '../../identities/merges.ts';
import { replaceIdentities } from '../../identities/store.ts';
import { type NewSuggestion, replaceSuggestions } from '../../identities/suggestions.ts';
import { deleteLeads, type MadeLead, replaceLeads } from '../../leads/open.ts';
import { requestSuspects } from '../../leads/suspects.ts';
import { recordChanges } from '../../resource-kit/changes/record.ts';
import { attribute, deleteTouchesOf } from '../attribution/attribute.ts';
import type { ConversionFact, PeopleHistory } from './history.ts';
import { personReferences } from './person-references.ts';
import type { Profile } from './profile.ts';
import type { Refusal } from './resolve-people.ts';

export interface MadePeople {
  people: Profile[];
  /** By the event that named them. */
  personOf: Map<string, Profile>;
  worthOf: Map<string, LinkWorth>;
  refusals: Refusal[];
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
  if (merges.length > 0) {
    for (const { whenMerged } of personReferences) {
      if (typeof whenMerged === 'function') await whenMerged(tx, workspaceId, merges);
    }
  }
  await moveLinks(tx, workspaceId, movedLinks(history, made));
  const goneLeads = goneLeadsOf(history, made);
  await deleteLeads(tx, workspaceId, goneLeads);
  await replaceLeads(tx, workspaceId, made.leads);
  const networks = [...history.leads, ...made.leads].map(({ network }) => network);
  await requestSuspects(tx, workspaceId, networks);
  const conversions = changedConversions(history, made);
  await reassignConversions(tx, workspaceId, conversions);
  const { visitorIds, isTest } = history;
  const changed = (kind: ChangeKind, ids: string[], isRemoved = false) =>
    ids.map((id) => ({ kind, id, isTest, isRemoved }));
  await recordChanges(tx, workspaceId, [
    ...changed(
      'identity',
      made.people.map(({ id }) => id),
    ),
    ...changed('identity', mergedIds(merges), true),
    ...changed(
      'lead',
      made.leads.map(({ id }) => id),
    ),
    ...changed('lead', goneLeads, true),
    ...changed(
      'conversion',
      conversions.map(({ eventId }) => eventId),
    ),
  ]);
  await replaceSuggestions(tx, workspaceId, visitorIds, isTest, suggestionsOf(made));
  await replaceEmailEvidence(tx, workspaceId, visitorIds, isTest, made.evidence);
  // Its locks come last.
  await attribute(tx, workspaceId, visitorIds);
  await deleteTouchesOf(tx, workspaceId, 'lead', goneLeads);
}

/** Identities that are gone, each with who it turned out to be. */
function mergesOf({ namings }: PeopleHistory, { people, personOf }: MadePeople): IdentityMerge[] {
  const kept = new Set(people.map(({ id }) => id));
  const merges = new Map<string, IdentityMerge>();
  for (const { storedIdentityId: mergedId, eventId } of namings) {
    const survivorId = personOf.get(eventId)?.id;
    if (survivorId && mergedId && !kept.has(mergedId) && !merges.has(mergedId)) {
      merges.set(mergedId, { mergedId, survivorId });
    }
  }
  return [...merges.values()];
}

function movedLinks({ namings }: PeopleHistory, { personOf, worthOf }: MadePeople) {
  return namings.flatMap(({ eventId, storedIdentityId, storedWorth }) => {
    const identityId = personOf.get(eventId)?.id ?? null;
    const worth = worthOf.get(eventId);
    if (!worth) return [];
    const isSame =
      identityId === storedIdentityId &&
      worth.ownsEmail === storedWorth.ownsEmail &&
      worth.isCrowded === storedWorth.isCrowded &&
      worth.weight === storedWorth.weight;
    return isSame ? [] : [{ eventId, identityId, ...worth }];
  });
}

function suggestionsOf({ refusals }: MadePeople): NewSuggestion[] {
  return refusals.map(({ naming, kind, value, reason, person }) => {
    const { eventId, visitorId, isTest, right, at: createdAt } = naming;
    const identityId = person?.id ?? null;
    return { isTest, visitorId, identityId, eventId, kind, value, reason, right, createdAt };
  });
}

/** A lead that somebody made or edited is never taken away. */
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
