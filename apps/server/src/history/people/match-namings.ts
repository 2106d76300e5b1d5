/**
 * New messages that name a person, over what is stored: which identity each of them means, and what
 * becomes of the identities. Pure. What cannot be decided without the whole history is left to the job
 * (recompute.ts), which follows the same rule from the beginning.
 */
import type { KnownIdentities, KnownIdentity, StoredIdentity } from '../../identities/store.ts';
import { type NamingFact, Profile } from './profile.ts';
import { type KnownName, type NamedPerson, type Names, WhoIsWho } from './who-is-who.ts';

/** A message that says who its visitor is. */
export interface Naming {
  eventId: string;
  isTest: boolean;
  visitorId: string;
  occurredAt: string;
  email: string;
  userId: string | undefined;
  name: string;
  traits: Record<string, unknown>;
}

/** What some namings make of an identity. */
interface IdentityDelta extends StoredIdentity {
  isNew: boolean;
}

interface Matched {
  deltas: IdentityDelta[];
  /** By the naming's event. */
  identityOf: Map<string, string>;
  /**
   * Namings that change what is stored: two people are one, or somebody who had no address has one; or
   * that may, since the address is stored with somebody else.
   */
  undecided: Naming[];
}

/** `namings`: in time order; `fold`: an address as addresses are compared. */
export function matchNamings(
  workspaceId: string,
  namings: Naming[],
  stored: KnownIdentities,
  fold: (email: string) => string,
): Matched {
  const known = new KnownPeople(stored);
  const whoIsWho = new WhoIsWho(workspaceId, known.names());
  const profiles = new Map<NamedPerson, Profile>();
  const identityOf = new Map<string, string>();
  const undecided: Naming[] = [];
  for (const naming of namings) {
    const fact = factOf(naming, fold);
    const { person, isNew, ownsEmail, merged } = whoIsWho.follow(fact);
    const profile = profiles.get(person) ?? known.profileOf(person, fact);
    profiles.set(person, profile);
    identityOf.set(fact.eventId, person.id);
    const isHeld = known.isHeldByOther(fact, person);
    const before = profile.email;
    profile.add(fact, ownsEmail && !isHeld);
    const takesEmail = profile.email !== before;
    if (takesEmail) known.hold(fact, person);
    if (merged || isHeld || (takesEmail && !isNew)) undecided.push(naming);
  }
  // In key order: two transactions with the same people wait for rather than deadlock each other.
  const deltas = [...profiles.values()]
    .map((profile) => ({ ...profile.identity(), isNew: !known.has(profile.id) }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  return { deltas, identityOf, undecided };
}

function factOf(
  { eventId, isTest, visitorId, occurredAt: at, email, userId, name, traits }: Naming,
  fold: (email: string) => string,
): NamingFact {
  const names = { emailKey: fold(email), userId: userId ?? null };
  return { eventId, isTest, visitorId, at, email, ...names, name, traits };
}

/** Who is stored, with the names that the rule begins with. */
class KnownPeople {
  readonly #byId = new Map<string, KnownIdentity>();
  readonly #owners: KnownIdentities['owners'];
  /** Whose an address is as a stored value, which is unique; that may be behind the rule. */
  readonly #holders = new Map<string, string>();

  constructor({ identities, owners }: KnownIdentities) {
    this.#owners = owners;
    for (const identity of [...owners.map((owner) => owner.identity), ...identities]) {
      // A copy: who follows namings says on it which user_id was given.
      this.#byId.set(identity.id, { ...identity });
      this.hold({ ...identity, emailKey: identity.foldedEmail }, identity);
    }
  }

  /** An address belongs to whom it was given with, above whom it is stored with. */
  *names(): Generator<KnownName> {
    for (const person of this.#byId.values()) yield { person, emailKey: person.foldedEmail };
    for (const { identity, email } of this.#owners) {
      const person = this.#byId.get(identity.id);
      if (person) yield { person, emailKey: email };
    }
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  profileOf(person: NamedPerson, first: NamingFact): Profile {
    return new Profile(person.id, person, first, this.#byId.get(person.id)?.email);
  }

  hold({ isTest, emailKey }: Pick<Names, 'isTest' | 'emailKey'>, { id }: { id: string }): void {
    if (emailKey !== '') this.#holders.set(`${isTest}${emailKey}`, id);
  }

  isHeldByOther({ isTest, emailKey }: Names, { id }: NamedPerson): boolean {
    const holder = this.#holders.get(`${isTest}${emailKey}`);
    return holder !== undefined && holder !== id;
  }
}
