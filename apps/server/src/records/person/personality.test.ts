import { Personality } from '@footfall/contract/personalities';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assess, type BehaviourFacts, onDay } from './personality.ts';
import { inWords } from './score-reasons.ts';

const nothing: BehaviourFacts = {
  visits: 0,
  pageViews: 0,
  activeDays: 0,
  keyPages: [],
  conversions: 0,
  purchases: 0,
};
const assessed = (facts: Partial<BehaviourFacts>) => assess({ ...nothing, ...facts });
const pointsFor = (factor: string, facts: Partial<BehaviourFacts>) =>
  assessed(facts).reasons.find((reason) => reason.factor === factor)?.points;

const noon = new Date('2026-05-07T12:00:00Z');
const daysLater = (days: number) => new Date(noon.getTime() + days * 86_400_000);
/** Worth 52 points: 16 + 11 + 10 + 15. */
const interested: BehaviourFacts = {
  visits: 4,
  pageViews: 11,
  activeDays: 3,
  keyPages: [{ pattern: '/demo*', points: 15 }],
  conversions: 0,
  purchases: 0,
};

const facts = fc.record({
  visits: fc.nat(1_000),
  pageViews: fc.nat(100_000),
  activeDays: fc.nat(31),
  conversions: fc.nat(1_000),
  purchases: fc.nat(1_000),
  keyPages: fc.array(
    fc.record({
      pattern: fc.constantFrom('/pricing*', '/demo'),
      points: fc.integer({ min: 1, max: 100 }),
    }),
    { maxLength: 50 },
  ),
});
const instants = fc.date({
  min: new Date('2000-01-01T00:00:00Z'),
  max: new Date('2100-01-01T00:00:00Z'),
  noInvalidDate: true,
});

test('on any day the reasons add up to the score, which is a whole number from 0 to 100', () => {
  fc.assert(
    fc.property(facts, instants, instants, (input, lastActiveAt, asOf) => {
      const { intent_score, reasons } = onDay(assess(input), lastActiveAt, asOf);
      expect(reasons.reduce((sum, { points }) => sum + points, 0)).toBe(intent_score);
      expect(Number.isInteger(intent_score)).toBe(true);
      expect(intent_score).toBeGreaterThanOrEqual(0);
      expect(intent_score).toBeLessThanOrEqual(100);
    }),
  );
});

test('every factor is listed, in the same order, with the fact behind it', () => {
  fc.assert(
    fc.property(facts, (input) => {
      const { reasons } = onDay(assess(input), noon, noon);
      expect(reasons.map(({ factor }) => factor)).toEqual([
        ...['frequency', 'depth', 'return', 'key_pages', 'conversion', 'recency'],
      ]);
      for (const { because, points } of reasons) {
        expect(because).toMatch(/\w/);
        expect(Object.is(points, -0)).toBe(false);
      }
    }),
  );
});

test('the same facts give the same answer, at any time of the same day', () => {
  fc.assert(
    fc.property(facts, fc.nat(86_399), fc.nat(86_399), fc.nat(100), (input, one, other, day) => {
      const midnight = Date.parse('2026-05-07T00:00:00Z') + day * 86_400_000;
      const at = (second: number) =>
        onDay(assess(input), noon, new Date(midnight + second * 1_000));
      expect(JSON.stringify(at(one))).toBe(JSON.stringify(at(other)));
    }),
  );
});

test('more of anything never lowers the score, and a later day never raises it', () => {
  const counts = ['visits', 'pageViews', 'activeDays', 'conversions'] as const;
  fc.assert(
    fc.property(facts, fc.constantFrom(...counts), fc.nat(40), (input, name, days) => {
      const more = { ...input, [name]: input[name] + 1 };
      expect(assess(more).intent_score).toBeGreaterThanOrEqual(assess(input).intent_score);
      const scoreAfter = (later: number) =>
        onDay(assess(input), noon, daysLater(later)).intent_score;
      expect(scoreAfter(days + 1)).toBeLessThanOrEqual(scoreAfter(days));
    }),
  );
});

test.each([
  ['frequency', 'visits', [0, 1, 4, 5, 6], [0, 4, 16, 20, 20]],
  ['depth', 'pageViews', [0, 1, 14, 15, 16], [0, 1, 14, 15, 15]],
  ['return', 'activeDays', [0, 1, 2, 3, 4, 5], [0, 0, 5, 10, 15, 15]],
  ['conversion', 'conversions', [0, 1, 2, 3], [0, 10, 20, 20]],
])('%s: the points for %s', (factor, name, counts, points) => {
  expect(counts.map((count) => pointsFor(factor, { [name]: count }))).toEqual(points);
});

test.each([
  [[], 0],
  [[10], 10],
  [[10, 15], 25],
  [[10, 15, 10], 30],
  [[100], 30],
])('key pages worth %j give %d points', (each, points) => {
  const keyPages = each.map((worth) => ({ pattern: '/x', points: worth }));
  expect(pointsFor('key_pages', { keyPages })).toBe(points);
});

