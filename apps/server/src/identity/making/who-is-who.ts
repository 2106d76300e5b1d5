/**
 * The one rule for which person names mean, and at which verification level. Pure. Claims are applied to the people
 * already known: nobody for a whole history, those in the database for new messages.
 *
 * A user_id identifies one person. An email address belongs to the user_id it is first sent with; until then to a
 * separate person. So two accounts with one address stay two, and somebody who gave an address before signing up
 * stays the same person.
 *
 * Whole histories also use the device: for an address corrected within minutes, and for the account of a first login
 * (visitor-past.ts).
 *
 * Joining two people, or replacing a weaker name, needs a signature or a device of each of them. Anybody else can only
 * add missing data (docs/guides/trust.md has the table).
 */

import type { SuggestionReason } from '@footfall/contract/reasons';
import type { ProvedName, VerificationLevel } from '@footfall/contract/verification-levels';
import { isRandomId } from '../../platform/common/ids.ts';
import { emailKeyOf, identityIdOf, type Names, userKey } from './names.ts';

/** Who a message identifies, when, at which level, and its other data. */
export interface Claim extends Names {
  eventId: string;
  visitorId: string;
  at: string;
  verificationLevel: VerificationLevel;
  /** Null: all names are proved. */
  provedName: ProvedName | null;
  name: string;
  traits: Record<string, unknown>;
}

/** Weight of a claim about a person: 1 anybody, 2 a device of the person, 3 signed or over REST. */
export const strengths = [1, 2, 3] as const;
export type Strength = (typeof strengths)[number];

export interface NamedPerson {
  readonly id: string;
  readonly isTest: boolean;
  userId: string | null;
  /** Strength that assigned the user_id. */
  userIdHeld: Strength;
  /** Visitors that verifiably identified as the person, and since when. */
  readonly devices: Map<string, string>;
  /** Normalized for comparison, each with the strength that assigned it. */
  readonly addresses: Map<string, Strength>;
  /** The person this one was merged into. */
  survivor: NamedPerson | undefined;
}

/** A visitor's past beyond names; only for whole histories. */
export interface Past {
  correctedBy(claim: Claim): NamedPerson | undefined;
  draftFor(claim: Claim): { person: NamedPerson; emailKey: string } | undefined;
  loginOf(claim: Claim): NamedPerson | undefined;
  note(claim: Claim, person: NamedPerson, founds: boolean): void;
}

/** A name that identifies a known person. */
export interface KnownName {
  person: NamedPerson;
  /** The person's address; empty for the person of its user_id. */
  emailKey: string;
}

export interface Meaning {
  person: NamedPerson;
  /** The names were unused before. */
  isNew: boolean;
  strength: Strength;
  /** The address belongs to the person, if only from now on. */
  ownsEmail: boolean;
  /** Strength that assigned it. */
  emailStrength: Strength;
  /** A name is new to the person, or belongs to somebody else. */
  changesNames: boolean;
  /** The person known only by the address until now, who is the same person. */
  merged: NamedPerson | undefined;
  /** Why the address, or the user_id beside a proved address, does not count. */
  refused: SuggestionReason | undefined;
  /** Somebody else's address that this one may be meant to correct. */
  corrects: string | undefined;
}

/** Public addresses per person; more become suggestions. */
const publicAddresses = 20;

export function isProved(verificationLevel: VerificationLevel): boolean {
  return verificationLevel === 'signed' || verificationLevel === 'api';
}

/** Verification level that a claim of this strength counts as. */
export function countedLevel(
  verificationLevel: VerificationLevel,
  strength: Strength,
): VerificationLevel {
  if (strength === 3) return verificationLevel;
  return strength === 2 ? 'device' : 'public';
}

/** Verification level of the message's address. */
export function emailLevelOf(
  {
    verificationLevel,
    provedName,
  }: { verificationLevel: VerificationLevel; provedName: ProvedName | null },
  weight: Strength,
): VerificationLevel {
  return provedName === 'user_id' ? 'device' : countedLevel(verificationLevel, weight);
}

