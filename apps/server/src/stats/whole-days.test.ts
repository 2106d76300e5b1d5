import { expect, test } from 'vitest';
import { seededRandom } from '../testing/random-history.ts';
import type { Range } from './frame.ts';
import { type Cut, cutIntoDays, cutIntoPairs, mondayOf } from './whole-days.ts';

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

/** How often a visit counts: in the sums of its day or week, and in what is added or taken away. `weeksUntil`: of days since. */
function timesCounted(quarter: number, { days, ends }: Cut, weeksUntil: number): number {
  const day = dayOf(quarter);
  const inSums = days.filter((first) => {
    const length = first < weeksUntil ? 7 : 1;
    return day >= first && day < first + length;
  }).length;
  return ends.reduce((times, { range: end, isTakenAway }) => {
    const isIn =
      day >= end.firstDay && day < end.untilDay && quarter >= end.from && quarter < end.until;
    if (!isIn) return times;
    return isTakenAway ? times - 1 : times + 1;
  }, inSums);
}

function* ranges(random: () => number) {
  const pick = (most: number) => Math.floor(random() * most);
  for (let round = 0; round < 400; round++) {
    const steps = [1, quartersOfDay, 7 * quartersOfDay];
    const step = steps[round % steps.length] ?? 1;
    const start = firstDay * quartersOfDay + pick(21 * quartersOfDay);
    const from = start - (start % step);
    const until = from + step * (1 + pick((25 * quartersOfDay) / step));
    const now = round % 2 === 0 ? until - 1 - pick(until - from) : until + pick(100);
    const visits = Array.from({ length: 60 }, () => from - 800 + pick(until - from + 1_600));
    yield { range: rangeOf(from, until, now), now, visits: visits.filter((visit) => visit <= now) };
  }
}

test.each(['days', 'pairs'])('every visit of a range counts once, and no other (by %s)', (by) => {
  const random = seededRandom(7);
  for (const { range, now, visits } of ranges(random)) {
    // Before all of them, among them, or up to now.
    const today = dayOf(now);
    const pairsUntil = today - Math.floor(random() * 40);
    const weeksUntil = mondayOf(pairsUntil - Math.floor(random() * 9));
    const found =
      by === 'days' ? cutIntoDays(range) : cutIntoPairs(range, { pairsUntil, weeksUntil });
    for (const visit of visits) {
      const isIn = visit >= range.from && visit < range.until;
      const said = `${visit} in ${range.from} to ${range.until}, now ${now}, pairs until ${pairsUntil}, ${weeksUntil}`;
      const times = timesCounted(visit, found, by === 'days' ? 0 : weeksUntil);
      expect(times, said).toBe(isIn ? 1 : 0);
    }
  }
});

test('of a week the fewer days are read', () => {
  // A Thursday.
  const thursday = Math.ceil(firstDay / 7) * 7;
  const now = (thursday + 100) * quartersOfDay;
  const kept = { pairsUntil: thursday + 95, weeksUntil: mondayOf(thursday + 95) };
  const sizeOf = (from: number, until: number) =>
    cutIntoPairs(rangeOf(from * quartersOfDay, until * quartersOfDay, now), kept).ends.map(
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
