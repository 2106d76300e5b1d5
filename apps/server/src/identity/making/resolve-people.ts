/**
 * Resolves a whole history of claims to people. Pure and independent of the order of arrival: the same names
 * always give the same people.
 */

import type { SuggestionReason } from '@footfall/contract/reasons';
import { publicVisitors } from '../../people/identities/suggestion-reasons.ts';
import { Pauses } from '../../platform/common/pauses.ts';
import { type LinkWorth, worthUnknown } from '../../records/person/links.ts';
import { detachedBy, type Group, Groups } from '../identity-overrides/groups.ts';
import type { IdentityOverride } from '../identity-overrides/identity-override.ts';
import { identityIdOf, namedIds, provedPart } from './names.ts';
import { Overflows } from './overflows.ts';
import { type IdentifyClaimFact, Profile } from './profile.ts';
import { VisitorPast } from './visitor-past.ts';
import { isProved, type Meaning, type NamedPerson, survivorOf, WhoIsWho } from './who-is-who.ts';

/** Values of a claim that are not verified enough to count. */
export interface Refusal {
  identifyClaim: IdentifyClaimFact;
  kind: 'visitor' | 'email' | 'name' | 'traits';
  value: object;
  reason: SuggestionReason;
  /** The person it is about. */
  person: Profile | undefined;
}

/**
 * `facts`: claims of one workspace and environment, in time order, complete for each person except ignored crowd
 * claims; `identityOverrides`: of these people, in the order they were made; `limit`: visitors per public name.
 */
export async function resolvePeople(
  workspaceId: string,
  facts: IdentifyClaimFact[],
  identityOverrides: IdentityOverride[] = [],
  limit: number = publicVisitors,
) {
  const pauses = new Pauses();
  const detached = detachedBy(facts, identityOverrides);
  const identifyClaims = facts.filter(({ eventId }) => !detached.has(eventId));
  // Detached visitors keep their place in the crowd: those behind them may not have been read.
  const { admitted, overflowed } = admit(facts, limit);
  const claims = admitted.filter(({ eventId }) => !detached.has(eventId));
  const whoIsWho = new WhoIsWho(workspaceId, [], new VisitorPast(claims));
  const meanings = followAll(whoIsWho, claims);
  const groups = new Groups(
    identifyClaims.flatMap((identifyClaim) => {
      const meaning = meanings.get(identifyClaim.eventId);
      if (!meaning) return [];
      return [{ identifyClaim, person: survivorOf(meaning.person), ownsEmail: meaning.ownsEmail }];
    }),
    idsOf(claims, whoIsWho, workspaceId),
    identityOverrides,
  );
  const profiles = new Map<Group, Profile>();
  const personOf = new Map<string, Profile>();
  const worthOf = new Map<string, LinkWorth>();
  const refusals: Refusal[] = [];
  for (const identifyClaim of identifyClaims) {
    if (pauses.isDue()) await pauses.take();
    const meaning = meanings.get(identifyClaim.eventId);
    const isOverflow = overflowed.has(identifyClaim.eventId);
    const group = groups.of(identifyClaim.eventId);
    if (!meaning || !group) {
      worthOf.set(identifyClaim.eventId, { ...worthUnknown, isOverflow });
      continue;
    }
    const profile =
      profiles.get(group) ?? new Profile(group.id, groups.personIn(group), identifyClaim);
    profiles.set(group, profile);
    profile.hear(identifyClaim, meaning.strength);
    const ownsEmail = meaning.ownsEmail && groups.ownsEmail(group, identifyClaim.emailKey);
    if (ownsEmail) profile.addEmail(identifyClaim, meaning.emailStrength);
    const refused = profile.add(identifyClaim, meaning);
    personOf.set(identifyClaim.eventId, profile);
    const { strength: weight, corrects } = meaning;
    worthOf.set(identifyClaim.eventId, { ownsEmail, weight, isOverflow });
    const email = isOverflow ? ('crowded' as const) : meaning.refused;
    refusals.push(...refusalsOf(identifyClaim, profile, { ...refused, corrects, email }));
  }
  for (const identifyClaim of identifyClaims.filter(({ eventId }) => !meanings.has(eventId))) {
    const meant = groups.named(identifyClaim, whoIsWho.personOf(identifyClaim));
    const value = { email: identifyClaim.email, user_id: identifyClaim.userId };
    const person = meant && profiles.get(meant);
    refusals.push({ identifyClaim, kind: 'visitor', value, reason: 'crowded', person });
  }
  await addTraits(refusals, profiles.values(), pauses);
  const people = [...profiles.values()];
  const nowOf = whoIsNow(workspaceId, facts, identityOverrides, people, groups);
  return { people, personOf, worthOf, refusals, detached, nowOf };
}

