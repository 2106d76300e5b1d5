/** The demo's people: each function adds one of them, with all their activity, to the diary. */
import type { Business } from './businesses.ts';
import type { Diary } from './diary.ts';
import { conversion, Journey } from './journey.ts';
import type { BackendNote, Device, Place } from './life.ts';
import { type RegionName, vpnNetworks } from './networks.ts';
import { direct, type OriginChoice, pickOrigin, pickOtherCampaign } from './origins.ts';
import type { Random } from './random.ts';
import { apart, pickTime, type Rhythm } from './rhythm.ts';
import { makeVisit, officeOf, placeIn, type World } from './world.ts';

const minuteMs = 60_000;

/** A device with the places where it is used. */
interface Owned {
  device: Device;
  rhythm: Rhythm;
  places: readonly Place[];
  weight: number;
}

interface Slot {
  startMs: number;
  owned: Owned;
  journey: Journey;
}

/** A person who identifies at some time. */
export function addPerson(world: World, random: Random): void {
  const region = world.region(random);
  const way = random.next();
  const mailbox = mailboxOf(way);
  const employer = random.chance(0.3) ? world.business(random, region) : undefined;
  // Others with a work address belong to companies without a network.
  const business = mailbox !== 'work' || employer?.givesAddresses ? employer : undefined;
  const person = world.person(random, { mailbox, region, companyDomain: business?.domain });
  const owned = belongings(world, random, region, mailbox === 'work', business);
  const journey = new Journey(world, person, random);
  const slots = slotsOf(world, random, region, [{ journey, owned }], 2 + random.tail(4, 30));
  const introduction = slots[random.tail(1, 4)] ?? slots[0];
  live(world, random, slots, { introductions: new Set([introduction]), origins: 'tagged' });
}

function mailboxOf(way: number): 'work' | 'free' | 'none' {
  if (way < 0.62) return 'work';
  return way < 0.9 ? 'free' : 'none';
}

function belongings(
  world: World,
  random: Random,
  region: RegionName,
  works: boolean,
  business: Business | undefined,
): Owned[] {
  const home = world.home(random, region);
  const atWork = works || business !== undefined;
  const office = business ? officeOf(random, business) : world.home(random, region);
  const laptop: Owned = {
    device: world.device(random, 'computer', region, 'browser'),
    rhythm: atWork ? 'work' : 'leisure',
    places: atWork ? [office, office, home] : [home],
    weight: 6,
  };
  const owned = [laptop];
  if (random.chance(0.55)) {
    const places = [home, world.onTheMove(random, region)];
    const device = world.device(random, 'phone', region, 'browser');
    owned.push({ device, rhythm: 'leisure', places, weight: 3 });
  }
  if (random.chance(0.2)) {
    const device = world.device(random, 'computer', region, 'browser');
    owned.push({ device, rhythm: 'leisure', places: [home], weight: 2 });
  }
  if (random.chance(0.12)) {
    const device = world.device(random, 'app', region, 'app');
    const places = [world.onTheMove(random, region)];
    owned.push({ device, rhythm: 'leisure', places, weight: 3 });
  }
  return owned;
}

/** Several people on one computer: a family's, or one at a reception. */
export function addShared(world: World, random: Random): void {
  const region = world.region(random);
  const business = random.chance(0.3) ? world.business(random, region) : undefined;
  const place = business ? officeOf(random, business) : world.home(random, region);
  const rhythm = business ? 'work' : 'leisure';
  const shared: Owned = {
    device: world.device(random, 'computer', region, 'browser'),
    rhythm,
    places: [place],
    weight: 5,
  };
  const users = Array.from({ length: business ? 3 : 2 }, () => {
    const mailbox = business?.givesAddresses ? 'work' : 'free';
    const person = world.person(random, { mailbox, region, companyDomain: business?.domain });
    const phone: Owned = {
      device: world.device(random, 'phone', region, 'browser'),
      rhythm: 'leisure',
      places: [world.onTheMove(random, region)],
      weight: 2,
    };
    const journey = new Journey(world, person, random);
    return { journey, owned: random.chance(0.5) ? [shared, phone] : [shared] };
  });
  const slots = slotsOf(world, random, region, users, 4 * users.length + random.tail(4, 20));
  const introductions = users.map(({ journey }) => {
    const own = slots.filter((slot) => slot.journey === journey);
    return own[random.integer(0, 1)] ?? own[0];
  });
  live(world, random, slots, { introductions: new Set(introductions), origins: 'untagged' });
}

function slotsOf(
  world: World,
  random: Random,
  region: RegionName,
  users: { journey: Journey; owned: Owned[] }[],
  count: number,
): Slot[] {
  const slots = Array.from({ length: count }, (): Slot => {
    const { journey, owned: all } = random.pick(users);
    const owned = random.weighted(all);
    return { startMs: pickTime(world.diary.period, region, owned.rhythm, random), owned, journey };
  });
  return apart(slots);
}

interface Manner {
  introductions: ReadonlySet<Slot | undefined>;
  /** Visits may come from campaigns. On a shared device, credit would be undecidable. */
  origins: 'tagged' | 'untagged';
}

