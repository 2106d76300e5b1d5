/**
 * Who is who: the one rule by which names mean a person. Pure. Namings are followed in time order, over
 * the people who are known already: nobody, for a whole history; those of the database, for what
 * comes in.
 *
 * A user_id names one person. An email address belongs to the user_id that it is first given together
 * with, and to a person of its own until then; so two accounts with one address stay two, and who gave
 * an address before signing up is the same person afterwards.
 */
import { namedId } from '../../common/ids.ts';

/** What a message names somebody by. */
export interface Names {
  isTest: boolean;
  /** The address as addresses are compared; empty when none was given. */
  emailKey: string;
  userId: string | null;
}

export interface NamedPerson {
  readonly id: string;
  readonly isTest: boolean;
  userId: string | null;
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
  /** The address is the person's, from now on if not before. */
  ownsEmail: boolean;
  /** Who was known by the address alone until now, and turns out to be the same person. */
  merged: NamedPerson | undefined;
}

/** Whom names mean, as far as the namings have been followed. */
export class WhoIsWho {
  readonly #workspaceId: string;
  readonly #byUserId = new Map<string, NamedPerson>();
  readonly #byEmail = new Map<string, NamedPerson>();

  /** Of several who are known by one name the last one has it. */
  constructor(workspaceId: string, known: Iterable<KnownName> = []) {
    this.#workspaceId = workspaceId;
    for (const { person, emailKey } of known) {
      const { isTest, userId } = person;
      if (userId !== null) this.#byUserId.set(userKey(isTest, userId), person);
      if (emailKey !== '') this.#byEmail.set(emailKeyOf(isTest, emailKey), person);
    }
  }

  /** To be asked about each naming in turn. */
  follow(names: Names): Meaning {
    const { isTest, emailKey, userId } = names;
    const ofUser = userId === null ? undefined : this.#byUserId.get(userKey(isTest, userId));
    const ofEmail = this.#byEmail.get(emailKeyOf(isTest, emailKey));
    const belongsToNoAccount = ofEmail === undefined || ofEmail.userId === null;
    const found = ofUser ?? (userId === null || belongsToNoAccount ? ofEmail : undefined);
    const person = found ?? { id: identityIdOf(this.#workspaceId, names), isTest, userId };
    const ownsEmail = emailKey !== '' && (belongsToNoAccount || ofEmail === person);
    person.userId ??= userId;
    if (userId !== null) this.#byUserId.set(userKey(isTest, userId), person);
    if (ownsEmail) this.#byEmail.set(emailKeyOf(isTest, emailKey), person);
    const merged = ownsEmail && ofEmail !== person ? ofEmail : undefined;
    return { person, isNew: found === undefined, ownsEmail, merged };
  }
}

/** The same for the same names: an identity is called after the first that its person was named by. */
function identityIdOf(workspaceId: string, { isTest, emailKey, userId }: Names): string {
  const name = userId === null ? emailKeyOf(isTest, emailKey) : userKey(isTest, userId);
  return namedId(`identity:${workspaceId}:${name}`);
}

const emailKeyOf = (isTest: boolean, emailKey: string) => `${isTest}:email:${emailKey}`;
const userKey = (isTest: boolean, userId: string) => `${isTest}:user:${userId}`;
