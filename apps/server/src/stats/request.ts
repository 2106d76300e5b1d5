/** Reads and checks a statistics request. */
import type { Feature, Scope } from '@footfall/contract/access';
import { ApiError, invalidRequest } from '@footfall/contract/errors';
import type { CheckedFilter } from '@footfall/contract/filter-check';
import type { OperationInput } from '@footfall/contract/operation';
import {
  type StatsDimension,
  type StatsInterval,
  type StatsMetric,
  statsDimensionNames,
  statsDimensions,
  statsMetricNames,
  statsMetrics,
  type statsOperations,
} from '@footfall/contract/stats';
import { isTimeZone } from '@footfall/contract/time-zone';
import { missingScope } from '../platform/resource-kit/missing-scope.ts';
import type { Permissions } from '../platform/resource-kit/operation-context.ts';
import { dimensionsIn } from './visit-fields.ts';

export interface StatsFilter {
  dimension: StatsDimension;
  value: string;
}

export interface StatsRequest {
  metrics: StatsMetric[];
  dimensions: StatsDimension[];
  /** All must hold; at most one per dimension. */
  filters: StatsFilter[];
  /** In the filter language. */
  filter: CheckedFilter | undefined;
  interval: StatsInterval | undefined;
  /** A date or an instant, as sent. */
  from: string | undefined;
  to: string | undefined;
  /** Undefined: the workspace's. */
  timeZone: string | undefined;
  compares: boolean;
  sort: { metric: StatsMetric; descending: boolean };
  /** Number of groups to return. */
  top: number;
  isTest: boolean;
  /** The largest groups by each of these, in addition to the rows. */
  breakdowns: Breakdown[];
}

export interface Breakdown {
  dimension: StatsDimension;
  metric: StatsMetric;
}

type StatsQuery = OperationInput<(typeof statsOperations)['getStats']>['query'];

/** Metrics that exist for a page, not only for whole visits. */
const metricsOfPages: StatsMetric[] = ['visitors', 'sessions', 'page_views'];

/** @throws ApiError invalid_request */
export function readRequest(query: StatsQuery): StatsRequest {
  const metrics = unique(query.metrics);
  const shownMetrics =
    metrics.length > 0 ? metrics : (['visitors', 'sessions', 'page_views'] as const);
  const dimensions = unique(query.dimensions);
  const filters = statsDimensionNames.flatMap((dimension): StatsFilter[] => {
    const value = query[dimension];
    return value === undefined ? [] : [{ dimension, value }];
  });
  const request: StatsRequest = {
    metrics: [...shownMetrics],
    dimensions,
    filters,
    filter: query.filter,
    interval: query.interval,
    from: query.from,
    to: query.to,
    timeZone: query.time_zone,
    compares: query.compare !== undefined,
    sort: sortOf(query.sort, shownMetrics),
    top: query.top ?? 10,
    isTest: query.test ?? false,
    breakdowns: breakdownsOf(unique(query.breakdowns)),
  };
  check(request);
  return request;
}

function unique<Name extends string>(names: Name[] = []): Name[] {
  return [...new Set(names)];
}

function breakdownsOf(parts: string[]): Breakdown[] {
  return parts.flatMap((part): Breakdown[] => {
    const [name, counted = 'sessions'] = part.split(':');
    const dimension = statsDimensionNames.find((allowed) => allowed === name);
    const metric = statsMetricNames.find((allowed) => allowed === counted);
    return dimension && metric ? [{ dimension, metric }] : [];
  });
}

function sortOf(sort: string | undefined, metrics: readonly StatsMetric[]): StatsRequest['sort'] {
  if (sort === undefined) {
    const metric = metrics.find((name) => name !== 'revenue') ?? 'sessions';
    return { metric, descending: true };
  }
  const descending = sort.startsWith('-');
  const name = descending ? sort.slice(1) : sort;
  return { metric: statsMetricNames.find((allowed) => allowed === name) ?? 'sessions', descending };
}

function check(request: StatsRequest): void {
  const { metrics, sort, timeZone, dimensions, breakdowns } = request;
  const filtered = filteredDimensions(request);
  if ([...dimensions, ...filtered].includes('page')) {
    refuseOfPages([...metrics, sort.metric], 'query.metrics');
  }
  const ofPages = breakdowns.filter(({ dimension }) => [dimension, ...filtered].includes('page'));
  refuseOfPages(
    ofPages.map(({ metric }) => metric),
    'query.breakdowns',
  );
  if (timeZone !== undefined && !isTimeZone(timeZone)) throw unknownTimeZone();
}

/** @throws ApiError invalid_request */
function refuseOfPages(metrics: StatsMetric[], path: string): void {
  const other = metrics.find((name) => !metricsOfPages.includes(name));
  if (!other) return;
  const message = `${other} cannot be grouped or filtered by page; use ${metricsOfPages.join(', ')}. For whole visits, use landing_page or exit_page.`;
  throw invalidRequest([{ path, message }]);
}

function filteredDimensions({ filters, filter }: StatsRequest): StatsDimension[] {
  return [...filters.map(({ dimension }) => dimension), ...(filter ? dimensionsIn(filter) : [])];
}

/** Metrics in any part of the response. */
export function countedMetrics({ metrics, sort, breakdowns }: StatsRequest): StatsMetric[] {
  return [...metrics, sort.metric, ...breakdowns.map(({ metric }) => metric)];
}

/** Dimensions in any part of the response. */
export function countedDimensions({ dimensions, breakdowns }: StatsRequest): StatsDimension[] {
  return [...dimensions, ...breakdowns.map(({ dimension }) => dimension)];
}

export function unknownTimeZone() {
  const message = 'must be a time zone, such as Europe/Berlin';
  return invalidRequest([{ path: 'query.time_zone', message }]);
}

/** @throws ApiError forbidden, with all missing permissions */
export function requireAccess(request: StatsRequest, { scopes, features }: Permissions): void {
  const used = [...countedDimensions(request), ...filteredDimensions(request)];
  const needs: Needs[] = [
    ...countedMetrics(request).map((name) => statsMetrics[name]),
    ...used.map((name) => statsDimensions[name]),
  ];
  const feature = needs.flatMap((need) => need.features ?? []).find((name) => !features.has(name));
  if (feature) {
    throw new ApiError(
      'forbidden',
      `The workspace does not include the feature "${feature}". Ask the operator to enable it.`,
      {
        reason: 'feature_not_included',
        feature,
      },
    );
  }
  const needed = needs.flatMap((need) => need.scopes ?? []);
  const missing = [...new Set(needed)].filter((scope) => !scopes.has(scope));
  if (missing.length === 0) return;
  throw missingScope(missing);
}

interface Needs {
  meaning: string;
  scopes?: readonly Scope[];
  features?: readonly Feature[];
}
