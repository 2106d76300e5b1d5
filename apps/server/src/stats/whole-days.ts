/** Which days' sums make up a range, and what is left of it at its ends, which is read from the facts. Pure. */
import type { Range } from './frame.ts';

/** Days that are touched, the last one exclusive. */
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

/** `keptUntil`: sums are kept of the days before this one. */
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
