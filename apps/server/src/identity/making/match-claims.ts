/**
 * Matches new identify claims to stored identities and computes what changes. Pure. Claims that need the
 * whole history are left to the job (recompute.ts), which applies the same rule from the beginning.
 */
import type { ProvedName, VerificationLevel } from '@footfall/contract/verification-levels';
import type {
  KnownIdentities,
  KnownIdentity,
  Proof,
} from '../../people/identities/known-identities.ts';
import type { StoredIdentity } from '../../people/identities/store.ts';
import { instantOf } from '../../platform/common/instant.ts';
import { Pauses } from '../../platform/common/pauses.ts';
import type { LinkWorth } from '../../records/person/links.ts';
import { type Names, provedPart, userKey } from './names.ts';
import { type IdentifyClaimFact, Profile } from './profile.ts';
import {
  isProved,
  type KnownName,
  type Meaning,
  mayBeDevice,
  type NamedPerson,
  WhoIsWho,
} from './who-is-who.ts';

/** A message that identifies its visitor. */
export interface IdentifyClaim {
  eventId: string;
  isTest: boolean;
  visitorId: string;
  verificationLevel: VerificationLevel;
  provedName: ProvedName | null;
  occurredAt: string;
  email: string;
  userId: string | undefined;
  name: string;
  traits: Record<string, unknown>;
  /** Counts only if it identifies a known person. */
  mustBeKnown?: boolean;
  /** Hash of the sender's network. */
  network?: string | null;
  /** The rules classified its visitor as a bot. */
  isFoundBot?: boolean;
}

/** Changes to an identity from a batch of claims. */
interface IdentityDelta extends StoredIdentity {
  isNew: boolean;
}

export interface Matched {
  deltas: IdentityDelta[];
  /** By the claim's event. */
  identityOf: Map<string, string>;
  /** By the claim's event. */
  worthOf: Map<string, LinkWorth>;
  /**
   * Claims that change stored people (two become one, or an address changes owner), or that may: the address
   * is stored with somebody else, or was verified at another level.
   */
  undecided: IdentifyClaim[];
}

