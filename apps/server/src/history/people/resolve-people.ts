/**
 * The people of a whole history of namings. Pure and independent of the order in which the messages
 * arrived: the same names, the same people.
 */
import type { LinkWorth } from '../../identities/links.ts';
import type { Correction } from '../corrections/correction.ts';
import { detachedBy, type Group, Groups } from '../corrections/groups.ts';
import { type NamingFact, Profile } from './profile.ts';
import { survivorOf, VisitorPast } from './visitor-past.ts';
import {
  identityIdOf,
  isProved,
  type Meaning,
  type NamedPerson,
  namedIds,
  WhoIsWho,
} from './who-is-who.ts';

/** What a naming says and has no right to. */
export interface Refusal {
  naming: NamingFact;
  kind: 'email' | 'name' | 'traits';
  value: object;
  reason: string;
}

/**
 * `told`: the namings of one workspace and environment, in time order, all of each person's. `corrections`: of these
 * people, in the order in which they were made.
 */
export function resolvePeople(
  workspaceId: string,
  told: NamingFact[],
  corrections: Correction[] = [],
) {
  const detached = detachedBy(told, corrections);
  const namings = told.filter(({ eventId }) => !detached.has(eventId));
  const whoIsWho = new WhoIsWho(workspaceId, [], new VisitorPast(namings));
  const meanings = new Map<string, Meaning>();
  // What is proved stands, whenever it was said; the others are followed over it.
  for (const naming of namings) {
    if (isProved(naming.right)) meanings.set(naming.eventId, whoIsWho.follow(naming));
  }
  for (const naming of namings) {
    if (isProved(naming.right)) whoIsWho.joinAtLogin(naming);
    else meanings.set(naming.eventId, whoIsWho.follow(naming));
  }
  const ids = idsOf(namings, whoIsWho, workspaceId);
  const groups = new Groups(
    namings.flatMap((naming) => {
      const meaning = meanings.get(naming.eventId);
      if (!meaning) return [];
      return [{ naming, person: survivorOf(meaning.person), ownsEmail: meaning.ownsEmail }];
    }),
    ids,
    corrections,
  );
  const profiles = new Map<Group, Profile>();
  const personOf = new Map<string, Profile>();
  const worthOf = new Map<string, LinkWorth>();
  const refusals: Refusal[] = [];
  for (const naming of namings) {
    const meaning = meanings.get(naming.eventId);
    const group = groups.of(naming.eventId);
    if (!meaning || !group) continue;
    const profile = profiles.get(group) ?? new Profile(group.id, groups.personIn(group), naming);
    profiles.set(group, profile);
    profile.hear(meaning.strength);
    const ownsEmail = meaning.ownsEmail && groups.ownsEmail(group, naming.emailKey);
    if (ownsEmail) profile.addEmail(naming, meaning.strength);
    const refused = profile.add(naming, meaning);
    personOf.set(naming.eventId, profile);
    worthOf.set(naming.eventId, { ownsEmail, weight: meaning.strength });
    const { corrects } = meaning;
    refusals.push(...refusalsOf(naming, { ...refused, corrects, email: meaning.refused }));
  }
  const people = [...profiles.values()];
  const nowOf = whoIsNow(workspaceId, told, corrections, people, groups);
  return { people, personOf, worthOf, refusals, detached, nowOf };
}

/** By each id by which somebody of these people is or was known: who that is now, or null for nobody. */
function whoIsNow(
  workspaceId: string,
  namings: NamingFact[],
  corrections: Correction[],
  people: Profile[],
  groups: Groups,
): Map<string, string | null> {
  const nowOf = new Map<string, string | null>(people.map(({ id }) => [id, id]));
  const add = (id: string, eventId: string) => {
    if ((nowOf.get(id) ?? null) === null) nowOf.set(id, groups.of(eventId)?.id ?? null);
  };
  const idOf = namedIds(workspaceId);
  for (const naming of namings) add(idOf(naming), naming.eventId);
  for (const one of corrections) {
    if (one.kind === 'split') add(one.newIdentityId, one.otherEventId);
  }
  return nowOf;
}

/** A person keeps the id of the first of their names that is still theirs, whatever right it came by. */
function idsOf(namings: NamingFact[], whoIsWho: WhoIsWho, workspaceId: string) {
  const ids = new Map<NamedPerson, string>();
  for (const naming of namings) {
    const person = whoIsWho.personOf(naming);
    if (person && !ids.has(person)) ids.set(person, identityIdOf(workspaceId, naming));
  }
  return ids;
}

function refusalsOf(
  naming: NamingFact,
  refused: {
    email: string | undefined;
    corrects: string | undefined;
    name?: string;
    traits?: Record<string, unknown>;
  },
): Refusal[] {
  const told = 'somebody with a stronger right, or who was first, says otherwise';
  const refusals: Refusal[] = [];
  if (refused.email !== undefined) {
    const value = { email: naming.email, user_id: naming.userId };
    refusals.push({ naming, kind: 'email', value, reason: refused.email });
  }
  if (refused.corrects !== undefined) {
    const value = { email: naming.email, corrects: refused.corrects };
    const reason = 'it may correct an address, but belongs to somebody who is known already';
    refusals.push({ naming, kind: 'email', value, reason });
  }
  if (refused.name !== undefined) {
    refusals.push({ naming, kind: 'name', value: { name: refused.name }, reason: told });
  }
  if (refused.traits !== undefined) {
    refusals.push({ naming, kind: 'traits', value: { traits: refused.traits }, reason: told });
  }
  return refusals;
}
