/** Formats figures for the REST API. Pure. */
import type { StatsFigures, StatsMetric } from '@footfall/contract/stats';
import { errorOf, shareCount } from '../records/visit/shares.ts';
import type { Group } from './groups.ts';
import type { Revenue } from './revenue.ts';

export type Counted = Omit<Group, 'first_text' | 'second_text' | 'groups'>;

export const nothingCounted: Counted = {
  point: 0,
  first_value: 0,
  second_value: 0,
  visitors: 0,
  sessions: 0,
  page_views: 0,
  bounces: 0,
  engaged_ms: 0,
  leads: 0,
  conversions: 0,
};

/** `shares`: number of visitor shares that were read. */
export function figuresOf(
  metrics: StatsMetric[],
  counted: Counted,
  revenue: Revenue[],
  shares: number,
): StatsFigures {
  const { visitors, sessions, page_views, bounces, engaged_ms, leads, conversions } = counted;
  const ofEach = (sum: number, digits: number) =>
    sessions === 0 ? null : Number((sum / sessions).toFixed(digits));
  const all: Required<StatsFigures> = {
    visitors,
    visitors_error: errorOf(visitors, shares),
    sessions,
    page_views,
    bounce_rate: ofEach(bounces, 4),
    engaged_seconds: Math.round(engaged_ms / 1000),
    average_engaged_seconds: ofEach(engaged_ms / 1000, 1),
    leads,
    conversions,
    revenue: revenue.map(({ currency, value }) => ({ currency, value })),
  };
  const figures: Record<string, unknown> = Object.fromEntries(
    metrics.map((metric) => [metric, all[metric]]),
  );
  if (metrics.includes('visitors') && shares < shareCount) {
    figures.visitors_error = all.visitors_error;
  }
  return figures;
}

export function groupKey(
  { first_value, second_value }: Pick<Group, 'first_value' | 'second_value'>,
  point = 0,
): string {
  return `${point},${first_value},${second_value}`;
}
