/**
 * People as identity overrides leave them. Pure. First messages alone say who is who, without the namings that are detached; then
 * each join and split is applied to what comes of that, in the order in which they were made. So an identity override
 * that is undone leaves nothing behind, and those that stay mean what they meant.
 */
import type { Names } from '../making/names.ts';
import type { IdentifyClaimFact } from '../making/profile.ts';
import type { NamedPerson } from '../making/who-is-who.ts';
import {
  type Detachment,
  type IdentityOverride,
  isSelected,
  type Join,
  type Split,
} from './identity-override.ts';

/** By the event of each naming that is detached, the identity override that did it. */
export function detachedBy(
  identifyClaims: IdentifyClaimFact[],
  identityOverrides: IdentityOverride[],
): Map<string, Detachment> {
  const detached = new Map<string, Detachment>();
  const detachments = identityOverrides.flatMap((one) =>
    one.kind === 'detach' && !one.isUndone ? [one] : [],
  );
  if (detachments.length === 0) return detached;
  const byEvent = new Map(
    identifyClaims.map((identifyClaim) => [identifyClaim.eventId, identifyClaim]),
  );
  const claims = new Map<string, Detachment>();
  for (const one of detachments) {
    const identifyClaim = byEvent.get(one.eventId);
    if (identifyClaim) claims.set(claimKey(identifyClaim), one);
  }
  for (const identifyClaim of identifyClaims) {
    const one = claims.get(claimKey(identifyClaim));
    if (one) detached.set(identifyClaim.eventId, one);
  }
  return detached;
}

function claimKey({ visitorId, emailKey, userId }: IdentifyClaimFact): string {
  return JSON.stringify([visitorId, emailKey, userId]);
}

/** Namings that are one person's. */
export interface Group {
  id: string;
  /** Whoever was named first comes first; then those who were split off. */
  readonly rank: number;
  /** As messages alone tell the first of them. */
  readonly person: NamedPerson;
  /** Whom it was joined with. */
  into: Group | undefined;
}

/** A naming with whom it means by messages alone. */
export interface BaseIdentifyClaim {
  identifyClaim: IdentifyClaimFact;
  person: NamedPerson;
  ownsEmail: boolean;
}

export class Groups {
  readonly #namings: BaseIdentifyClaim[];
  readonly #groupOf = new Map<string, Group>();
  readonly #splitOff = new Map<string, Group>();
  #count = 0;
  #isCorrected = false;
  readonly #byPerson = new Map<NamedPerson, Group>();
  readonly #emailOf = new Map<string, Group>();
  readonly #userOf = new Map<string, Group>();
  readonly #userIdOf = new Map<Group, string>();

  /** `namings`: in time order; `ids`: of the people by messages alone. */
  constructor(
    identifyClaims: BaseIdentifyClaim[],
    ids: Map<NamedPerson, string>,
    identityOverrides: IdentityOverride[],
  ) {
    this.#namings = identifyClaims;
    for (const { identifyClaim, person } of identifyClaims) {
      const id = ids.get(person) ?? person.id;
      const group = this.#byPerson.get(person) ?? this.#newGroup(id, person);
      this.#byPerson.set(person, group);
      this.#groupOf.set(identifyClaim.eventId, group);
    }
    for (const identityOverride of identityOverrides) {
      if (identityOverride.isUndone || identityOverride.kind === 'detach') continue;
      this.#isCorrected = true;
      if (identityOverride.kind === 'join') this.#join(identityOverride);
      else this.#split(identityOverride);
    }
    if (this.#isCorrected) this.#giveNames();
  }

  of(eventId: string): Group | undefined {
    return lastOf(this.#groupOf.get(eventId));
  }

  /** Whose a name is, which is `person`'s by messages alone. */
  named({ emailKey, userId }: Names, person: NamedPerson | undefined): Group | undefined {
    const owner = userId === null ? this.#emailOf.get(emailKey) : this.#userOf.get(userId);
    return owner ?? (person && lastOf(this.#byPerson.get(person)));
  }

  /** The person with the names that are theirs. */
  personIn(group: Group): NamedPerson {
    if (!this.#isCorrected) return group.person;
    return { ...group.person, userId: this.#userIdOf.get(group) ?? null };
  }

  /** Of two people who were named by one address it is the first one's. */
  ownsEmail(group: Group, emailKey: string): boolean {
    return !this.#isCorrected || this.#emailOf.get(emailKey) === group;
  }

  #newGroup(id: string, person: NamedPerson): Group {
    this.#count += 1;
    return { id, rank: this.#count, person, into: undefined };
  }

  #join({ eventId, otherEventId }: Join): void {
    const [one, other] = [this.of(eventId), this.of(otherEventId)];
    if (!one || !other || one === other) return;
    if (one.rank < other.rank) other.into = one;
    else one.into = other;
  }

  #split({ eventId, newIdentityId, selection }: Split): void {
    const group = this.of(eventId);
    if (!group) return;
    // The same part may have been split off and joined before.
    let part = this.#splitOff.get(newIdentityId);
    if (part?.into) part = undefined;
    for (const { identifyClaim, person } of this.#namings) {
      if (this.of(identifyClaim.eventId) !== group || !isSelected(selection, identifyClaim))
        continue;
      part ??= this.#newGroup(newIdentityId, person);
      this.#groupOf.set(identifyClaim.eventId, part);
      this.#splitOff.set(newIdentityId, part);
    }
  }

  /** An address and a user_id are one person's each: the first one's of those who were named by it. */
  #giveNames(): void {
    const own: [Group, string][] = [];
    for (const { identifyClaim, person, ownsEmail } of this.#namings) {
      const group = this.of(identifyClaim.eventId);
      if (!group) continue;
      if (ownsEmail) keepFirst(this.#emailOf, identifyClaim.emailKey, group);
      const { userId } = identifyClaim;
      if (userId === null || person.userId !== userId) continue;
      keepFirst(this.#userOf, userId, group);
      own.push([group, userId]);
    }
    for (const [group, userId] of own) {
      if (this.#userOf.get(userId) === group && !this.#userIdOf.has(group)) {
        this.#userIdOf.set(group, userId);
      }
    }
  }
}

/** Whoever it was joined with. */
function lastOf(group: Group | undefined): Group | undefined {
  return group?.into ? lastOf(group.into) : group;
}

function keepFirst(groups: Map<string, Group>, name: string, group: Group): void {
  const existing = groups.get(name);
  if (!existing || group.rank < existing.rank) groups.set(name, group);
}
