/**
 * Tracks whom each visitor identified as before. Names alone cannot show that an address corrects an earlier one, or
 * which account a login belongs to. Pure. For whole histories only.
 *
 * Relies on the visitor id being one device's secret, not reset in between (a reset creates a new id), and on no other
 * visitor identifying as the person.
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

/** How long after its first use an address can be corrected. */
export const correctionWindowMs = 10 * 60_000;

type Moment = Pick<Claim, 'at' | 'eventId'>;

/** An address that created a person, and the visitor's data with it since. */
interface Draft {
  person: NamedPerson;
  emailKey: string;
  at: string;
  name: string;
  traits: Map<string, string>;
}

interface OwnPast {
  /** Start time per person, in time order: from proved claims, applied first, and from the others. */
  proved: Map<NamedPerson, Moment>;
  claims: Map<NamedPerson, Moment>;
  draft: Draft | undefined;
}

export class VisitorPast implements Past {
  readonly #pasts = new Map<string, OwnPast>();
  /** The only visitor that identified as a person; '' if several did, or if it was proved. */
  readonly #onlyBy = new Map<NamedPerson, string>();
  /** When a visitor sent an address. */
  readonly #timesByAddress = new Map<string, number[]>();

  /** `identifyClaims`: of one environment, in time order, complete. */
  constructor(identifyClaims: Iterable<Claim>) {
    for (const { visitorId, emailKey, at } of identifyClaims) {
      if (emailKey === '') continue;
      const key = `${visitorId}${emailKey}`;
      const times = this.#timesByAddress.get(key) ?? [];
      times.push(Date.parse(at));
      this.#timesByAddress.set(key, times);
    }
  }

  /** The person with the mistyped address that this new one corrects. */
  correctedBy(claim: Claim): NamedPerson | undefined {
    const draft = this.draftFor(claim);
    if (draft === undefined || this.#onlyBy.get(draft.person) !== claim.visitorId) return undefined;
    const isAgain = this.#isGivenAgain(claim.visitorId, draft.emailKey, Date.parse(claim.at));
    const { userId, survivor } = draft.person;
    return isAgain || userId !== null || survivor ? undefined : draft.person;
  }

  /** The visitor's address from minutes before that this one appears to correct. */
  draftFor({ visitorId, verificationLevel, userId, emailKey, at, name, traits }: Claim) {
    const draft = this.#pasts.get(visitorId)?.draft;
    if (draft === undefined || userId !== null || isProved(verificationLevel)) return undefined;
    // Anybody who knows a name can derive the visitor id made from it.
    if (!mayBeDevice(visitorId)) return undefined;
    if (Date.parse(at) - Date.parse(draft.at) > correctionWindowMs) return undefined;
    const isAlike =
      isProviderTypo(draft.emailKey, emailKey) ||
      (isSlip(draft.emailKey, emailKey) && isSame(draft, name, traits));
    return isAlike ? draft : undefined;
  }

  /**
   * The person who logs in with only this user_id: the one person the visitor identified as so far, on their own
   * device, without an account. Proved claims about both keep them apart: a backend may share a visitor id.
   */
  loginOf({ visitorId, at, eventId, verificationLevel }: Claim): NamedPerson | undefined {
    const past = this.#pasts.get(visitorId);
    if (past === undefined) return undefined;
    const until = { at, eventId };
    const proved = namedUntil(past.proved, until);
    if (isProved(verificationLevel) && proved.length > 0) return undefined;
    const [only, ...others] = new Set([...proved, ...namedUntil(past.claims, until)]);
    if (others.length > 0) return undefined;
    const since = only?.devices.get(visitorId);
    return only?.userId === null && since !== undefined && since <= at ? only : undefined;
  }

  /** `founds`: the address alone creates the person, or corrects theirs. */
  note(claim: Claim, person: NamedPerson, founds: boolean): void {
    const { visitorId, verificationLevel, at, eventId, userId, emailKey } = claim;
    const past = this.#pasts.get(visitorId) ?? {
      proved: new Map(),
      claims: new Map(),
      draft: undefined,
    };
    this.#pasts.set(visitorId, past);
    const only = isProved(verificationLevel) ? '' : visitorId;
    const isOnly = (this.#onlyBy.get(person) ?? only) === only;
    this.#onlyBy.set(person, isOnly ? only : '');
    const people = isProved(verificationLevel) ? past.proved : past.claims;
    if (!people.has(person)) people.set(person, { at, eventId });
    if (isProved(verificationLevel)) return;
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

/** No name or trait distinguishes them. */
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

/** First people a visitor identified as until then; two suffice to show there were several. */
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
