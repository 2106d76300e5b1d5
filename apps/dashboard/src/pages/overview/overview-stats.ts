/** Queries of the overview: one for figures over time, one for all initial tables. */
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

/** Those the workspace has, and the share link shows. */
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

/** A single table. */
export function useTop(
  scope: FigureScope,
  { dimension, metric }: TopRequest,
  most: number,
  isEnabled = true,
) {
  const query = { ...useCommon(scope), metrics: [metric], dimensions: [dimension], top: most };
  return useRead('GET /stats', { query }, { keepsPrevious: true, isEnabled: isEnabled });
}

/** Several tables in one response, with shared range, filter, permissions and totals. */
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

/** Empty on a shared page: the link has the filters. */
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

/** Gives a chart some dozens of points. */
export function intervalOf({ days }: Pick<ShownPeriod, 'days'>): StatsInterval {
  if (days <= 2) return 'hour';
  if (days <= 92) return 'day';
  return 'week';
}

/** For revenue: the sum in this currency. */
export function figureOf(
  figures: StatsFigures | undefined,
  metric: ShownMetric,
  currency: string,
): number | null | undefined {
  if (metric !== 'revenue') return figures?.[metric];
  if (!figures?.revenue) return undefined;
  return figures.revenue.find((amount) => amount.currency === currency)?.value ?? 0;
}

/** The currency earned on most days, or before if there is no revenue since; different currencies are not added. */
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
