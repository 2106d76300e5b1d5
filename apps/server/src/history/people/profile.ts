/** What a person is known as: which of the addresses, names and traits that messages gave count. Pure. */

import type { Right } from '@footfall/contract/rights';
import type { StoredIdentity, ToldBy } from '../../identities/store.ts';
import type { Meaning, NamedPerson, Names, Strength } from './who-is-who.ts';

/** One message that names a person. */
export interface NamingFact extends Names {
  eventId: string;
  visitorId: string;
  right: Right;
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
  name = '';
  toldBy: ToldBy | undefined;
  #emailKey: string;
  #emailSource: Source | undefined;
  #nameSource: Source | undefined;
  readonly #person: NamedPerson;
  // One for all namings: a copy for each costs seconds where each brings thousands of traits. Without a
  // prototype, so that a trait may have any name.
  readonly #traits: Record<string, unknown> = Object.create(null);
  readonly #traitSources = new Map<string, Source>();

  constructor(id: string, person: NamedPerson, first: NamingFact, before?: Before) {
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
    return { id, isTest, visitorId, email, userId, name, traits, toldBy, createdAt, updatedAt };
  }

  /** Whether all that is known has the weight of this, so that it is simply the newest. Notes who spoke. */
  hear(strength: Strength): boolean {
    const voice = voiceOf(strength);
    const isPlain = this.toldBy === undefined || this.toldBy === voice;
    this.toldBy = isPlain ? voice : 'several';
    return isPlain && voice !== 'several';
  }

  /** Of the person's addresses the newest of the strongest right is shown, as it was given first. */
  addEmail({ at, email, emailKey, visitorId }: NamingFact, strength: Strength): void {
    const source = { strength, visitorId };
    if (emailKey === '' || !wins(source, this.#emailSource)) return;
    this.#emailSource = source;
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
    { name, traits, visitorId, at }: NamingFact,
    { strength }: Pick<Meaning, 'strength'>,
  ): { name?: string; traits?: Record<string, unknown> } {
    const source = { strength, visitorId };
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
}

function wins(source: Source, held: Source | undefined): boolean {
  if (held === undefined || source.strength > held.strength) return true;
  if (source.strength < held.strength) return false;
  return source.strength > 1 || source.visitorId === held.visitorId;
}

function voiceOf(strength: Strength): ToldBy {
  if (strength === 1) return 'several';
  return strength === 3 ? 'signed' : 'device';
}
