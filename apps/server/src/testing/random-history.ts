/** Made-up histories of a few people whose devices, sessions, names and campaigns mix in every way. */

import type { MessageType } from '@footfall/contract/ingest';
import { Random as Sequence } from '@footfall/demo/random';

/** A number from 0 up to 1. */
export type Random = () => number;

export function seededRandom(seed: number): Random {
  const sequence = new Sequence(String(seed));
  return () => sequence.next();
}

const minuteMs = 60_000;

const campaigns = [
  { campaign: { source: 'google', medium: 'cpc', name: 'spring' } },
  { campaign: { source: 'newsletter', medium: 'email', name: 'may' }, click_ids: { gclid: 'x' } },
  { click_ids: { gclid: 'abc' } },
];
const referrers = ['https://www.google.com/', 'https://chatgpt.com/', 'https://news.example.org/a'];
const addresses = ['192.35.17.1', '8.8.8.8', '91.64.1.1', '171.64.1.1', ''];
const agents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 NovaAct/1.0',
];
const bot =
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)';
const names = [
  { email: 'ada@siemens.com' },
  { email: 'ADA@siemens.com', user_id: 'u1' },
  { user_id: 'u1' },
  { email: 'bob@gmail.com' },
  { email: 'bob@gmail.com', user_id: 'u2' },
  { email: 'ada@siemens.com', user_id: 'u2' },
  { user_id: 'u3', email: 'carl@bosch.com' },
  { email: 'carl@bosch.com' },
  // Mistyped, and corrected where the next claim of the device is the right one.
  { email: 'ada@siemnes.com' },
  { email: 'bob@gmial.com' },
  // At a first login.
  { user_id: 'u4' },
  { email: 'dora@bosch.com' },
];

/** Messages in time order, which all end before `endMs`; each has a message_id and a timestamp. */
export function randomHistory(
  seed: number,
  size: number,
  endMs: number,
): Record<string, unknown>[] {
  const random = seededRandom(seed);
  const chance = (share: number) => random() < share;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const uuid = (kind: number, number: number) =>
    `${String(seed).padStart(8, '0')}-0000-4000-800${kind}-${String(number).padStart(12, '0')}`;
  const visitors = Array.from({ length: 6 }, (_, place) => ({
    visitor_id: uuid(1, place),
    session: 0,
    agent: pick(agents),
    namesSessions: chance(0.5),
  }));
  const sizes = [5_000, minuteMs, 12 * minuteMs, 29 * minuteMs, 31 * minuteMs, 400 * minuteMs];
  const gaps = Array.from({ length: size }, () => Math.round(pick(sizes) * (0.9 + random() / 5)));
  let now = endMs - gaps.reduce((sum, gap) => sum + gap, 0);
  return gaps.map((gap, place) => {
    now += gap;
    const visitor = pick(visitors);
    if (chance(0.15)) visitor.session += 1;
    const kind = kindOf(random(), place, pick, chance);
    const names_session = chance(visitor.namesSessions ? 0.9 : 0.1) || kind.type === 'session';
    const context = {
      ...(chance(0.8) && {
        page: {
          url: `https://shop.example/${pick(['', 'pricing', 'demo', 'blog/a'])}`,
          title: pick(['Home', 'Pricing']),
          ...(chance(0.4) && { referrer: pick(referrers) }),
        },
      }),
      ...(chance(0.15) && pick(campaigns)),
      ip: pick(addresses),
      user_agent: chance(0.04) ? bot : visitor.agent,
      locale: pick(['de-DE', 'en-GB']),
    };
    return {
      ...kind,
      message_id: `${seed}-${place}`,
      timestamp: new Date(now).toISOString(),
      visitor_id: visitor.visitor_id,
      ...(names_session && {
        session_id: uuid(2, Number(visitor.visitor_id.slice(-2)) * 100 + visitor.session),
      }),
      context,
    };
  });
}

function kindOf(
  number: number,
  place: number,
  pick: <T>(list: readonly T[]) => T,
  chance: (share: number) => boolean,
): { type: MessageType; [field: string]: unknown } {
  if (number < 0.05) {
    return {
      type: 'session',
      action: pick(['start', 'heartbeat', 'end']),
      engaged_ms: place * 100,
    };
  }
  if (number < 0.6) return { type: 'event', name: pick(['page_view', 'page_view', 'click']) };
  if (number < 0.66) return { type: 'event', name: 'login', ...pick(names) };
  if (number < 0.84) {
    const traits = { [pick(['plan', 'seats'])]: place };
    return { type: 'identify', ...pick(names), ...(chance(0.5) && { name: `N${place}` }), traits };
  }
  return {
    type: 'conversion',
    name: pick(['signup', 'purchase']),
    ...(chance(0.5) && { value: place + 0.5, currency: place % 3 === 0 ? 'USD' : 'EUR' }),
    ...(chance(0.2) && { lead: false }),
    ...(chance(0.2) && pick(names)),
    properties: { place },
  };
}

/**
 * The history as backends tell parts of it too: of some who are named without a visitor, with names that name nobody, and
 * of orders that a page and a backend tell. `proved`: by message_id, what is to be sent in a signed request. Of an
 * order each right tells once: of those of one right the first to arrive counts (docs/decisions/0059).
 */
export function withBackends(
  history: Record<string, unknown>[],
  seed: number,
): { history: Record<string, unknown>[]; proved: Set<unknown> } {
  const random = seededRandom(seed * 6_151);
  const proved = new Set<unknown>();
  const reported: { order: string; isProved: boolean }[] = [];
  const orderOf = (place: number, isProved: boolean) => {
    const before = reported.findIndex((one) => one.isProved !== isProved);
    const [match] = before < 0 ? [] : reported.splice(before, 1);
    if (match === undefined) reported.push({ order: `order-${place}`, isProved });
    return match?.order ?? `order-${place}`;
  };
  const changed = history.map((message, place) => {
    const turn = random();
    if (message.type === 'conversion' && turn < 0.6) {
      const isProved = turn < 0.3;
      if (isProved) proved.add(message.message_id);
      return { ...message, external_id: orderOf(place, isProved) };
    }
    const { visitor_id: _, session_id: __, ...rest } = message;
    const isNamed = message.email !== undefined || message.user_id !== undefined;
    if (isNamed && turn < 0.2) return rest;
    const mayBeMore = message.type !== 'session' && message.user_id === undefined;
    return mayBeMore && turn < 0.3 ? { ...message, user_id: 'undefined' } : message;
  });
  return { history: changed, proved };
}

export function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
