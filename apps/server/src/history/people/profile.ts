/** What a person is known as: which of the addresses, names and traits that messages gave count. Pure. */
import type { StoredIdentity } from '../../identities/store.ts';
import type { NamedPerson, Names } from './who-is-who.ts';

/** One message that names a person. */
export interface NamingFact extends Names {
  eventId: string;
  visitorId: string;
  /** In UTC, as PostgreSQL reads it. */
  at: string;
  /** As it was given; empty when none was. */
  email: string;
  name: string;
  traits: Record<string, unknown>;
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
  readonly #person: NamedPerson;
  // One for all namings: a copy for each costs seconds where each brings thousands of traits. Without a
  // prototype, so that a trait may have any name.
  readonly #traits: Record<string, unknown> = Object.create(null);

  /** `email`: the address that the person has already; empty when none. */
  constructor(id: string, person: NamedPerson, first: NamingFact, email = '') {
    this.id = id;
    this.#person = person;
    this.isTest = first.isTest;
    this.visitorId = first.visitorId;
    this.createdAt = first.at;
    this.updatedAt = first.at;
    this.email = email;
  }

  /** As it is stored; when all its namings have been followed. */
  identity(): StoredIdentity {
    const { id, isTest, visitorId, email, name, createdAt, updatedAt } = this;
    const { userId } = this.#person;
    const traits = this.#traits;
    return { id, isTest, visitorId, email, userId, name, traits, createdAt, updatedAt };
  }

  /**
   * The first of the person's own addresses is theirs for good; the last name, and the last value of
   * each trait, count. `mayTakeEmail`: the naming's address is the person's own.
   */
  add({ at, email, name, traits }: NamingFact, mayTakeEmail: boolean): void {
    if (this.email === '' && email !== '' && mayTakeEmail) {
      this.email = email;
      this.emailAt = at;
    }
    if (name !== '') this.name = name;
    Object.assign(this.#traits, traits);
    this.updatedAt = at;
  }
}