/** People's visits, one after another, until the period ends. */
function live(world: World, random: Random, slots: Slot[], { introductions, origins }: Manner) {
  const { diary } = world;
  const introducedOn = [...introductions][0]?.owned.device;
  const introduced = new Set<Journey>();
  let freeFrom = 0;
  for (const [place, slot] of slots.entries()) {
    if (slot.startMs < freeFrom) continue;
    const { journey, owned } = slot;
    const goals = () => {
      if (introduced.has(journey)) return journey.goOn(owned.device);
      if (!introductions.has(slot)) {
        const isAlone = origins === 'tagged' && owned.device === introducedOn;
        return isAlone ? journey.anonymously() : [];
      }
      introduced.add(journey);
      return journey.introduce(owned.device);
    };
    const choice = place === 0 ? 'first' : 'return';
    const wishes = { startMs: slot.startMs, goals: goals() };
    const end = visitAndReturn(
      diary,
      random,
      owned,
      wishes,
      origins === 'tagged' ? choice : 'untagged',
    );
    if (end === undefined) return;
    freeFrom = end.endMs + 31 * minuteMs;
    const until = (slots[place + 1]?.startMs ?? diary.period.untilMs) - 31 * minuteMs;
    if (journey.hasAccount && origins === 'tagged' && random.chance(0.35)) {
      freeFrom = tellFromBackend(diary, random, journey, {
        freeFrom,
        until,
        isTagged: end.isTagged,
      });
    }
  }
}

interface Ending {
  endMs: number;
  isTagged: boolean;
}

/**
 * One visit; sometimes the visitor returns after a little more than the half hour that ends a session, or
 * sooner through a campaign, which also starts a session.
 */
function visitAndReturn(
  diary: Diary,
  random: Random,
  { device, places }: Owned,
  wishes: { startMs: number; goals: ReturnType<Journey['goOn']> },
  choice: OriginChoice,
): Ending | undefined {
  const place = random.pick(places);
  const isApp = device.sender === 'app';
  const origin = isApp ? direct : pickOrigin(choice, random);
  const luck = random.next();
  const byCampaign = luck < 0.06 && choice !== 'untagged';
  const afterBreak = !byCampaign && luck < 0.12;
  const returns = byCampaign || afterBreak;
  const tellsEnd = !isApp && (returns || random.chance(0.3));
  const visit = makeVisit(random, { device, place, origin, ...wishes, tellsEnd });
  const session = diary.visit(visit);
  if (!session) return undefined;
  const ending = { endMs: session.endMs, isTagged: origin.campaign !== undefined };
  if (!returns) return ending;
  const pause = byCampaign
    ? random.integer(minuteMs, 15 * minuteMs)
    : random.integer(31 * minuteMs, 55 * minuteMs);
  const other = byCampaign ? pickOtherCampaign(origin, random) : origin;
  const next = diary.visit(
    makeVisit(random, {
      device,
      place,
      origin: isApp ? { ...other, referrer: '' } : other,
      startMs: session.endMs + pause,
      tellsEnd: !isApp && random.chance(0.3),
    }),
  );
  return next ? { endMs: next.endMs, isTagged: other.campaign !== undefined } : ending;
}

function tellFromBackend(
  diary: Diary,
  random: Random,
  journey: Journey,
  { freeFrom, until, isTagged }: { freeFrom: number; until: number; isTagged: boolean },
): number {
  const names = ['report_exported', 'seat_added', 'schedule_published', 'invoice_paid'] as const;
  const note: BackendNote = {
    seed: random.uuid(0),
    person: journey.person,
    startMs: freeFrom + random.integer(0, 16 * 60 * minuteMs),
    names: Array.from({ length: random.integer(1, 4) }, () => random.pick(names)),
    conversion: !isTagged && random.chance(0.15) ? journey.renewal() : undefined,
  };
  // An hour exceeds the note's duration.
  if (note.startMs + 60 * minuteMs > until) return freeFrom;
  const session = diary.note(note);
  return session ? session.endMs + 31 * minuteMs : freeFrom;
}

/** Most visitors never identify. */
export function addAnonymous(world: World, random: Random): void {
  const region = world.region(random);
  const owned = random.chance(0.06)
    ? anonymousApp(world, random, region)
    : anonymousBrowser(world, random, region);
  const count = 1 + random.tail(0.55, 20);
  const slots = apart(
    Array.from({ length: count }, () => ({
      startMs: pickTime(world.diary.period, region, owned.rhythm, random),
    })),
  );
  let asks = random.chance(0.06);
  let freeFrom = 0;
  for (const [place, { startMs }] of slots.entries()) {
    if (startMs < freeFrom) continue;
    const goals = asks && random.chance(0.7) ? anonymousGoals(random) : [];
    if (goals.length > 0) asks = false;
    const choice = place === 0 ? 'first' : 'return';
    const end = visitAndReturn(world.diary, random, owned, { startMs, goals }, choice);
    if (end === undefined) return;
    freeFrom = end.endMs + 31 * minuteMs;
  }
}

function anonymousGoals(random: Random) {
  const anonymous = random.next();
  if (anonymous < 0.3) return [conversion('support', 'docs_feedback', { lead: false })];
  if (anonymous < 0.7) return [conversion('download', 'whitepaper_downloaded')];
  return [conversion('contact', 'contact_requested')];
}

function anonymousApp(world: World, random: Random, region: RegionName): Owned {
  const device = world.device(random, 'app', region, 'app');
  return { device, rhythm: 'leisure', places: [world.onTheMove(random, region)], weight: 1 };
}

function anonymousBrowser(world: World, random: Random, region: RegionName): Owned {
  const way = random.next();
  if (way < 0.2) {
    const device = world.device(random, 'computer', region, 'browser');
    const places = [officeOf(random, world.business(random, region))];
    return { device, rhythm: 'work', places, weight: 1 };
  }
  if (way < 0.23) {
    const device = world.device(random, 'computer', region, 'browser');
    const places = [placeIn(random, random.pick(vpnNetworks), region)];
    return { device, rhythm: 'leisure', places, weight: 1 };
  }
  const isPhone = way < 0.6;
  const device = world.device(random, isPhone ? 'phone' : 'computer', region, 'browser');
  const home = world.home(random, region);
  const places = isPhone ? [home, world.onTheMove(random, region)] : [home];
  return { device, rhythm: 'leisure', places, weight: 1 };
}
