/** Splits a range into days covered by sums, and its ends, which are read from facts. Pure. */
import type { Range } from './frame.ts';

/** Overlapping days, end exclusive. */
export interface Days {
  firstDay: number;
  untilDay: number;
}

export interface Cut {
  /** Read from sums. */
  whole: Days;
  /** Read from facts. */
  ends: Days[];
}

/** `keptUntil`: days before this one have sums. */
export function cutIntoDays(range: Range, keptUntil = Number.POSITIVE_INFINITY): Cut {
  const { firstDay, untilDay, firstFullDay, untilFullDay } = range;
  const until = Math.min(untilFullDay, keptUntil);
  if (firstFullDay >= until) {
    return { whole: { firstDay, untilDay: firstDay }, ends: [{ firstDay, untilDay }] };
  }
  const ends = [
    { firstDay, untilDay: firstFullDay },
    { firstDay: until, untilDay },
  ];
  return {
    whole: { firstDay: firstFullDay, untilDay: until },
    ends: ends.filter((end) => end.firstDay < end.untilDay),
  };
}
