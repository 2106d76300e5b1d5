/**
 * Which sums make up a range, and what is left of it at its ends, which is read from the facts: the rest of a day that is not
 * whole, and of a week the fewer days, those that belong to the range or those that are taken away from the whole week. Pure.
 */
import type { Range } from './frame.ts';
import type { KeptPairs } from './state.ts';

/** Settled facts at an end of a range. */
export interface End {
  range: Pick<Range, 'from' | 'until' | 'firstDay' | 'untilDay'>;
  /** They are in the sums and not in the range. */
  isTakenAway: boolean;
}

export interface Cut {
  /** Of weeks, the Mondays. */
  days: number[];
  ends: End[];
}

/** Whole weeks and days of which sums of pairs are kept. */
export function cutIntoPairs(range: Range, { pairsUntil, weeksUntil }: KeptPairs): Cut {
  const parts = [
    cutIntoWeeks(between(range, -Infinity, weeksUntil)),
    cutIntoDays(between(range, weeksUntil, pairsUntil)),
    { days: [], ends: [added(between(range, pairsUntil, Infinity))] },
  ];
  return {
    days: parts.flatMap(({ days }) => days),
    ends: parts.flatMap(({ ends }) => ends).filter(({ range: end }) => hasDays(end)),
  };
}

/** Of its days those from one until another one. */
function between(range: Range, since: number, until: number): Range {
  const { firstDay, untilDay, firstFullDay, untilFullDay } = range;
  return {
    ...range,
    firstDay: Math.max(firstDay, since),
    untilDay: Math.min(untilDay, until),
    firstFullDay: Math.max(firstFullDay, since),
    untilFullDay: Math.min(untilFullDay, until),
  };
}

/** Whole days. */
export function cutIntoDays(range: Range): Cut {
  const { from, until, firstDay, untilDay, firstFullDay, untilFullDay } = range;
  if (firstFullDay >= untilFullDay) return { days: [], ends: [added(range)] };
  const before = { from, until, firstDay, untilDay: firstFullDay };
  const after = { from, until, firstDay: untilFullDay, untilDay };
  return {
    days: daysBetween(firstFullDay, untilFullDay, 1),
    ends: [before, after].filter(hasDays).map(added),
  };
}

/** Weeks are from Monday on: day 0 was a Thursday. */
export const mondayOf = (day: number) => day - ((day + 3) % 7);
const firstQuarter = 0;
const lastQuarter = 2 ** 31 - 1;

function cutIntoWeeks(range: Range): Cut {
  if (!hasDays(range)) return { days: [], ends: [] };
  const { from, until, firstDay, untilDay, firstFullDay, untilFullDay, reachesNow } = range;
  const week = mondayOf(firstDay);
  const lastWeek = mondayOf(untilDay - 1);
  // Up to the hour at which the range begins, and from that on at which it ends.
  const before = { from: firstQuarter, until: from, firstDay: week, untilDay: firstFullDay };
  const after = {
    from: until,
    until: lastQuarter,
    firstDay: untilFullDay,
    // Nothing has happened in what is left of this week.
    untilDay: reachesNow ? untilFullDay : lastWeek + 7,
  };
  const outside = [before, after].filter(hasDays);
  if (week === lastWeek) {
    const isMostOfIt = sizeOf(before) + sizeOf(after) < sizeOf(range);
    if (!isMostOfIt) return { days: [], ends: [added(range)] };
    return { days: [week], ends: outside.map(takenAway) };
  }
  const inFirst = { from, until, firstDay, untilDay: week + 7 };
  const inLast = { from, until, firstDay: lastWeek, untilDay };
  const takesFirst = sizeOf(before) < sizeOf(inFirst);
  const takesLast = sizeOf(after) < sizeOf(inLast);
  return {
    days: daysBetween(takesFirst ? week : week + 7, takesLast ? lastWeek + 7 : lastWeek, 7),
    ends: [
      ...(takesFirst ? [] : [added(inFirst)]),
      ...(takesLast ? [] : [added(inLast)]),
      ...outside.filter((end) => (end === before ? takesFirst : takesLast)).map(takenAway),
    ],
  };
}

const sizeOf = ({ firstDay, untilDay }: End['range']) => untilDay - firstDay;
const hasDays = (range: End['range']) => sizeOf(range) > 0;
const added = ({ from, until, firstDay, untilDay }: End['range']): End => ({
  range: { from, until, firstDay, untilDay },
  isTakenAway: false,
});
const takenAway = (range: End['range']): End => ({ range, isTakenAway: true });

function daysBetween(first: number, until: number, step: number): number[] {
  return Array.from(
    { length: Math.max(0, Math.ceil((until - first) / step)) },
    (_, place) => first + place * step,
  );
}
