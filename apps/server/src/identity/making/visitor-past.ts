/**
 * Whom each visitor named before, from which two things follow that names alone do not tell: that an
 * address corrects the one before, and whose account a login is. Pure. For whole histories only.
 *
 * Both rest on the visitor's id being the secret of one device, that is not reset in between (a reset makes
 * a new id), and on nobody else having spoken of the person.
 */
import { isProviderTypo, isSlip } from './address-typos.ts';
import {
  type Claim,
  isProved,
  mayBeDevice,
  type NamedPerson,
  type Past,
  survivorOf,
} from './who-is-who.ts';

/** How long after an address was given first another one may be its correction. */
export const correctionWindowMs = 10 * 60_000;

type Moment = Pick<Claim, 'at' | 'eventId'>;

/** The address alone that made a person, and what its visitor said with it since. */
interface Draft {
  person: NamedPerson;
  emailKey: string;
  at: string;
  name: string;
  traits: Map<string, string>;
}

interface OwnPast {
  /** Each person since when, in time order: by what was proved, which is followed first, and by the rest. */
  proved: Map<NamedPerson, Moment>;
  claims: Map<NamedPerson, Moment>;
  draft: Draft | undefined;
}

export class VisitorPast implements Past {
  readonly #pasts = new Map<string, OwnPast>();
  /** The visitor that alone named a person; '' where several did, or where it was proved. */
  readonly #onlyBy = new Map<NamedPerson, string>();
  /** When a visitor gave an address. */
  readonly #timesByAddress = new Map<string, number[]>();

  /** `identifyClaims`: of one environment, in time order, all that will be followed. */
  constructor(identifyClaims: Iterable<Claim>) {
    for (const { visitorId, emailKey, at } of identifyClaims) {
      if (emailKey === '') continue;
      const key = `${visitorId}${emailKey}`;
      const times = this.#timesByAddress.get(key) ?? [];
      times.push(Date.parse(at));
      this.#timesByAddress.set(key, times);
    }
  }

  /** Whose mistyped address this one, which nobody has, corrects. */
  correctedBy(claim: Claim): NamedPerson | undefined {
    const draft = this.draftFor(claim);
    if (draft === undefined || this.#onlyBy.get(draft.person) !== claim.visitorId) return undefined;
    const isAgain = this.#isGivenAgain(claim.visitorId, draft.emailKey, Date.parse(claim.at));
    const { userId, survivor } = draft.person;
    return isAgain || userId !== null || survivor ? undefined : draft.person;
  }

  /** What the visitor gave minutes before and this looks like a correction of. */
  draftFor({ visitorId, right, userId, emailKey, at, name, traits }: Claim) {
    const draft = this.#pasts.get(visitorId)?.draft;
    if (draft === undefined || userId !== null || isProved(right)) return undefined;
    // Whoever knows a name has the visitor that stands for it.
    if (!mayBeDevice(visitorId)) return undefined;
    if (Date.parse(at) - Date.parse(draft.at) > correctionWindowMs) return undefined;
    const isAlike =
      isProviderTypo(draft.emailKey, emailKey) ||
      (isSlip(draft.emailKey, emailKey) && isSame(draft, name, traits));
    return isAlike ? draft : undefined;
  }

  /**
   * Who logs in by this user_id alone: the one person whom the visitor named until then, as a device of theirs, and who
   * has no account yet. What is proved about both stands as it was said: a backend may share a visitor's id.
   */
  loginOf({ visitorId, at, eventId, right }: Claim): NamedPerson | undefined {
    const past = this.#pasts.get(visitorId);
    if (past === undefined) return undefined;
    const until = { at, eventId };
    const proved = namedUntil(past.proved, until);
    if (isProved(right) && proved.length > 0) return undefined;
    const [only, ...others] = new Set([...proved, ...namedUntil(past.claims, until)]);
    if (others.length > 0) return undefined;
    const since = only?.devices.get(visitorId);
    return only?.userId === null && since !== undefined && since <= at ? only : undefined;
  }

  /** `founds`: the address alone makes the person, or corrects theirs. */
  note(claim: Claim, person: NamedPerson, founds: boolean): void {
    const { visitorId, right, at, eventId, userId, emailKey } = claim;
    const past = this.#pasts.get(visitorId) ?? {
      proved: new Map(),
      claims: new Map(),
      draft: undefined,
    };
    this.#pasts.set(visitorId, past);
    const only = isProved(right) ? '' : visitorId;
    const isOnly = (this.#onlyBy.get(person) ?? only) === only;
    this.#onlyBy.set(person, isOnly ? only : '');
    const people = isProved(right) ? past.proved : past.claims;
    if (!people.has(person)) people.set(person, { at, eventId });
    if (isProved(right)) return;
    if (founds) past.draft = { person, emailKey, at, name: '', traits: new Map() };
    else if (userId !== null || emailKey !== past.draft?.emailKey) past.draft = undefined;
    if (past.draft) hear(past.draft, claim);
  }

  #isGivenAgain(visitorId: string, emailKey: string, afterMs: number): boolean {
    const times = this.#timesByAddress.get(`${visitorId}${emailKey}`) ?? [];
    return times.some((time) => time > afterMs && time <= afterMs + correctionWindowMs);
  }
}

function hear(draft: Draft, { name, traits }: Claim): void {
  if (name !== '') draft.name = name;
  for (const [trait, value] of Object.entries(traits))
    draft.traits.set(trait, JSON.stringify(value));
}

/** Nothing that was said of both tells them apart. */
function isSame(draft: Draft, name: string, traits: Record<string, unknown>): boolean {
  const isOther = name !== '' && draft.name !== '' && plain(name) !== plain(draft.name);
  return (
    !isOther &&
    Object.entries(traits).every(
      ([trait, value]) =>
        (draft.traits.get(trait) ?? JSON.stringify(value)) === JSON.stringify(value),
    )
  );
}

const plain = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase();

/** Whom a visitor named first until then: two are enough to know that it was several. */
function namedUntil(people: Map<NamedPerson, Moment>, until: Moment): NamedPerson[] {
  const named = new Set<NamedPerson>();
  for (const [person, first] of people) {
    if (named.size > 1 || !isBefore(first, until)) break;
    named.add(survivorOf(person));
  }
  return [...named];
}

function isBefore(one: Moment, other: Moment): boolean {
  return one.at < other.at || (one.at === other.at && one.eventId < other.eventId);
}
