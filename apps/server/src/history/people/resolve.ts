/**
 * Who the people are, from everything that messages ever named them by. Pure and independent of the
 * order in which the messages arrived: the same names, the same people.
 *
 * A user_id names one person. An email address belongs to the user_id that it was first given
 * together with, and to a person of its own where that never happened; so two accounts with one
 * address stay two, and who gave an address before signing up is the same person afterwards.
 */
import { identityIdOf } from '../../identities/naming.ts';

/** One message that names a person. */
export interface NamingFact {
  eventId: string;
  visitorId: string;
  isTest: boolean;
  /** In UTC with microseconds. */
  at: string;
  /** As it was given, and as addresses are compared; both empty when none was. */
  email: string;
  emailKey: string;
  userId: string | null;
  name: string;
  traits: Record<string, unknown>;
}

export interface ResolvedIdentity {
  id: string;
  isTest: boolean;
  /** That of the first naming. */
  visitorId: string;
  email: string;
  userId: string | null;
  name: string;
  traits: Record<string, unknown>;
  createdAt: string;
  updatedAt: string;
  /** When the address became known; undefined without one. */
  emailAt: string | undefined;
}

/** `namings`: of one workspace and environment, in time order, all of each person's. */
export function resolvePeople(workspaceId: string, namings: NamingFact[]) {
  const ownerOf = new Map<string, string>();
  for (const { emailKey, userId } of namings) {
    if (emailKey && userId !== null && !ownerOf.has(emailKey)) ownerOf.set(emailKey, userId);
  }
  const people = new Map<string, ResolvedIdentity>();
  const personOf = new Map<string, ResolvedIdentity>();
  for (const naming of namings) {
    const userId = naming.userId ?? ownerOf.get(naming.emailKey) ?? null;
    const key = userId === null ? `email:${naming.emailKey}` : `user:${userId}`;
    const person = people.get(key) ?? personFrom(workspaceId, naming, userId);
    people.set(key, person);
    addNaming(person, naming, (ownerOf.get(naming.emailKey) ?? null) === userId);
    personOf.set(naming.eventId, person);
  }
  return { people: [...people.values()], personOf };
}

function addNaming(person: ResolvedIdentity, naming: NamingFact, ownsEmail: boolean): void {
  if (person.email === '' && naming.emailKey !== '' && ownsEmail) {
    person.email = naming.email;
    person.emailAt = naming.at;
  }
  if (naming.name !== '') person.name = naming.name;
  person.traits = { ...person.traits, ...naming.traits };
  person.updatedAt = naming.at;
}

function personFrom(
  workspaceId: string,
  { isTest, visitorId, emailKey, at, userId: given }: NamingFact,
  userId: string | null,
): ResolvedIdentity {
  return {
    id: identityIdOf(workspaceId, { isTest, userId: given ?? undefined }, emailKey),
    isTest,
    visitorId,
    email: '',
    userId,
    name: '',
    traits: {},
    createdAt: at,
    updatedAt: at,
    emailAt: undefined,
  };
}
