/** A share link as its form holds it. */
import type { ShareReveal } from '@footfall/contract/shares';
import type { InputOf } from '../../api/routes.ts';
import { withCondition } from '../../kit/filter-parts.ts';
import type { ShownPeriod } from '../../shell/frame-context.tsx';
import { type DimensionFilters, shownDimensions } from './overview-search.ts';

export const expiries = { never: undefined, week: 7, month: 30, quarter: 90, year: 365 } as const;
export type Expiry = keyof typeof expiries;

const revealNames = [
  'leads',
  'conversions',
  'campaigns',
  'companies',
] as const satisfies ShareReveal[];

export interface ShareDraft {
  name: string;
  isRolling: boolean;
  isFiltered: boolean;
  reveals: ShareReveal[];
  password: string;
  expiry: Expiry;
}

interface Shown {
  period: ShownPeriod;
  filter: string | undefined;
  test: boolean;
}

type ShareBody = NonNullable<InputOf<'POST /shares'>['body']>;

export function bodyOf(draft: ShareDraft, { period, filter, test }: Shown): ShareBody {
  const { since, until, days, timeZone } = period;
  const expiryDays = expiries[draft.expiry];
  return {
    page: 'overview',
    name: draft.name.trim(),
    query: {
      ...(draft.isRolling ? { days } : { since, until }),
      time_zone: timeZone,
      compare: 'previous_period',
      ...(draft.isFiltered && filter !== undefined && { filter }),
      ...(test && { test }),
    },
    reveals: draft.reveals,
    ...(draft.password !== '' && { password: draft.password }),
    expires_at:
      expiryDays === undefined
        ? null
        : new Date(Date.now() + expiryDays * 86_400_000).toISOString(),
  };
}

/** Those that the workspace has. */
export function revealsAmong(told: readonly string[]): ShareReveal[] {
  return revealNames.filter((name) => told.includes(name));
}

/** The filter of the page together with what was clicked. */
export function wholeFilter(filter: string | undefined, by: DimensionFilters): string | undefined {
  return shownDimensions.reduce((whole, dimension) => {
    const value = by[dimension];
    if (value === undefined) return whole;
    const field =
      dimension === 'campaign' || dimension === 'company' ? `${dimension}_id` : dimension;
    return withCondition(whole, { field, op: '=', value: value === '' ? null : value });
  }, filter);
}
