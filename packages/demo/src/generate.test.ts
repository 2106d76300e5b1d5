import { type MessageType, messageSchemas, messageTypes } from '@footfall/contract/ingest';
import { Compile } from 'typebox/compile';
import { describe, expect, test } from 'vitest';
import { businesses } from './businesses.ts';
import type { TrueSession } from './diary.ts';
import { type DemoOptions, generate } from './generate.ts';
import { groupBy } from './groups.ts';
import type { DemoMessage } from './life.ts';
import { freeMailDomains, madeUpCompanies } from './names.ts';
import { slicesOf, type TrueLinks } from './true-links.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const options: DemoOptions = {
  seed: 1,
  events: 5_000,
  days: 30,
  untilMs: Date.parse('2026-05-31T10:20:30.400Z'),
};
const life = generate(options);
const truth = life.truth();
const messages = [...life.parts(500)].flat();
const human = truth.sessions.filter(({ bot }) => bot === '');

const textOf = (changed: Partial<DemoOptions>) =>
  [...generate({ ...options, ...changed }).parts(100)].map((part) => JSON.stringify(part)).join('');

test('the same options give the same bytes, another seed others', () => {
  const text = textOf({ events: 1_000 });
  expect(textOf({ events: 1_000 })).toBe(text);
  expect(textOf({ events: 1_000, seed: 2 })).not.toBe(text);
});

test.for([1, 7, 500, 1_999, 2_000, 3_333])('%i messages are that many, in parts', (events) => {
  const parts = [...generate({ ...options, events }).parts(100)];
  expect(parts.flat()).toHaveLength(events);
  expect(parts.slice(0, -1).every((part) => part.length === 100)).toBe(true);
});

test('a single day has a life too', () => {
  const day = [...generate({ ...options, days: 1, events: 800 }).parts(800)].flat();
  expect(day).toHaveLength(800);
  expect(Date.parse(day[0]?.timestamp ?? '')).toBeGreaterThanOrEqual(options.untilMs - dayMs);
});

test('messages come in time order, inside the period, each with an id of its own', () => {
  const times = messages.map(({ timestamp }) => Date.parse(timestamp));
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(times[0]).toBeGreaterThanOrEqual(options.untilMs - 30 * dayMs);
  expect(times.at(-1)).toBeLessThan(options.untilMs);
  expect(new Set(messages.map(({ message_id }) => message_id)).size).toBe(messages.length);
});

test('every message is one that the service takes, and every kind is there', () => {
  const checks: Record<MessageType, { Check(value: unknown): boolean }> = {
    event: Compile(messageSchemas.event),
    session: Compile(messageSchemas.session),
    identify: Compile(messageSchemas.identify),
    conversion: Compile(messageSchemas.conversion),
  };
  const refused = messages.filter((message) => !checks[message.type].Check(message));
  expect(refused).toEqual([]);
  expect(new Set(messages.map(({ type }) => type))).toEqual(new Set(messageTypes));
  expect(messages.filter(({ visitor_id, user_id }) => !visitor_id && !user_id)).toEqual([]);
});

test('the truth counts every message once', () => {
  const total = truth.sessions.reduce((sum, session) => sum + session.messages, 0);
  expect(total).toBe(messages.length);
});

describe('no visit is impossible', () => {
  const byVisitor = [...groupBy(human, ({ visitor }) => visitor).values()];
  const neighbours = byVisitor.flatMap((own) =>
    own.slice(1).map((session, place) => ({ before: own[place] as TrueSession, session })),
  );

  test('a device is in one session at a time, and none lasts longer than a day', () => {
    expect(neighbours.filter(({ before, session }) => session.startMs <= before.endMs)).toEqual([]);
    expect(human.filter(({ startMs, endMs }) => endMs - startMs > dayMs)).toEqual([]);
  });

  test('a session ends by half an hour of silence, by another campaign or by its length', () => {
    const early = neighbours.filter(
      ({ before, session }) => session.startMs - before.endMs <= 30 * 60_000,
    );
    expect(early.length).toBeGreaterThan(5);
    const unexplained = early.filter(({ before, session }) => {
      const isCampaign =
        session.campaign !== undefined && session.campaign.name !== before.campaign?.name;
      return !isCampaign && session.startMs - before.startMs <= dayMs;
    });
    expect(unexplained).toEqual([]);
  });

  test('no pause within a session is as long as one that ends it', () => {
    const bySession = groupBy(messages, sessionOf);
    for (const own of bySession.values()) {
      const times = own.map(({ timestamp }) => Date.parse(timestamp));
      const pauses = times.slice(1).map((time, place) => time - (times[place] ?? 0));
      expect(Math.max(0, ...pauses)).toBeLessThan(30 * 60_000);
    }
  });
});

