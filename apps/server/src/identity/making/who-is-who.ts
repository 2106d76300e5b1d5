/**
 * Who is who: the one rule by which names mean a person, and by what right. Pure. Namings are followed over
 * the people who are known already: nobody, for a whole history; those of the database, for what comes in.
 *
 * A user_id names one person. An email address belongs to the user_id that it is first given together
 * with, and to a person of its own until then; so two accounts with one address stay two, and who gave
 * an address before signing up is the same person afterwards.
 *
 * Over a whole history two more things are told by the device: an address that is corrected within minutes, and
 * whose account a first login is (visitor-past.ts).
 *
 * What joins two people, or gives one a name in place of a weaker one, must be signed or come from a device of
 * each of them. Anybody else may add what is missing (docs/guides/trust.md has the table).
 */

import type { SuggestionReason } from '@footfall/contract/reasons';
import type { ProvedName, VerificationLevel } from '@footfall/contract/verification-levels';
import { isRandomId } from '../../platform/common/ids.ts';
import { emailKeyOf, identityIdOf, type Names, userKey } from './names.ts';

/** Who says so, when, and by what right; and what else the message says. */
export interface Claim extends Names {
  eventId: string;
  visitorId: string;
  at: string;
  right: VerificationLevel;
  /** Null: the right is of all the names. */
  provedName: ProvedName | null;
  name: string;
  traits: Record<string, unknown>;
}

/** How much weight a claim about a person has: 1 anybody's, 2 a device's of the person, 3 signed or over REST. */
export const strengths = [1, 2, 3] as const;
export type Strength = (typeof strengths)[number];

export interface NamedPerson {
  readonly id: string;
  readonly isTest: boolean;
  userId: string | null;
  /** By what strength the user_id is theirs. */
  userIdHeld: Strength;
  /** Which visitors named the person by right, and since when. */
  readonly devices: Map<string, string>;
  /** As addresses are compared, each with the strength by which it is theirs. */
  readonly addresses: Map<string, Strength>;
  /** Who this person turned out to be. */
  survivor: NamedPerson | undefined;
}

/** What is known of visitors beyond names, where whole histories are followed. */
export interface Past {
  correctedBy(claim: Claim): NamedPerson | undefined;
  draftFor(claim: Claim): { person: NamedPerson; emailKey: string } | undefined;
  loginOf(claim: Claim): NamedPerson | undefined;
  note(claim: Claim, person: NamedPerson, founds: boolean): void;
}

/** Somebody who is known already, by one name. */
export interface KnownName {
  person: NamedPerson;
  /** Whose address it is; empty: it is the person of its user_id. */
  emailKey: string;
}

export interface Meaning {
  person: NamedPerson;
  /** Nobody was named like that before. */
  isNew: boolean;
  strength: Strength;
  /** The address is the person's, from now on if not before. */
  ownsEmail: boolean;
  /** By what strength it is. */
  emailStrength: Strength;
  /** One of the names is new to the person, or belongs to somebody else. */
  changesNames: boolean;
  /** Who was known by the address alone until now, and turns out to be the same person. */
  merged: NamedPerson | undefined;
  /** Why the address is not followed, or the user_id beside one that is proved. */
  refused: SuggestionReason | undefined;
  /** The address, which is somebody else's, that this one may have been meant to correct. */
  corrects: string | undefined;
}

/** Of addresses that anybody said belong to a person; more are suggestions. */
const publicAddresses = 20;

export function isProved(right: VerificationLevel): boolean {
  return right === 'signed' || right === 'api';
}

/** By what right a naming of this weight counts. */
export function countedRight(right: VerificationLevel, strength: Strength): VerificationLevel {
  if (strength === 3) return right;
  return strength === 2 ? 'device' : 'public';
}

/** By what right the message gives its address. */
export function emailRightOf(
  { right, provedName }: { right: VerificationLevel; provedName: ProvedName | null },
  weight: Strength,
): VerificationLevel {
  return provedName === 'user_id' ? 'device' : countedRight(right, weight);
}

/** Whom names mean, as far as the namings have been followed. */
export class WhoIsWho {
  readonly #workspaceId: string;
  readonly #past: Past | undefined;
  readonly #byUserId = new Map<string, NamedPerson>();
  readonly #byEmail = new Map<string, NamedPerson>();

  /** Of several who are known by one name the last one has it. */
  constructor(workspaceId: string, names: Iterable<KnownName>, past?: Past) {
    this.#workspaceId = workspaceId;
    this.#past = past;
    for (const { person, emailKey } of names) {
      const { isTest, userId } = person;
      if (userId !== null) this.#byUserId.set(userKey(isTest, userId), person);
      if (emailKey !== '') this.#giveAddress(person, emailKey, 2);
    }
  }

