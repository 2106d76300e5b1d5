/** Visits of programs, and screens that are always on. */
import { type BotKind, botKinds, pickBot } from './bots.ts';
import { conversion } from './journey.ts';
import { regions } from './networks.ts';
import { direct, pickOrigin } from './origins.ts';
import type { Random } from './random.ts';
import { apart, pickTime } from './rhythm.ts';
import { makeVisit, placeIn, type World } from './world.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;
const longestSessionMs = 24 * hourMs;

export function addBot(world: World, random: Random): void {
  const kind = pickBot(random);
  const [least, most] = kind.pages;
  const device = deviceOf(kind, world, random);
  const slots = apart(
    Array.from({ length: 1 + random.tail(1.5, 12) }, () => ({
      startMs: pickTime(world.diary.period, 'us_east', 'always', random),
    })),
  );
  for (const { startMs } of slots) {
    // A checker of ads' landing pages follows the ad's URL.
    const origin = kind.name === 'AdsBot-Google' ? pickOrigin('campaign', random) : direct;
    const isSpam = kind.way === 'render' && random.chance(0.35);
    const visit = makeVisit(random, {
      device,
      place: placeIn(random, random.pick(kind.networks), 'us_east'),
      origin: { ...origin, referrer: '' },
      startMs,
      goals: isSpam ? [conversion('contact', 'contact_requested')] : [],
      tellsEnd: false,
      pageCount: random.integer(least, most),
      bot: kind,
    });
    if (!world.diary.visit(visit)) return;
  }
}

function deviceOf({ way, userAgent }: BotKind, world: World, random: Random) {
  const sender = way === 'render' ? 'browser' : 'fetch';
  const device = world.device(random, 'computer', 'us_east', sender);
  return { ...device, locale: 'en-US', hardware: { ...device.hardware, userAgent } };
}

/** The last few messages: a monitor that checks some pages. */
export function addMonitor(world: World, random: Random, pageCount: number): void {
  const [monitor] = botKinds.filter(({ name }) => name === 'UptimeRobot');
  if (!monitor) throw new RangeError('there is no monitor among the bots');
  const visit = makeVisit(random, {
    device: deviceOf(monitor, world, random),
    place: placeIn(random, random.pick(monitor.networks), 'us_east'),
    origin: direct,
    startMs: pickTime(world.diary.period, 'us_east', 'always', random),
    tellsEnd: false,
    pageCount,
    bot: monitor,
  });
  world.diary.visit(visit);
}

/**
 * A wall screen that loads a page every 20 to 28 minutes for over a day, longer than any session: once
 * through the script, which starts new sessions itself, once through an app.
 */
export function addWallScreens(world: World, random: Random): void {
  const { fromMs, untilMs } = world.diary.period;
  const region = 'germany';
  for (const sender of ['browser', 'app'] as const) {
    const startMs = random.integer(fromMs, untilMs - 32 * hourMs);
    const times = [startMs];
    for (let at = startMs; at < startMs + 30 * hourMs; times.push(at)) {
      at += random.integer(20 * minuteMs, 28 * minuteMs);
    }
    const device = world.device(random, sender === 'app' ? 'app' : 'computer', region, sender);
    const place = placeIn(random, random.pick(regions[region].homes), region);
    const first = times.filter((at) => at - startMs <= longestSessionMs);
    for (const pageTimes of [first, times.slice(first.length)]) {
      const wishes = { device, place, origin: direct, startMs: pageTimes[0] ?? startMs };
      world.diary.visit(makeVisit(random, { ...wishes, pageTimes, tellsEnd: false }));
    }
  }
}
