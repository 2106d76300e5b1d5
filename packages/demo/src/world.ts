/** Creates a demo's people, devices and places; each name and address only once. */
import { type Business, businesses } from './businesses.ts';
import { type DeviceKind, makeHardware } from './devices.ts';
import type { Diary } from './diary.ts';
import type { Device, Person, Place, SenderKind, Visit } from './life.ts';
import { freeMailDomains, madeUpCompanies, namesOf } from './names.ts';
import { type RegionName, regions } from './networks.ts';
import type { Origin } from './origins.ts';
import type { Random } from './random.ts';

const weightedRegions = (Object.keys(regions) as RegionName[]).map((name) => ({
  name,
  weight: regions[name].weight,
}));

export interface PersonWishes {
  mailbox: 'work' | 'free' | 'none';
  region: RegionName;
  /** Domain of a made-up company; random if omitted. */
  companyDomain?: string | undefined;
}

export class World {
  readonly diary: Diary;
  readonly #seed: string;
  #people = 0;
  #orders = 0;

  constructor(diary: Diary, seed: string) {
    this.diary = diary;
    this.#seed = seed;
  }

  region(random: Random): RegionName {
    return random.weighted(weightedRegions).name;
  }

  person(random: Random, wishes: PersonWishes): Person {
    const { mailbox, region } = wishes;
    const [first, last] = namesOf[region];
    const [givenName, family] = [random.pick(first), random.pick(last)];
    const number = ++this.#people;
    const company = wishes.companyDomain ?? random.pick(madeUpCompanies).domain;
    const domain = mailbox === 'work' ? company : random.pick(freeMailDomains[region]);
    const local = `${givenName}.${family}.${this.#seed}-${number}`.toLowerCase();
    return {
      name: `${givenName} ${family}`,
      email: mailbox === 'none' ? '' : `${local}@${domain}`,
      userId: `account-${this.#seed}-${number}`,
      region,
      companyDomain: mailbox === 'work' ? domain : '',
    };
  }

  device(random: Random, kind: DeviceKind, region: RegionName, sender: SenderKind): Device {
    return {
      visitorId: random.uuid(this.diary.period.fromMs),
      sender,
      hardware: makeHardware(kind, random),
      locale: random.pick(regions[region].locales),
    };
  }

  /** An order number of the site's shop. */
  order(): string {
    return `order-${this.#seed}-${++this.#orders}`;
  }

  home(random: Random, region: RegionName): Place {
    return placeIn(random, random.pick(regions[region].homes), region);
  }

  onTheMove(random: Random, region: RegionName): Place {
    return placeIn(random, random.pick(regions[region].mobiles), region);
  }

  business(random: Random, region: RegionName): Business {
    const own = businesses.filter((business) => business.region === region);
    return random.pick(own.length > 0 ? own : businesses);
  }
}

export function placeIn(random: Random, network: string, region: RegionName): Place {
  const ip = `${network}.${random.integer(2, 250)}`;
  return { ip, timezone: regions[region].timezone, owner: undefined };
}

/** A desk at a business, with IPv6 if available. */
export function officeOf(random: Random, { owner, network, site, region }: Business): Place {
  const desk = random.integer(2, 250);
  const ip = site ? `${site}::${desk.toString(16)}` : `${network}.${desk}`;
  return { ip, timezone: regions[region].timezone, owner };
}

export interface VisitWishes {
  device: Device;
  place: Place;
  origin: Origin;
  startMs: number;
  goals?: Visit['goals'];
  tellsEnd?: boolean;
  pageCount?: number;
  pageTimes?: readonly number[];
  bot?: Visit['bot'];
}

export function makeVisit(random: Random, wishes: VisitWishes): Visit {
  return {
    seed: random.uuid(0),
    goals: [],
    tellsEnd: random.chance(0.3),
    pageCount: 1 + random.tail(2.2, 14),
    pageTimes: undefined,
    bot: undefined,
    ...wishes,
  };
}
