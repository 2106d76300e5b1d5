import { expect, test } from 'vitest';
import { seededRandom } from '../testing/random-history.ts';
import type { Range } from './frame.ts';
import { type Cut, cutIntoDays, type Days } from './whole-days.ts';

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
    ...{ from, until, firstDay: dayOf(from), untilDay, firstFullDay, untilFullDay },
    ...{ fullFrom: firstFullDay * quartersOfDay, fullUntil: untilFullDay * quartersOfDay },
    ...{ starts: [], startDays: [], sessions: 0 },
  };
}

/** How often a visit counts: in the sums of its day, and in the facts of the ends. */
function timesCounted(quarter: number, { from, until }: Range, { whole, ends }: Cut): number {
  const day = dayOf(quarter);
  const isWithin = (days: Days) => day >= days.firstDay && day < days.untilDay;
  const inEnds = quarter >= from && quarter < until ? ends.filter(isWithin).length : 0;
  return inEnds + (isWithin(whole) ? 1 : 0);
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

test('every visit of a range counts once, and no other, whichever days have sums', () => {
  const random = seededRandom(7);
  for (const { range, now, visits } of ranges(random)) {
    // Before all of them, among them, or up to now.
    for (const keptUntil of [undefined, dayOf(now) - Math.floor(random() * 40)]) {
      const cut = cutIntoDays(range, keptUntil);
      for (const visit of visits) {
        const isIn = visit >= range.from && visit < range.until;
        const label = `${visit} in ${range.from} to ${range.until}, now ${now}, kept until ${keptUntil}`;
        expect(timesCounted(visit, range, cut), label).toBe(isIn ? 1 : 0);
      }
    }
  }
});