/** `identifyClaims`: in time order; `fold`: normalizes an address for comparison. */
export async function matchIdentifyClaims(
  workspaceId: string,
  identifyClaims: IdentifyClaim[],
  stored: KnownIdentities,
  fold: (email: string) => string,
): Promise<Matched> {
  const people = new KnownPeople(stored);
  const whoIsWho = new WhoIsWho(workspaceId, people.names());
  const profiles = new Map<NamedPerson, Profile>();
  const identityOf = new Map<string, string>();
  const worthOf = new Map<string, LinkWorth>();
  const undecided: IdentifyClaim[] = [];
  for (const identifyClaim of identifyClaims) {
    const fact = factOf(identifyClaim, fold);
    const meaning = meaningOf(fact, whoIsWho);
    const { person, isNew, ownsEmail, changesNames, strength } = meaning;
    const profile = profileIn(profiles, person, people, fact);
    identityOf.set(fact.eventId, person.id);
    const isLocked = people.isHeldByOther(fact, person);
    const before = profile.email;
    worthOf.set(fact.eventId, { ownsEmail, weight: strength, isOverflow: false });
    if (ownsEmail && !isLocked) profile.addEmail(fact, meaning.emailStrength);
    // When sources of different strength disagree, the job compares them; leave the values until then.
    const isPlain = profile.hear(fact, strength);
    if (isPlain || strength === 3) profile.add(fact, meaning);
    profile.updatedAt = fact.at;
    const takesEmail = profile.email !== before;
    if (takesEmail) people.hold(fact, person);
    const isContested = !isPlain && !isNew && mayCount(fact, meaning, profile, people);
    const isMore = isNew ? people.hasUserId(fact) : takesEmail;
    if (changesNames || isLocked || isContested || isMore) undecided.push(identifyClaim);
  }
  undecided.push(...(await withTooManyTraits([...profiles.values()], identifyClaims)));
  // In key order, so that two transactions with the same people wait instead of deadlocking.
  const deltas = [...profiles.values()]
    .map((profile) => ({ ...profile.identity(), isNew: !people.has(profile.id) }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  return { deltas, identityOf, worthOf, undecided };
}

function meaningOf(fact: IdentifyClaimFact, whoIsWho: WhoIsWho): Meaning {
  const meaning = whoIsWho.follow(provedPart(fact));
  return fact.provedName === null ? meaning : whoIsWho.followBeside(fact, meaning);
}

function profileIn(
  profiles: Map<NamedPerson, Profile>,
  person: NamedPerson,
  people: KnownPeople,
  fact: IdentifyClaimFact,
): Profile {
  const profile = profiles.get(person) ?? people.profileOf(person, fact);
  profiles.set(person, profile);
  return profile;
}

async function withTooManyTraits(
  profiles: Profile[],
  identifyClaims: IdentifyClaim[],
): Promise<IdentifyClaim[]> {
  const pauses = new Pauses();
  const ids = new Set<string>();
  for (const profile of profiles) {
    for (const { eventId } of (await profile.takeTooMany(pauses)).keys()) ids.add(eventId);
  }
  return ids.size === 0 ? [] : identifyClaims.filter(({ eventId }) => ids.has(eventId));
}

/** Whether a claim about an already known person may change what is stored. */
function mayCount(
  fact: IdentifyClaimFact,
  { strength, ownsEmail, person }: Meaning,
  profile: Profile,
  people: KnownPeople,
): boolean {
  if (people.hasProved(fact, person)) return false;
  const { name, traits, email, userId, emailKey } = fact;
  const says = name !== '' || Object.keys(traits).length > 0;
  const isOther = ownsEmail && profile.isOtherAddress(emailKey);
  // Both names together may prove a device, or only appear to.
  const mayProve = email !== '' && userId !== null && !people.isDevice(fact, person);
  return says || strength === 3 || isOther || mayProve;
}

function factOf(
  {
    eventId,
    isTest,
    visitorId,
    verificationLevel,
    provedName,
    occurredAt,
    email,
    ...claim
  }: IdentifyClaim,
  fold: (email: string) => string,
): IdentifyClaimFact {
  const { name, traits, userId = null } = claim;
  const names = { emailKey: fold(email), userId };
  const at = instantOf(occurredAt);
  return {
    eventId,
    isTest,
    visitorId,
    verificationLevel,
    provedName,
    at,
    email,
    ...names,
    name,
    traits,
  };
}

function personOf(
  { id, isTest, userId }: KnownIdentity,
  own: KnownIdentities['devices'],
): NamedPerson {
  const devices = new Map(own.map(({ visitorId }) => [visitorId, '']));
  return { id, isTest, userId, userIdHeld: 2, devices, addresses: new Map(), survivor: undefined };
}

/** Stored people, with the names the rule starts from. */
class KnownPeople {
  readonly #byId = new Map<string, KnownIdentity>();
  readonly #people = new Map<string, NamedPerson>();
  readonly #owners: KnownIdentities['owners'];
  /** Owner of each stored address, which is unique; may lag behind the rule. */
  readonly #holders = new Map<string, string>();

  readonly #devices = new Set<string>();
  readonly #proofs = new Set<string>();
  readonly #provedUsers: Set<string>;

  constructor({ identities, owners, devices: stored, proofs, userIds }: KnownIdentities) {
    this.#provedUsers = new Set(userIds.map(({ isTest, userId }) => userKey(isTest, userId)));
    for (const proof of proofs) this.#proofs.add(proofKey(proof.identityId, proof));
    const devices = stored.filter(({ visitorId }) => mayBeDevice(visitorId));
    this.#owners = owners;
    for (const { identityId, visitorId } of devices) this.#devices.add(identityId + visitorId);
    for (const identity of [...owners.map((owner) => owner.identity), ...identities]) {
      this.#byId.set(identity.id, identity);
      const own = devices.filter(({ identityId }) => identityId === identity.id);
      this.#people.set(identity.id, personOf(identity, own));
      this.hold({ ...identity, emailKey: identity.foldedEmail }, identity);
    }
  }

  /** An address belongs to the user_id it was given with, before the person it is stored with. */
  *names(): Generator<KnownName> {
    for (const [id, person] of this.#people) {
      yield { person, emailKey: this.#byId.get(id)?.foldedEmail ?? '' };
    }
    for (const { identity, email } of this.#owners) {
      const person = this.#people.get(identity.id);
      if (person) yield { person, emailKey: email };
    }
  }

  isDevice({ visitorId }: IdentifyClaimFact, { id }: NamedPerson): boolean {
    return this.#devices.has(id + visitorId);
  }

  /** The same visitor proved the same names before, so only its other data is new. */
  hasProved(fact: IdentifyClaimFact, { id }: NamedPerson): boolean {
    return isProved(fact.verificationLevel) && this.#proofs.has(proofKey(id, fact));
  }

  /** Unverified data sent with an unowned user_id may belong to the person who now proves it. */
  hasUserId({ isTest, userId, verificationLevel }: IdentifyClaimFact): boolean {
    return (
      userId !== null &&
      isProved(verificationLevel) &&
      this.#provedUsers.has(userKey(isTest, userId))
    );
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  profileOf(person: NamedPerson, first: IdentifyClaimFact): Profile {
    const stored = this.#byId.get(person.id);
    if (!stored) return new Profile(person.id, person, first);
    const { email, foldedEmail: emailKey, claimedBy } = stored;
    return new Profile(person.id, person, first, { email, emailKey, claimedBy });
  }

  hold({ isTest, emailKey }: Pick<Names, 'isTest' | 'emailKey'>, { id }: { id: string }): void {
    if (emailKey !== '') this.#holders.set(`${isTest}${emailKey}`, id);
  }

  isHeldByOther({ isTest, emailKey }: Names, { id }: NamedPerson): boolean {
    const holder = this.#holders.get(`${isTest}${emailKey}`);
    return holder !== undefined && holder !== id;
  }
}

function proofKey(
  id: string,
  { visitorId, emailKey, userId, provedName }: Omit<Proof, 'identityId'>,
): string {
  return JSON.stringify([id, visitorId, emailKey, userId, provedName]);
}