/** The people that names mean, according to the claims applied so far. */
export class WhoIsWho {
  readonly #workspaceId: string;
  readonly #past: Past | undefined;
  readonly #byUserId = new Map<string, NamedPerson>();
  readonly #byEmail = new Map<string, NamedPerson>();

  /** If several people have one name, the last one owns it. */
  constructor(workspaceId: string, names: Iterable<KnownName>, past?: Past) {
    this.#workspaceId = workspaceId;
    this.#past = past;
    for (const { person, emailKey } of names) {
      const { isTest, userId } = person;
      if (userId !== null) this.#byUserId.set(userKey(isTest, userId), person);
      if (emailKey !== '') this.#giveAddress(person, emailKey, 2);
    }
  }

  /** The person the names mean now; the user_id decides. */
  personOf({ isTest, emailKey, userId }: Names): NamedPerson | undefined {
    if (userId !== null) return this.#byUserId.get(userKey(isTest, userId));
    return this.#byEmail.get(emailKeyOf(isTest, emailKey));
  }

  /** Call for each claim in turn: proved ones first, then in time order. */
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
    const isBareEmail = userId === null && !isProved(claim.verificationLevel);
    this.#past?.note(claim, person, isBareEmail && named === undefined);
    const changesNames =
      followed === undefined ? ofEmail !== undefined : isNewTo(person, claim, ofEmail);
    this.#giveUserId(person, claim, strength);
    const address = this.#follow(claim, person, ofEmail, isFree, strength);
    const isNew = followed === undefined;
    return { person, isNew, strength, emailStrength: strength, changesNames, corrects, ...address };
  }

  /**
   * Applies the name beside the proved one, after that was followed to `proved`: it counts at device level, so it
   * takes nothing from others. Call in time order with unproved claims.
   */
  followBeside(claim: Claim, proved: Meaning): Meaning {
    const ownClaim: Claim = { ...claim, verificationLevel: 'public' };
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
   * For a proved login with only a user_id, after the visitor's earlier unproved claims are applied: merges the person
   * they identified into the account's person.
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

  /** The person that new names mean, from the visitor's past. */
  #meantBy(claim: Claim): NamedPerson | undefined {
    if (isProved(claim.verificationLevel)) return undefined;
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

  /** For a person with a proved address. */
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

/** An id derived from a name, as backends use, is no secret: anybody with the name can compute it. */
export function mayBeDevice(visitorId: string): boolean {
  return isRandomId(visitorId);
}

/** One of the names is new to the person. */
function isNewTo(person: NamedPerson, names: Names, ofEmail: NamedPerson | undefined): boolean {
  const { emailKey, userId } = names;
  return (userId !== null && person.userId !== userId) || (emailKey !== '' && ofEmail !== person);
}

/** A device of the person can replace a publicly claimed user_id. */
function mayRename(person: NamedPerson, claim: Claim): boolean {
  return person.userIdHeld === 1 && strengthOf(claim, person, false) > 1;
}

/** Whoever first identifies as a person counts as their device, as does whoever knows both names. */
function strengthOf(claim: Claim, person: NamedPerson, isNew: boolean): Strength {
  const { verificationLevel, visitorId, at, userId, emailKey } = claim;
  if (isProved(verificationLevel)) return 3;
  const since = person.devices.get(visitorId);
  const knowsBoth =
    userId !== null &&
    userId === person.userId &&
    person.userIdHeld > 1 &&
    (person.addresses.get(emailKey) ?? 1) > 1;
  const isDevice = verificationLevel === 'device' || (since !== undefined && since <= at);
  return isNew || isDevice || knowsBoth ? 2 : 1;
}

/** The address is free, or its account can be replaced. */
function mayHaveAddressOf(ofEmail: NamedPerson | undefined, claim: Claim): boolean {
  return ofEmail === undefined || ofEmail.userId === null || mayRename(ofEmail, claim);
}

/** Follows merges to the surviving person. */
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
