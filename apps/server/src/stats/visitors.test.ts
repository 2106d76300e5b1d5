/* When visitors are estimated, and how far an estimate lies from the truth. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { errorOf, shareCount, shareOf } from '../records/visit/shares.ts';
import type { Question } from './figures.ts';
import { sharesRead } from './visitors.ts';

const question: Question = {
  workspaceId: '',
  isTest: false,
  range: {
    from: 0,
    until: 30 * 96,
    firstDay: 0,
    untilDay: 30,
    firstFullDay: 0,
    untilFullDay: 30,
    fullFrom: 0,
    fullUntil: 30 * 96,
    starts: [],
    startDays: [],
    sessions: 0,
  },
  byTime: false,
  hasKeptDays: true,
  crossTabsUntil: 0,
  dimensions: ['source'],
  filters: [],
  lists: [],
  condition: undefined,
  measured: new Set(),
};
const withSessions = (sessions: number, also: Partial<Question> = {}) =>
  sharesRead({ ...question, ...also, range: { ...question.range, sessions } });

test('visitors by a dimension are counted one by one up to 150,000 visits, and in a share of them beyond', () => {
  expect(withSessions(150_000)).toBe(shareCount);
  expect(withSessions(150_001)).toBe(63);
  expect(withSessions(2_500_000)).toBe(3);
  expect(withSessions(1e9)).toBe(1);
  expect(withSessions(1e9, { dimensions: [] })).toBe(shareCount);
  expect(errorOf(1_000, shareCount)).toBe(0);
});

test('36,000 visits of a week are read', () => {
  const { range } = question;
  const ofWeek = (sessions: number) =>
    sharesRead({ ...question, range: { ...range, untilDay: 7, sessions } });
  expect(ofWeek(36_000)).toBe(shareCount);
  expect(ofWeek(72_000)).toBe(32);
});

test('an estimate lies within its stated error in about 95 of 100 cases', () => {
  const shares = 6;
  const all = 5_000;
  const misses = Array.from({ length: 200 }, () => {
    const visitors = Array.from({ length: all }, () => randomUUID());
    const read = visitors.filter((id) => shareOf(id) < shares).length;
    const estimate = Math.round((read * shareCount) / shares);
    return Math.abs(estimate - all) > errorOf(estimate, shares);
  }).filter(Boolean);
  // 10 are expected; more than 30 come once in a billion runs.
  expect(misses.length).toBeLessThan(30);
});
