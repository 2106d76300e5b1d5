import { expect, test } from 'vitest';
import { seededRandom } from '../../testing/random-history.ts';
import type { Range } from './frame.ts';
import { cut } from './whole-days.ts';

const quartersOfDay = 96;
const dayOf = (quarter: number) => Math.floor(quarter / quartersOfDay);
const firstDay = 20_000;

/** In UTC. Nothing happens from `now` on. */
function rangeOf(from: number, until: number, now: number): Range {
  const reachesNow = until > now;
  const firstFullDay = Math.ceil(from / quartersOfDay);
  const untilDay = dayOf(until - 1) + 1;
  const untilFullDay = reachesNow ? untilDay : dayOf(until);
  return {
    ...{ from, until, firstDay: dayOf(from), untilDay, firstFullDay, untilFullDay, reachesNow },
    ...{ fullFrom: firstFullDay * quartersOfDay, fullUntil: untilFullDay * quartersOfDay },
    ...{ starts: [], startDays: [], sessions: 0 },
  };
}

/** How often a visit counts: in the sums of its day or week, and in what is added or taken away. */
function timesCounted(quarter: number, range: Range, byWeek: boolean): number {
  const day = dayOf(quarter);
  const { days, ends } = cut(range, byWeek);
  const length = byWeek ? 7 : 1;
  const inSums = days.filter((first) => day >= first && day < first + length).length;
  return ends.reduce((times, { range: end, isTakenAway }) => {
    const isIn =
      day >= end.firstDay && day < end.untilDay && quarter >= end.from && quarter < end.until;
    if (!isIn) return times;
    return isTakenAway ? times - 1 : times + 1;
  }, inSums);
}

test.each([{ byWeek: false }, { byWeek: true }])(
  'every visit of a range counts once, and no other (by week: $byWeek)',
  ({ byWeek }) => {
    const random = seededRandom(7);
    const pick = (most: number) => Math.floor(random() * most);
    for (let round = 0; round < 400; round++) {
      const steps = [1, quartersOfDay, 7 * quartersOfDay];
      const step = steps[round % steps.length] ?? 1;
      const start = firstDay * quartersOfDay + pick(21 * quartersOfDay);
      const from = start - (start % step);
      const until = from + step * (1 + pick((25 * quartersOfDay) / step));
      const now = round % 2 === 0 ? until - 1 - pick(until - from) : until + pick(100);
      const range = rangeOf(from, until, now);
      for (let visit = 0; visit < 60; visit++) {
        const quarter = from - 800 + pick(until - from + 1_600);
        if (quarter > now) continue;
        const isIn = quarter >= from && quarter < until;
        const said = `${quarter} in ${from} to ${until}, now ${now}`;
        expect(timesCounted(quarter, range, byWeek), said).toBe(isIn ? 1 : 0);
      }
    }
  },
);

test('of a week the fewer days are read', () => {
  // A Thursday.
  const thursday = Math.ceil(firstDay / 7) * 7;
  const now = (thursday + 100) * quartersOfDay;
  const sizeOf = (from: number, until: number) =>
    cut(rangeOf(from * quartersOfDay, until * quartersOfDay, now), true).ends.map(
      ({ range, isTakenAway }) => (range.untilDay - range.firstDay) * (isTakenAway ? -1 : 1),
    );
  const monday = thursday - 3;
  expect(sizeOf(monday, monday + 14)).toEqual([]);
  expect(sizeOf(monday + 1, monday + 14)).toEqual([-1]);
  expect(sizeOf(monday + 6, monday + 14)).toEqual([1]);
  expect(sizeOf(monday + 1, monday + 13)).toEqual([-1, -1]);
  expect(sizeOf(monday + 1, monday + 7)).toEqual([-1]);
  expect(sizeOf(monday + 2, monday + 4)).toEqual([2]);
});