test('everything that makes it hard is there', () => {
  const own = truth.people.map(({ slices }) => new Set(slices.map(({ visitor }) => visitor)));
  expect(own.filter((visitors) => visitors.size > 1).length).toBeGreaterThan(5);
  const users = groupBy(
    truth.people.flatMap(({ slices, person }) =>
      slices.map(({ visitor }) => ({ visitor, person })),
    ),
    ({ visitor }) => visitor,
  );
  expect([...users.values()].some((named) => named.length > 1)).toBe(true);
  expect(truth.leads.some(({ person }) => person === undefined)).toBe(true);
  expect(truth.leads.some(({ person, openedBy }) => person && openedBy === 'conversion')).toBe(
    true,
  );
  expect(truth.conversions.some(({ lead }) => lead === undefined)).toBe(true);
  expect(truth.conversions.some(({ value }) => value !== undefined)).toBe(true);
  expect(truth.companies.some(({ domain }) => domain !== '')).toBe(true);
  expect(truth.companies.some(({ owner }) => owner !== '')).toBe(true);
  expect(truth.campaigns.length).toBeGreaterThan(8);
  expect(
    truth.campaigns.some(({ firstTouch, lastTouch }) => firstTouch.leads !== lastTouch.leads),
  ).toBe(true);
  expect(truth.bots.size).toBeGreaterThan(5);
  expect(truth.conversions.some(({ isBot }) => isBot)).toBe(true);
  const emails = messages.flatMap(({ email }) => (email ? [email] : []));
  expect(emails.some((email) => email !== email.toLowerCase())).toBe(true);
  const isServerSide = ({ session_id }: DemoMessage) => session_id === undefined;
  expect(messages.filter(isServerSide).length).toBeGreaterThan(100);
  expect(
    human.some(({ startMs, endMs }) => Math.floor(startMs / dayMs) < Math.floor(endMs / dayMs)),
  ).toBe(true);
  expect(human.some(({ startMs, endMs }) => endMs - startMs > 23 * hourMs)).toBe(true);
});

test('people work by day and on weekdays, in their own time zones', () => {
  const atWork = human.filter(({ place }) => place?.owner);
  const local = atWork.map(({ startMs, place }) => {
    const parts = new Intl.DateTimeFormat('en-GB', {
      timeZone: place?.timezone ?? 'UTC',
      hour: 'numeric',
      weekday: 'short',
    }).formatToParts(startMs);
    const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
    return { hour: Number(part('hour')), weekday: part('weekday') };
  });
  const usual = local.filter(({ hour, weekday }) => hour >= 7 && hour < 20 && !/S/.test(weekday));
  expect(usual.length / local.length).toBeGreaterThan(0.75);
});

test('a visitor who is named again by the same person is in one slice', () => {
  const person = (name: string) =>
    ({ name, email: '', userId: '', region: 'japan', companyDomain: '' }) as const;
  const [ann, ben] = [person('Ann'), person('Ben')];
  const named = [ann, ann, ben, ann].map((who, at) => ({ at, person: who }));
  const links: TrueLinks = new Map([['v', named]]);
  const slices = slicesOf('v', links).map(({ person: who, sinceMs, untilMs }) => [
    who.name,
    sinceMs,
    untilMs,
  ]);
  expect(slices).toEqual([
    ['Ann', Number.NEGATIVE_INFINITY, 2],
    ['Ben', 2, 3],
    ['Ann', 3, Number.POSITIVE_INFINITY],
  ]);
});

test('domains of the companies are ones that nobody can register', () => {
  const domains = [...businesses, ...madeUpCompanies].map(({ domain }) => domain);
  expect(new Set(domains).size).toBe(domains.length);
  expect(domains.filter((domain) => !/^[a-z-]+\.example$/.test(domain))).toEqual([]);
  const visits = messages.flatMap(({ email }) => (email ? [email.toLowerCase()] : []));
  const free = new Set(Object.values(freeMailDomains).flat());
  const allowed = new Set([...domains, ...free]);
  expect(visits.filter((email) => !allowed.has(email.split('@')[1] ?? ''))).toEqual([]);
});

/** By the script's session, else by the visitor and the truth's session around the message. */
function sessionOf(message: DemoMessage): string {
  if (message.session_id) return message.session_id;
  const visitor = message.visitor_id ?? `user:${message.user_id}`;
  const at = Date.parse(message.timestamp);
  const around = truth.sessions.find(
    (session) => session.visitor === visitor && session.startMs <= at && at <= session.endMs,
  );
  return `${visitor} ${around?.startMs}`;
}
