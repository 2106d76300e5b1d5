/** What a person is known as: which of the addresses, names and traits that messages gave count. Pure. */

import type { ProvedName, VerificationLevel } from '@footfall/contract/verification-levels';
import { type StoredIdentity, type ToldBy, traitLimits } from '../../people/identities/store.ts';
import type { Pauses } from '../../platform/common/pauses.ts';
import type { TraitTimes } from '../../records/person/edited-traits.ts';
import type { Names } from './names.ts';
import {
  countedRight,
  type Meaning,
  mayBeDevice,
  type NamedPerson,
  type Strength,
  strengths,
} from './who-is-who.ts';

/** One message that names a person. */
export interface IdentifyClaimFact extends Names {
  eventId: string;
  visitorId: string;
  right: VerificationLevel;
  provedName: ProvedName | null;
  /** In UTC, as PostgreSQL reads it. */
  at: string;
  /** As it was given; empty when none was. */
  email: string;
  name: string;
  traits: Record<string, unknown>;
}

/** Who said what is known, and with what weight. */
interface Source {
  strength: Strength;
  visitorId: string;
}

interface ProfileSource extends Source {
  identifyClaim: IdentifyClaimFact;
}

/** What an identity has already, when more is added to it. */
interface Before {
  email: string;
  emailKey: string;
  toldBy: ToldBy;
}

/** What one person's namings make of them, each added in turn, in time order. */
export class Profile {
  readonly id: string;
  readonly isTest: boolean;
  /** That of the first naming. */
  readonly visitorId: string;
  readonly createdAt: string;
  updatedAt: string;
  email: string;
  /** When one of these namings gave the address; undefined when none did. */
  emailAt: string | undefined;
  /** By what right the address is the person's. */
  emailRight: VerificationLevel = 'public';
  name = '';
  toldBy: ToldBy | undefined;
  #emailKey: string;
  #emailSource: Source | undefined;
  #nameSource: ProfileSource | undefined;
  readonly #person: NamedPerson;
  // One for all namings: a copy for each costs seconds where each brings thousands of traits. Without a
  // prototype, so that a trait may have any name.
  readonly #traits: Record<string, unknown> = Object.create(null);
  /** In the order in which the names of traits were first given. */
  readonly #traitSources = new Map<string, ProfileSource>();

  constructor(id: string, person: NamedPerson, first: IdentifyClaimFact, before?: Before) {
    this.id = id;
    this.#person = person;
    this.isTest = first.isTest;
    this.visitorId = first.visitorId;
    this.createdAt = first.at;
    this.updatedAt = first.at;
    this.email = before?.email ?? '';
    this.#emailKey = before?.emailKey ?? '';
    this.toldBy = before?.toldBy;
    if (before?.email) this.#emailSource = { strength: 2, visitorId: '' };
  }

  /** As it is stored; when all its namings have been followed. */
  identity(): StoredIdentity {
    const { id, isTest, visitorId, email, name, createdAt, updatedAt } = this;
    const { userId } = this.#person;
    const traits = this.#traits;
    const toldBy = this.toldBy ?? 'several';
    const rights = {
      nameRight: this.#nameSource ? rightOf(this.#nameSource) : null,
      ...this.#originOfTraits(),
    };
    return {
      id,
      isTest,
      visitorId,
      email,
      userId,
      name,
      traits,
      ...rights,
      toldBy,
      createdAt,
      updatedAt,
    };
  }

