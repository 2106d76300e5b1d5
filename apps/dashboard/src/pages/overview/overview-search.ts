/** The overview's URL state: the chart's figure, each card's table, and all filters. */
import type { StatsDimension, StatsMetric } from '@footfall/contract/stats';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type ChangeFilter, useSetSearch } from '../../shell/frame-context.tsx';
import { type RawSearch, textOf } from '../../shell/search.ts';

/** Dimensions that clicks filter by. An empty value means records without one, unlike an absent filter. */
export const shownDimensions = [
  'channel',
  'channel_group',
  'source',
  'campaign',
  'page',
  'landing_page',
  'exit_page',
  'company',
  'country',
  'city',
  'device',
  'browser',
  'agent',
] as const satisfies StatsDimension[];
export type ShownDimension = (typeof shownDimensions)[number];

export const shownMetrics = [
  'visitors',
  'sessions',
  'page_views',
  'bounce_rate',
  'average_engaged_seconds',
  'leads',
  'conversions',
  'revenue',
] as const satisfies StatsMetric[];
export type ShownMetric = (typeof shownMetrics)[number];

export type DimensionFilters = Partial<Record<ShownDimension, string>>;

/** Represents an empty value, which URLs drop. */
const nothing = '-';

export interface OverviewState {
  metric: ShownMetric;
  /** Undefined: not chosen yet. */
  chosenMetric: ShownMetric | undefined;
  filter: string | undefined;
  by: DimensionFilters;
  /** Tables shown in cards instead of their first one. */
  tables: readonly ShownDimension[];
  showTables: (tables: readonly ShownDimension[]) => void;
  set: (change: { metric?: ShownMetric; filter?: string | undefined }) => void;
  setFilter: ChangeFilter;
  filterBy: (dimension: ShownDimension, value: string | undefined) => void;
}

export function useOverviewState(): OverviewState {
  const raw: RawSearch = useSearch({ strict: false });
  const set = useSetSearch();
  return useMemo(() => {
    const chosenMetric = shownMetrics.find((name) => name === raw.metric);
    return {
      metric: chosenMetric ?? 'visitors',
      chosenMetric,
      filter: textOf(raw.filter),
      by: dimensionFilters(raw),
      tables: shownDimensions.filter((name) => textOf(raw.tables)?.split(',').includes(name)),
      showTables: (tables) => set({ tables: tables.join() }, { isPart: true }),
      set,
      setFilter: (change) => set((now) => ({ ...change({ filter: textOf(now.filter) }) })),
      filterBy: (dimension, value) => set({ [dimension]: value === '' ? nothing : value }),
    };
  }, [raw, set]);
}

function dimensionFilters(raw: RawSearch): DimensionFilters {
  const filters: DimensionFilters = {};
  for (const dimension of shownDimensions) {
    const value = textOf(raw[dimension]);
    if (value !== undefined && value.length <= 500) {
      filters[dimension] = value === nothing ? '' : value;
    }
  }
  return filters;
}