  /** Whom the names mean by now: the user_id decides. */
  personOf({ isTest, emailKey, userId }: Names): NamedPerson | undefined {
    if (userId !== null) return this.#byUserId.get(userKey(isTest, userId));
    return this.#byEmail.get(emailKeyOf(isTest, emailKey));
  }

  /** To be asked about each naming in turn: those that are proved first, then in time order. */
  follow(claim: Claim): Meaning {
    const { isTest, emailKey, userId } = claim;
    const ofUser = userId === null ? undefined : this.#byUserId.get(userKey(isTest, userId));
    const ofEmail = this.#byEmail.get(emailKeyOf(isTest, emailKey));
    const isFree = mayHaveAddressOf(ofEmail, claim);
    const named = ofUser ?? (userId === null || isFree ? ofEmail : undefined);
    const followed = named ?? this.#meantBy(claim);
    const person = followed ?? newPerson(this.#workspaceId, claim);
    const strength = strengthOf(claim, person, followed === undefined);
    if (strength > 1 && mayBeDevice(claim.visitorId) && !person.devices.has(claim.visitorId)) {
      person.devices.set(claim.visitorId, claim.at);
    }
    const corrects = strength === 1 ? this.#correctedElsewhere(claim) : undefined;
    const isBareEmail = userId === null && !isProved(claim.right);
    this.#past?.note(claim, person, isBareEmail && named === undefined);
    const changesNames =
      followed === undefined ? ofEmail !== undefined : isNewTo(person, claim, ofEmail);
    this.#giveUserId(person, claim, strength);
    const address = this.#follow(claim, person, ofEmail, isFree, strength);
    const isNew = followed === undefined;
    return { person, isNew, strength, emailStrength: strength, changesNames, corrects, ...address };
  }

  /**
   * The name that stands beside the proved one, when that has been followed to `proved`: a device of that person says
   * it, so it takes nothing that somebody else has. To be asked in time order with what is not proved.
   */
  followBeside(claim: Claim, proved: Meaning): Meaning {
    const ownClaim: Claim = { ...claim, right: 'public' };
    const person = survivorOf(proved.person);
    if (claim.provedName === 'email') {
      return { ...proved, ...this.#followUserId(ownClaim, person, proved.isNew) };
    }
    const ofEmail = this.#byEmail.get(emailKeyOf(ownClaim.isTest, ownClaim.emailKey));
    const isFree = mayHaveAddressOf(ofEmail, ownClaim);
    const changesNames = proved.isNew ? ofEmail !== undefined : ofEmail !== person;
    const address = this.#follow(ownClaim, person, ofEmail, isFree, 2);
    return { ...proved, ...address, person, changesNames, emailStrength: 2 };
  }

  /**
   * A proved login by a user_id alone, when what its visitor said without proof until then has been followed: whom that
   * named turns out to be the account's person.
   */
  joinAtLogin(claim: Claim): { person: NamedPerson; merged: NamedPerson } | undefined {
    const { isTest, emailKey, userId } = claim;
    if (userId === null || emailKey !== '') return undefined;
    const person = this.#byUserId.get(userKey(isTest, userId));
    const merged = this.#past?.loginOf(claim);
    if (person === undefined || merged === undefined) return undefined;
    this.#join(merged, person);
    return { person, merged };
  }

  /** Whom names that nobody has mean by what the visitor named before. */
  #meantBy(claim: Claim): NamedPerson | undefined {
    if (isProved(claim.right)) return undefined;
    if (claim.userId === null) return this.#past?.correctedBy(claim);
    return claim.emailKey === '' ? this.#past?.loginOf(claim) : undefined;
  }

  #correctedElsewhere(claim: Claim): string | undefined {
    return claim.userId === null ? this.#past?.draftFor(claim)?.emailKey : undefined;
  }

