/**
 * One person's goals, visit by visit: reading, requesting a demo, signing up, logging in elsewhere, buying.
 * Their order makes the truth decidable: an account holder has given their address before, and acts
 * anonymously only on the device where they will first identify.
 */
import type { ConversionGoal, Device, Goal, IdentifyGoal, Person } from './life.ts';
import { regions } from './networks.ts';
import type { Random } from './random.ts';
import type { FormPage } from './site.ts';
import type { World } from './world.ts';

const prices = [29, 79, 149, 490, 1490] as const;

export class Journey {
  readonly person: Person;
  readonly #world: World;
  readonly #random: Random;
  readonly #seenOn = new Set<Device>();
  #isKnown = false;
  #hasAccount = false;

  constructor(world: World, person: Person, random: Random) {
    this.#world = world;
    this.person = person;
    this.#random = random;
  }

  get hasAccount(): boolean {
    return this.#hasAccount;
  }

  /** Before the person identifies; only on the device where they will. */
  anonymously(): Goal[] {
    if (this.#random.chance(0.12)) return [conversion('download', 'whitepaper_downloaded')];
    if (this.#random.chance(0.06)) return [conversion('support', 'docs_feedback', { lead: false })];
    return [];
  }

  /** The visit where the person first identifies. */
  introduce(device: Device): Goal[] {
    const random = this.#random;
    this.#isKnown = true;
    this.#seenOn.add(device);
    if (this.person.email === '') return this.#signUp();
    if (device.sender === 'app') return [this.#identify('login', 'email')];
    const way = random.next();
    if (way < 0.25) return [conversion('demo', 'demo_requested'), this.#identify('demo', 'email')];
    if (way < 0.5) return [this.#identify('demo', 'email'), conversion('demo', 'demo_requested')];
    if (way < 0.7) return [this.#identify('newsletter', 'email')];
    return this.#signUp();
  }

  /** Any later visit. */
  goOn(device: Device): Goal[] {
    if (!this.#isKnown) return [];
    const random = this.#random;
    if (!this.#seenOn.has(device)) {
      if (random.chance(0.25)) return [];
      this.#seenOn.add(device);
      return [this.#logIn()];
    }
    if (!this.#hasAccount) return random.chance(0.4) ? this.#signUp() : [];
    const goals: Goal[] = random.chance(0.2) ? [this.#logIn()] : [];
    const way = random.next();
    if (way < 0.14) goals.push(this.#buy('purchase', random.chance(0.5)));
    else if (way < 0.2) goals.push(conversion('support', 'support_requested', { lead: false }));
    else if (way < 0.26) goals.push(conversion('contact', 'contact_requested'));
    return goals;
  }

  /** The yearly invoice, which only the backend knows about. */
  renewal(): ConversionGoal {
    return this.#buy('renewal', true);
  }

  #signUp(): Goal[] {
    this.#hasAccount = true;
    return [this.#identify('signup', 'both'), conversion('signup', 'signup')];
  }

  #logIn(): IdentifyGoal {
    if (this.#hasAccount && this.#random.chance(0.6)) return this.#identify('login', 'account');
    return this.#identify('login', 'email');
  }

  #identify(page: FormPage, by: 'email' | 'account' | 'both'): IdentifyGoal {
    const { person } = this;
    const hasEmail = person.email !== '';
    return {
      type: 'identify',
      page,
      person,
      email: hasEmail && by !== 'account' ? this.#typed(person.email) : undefined,
      userId: by !== 'email' || !hasEmail ? person.userId : undefined,
    };
  }

  /** People and keyboards spell the same address differently. */
  #typed(email: string): string {
    const way = this.#random.next();
    if (way < 0.1) return email.toUpperCase();
    return way < 0.25 ? email.charAt(0).toUpperCase() + email.slice(1) : email;
  }

  #buy(name: string, isFromBackend: boolean): ConversionGoal {
    const { currency } = regions[this.person.region];
    return {
      ...conversion('billing', name),
      value: this.#random.pick(prices) * (currency === 'JPY' ? 150 : 1),
      currency,
      externalId: this.#world.order(),
      reportedBy: isFromBackend ? this.person : undefined,
    };
  }
}

export function conversion(
  page: FormPage,
  name: string,
  { lead = true }: { lead?: boolean } = {},
): ConversionGoal {
  return {
    type: 'conversion',
    page,
    name,
    value: undefined,
    currency: undefined,
    externalId: undefined,
    lead,
    reportedBy: undefined,
  };
}
