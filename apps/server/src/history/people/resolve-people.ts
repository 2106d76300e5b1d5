/**
 * The people of a whole history of namings. Pure and independent of the order in which the messages
 * arrived: the same names, the same people.
 */
import { type NamingFact, Profile } from './profile.ts';
import { type NamedPerson, WhoIsWho } from './who-is-who.ts';

/** `namings`: of one workspace and environment, in time order, all of each person's. */
export function resolvePeople(workspaceId: string, namings: NamingFact[]) {
  const whoIsWho = new WhoIsWho(workspaceId);
  const survivors = new Map<NamedPerson, NamedPerson>();
  const meanings = namings.map((naming) => {
    const { person, ownsEmail, merged } = whoIsWho.follow(naming);
    if (merged) survivors.set(merged, person);
    return { naming, person, ownsEmail };
  });
  const profiles = new Map<NamedPerson, Profile>();
  const personOf = new Map<string, Profile>();
  for (const { naming, person, ownsEmail } of meanings) {
    const survivor = survivors.get(person) ?? person;
    // Of two ids the one that came first stays.
    const profile = profiles.get(survivor) ?? new Profile(person.id, survivor, naming);
    profiles.set(survivor, profile);
    profile.add(naming, ownsEmail);
    personOf.set(naming.eventId, profile);
  }
  return { people: [...profiles.values()], personOf };
}