test.each([
  ['2026-05-07T12:00:00Z', 52, 0, 'active today'],
  ['2026-05-07T23:59:59Z', 52, 0, 'active today'],
  ['2026-05-08T00:00:00Z', 50, -2, 'last active 1 day ago'],
  ['2026-05-09T11:00:00Z', 49, -3, 'last active 2 days ago'],
  ['2026-05-22T12:00:00Z', 26, -26, 'last active 15 days ago'],
  ['2026-06-05T12:00:00Z', 2, -50, 'last active 29 days ago'],
  ['2026-06-06T00:00:00Z', 0, -52, 'last active 30 days ago'],
  ['2027-05-07T12:00:00Z', 0, -52, 'last active 365 days ago'],
  // A browser's clock may be a little ahead.
  ['2026-05-06T23:59:59Z', 52, 0, 'active today'],
])('at %s 52 points have become %d', (asOf, score, points, because) => {
  const later = onDay(assess(interested), noon, new Date(asOf));
  expect(later.intent_score).toBe(score);
  const count = Number(/\d+/.exec(because)?.[0] ?? 0);
  expect(later.reasons.at(-1)).toEqual({ factor: 'recency', points, because, count });
});

test('the fact behind a factor is in words, in singular and plural', () => {
  const because = (input: Partial<BehaviourFacts>) =>
    assessed(input).reasons.map((reason) => inWords(reason).because);
  expect(because({})).toEqual([
    'no visits within 30 days',
    'no page views within 30 days',
    'did not come back on another day',
    'no key pages viewed',
    'no conversions',
  ]);
  const pages = ['/pricing*', '/demo*', '/a', '/b', '/c'];
  const keyPages = (count: number) =>
    pages.slice(0, count).map((pattern) => ({ pattern, points: 1 }));
  expect(
    because({ visits: 1, pageViews: 12, activeDays: 2, conversions: 2, keyPages: keyPages(1) }),
  ).toEqual([
    '1 visit within 30 days',
    '12 page views within 30 days',
    'came back on 1 other day',
    'viewed /pricing*',
    '2 conversions',
  ]);
  const reasonFor = (count: number) => because({ keyPages: keyPages(count) })[3];
  expect([reasonFor(3), reasonFor(4), reasonFor(5)]).toEqual([
    'viewed /pricing*, /demo*, /a',
    'viewed /pricing*, /demo*, /a and 1 more key page',
    'viewed /pricing*, /demo*, /a and 2 more key pages',
  ]);
});

test('stages: dormant after 30 days away, else customer, else by score', () => {
  const stageAfter = (days: number, input: Partial<BehaviourFacts>) =>
    onDay(assessed(input), noon, daysLater(days)).stage;
  expect(stageAfter(30, { purchases: 9 })).toBe('dormant');
  expect(stageAfter(29, { purchases: 1 })).toBe('customer');
  expect(stageAfter(0, { conversions: 1 })).not.toBe('customer');
  expect([0, 1, 2].map((days) => stageAfter(days, interested))).toEqual([
    'evaluating',
    'evaluating',
    'engaged',
  ]);
  expect(stageAfter(15, interested)).toBe('engaged');
  expect(stageAfter(16, interested)).toBe('new');
  // 25 and 24 points.
  expect(stageAfter(0, { visits: 5, pageViews: 5 })).toBe('engaged');
  expect(stageAfter(0, { visits: 5, pageViews: 4 })).toBe('new');
});

test('personas: the first that fits of buyer, evaluator, researcher, reader, newcomer', () => {
  const all = { ...interested, conversions: 1, purchases: 1 };
  expect(assessed(all).persona).toBe('buyer');
  expect(assessed({ ...all, purchases: 0 }).persona).toBe('evaluator');
  expect(assessed({ ...all, conversions: 0, purchases: 0 }).persona).toBe('evaluator');
  expect(assessed({ pageViews: 10 }).persona).toBe('researcher');
  expect(assessed({ activeDays: 3 }).persona).toBe('researcher');
  expect(assessed({ pageViews: 9, activeDays: 2 }).persona).toBe('reader');
  expect(assessed({ pageViews: 3 }).persona).toBe('reader');
  expect(assessed({ pageViews: 2 }).persona).toBe('newcomer');
});

test('the documented example is what the formula gives', () => {
  const [example] = (Personality as { examples?: object[] }).examples ?? [];
  const input = {
    visits: 3,
    pageViews: 9,
    activeDays: 3,
    keyPages: [
      { pattern: '/pricing*', points: 10 },
      { pattern: '/demo*', points: 15 },
    ],
    conversions: 0,
    purchases: 0,
  };
  expect(example).toMatchObject(onDay(assess(input), noon, daysLater(2)));
});
