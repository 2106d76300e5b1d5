/** Companies active in the page's period, or all. */
import { beginningOf } from '@footfall/contract/day-beginning';
import { useSearch } from '@tanstack/react-router';
import { usePeriod, useSetSearch } from '../../shell/frame-context.tsx';
import type { RawSearch } from '../../shell/search.ts';

/** Start of visits, in list parameters. */
export function useActivityRange(): { from: string; to: string } {
  const { since, until, timeZone } = usePeriod();
  return {
    from: beginningOf(since, timeZone),
    to: beginningOf(until, timeZone),
  };
}

export type Here = 'week' | 'period' | 'all';

export function useHere() {
  const raw: RawSearch = useSearch({ strict: false });
  const set = useSetSearch();
  const isWeek = raw.range === '7d' && raw.from === undefined;
  const inTime: Here = isWeek ? 'week' : 'period';
  const here: Here = raw.here === 'all' ? 'all' : inTime;
  return {
    here,
    choose(chosen: Here) {
      const usual = { page: undefined, sort: undefined, here: undefined };
      if (chosen === 'week') set({ ...usual, range: '7d', from: undefined, to: undefined });
      else if (chosen === 'all') set({ ...usual, here: 'all' });
      else set({ ...usual, ...(isWeek && { range: undefined }) });
    },
  };
}