/** Maps each current or former id of these people to the person's current id, or null for nobody. */
function whoIsNow(
  workspaceId: string,
  identifyClaims: IdentifyClaimFact[],
  identityOverrides: IdentityOverride[],
  people: Profile[],
  groups: Groups,
): Map<string, string | null> {
  const nowOf = new Map<string, string | null>(people.map(({ id }) => [id, id]));
  const add = (id: string, eventId: string) => {
    if ((nowOf.get(id) ?? null) === null) nowOf.set(id, groups.of(eventId)?.id ?? null);
  };
  const idOf = namedIds(workspaceId);
  for (const identifyClaim of identifyClaims)
    add(idOf(provedPart(identifyClaim)), identifyClaim.eventId);
  for (const one of identityOverrides) {
    if (one.kind === 'split') add(one.newIdentityId, one.otherEventId);
  }
  return nowOf;
}

/** Which names of each claim count; `crowdedOut`: claims whose address is beyond the crowd limit. */
function admit(identifyClaims: IdentifyClaimFact[], limit: number) {
  const overflows = new Overflows(limit);
  const admitted: IdentifyClaimFact[] = [];
  const overflowed = new Set<string>();
  for (const identifyClaim of identifyClaims) {
    const counts =
      identifyClaim.verificationLevel === 'public' ? overflows.admit(identifyClaim) : all;
    if (!counts.email) overflowed.add(identifyClaim.eventId);
    if (counts.person)
      admitted.push(counts.email ? identifyClaim : { ...identifyClaim, emailKey: '' });
  }
  return { admitted, overflowed };
}

const all = { email: true, person: true };

/** Applies proved claims first, regardless of time; then the unproved, and names beside a proved one. */
function followAll(whoIsWho: WhoIsWho, claims: IdentifyClaimFact[]): Map<string, Meaning> {
  const meanings = new Map<string, Meaning>();
  for (const claim of claims) {
    if (isProved(claim.verificationLevel))
      meanings.set(claim.eventId, whoIsWho.follow(provedPart(claim)));
  }
  for (const claim of claims) {
    const proved = meanings.get(claim.eventId);
    if (proved === undefined) meanings.set(claim.eventId, whoIsWho.follow(claim));
    else if (claim.provedName === null) whoIsWho.joinAtLogin(claim);
    else meanings.set(claim.eventId, whoIsWho.followBeside(claim, proved));
  }
  return meanings;
}

/** A person keeps the id of their earliest name that is still theirs, at any level. */
function idsOf(identifyClaims: IdentifyClaimFact[], whoIsWho: WhoIsWho, workspaceId: string) {
  const ids = new Map<NamedPerson, string>();
  for (const identifyClaim of identifyClaims) {
    const names = provedPart(identifyClaim);
    const person = whoIsWho.personOf(names);
    if (person && !ids.has(person)) ids.set(person, identityIdOf(workspaceId, names));
  }
  return ids;
}

/** A claim has at most one refusal for traits. */
async function addTraits(
  refusals: Refusal[],
  people: Iterable<Profile>,
  pauses: Pauses,
): Promise<void> {
  const ofTraits = refusals.filter(({ kind }) => kind === 'traits');
  const values = new Map(ofTraits.map((refusal) => [refusal.identifyClaim.eventId, refusal.value]));
  for (const person of people) {
    for (const [identifyClaim, traits] of await person.takeTooMany(pauses)) {
      const refused = values.get(identifyClaim.eventId);
      if (refused)
        Object.assign(refused, { traits: Object.assign(traits, Object(refused).traits) });
      else {
        const value = { traits };
        refusals.push({
          identifyClaim,
          kind: 'traits',
          value,
          reason: 'too_many_traits',
          person,
        });
      }
    }
  }
}

function refusalsOf(
  identifyClaim: IdentifyClaimFact,
  person: Profile,
  refused: {
    email: SuggestionReason | undefined;
    corrects: string | undefined;
    name?: string;
    traits?: Record<string, unknown>;
  },
): Refusal[] {
  const reason = 'outranked';
  const refusals: Refusal[] = [];
  if (refused.email !== undefined) {
    const value = { email: identifyClaim.email, user_id: identifyClaim.userId };
    refusals.push({ identifyClaim, kind: 'email', value, reason: refused.email, person });
  }
  if (refused.corrects !== undefined) {
    const value = { email: identifyClaim.email, corrects: refused.corrects };
    refusals.push({ identifyClaim, kind: 'email', value, reason: 'known_address', person });
  }
  if (refused.name !== undefined) {
    refusals.push({
      identifyClaim,
      kind: 'name',
      value: { name: refused.name },
      reason,
      person,
    });
  }
  if (refused.traits !== undefined) {
    refusals.push({
      identifyClaim,
      kind: 'traits',
      value: { traits: refused.traits },
      reason,
      person,
    });
  }
  return refusals;
}
