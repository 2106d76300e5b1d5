/** What the overview asks: one question for the figures over time, and one for all tables as they are at first. */
import type { Stats, StatsFigures, StatsInterval, StatsMetric } from '@footfall/contract/stats';
import { useRead } from '../../api/queries.ts';
import {
  type ShownPeriod,
  usePeriod,
  useShared,
  useShownParts,
  useTest,
} from '../../shell/frame-context.tsx';
import {
  type DimensionFilters,
  type ShownDimension,
  type ShownMetric,
  shownMetrics,
} from './overview-search.ts';

const kindOf = {
  leads: 'leads',
  conversions: 'conversions',
  revenue: 'conversions',
  campaign: 'campaigns',
  company: 'companies',
} as const satisfies Partial<Record<ShownMetric | ShownDimension, string>>;

/** Those that the workspace has, and that a share link tells. */
export function useOffered() {
  const shownParts = useShownParts();
  return (name: ShownMetric | ShownDimension) =>
    !(name in kindOf) || shownParts.includes(kindOf[name as keyof typeof kindOf]);
}

export interface FigureScope {
  by: DimensionFilters;
  filter: string | undefined;
}

export function useFigures(scope: FigureScope) {
  const period = usePeriod();
  const isOffered = useOffered();
  const query = {
    ...useCommon(scope),
    metrics: shownMetrics.filter(isOffered),
    interval: intervalOf(period),
  };
  return useRead('GET /stats', { query }, { keepsPrevious: true });
}

export interface TopRequest {
  dimension: ShownDimension;
  metric: StatsMetric;
}

/** Of a table by itself. */
export function useTop(
  scope: FigureScope,
  { dimension, metric }: TopRequest,
  most: number,
  isEnabled = true,
) {
  const query = { ...useCommon(scope), metrics: [metric], dimensions: [dimension], top: most };
  return useRead('GET /stats', { query }, { keepsPrevious: true, isEnabled: isEnabled });
}

/** Of several tables in one answer: range, filter, standing and totals are asked for once. */
export function useTops(scope: FigureScope, tops: TopRequest[]) {
  const query = {
    ...useCommon(scope),
    metrics: ['sessions'] as const,
    breakdowns: tops.map(({ dimension, metric }) => `${dimension}:${metric}`),
    top: usualTop,
  };
  return useRead('GET /stats', { query }, { keepsPrevious: true });
}

export const usualTop = 8;

/** Nothing of a shared page: whose link it is has chosen. */
function useCommon({ by, filter }: FigureScope) {
  const { since, until, timeZone } = usePeriod();
  const test = useTest();
  if (useShared()) return {};
  return {
    from: since,
    to: until,
    time_zone: timeZone,
    compare: 'previous_period' as const,
    test,
    ...by,
    ...(filter !== undefined && { filter }),
  };
}

/** So that a chart has some dozens of points. */
export function intervalOf({ days }: Pick<ShownPeriod, 'days'>): StatsInterval {
  if (days <= 2) return 'hour';
  if (days <= 92) return 'day';
  return 'week';
}

/** Of revenue: the sum in this currency. */
export function figureOf(
  figures: StatsFigures | undefined,
  metric: ShownMetric,
  currency: string,
): number | null | undefined {
  if (metric !== 'revenue') return figures?.[metric];
  if (!figures?.revenue) return undefined;
  return figures.revenue.find((amount) => amount.currency === currency)?.value ?? 0;
}

/**
 * The one in which something was earned on most days, of those before where nothing was since; sums of several are not
 * added up.
 */
export function mainCurrency(stats: Stats | undefined): string {
  if (!stats) return '';
  const { rows, total, previous_total: before } = stats;
  return mostEarned([...rows.map(({ figures }) => figures), total]) || mostEarned([before]);
}

function mostEarned(earned: (StatsFigures | undefined)[]): string {
  const times = new Map<string, number>();
  for (const { currency } of earned.flatMap((figures) => figures?.revenue ?? [])) {
    times.set(currency, (times.get(currency) ?? 0) + 1);
  }
  const [most] = [...times].toSorted(([, one], [, other]) => other - one);
  return most?.[0] ?? '';
}
