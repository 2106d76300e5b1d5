/**
 * Applies identity overrides to people. Pure. People are first derived from messages, without detached claims; then each join and
 * split is applied in the order it was made. So an undone identity override leaves no trace, and the others keep their meaning.
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

/** Maps each detached claim's event to the identity override that detached it. */
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

/** The claims of one person. */
export interface Group {
  id: string;
  /** Order of the first claim; split-off groups follow. */
  readonly rank: number;
  /** The person that messages alone give for the first claim. */
  readonly person: NamedPerson;
  /** The group it was joined into. */
  into: Group | undefined;
}

/** A claim with the person that messages alone give it. */
export interface BaseIdentifyClaim {
  identifyClaim: IdentifyClaimFact;
  person: NamedPerson;
  ownsEmail: boolean;
}

export class Groups {
  readonly #claims: BaseIdentifyClaim[];
  readonly #groupOf = new Map<string, Group>();
  readonly #splitOff = new Map<string, Group>();
  #count = 0;
  #isCorrected = false;
  readonly #byPerson = new Map<NamedPerson, Group>();
  readonly #emailOf = new Map<string, Group>();
  readonly #userOf = new Map<string, Group>();
  readonly #userIdOf = new Map<Group, string>();

  /** `identifyClaims`: in time order; `ids`: those of the people by messages alone. */
  constructor(
    identifyClaims: BaseIdentifyClaim[],
    ids: Map<NamedPerson, string>,
    identityOverrides: IdentityOverride[],
  ) {
    this.#claims = identifyClaims;
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

  /** Owner of a name that belongs to `person` by messages alone. */
  named({ emailKey, userId }: Names, person: NamedPerson | undefined): Group | undefined {
    const owner = userId === null ? this.#emailOf.get(emailKey) : this.#userOf.get(userId);
    return owner ?? (person && lastOf(this.#byPerson.get(person)));
  }

  /** The person with only the names they own. */
  personIn(group: Group): NamedPerson {
    if (!this.#isCorrected) return group.person;
    return { ...group.person, userId: this.#userIdOf.get(group) ?? null };
  }

  /** An address that identified two people belongs to the first. */
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
    for (const { identifyClaim, person } of this.#claims) {
      if (this.of(identifyClaim.eventId) !== group || !isSelected(selection, identifyClaim))
        continue;
      part ??= this.#newGroup(newIdentityId, person);
      this.#groupOf.set(identifyClaim.eventId, part);
      this.#splitOff.set(newIdentityId, part);
    }
  }

  /** Gives each address and user_id to the first person identified by it. */
  #giveNames(): void {
    const own: [Group, string][] = [];
    for (const { identifyClaim, person, ownsEmail } of this.#claims) {
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

/** Follows joins to the last group. */
function lastOf(group: Group | undefined): Group | undefined {
  return group?.into ? lastOf(group.into) : group;
}

function keepFirst(groups: Map<string, Group>, name: string, group: Group): void {
  const existing = groups.get(name);
  if (!existing || group.rank < existing.rank) groups.set(name, group);
}
