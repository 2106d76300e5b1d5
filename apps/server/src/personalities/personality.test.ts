import { Personality } from '@footfall/contract/personalities';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assess, type BehaviourFacts } from './personality.ts';

const nothing: BehaviourFacts = {
  daysSinceLastSeen: 100,
  sessionsIn30Days: 0,
  pageViewsIn30Days: 0,
  activeDaysIn30Days: 0,
  conversions: 0,
};
const assessed = (facts: Partial<BehaviourFacts>) => assess({ ...nothing, ...facts });
const pointsFor = (factor: string, facts: Partial<BehaviourFacts>) =>
  assessed(facts).reasons.find((reason) => reason.factor === factor)?.points;

const facts = fc.record({
  daysSinceLastSeen: fc.double({ min: -1, max: 5_000, noNaN: true }),
  sessionsIn30Days: fc.nat(1_000),
  pageViewsIn30Days: fc.nat(100_000),
  activeDaysIn30Days: fc.nat(31),
  conversions: fc.nat(1_000),
});

test('the reasons add up to the score, which is a whole number from 0 to 100', () => {
  fc.assert(
    fc.property(facts, (known) => {
      const { intent_score, reasons } = assess(known);
      expect(reasons.reduce((sum, { points }) => sum + points, 0)).toBe(intent_score);
      expect(Number.isInteger(intent_score)).toBe(true);
      expect(intent_score).toBeGreaterThanOrEqual(0);
      expect(intent_score).toBeLessThanOrEqual(100);
    }),
  );
});

test('every factor is given, in the same order, with the fact behind it', () => {
  fc.assert(
    fc.property(facts, (known) => {
      const { reasons } = assess(known);
      expect(reasons.map(({ factor }) => factor)).toEqual([
        ...['recency', 'frequency', 'depth', 'return', 'conversion'],
      ]);
      for (const { because } of reasons) expect(because).toMatch(/\w/);
    }),
  );
});

test('more of anything never lowers the score', () => {
  const counts = ['sessionsIn30Days', 'pageViewsIn30Days', 'activeDaysIn30Days', 'conversions'];
  fc.assert(
    fc.property(facts, fc.constantFrom(...counts), (known, name) => {
      const more = { ...known, [name]: Number(known[name as keyof BehaviourFacts]) + 1 };
      expect(assess(more).intent_score).toBeGreaterThanOrEqual(assess(known).intent_score);
    }),
  );
});

test.each([
  [-0.5, 25],
  [0, 25],
  [0.99, 25],
  [1, 24],
  [24.9, 1],
  [25, 0],
  [400, 0],
])('recency: seen %d days ago gives %d points', (daysSinceLastSeen, points) => {
  expect(pointsFor('recency', { daysSinceLastSeen })).toBe(points);
});

test.each([
  ['frequency', 'sessionsIn30Days', [0, 1, 4, 5, 6], [0, 4, 16, 20, 20]],
  ['depth', 'pageViewsIn30Days', [0, 1, 19, 20, 21], [0, 1, 19, 20, 20]],
  ['return', 'activeDaysIn30Days', [0, 1, 2, 3, 4, 5], [0, 0, 5, 10, 15, 15]],
  ['conversion', 'conversions', [0, 1, 2, 3], [0, 10, 20, 20]],
])('%s: the points for %s', (factor, name, counts, points) => {
  expect(counts.map((count) => pointsFor(factor, { [name]: count }))).toEqual(points);
});

test('the fact behind a factor is said in words, in singular and plural', () => {
  const because = (known: Partial<BehaviourFacts>) =>
    assessed(known).reasons.map((reason) => reason.because);
  expect(because({})).toEqual([
    'last seen 100 days ago',
    'no visit in the last 30 days',
    'no page view in the last 30 days',
    'no return on another day',
    'no conversion so far',
  ]);
  expect(
    because({
      daysSinceLastSeen: 1.5,
      sessionsIn30Days: 1,
      pageViewsIn30Days: 12,
      activeDaysIn30Days: 2,
      conversions: 2,
    }),
  ).toEqual([
    'last seen 1 day ago',
    '1 visit in the last 30 days',
    '12 page views in the last 30 days',
    '1 return on another day',
    '2 conversions so far',
  ]);
  expect(because({ daysSinceLastSeen: 0.2 })[0]).toBe('last seen today');
});

test('stages: dormant after 30 days away, else customer, else by score', () => {
  const engaged = { daysSinceLastSeen: 0, sessionsIn30Days: 2, pageViewsIn30Days: 2 };
  const evaluating = { ...engaged, sessionsIn30Days: 5, pageViewsIn30Days: 15 };
  expect(assessed({ daysSinceLastSeen: 30, conversions: 9 }).stage).toBe('dormant');
  expect(assessed({ daysSinceLastSeen: 29.9, conversions: 1 }).stage).toBe('customer');
  expect(assessed(engaged)).toMatchObject({ intent_score: 35, stage: 'engaged' });
  expect(assessed({ ...engaged, pageViewsIn30Days: 1 })).toMatchObject({
    intent_score: 34,
    stage: 'new',
  });
  expect(assessed(evaluating)).toMatchObject({ intent_score: 60, stage: 'evaluating' });
  expect(assessed({ ...evaluating, pageViewsIn30Days: 14 })).toMatchObject({
    intent_score: 59,
    stage: 'engaged',
  });
});

test('personas: the first that fits of buyer, evaluator, researcher, reader, newcomer', () => {
  const all = { conversions: 1, activeDaysIn30Days: 3, pageViewsIn30Days: 10 };
  expect(assessed(all).persona).toBe('buyer');
  expect(assessed({ ...all, conversions: 0 }).persona).toBe('evaluator');
  expect(assessed({ activeDaysIn30Days: 2, pageViewsIn30Days: 10 }).persona).toBe('researcher');
  expect(assessed({ pageViewsIn30Days: 9 }).persona).toBe('reader');
  expect(assessed({ pageViewsIn30Days: 3 }).persona).toBe('reader');
  expect(assessed({ pageViewsIn30Days: 2 }).persona).toBe('newcomer');
});

test('the documented example is what the formula gives', () => {
  const [example] = (Personality as { examples?: object[] }).examples ?? [];
  expect(example).toMatchObject(
    assess({
      daysSinceLastSeen: 1,
      sessionsIn30Days: 3,
      pageViewsIn30Days: 15,
      activeDaysIn30Days: 3,
      conversions: 0,
    }),
  );
});