  #follow(
    { emailKey, ...claim }: Claim,
    person: NamedPerson,
    ofEmail: NamedPerson | undefined,
    isFree: boolean,
    strength: Strength,
  ): Pick<Meaning, 'ownsEmail' | 'merged' | 'refused'> {
    const refuse = (refused: SuggestionReason | undefined) => {
      return { ownsEmail: false, merged: undefined, refused };
    };
    if (emailKey === '') return refuse(undefined);
    if (ofEmail === undefined) {
      const weak = [...person.addresses.values()].filter((locked) => locked === 1).length;
      if (strength === 1 && weak >= publicAddresses) return refuse('many_addresses');
    } else if (ofEmail !== person) {
      if (!isFree) return refuse('foreign_address');
      const weight = strengthOf({ ...claim, emailKey }, ofEmail, false);
      if (strength === 1 || weight === 1) return refuse('no_join');
      this.#join(ofEmail, person);
    }
    this.#giveAddress(person, emailKey, strength);
    const merged = ofEmail === person ? undefined : ofEmail;
    return { ownsEmail: true, merged, refused: undefined };
  }

  #giveUserId(person: NamedPerson, { userId }: Claim, strength: Strength): void {
    if (userId === null) return;
    if (person.userId !== userId) {
      this.#releaseUserId(person);
      person.userId = userId;
      person.userIdHeld = strength;
    } else if (strength > person.userIdHeld) person.userIdHeld = strength;
    this.#byUserId.set(userKey(person.isTest, userId), person);
  }

  /** Of a person whose address is proved. */
  #followUserId(
    claim: Claim,
    person: NamedPerson,
    isNew: boolean,
  ): Pick<Meaning, 'person' | 'changesNames' | 'ownsEmail' | 'merged' | 'refused'> {
    const ofUser = this.#byUserId.get(userKey(claim.isTest, claim.userId ?? ''));
    const changesNames = isNew ? ofUser !== undefined : ofUser !== person;
    const outcome = { person, changesNames, ownsEmail: true, merged: undefined };
    if (ofUser !== person && person.userId !== null && !mayRename(person, claim)) {
      return { ...outcome, refused: 'other_user_id' };
    }
    if (ofUser === undefined || ofUser === person) {
      this.#giveUserId(person, claim, 2);
      return { ...outcome, refused: undefined };
    }
    const isDeviceOfBoth =
      strengthOf(claim, ofUser, false) > 1 && strengthOf(claim, person, false) > 1;
    if (!isDeviceOfBoth) return { ...outcome, refused: 'foreign_user_id' };
    this.#join(person, ofUser);
    return { ...outcome, person: ofUser, merged: person, refused: undefined };
  }

  #releaseUserId({ isTest, userId }: NamedPerson): void {
    if (userId !== null) this.#byUserId.delete(userKey(isTest, userId));
  }

  #giveAddress(person: NamedPerson, emailKey: string, strength: Strength): void {
    const locked = person.addresses.get(emailKey) ?? 1;
    person.addresses.set(emailKey, locked > strength ? locked : strength);
    this.#byEmail.set(emailKeyOf(person.isTest, emailKey), person);
  }

  #join(merged: NamedPerson, survivor: NamedPerson): void {
    merged.survivor = survivor;
    this.#releaseUserId(merged);
    for (const [emailKey, locked] of merged.addresses)
      this.#giveAddress(survivor, emailKey, locked);
    for (const [visitorId, since] of merged.devices) {
      const before = survivor.devices.get(visitorId);
      if (before === undefined || since < before) survivor.devices.set(visitorId, since);
    }
  }
}

/** An id that stands for a name, as a backend's does, is that of anybody who knows the name. */
export function mayBeDevice(visitorId: string): boolean {
  return isRandomId(visitorId);
}

/** One of the names is new to the person. */
function isNewTo(person: NamedPerson, names: Names, ofEmail: NamedPerson | undefined): boolean {
  const { emailKey, userId } = names;
  return (userId !== null && person.userId !== userId) || (emailKey !== '' && ofEmail !== person);
}

/** A device of the person takes a user_id away that anybody said. */
function mayRename(person: NamedPerson, claim: Claim): boolean {
  return person.userIdHeld === 1 && strengthOf(claim, person, false) > 1;
}

/** Whoever names a person first is a device of theirs, and so is who knows both of their names. */
function strengthOf(claim: Claim, person: NamedPerson, isNew: boolean): Strength {
  const { right, visitorId, at, userId, emailKey } = claim;
  if (isProved(right)) return 3;
  const since = person.devices.get(visitorId);
  const knowsBoth =
    userId !== null &&
    userId === person.userId &&
    person.userIdHeld > 1 &&
    (person.addresses.get(emailKey) ?? 1) > 1;
  const isDevice = right === 'device' || (since !== undefined && since <= at);
  return isNew || isDevice || knowsBoth ? 2 : 1;
}

/** Nobody has the address, or nobody whose account stands against it. */
function mayHaveAddressOf(ofEmail: NamedPerson | undefined, claim: Claim): boolean {
  return ofEmail === undefined || ofEmail.userId === null || mayRename(ofEmail, claim);
}

/** Whom somebody turned out to be. */
export function survivorOf(person: NamedPerson): NamedPerson {
  return person.survivor ? survivorOf(person.survivor) : person;
}

function newPerson(workspaceId: string, names: Names): NamedPerson {
  const { isTest, userId } = names;
  return {
    id: identityIdOf(workspaceId, names),
    isTest,
    userId,
    userIdHeld: 1,
    devices: new Map(),
    addresses: new Map(),
    survivor: undefined,
  };
}
