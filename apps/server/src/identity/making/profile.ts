/** Builds a person's profile: which claimed addresses, names and traits count. Pure. */

import type { ProvedName, VerificationLevel } from '@footfall/contract/verification-levels';
import { type ClaimedBy, type StoredIdentity, traitLimits } from '../../people/identities/store.ts';
import type { Pauses } from '../../platform/common/pauses.ts';
import type { TraitTimes } from '../../records/person/edited-traits.ts';
import type { Names } from './names.ts';
import {
  countedLevel,
  type Meaning,
  mayBeDevice,
  type NamedPerson,
  type Strength,
  strengths,
} from './who-is-who.ts';

/** One identify claim. */
export interface IdentifyClaimFact extends Names {
  eventId: string;
  visitorId: string;
  verificationLevel: VerificationLevel;
  provedName: ProvedName | null;
  /** UTC, in PostgreSQL's format. */
  at: string;
  /** As sent; empty if none. */
  email: string;
  name: string;
  traits: Record<string, unknown>;
}

/** The source of a value, with its strength. */
interface Source {
  strength: Strength;
  visitorId: string;
}

interface ProfileSource extends Source {
  identifyClaim: IdentifyClaimFact;
}

/** What an identity already has. */
interface Before {
  email: string;
  emailKey: string;
  claimedBy: ClaimedBy;
}

/** One person's profile, built by adding each claim in time order. */
export class Profile {
  readonly id: string;
  readonly isTest: boolean;
  /** The first claim's visitor. */
  readonly visitorId: string;
  readonly createdAt: string;
  updatedAt: string;
  email: string;
  /** When one of these claims sent the address; undefined if none did. */
  emailAt: string | undefined;
  /** Verification level of the address. */
  emailLevel: VerificationLevel = 'public';
  name = '';
  claimedBy: ClaimedBy | undefined;
  #emailKey: string;
  #emailSource: Source | undefined;
  #nameSource: ProfileSource | undefined;
  readonly #person: NamedPerson;
  // Shared by all claims: copying it for each takes seconds when each brings thousands of traits. No
  // prototype, so that a trait can have any name.
  readonly #traits: Record<string, unknown> = Object.create(null);
  /** In the order the trait names first appeared. */
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
    this.claimedBy = before?.claimedBy;
    if (before?.email) this.#emailSource = { strength: 2, visitorId: '' };
  }

  /** The identity to store; call after all claims are added. */
  identity(): StoredIdentity {
    const { id, isTest, visitorId, email, name, createdAt, updatedAt } = this;
    const { userId } = this.#person;
    const traits = this.#traits;
    const claimedBy = this.claimedBy ?? 'several';
    const verificationLevels = {
      nameLevel: this.#nameSource ? levelOf(this.#nameSource) : null,
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
      ...verificationLevels,
      claimedBy,
      createdAt,
      updatedAt,
    };
  }

  /** Verified values compete by time with edited ones (records/person/edited-traits.ts). */
  #originOfTraits(): Pick<StoredIdentity, 'traitLevels' | 'traitTimes'> {
    const traitLevels: Record<string, VerificationLevel> = Object.create(null);
    const traitTimes: TraitTimes = Object.create(null);
    for (const [trait, source] of this.#traitSources) {
      if (!(trait in this.#traits)) continue;
      traitLevels[trait] = levelOf(source);
      if (source.strength === 3) traitTimes[trait] = Date.parse(source.identifyClaim.at);
    }
    return { traitLevels, traitTimes };
  }

  /** Whether all sources so far have this strength, so that the newest value wins. Records the source. */
  hear({ provedName }: IdentifyClaimFact, strength: Strength): boolean {
    const voice = provedName === null ? voiceOf(strength) : 'several';
    const isPlain = this.claimedBy === undefined || this.claimedBy === voice;
    this.claimedBy = isPlain ? voice : 'several';
    return isPlain && voice !== 'several';
  }

  /** Shows the newest address with the strongest level, spelled as first sent. */
  addEmail(
    { at, email, emailKey, visitorId, verificationLevel }: IdentifyClaimFact,
    strength: Strength,
  ): void {
    const source = { strength, visitorId };
    if (emailKey === '' || !wins(source, this.#emailSource)) return;
    this.#emailSource = source;
    this.emailLevel = countedLevel(verificationLevel, strength);
    if (emailKey === this.#emailKey) return;
    this.email = email;
    this.#emailKey = emailKey;
    this.emailAt = at;
  }

  /** An address other than the one shown. */
  isOtherAddress(emailKey: string): boolean {
    return emailKey !== '' && emailKey !== this.#emailKey;
  }

  /**
   * The stronger source wins; among equals the latest name and trait values do, but public values stay with
   * the visitor that sent them. Returns the values that do not count.
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
   * Call after all claims are added: removes traits beyond the limit and returns them by claim. The strongest
   * sources keep their traits first, then the names that appeared first. A claim over the limit needs the whole
   * history next time.
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
    if (tooMany.size > 0) this.claimedBy = 'several';
    return tooMany;
  }
}

/** PostgreSQL's encoding is never shorter, so what fits there (people/identities/store.ts) fits here. */
function sizeOf(trait: string, value: unknown): number {
  return Buffer.byteLength(JSON.stringify(trait)) + Buffer.byteLength(JSON.stringify(value) ?? '');
}

function wins(source: Source, locked: Source | undefined): boolean {
  if (locked === undefined || source.strength > locked.strength) return true;
  if (source.strength < locked.strength) return false;
  if (source.strength > 1) return true;
  return source.visitorId === locked.visitorId && mayBeDevice(source.visitorId);
}

function levelOf({ identifyClaim, strength }: ProfileSource): VerificationLevel {
  return countedLevel(identifyClaim.verificationLevel, strength);
}

function voiceOf(strength: Strength): ClaimedBy {
  if (strength === 1) return 'several';
  return strength === 3 ? 'signed' : 'device';
}
