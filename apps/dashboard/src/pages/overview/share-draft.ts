/** Form state of a share link. */
import type { ShareReveal } from '@footfall/contract/shares';
import { withCondition } from '../../kit/filter-parts.ts';
import { rangeOf, type ShareBody, type ShareTerms, termsOf } from '../../kit/share-terms.ts';
import type { ShownPeriod } from '../../shell/frame-context.tsx';
import { type DimensionFilters, shownDimensions } from './overview-search.ts';

const revealNames = [
  'leads',
  'conversions',
  'campaigns',
  'companies',
] as const satisfies ShareReveal[];

export interface ShareDraft extends ShareTerms {
  isFiltered: boolean;
  reveals: ShareReveal[];
}

interface Shown {
  period: ShownPeriod;
  filter: string | undefined;
  test: boolean;
}

export function bodyOf(draft: ShareDraft, { period, filter, test }: Shown): ShareBody {
  return {
    page: 'overview',
    query: {
      ...rangeOf(draft, period),
      compare: 'previous_period',
      ...(draft.isFiltered && filter !== undefined && { filter }),
      ...(test && { test }),
    },
    reveals: draft.reveals,
    ...termsOf(draft),
  };
}

/** Those the workspace has. */
export function revealsAmong(names: readonly string[]): ShareReveal[] {
  return revealNames.filter((name) => names.includes(name));
}

/** The page's filter combined with clicked ones. */
export function wholeFilter(filter: string | undefined, by: DimensionFilters): string | undefined {
  return shownDimensions.reduce((whole, dimension) => {
    const value = by[dimension];
    if (value === undefined) return whole;
    const field =
      dimension === 'campaign' || dimension === 'company' ? `${dimension}_id` : dimension;
    return withCondition(whole, { field, op: '=', value: value === '' ? null : value });
  }, filter);
}
