/**
 * The people of a whole history of namings. Pure and independent of the order in which the messages
 * arrived: the same names, the same people.
 */
import type { LinkWorth } from '../../identities/links.ts';
import { traitLimits } from '../../identities/store.ts';
import { type NamingFact, Profile } from './profile.ts';
import { survivorOf, VisitorPast } from './visitor-past.ts';
import { identityIdOf, isProved, type Meaning, type NamedPerson, WhoIsWho } from './who-is-who.ts';

/** What a naming says and has no right to. */
export interface Refusal {
  naming: NamingFact;
  kind: 'email' | 'name' | 'traits';
  value: object;
  reason: string;
}

/** `namings`: of one workspace and environment, in time order, all of each person's. */
export function resolvePeople(workspaceId: string, namings: NamingFact[]) {
  const whoIsWho = new WhoIsWho(workspaceId, [], new VisitorPast(namings));
  const meanings = followAll(whoIsWho, namings);
  const ids = idsOf(namings, whoIsWho, workspaceId);
  const profiles = new Map<NamedPerson, Profile>();
  const personOf = new Map<string, Profile>();
  const worthOf = new Map<string, LinkWorth>();
  const refusals: Refusal[] = [];
  for (const naming of namings) {
    const meaning = meanings.get(naming.eventId);
    if (!meaning) continue;
    const person = survivorOf(meaning.person);
    const profile =
      profiles.get(person) ?? new Profile(ids.get(person) ?? person.id, person, naming);
    profiles.set(person, profile);
    profile.hear(meaning.strength);
    if (meaning.ownsEmail) profile.addEmail(naming, meaning.strength);
    const refused = profile.add(naming, meaning);
    personOf.set(naming.eventId, profile);
    const { ownsEmail, strength: weight } = meaning;
    worthOf.set(naming.eventId, { ownsEmail, weight });
    const { corrects } = meaning;
    refusals.push(...refusalsOf(naming, { ...refused, corrects, email: meaning.refused }));
  }
  addTraits(
    refusals,
    [...profiles.values()].flatMap((profile) => [...profile.takeTooMany()]),
  );
  return { people: [...profiles.values()], personOf, worthOf, refusals };
}

/** By event. What is proved stands, whenever it was said; the others are followed over it. */
function followAll(whoIsWho: WhoIsWho, namings: NamingFact[]): Map<string, Meaning> {
  const meanings = new Map<string, Meaning>();
  for (const naming of namings) {
    if (isProved(naming.right)) meanings.set(naming.eventId, whoIsWho.follow(naming));
  }
  for (const naming of namings) {
    if (isProved(naming.right)) whoIsWho.joinAtLogin(naming);
    else meanings.set(naming.eventId, whoIsWho.follow(naming));
  }
  return meanings;
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

/** A naming has one refusal of traits. */
function addTraits(refusals: Refusal[], tooMany: [NamingFact, Record<string, unknown>][]): void {
  const ofTraits = refusals.filter(({ kind }) => kind === 'traits');
  const known = new Map(ofTraits.map((refusal) => [refusal.naming.eventId, refusal.value]));
  for (const [naming, traits] of tooMany) {
    const told = known.get(naming.eventId);
    if (told) Object.assign(told, { traits: Object.assign(traits, Object(told).traits) });
    else refusals.push({ naming, kind: 'traits', value: { traits }, reason: tooManyTraits });
  }
}

const tooManyTraits = `a person has at most ${traitLimits.names} traits of ${traitLimits.bytes} bytes together`;

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