  /** What is proved competes by its time with what somebody set (records/person/edited-traits.ts). */
  #originOfTraits(): Pick<StoredIdentity, 'traitRights' | 'traitTimes'> {
    const traitRights: Record<string, VerificationLevel> = Object.create(null);
    const traitTimes: TraitTimes = Object.create(null);
    for (const [trait, source] of this.#traitSources) {
      if (!(trait in this.#traits)) continue;
      traitRights[trait] = rightOf(source);
      if (source.strength === 3) traitTimes[trait] = Date.parse(source.identifyClaim.at);
    }
    return { traitRights, traitTimes };
  }

  /** Whether all that is known has the weight of this, so that it is simply the newest. Notes who spoke. */
  hear({ provedName }: IdentifyClaimFact, strength: Strength): boolean {
    const voice = provedName === null ? voiceOf(strength) : 'several';
    const isPlain = this.toldBy === undefined || this.toldBy === voice;
    this.toldBy = isPlain ? voice : 'several';
    return isPlain && voice !== 'several';
  }

  /** Of the person's addresses the newest of the strongest right is shown, as it was given first. */
  addEmail({ at, email, emailKey, visitorId, right }: IdentifyClaimFact, strength: Strength): void {
    const source = { strength, visitorId };
    if (emailKey === '' || !wins(source, this.#emailSource)) return;
    this.#emailSource = source;
    this.emailRight = countedRight(right, strength);
    if (emailKey === this.#emailKey) return;
    this.email = email;
    this.#emailKey = emailKey;
    this.emailAt = at;
  }

  /** An address that is not shown. */
  isOtherAddress(emailKey: string): boolean {
    return emailKey !== '' && emailKey !== this.#emailKey;
  }

  /**
   * The stronger right wins; among equals the last name, and the last value of each trait, count, but
   * what anybody said stays with who said it. Returns what does not count.
   */
  add(
    identifyClaim: IdentifyClaimFact,
    { strength }: Pick<Meaning, 'strength'>,
  ): { name?: string; traits?: Record<string, unknown> } {
    const { name, traits, visitorId, at } = identifyClaim;
    const source = { strength, visitorId, identifyClaim };
    const refused: { name?: string; traits?: Record<string, unknown> } = {};
    if (name !== '') {
      if (wins(source, this.#nameSource)) {
        this.name = name;
        this.#nameSource = source;
      } else if (name !== this.name) refused.name = name;
    }
    for (const [trait, value] of Object.entries(traits)) {
      if (wins(source, this.#traitSources.get(trait))) {
        this.#traits[trait] = value;
        this.#traitSources.set(trait, source);
      } else if (JSON.stringify(value) !== JSON.stringify(this.#traits[trait])) {
        refused.traits ??= {};
        refused.traits[trait] = value;
      }
    }
    this.updatedAt = at;
    return refused;
  }

  /**
   * When all its namings have been followed: takes away the traits that are too many, and answers with them, by the
   * naming whose they are. There is room for those with the strongest right first, then for those whose
   * names were given first. Whoever has too many has the next word decided by the whole history.
   */
  async takeTooMany(pauses: Pauses): Promise<Map<IdentifyClaimFact, Record<string, unknown>>> {
    const tooMany = new Map<IdentifyClaimFact, Record<string, unknown>>();
    let count = 0;
    let bytes = 0;
    for (const turn of strengths.toReversed()) {
      for (const [trait, { identifyClaim, strength }] of this.#traitSources) {
        if (strength !== turn) continue;
        if (pauses.isDue()) await pauses.take();
        const size = sizeOf(trait, this.#traits[trait]);
        if (count < traitLimits.names && bytes + size <= traitLimits.bytes) {
          count += 1;
          bytes += size;
          continue;
        }
        const own = tooMany.get(identifyClaim) ?? Object.create(null);
        tooMany.set(identifyClaim, own);
        own[trait] = this.#traits[trait];
        delete this.#traits[trait];
      }
    }
    if (tooMany.size > 0) this.toldBy = 'several';
    return tooMany;
  }
}

/** PostgreSQL's spelling is never shorter, so what fits by that (people/identities/store.ts) fits by this too. */
function sizeOf(trait: string, value: unknown): number {
  return Buffer.byteLength(JSON.stringify(trait)) + Buffer.byteLength(JSON.stringify(value) ?? '');
}

function wins(source: Source, locked: Source | undefined): boolean {
  if (locked === undefined || source.strength > locked.strength) return true;
  if (source.strength < locked.strength) return false;
  if (source.strength > 1) return true;
  return source.visitorId === locked.visitorId && mayBeDevice(source.visitorId);
}

function rightOf({ identifyClaim, strength }: ProfileSource): VerificationLevel {
  return countedRight(identifyClaim.right, strength);
}

function voiceOf(strength: Strength): ToldBy {
  if (strength === 1) return 'several';
  return strength === 3 ? 'signed' : 'device';
}
