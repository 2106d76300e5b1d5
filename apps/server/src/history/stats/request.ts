/** What is asked for, read and checked. */
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
import type { Standing } from '../../resource-kit/operation-context.ts';
import { dimensionsIn } from './visit-fields.ts';

export interface StatsFilter {
  dimension: StatsDimension;
  value: string;
}

export interface StatsRequest {
  metrics: StatsMetric[];
  dimensions: StatsDimension[];
  /** All of them hold; one for a dimension at most. */
  filters: StatsFilter[];
  /** Of the filter language. */
  asked: CheckedFilter | undefined;
  interval: StatsInterval | undefined;
  /** A date or an instant, as it came. */
  since: string | undefined;
  until: string | undefined;
  /** Undefined: that of the workspace. */
  timeZone: string | undefined;
  compares: boolean;
  sort: { metric: StatsMetric; descending: boolean };
  /** How many groups are shown. */
  top: number;
  isTest: boolean;
}

type StatsQuery = OperationInput<(typeof statsOperations)['getStats']>['query'];

/** What can be said of a page, rather than of whole visits. */
const metricsOfPages: StatsMetric[] = ['visitors', 'sessions', 'page_views'];

/** @throws ApiError invalid_request */
export function readRequest(query: StatsQuery): StatsRequest {
  const metrics = listed(query.metrics ?? '', statsMetricNames);
  const asked = metrics.length > 0 ? metrics : (['visitors', 'sessions', 'page_views'] as const);
  const dimensions = listed(query.dimensions ?? '', statsDimensionNames);
  const filters = statsDimensionNames.flatMap((dimension): StatsFilter[] => {
    const value = query[dimension];
    return value === undefined ? [] : [{ dimension, value }];
  });
  const request: StatsRequest = {
    metrics: [...asked],
    dimensions,
    filters,
    asked: query.filter,
    interval: query.interval,
    since: query.since,
    until: query.until,
    timeZone: query.time_zone,
    compares: query.compare !== undefined,
    sort: sortOf(query.sort, asked),
    top: query.top ?? 10,
    isTest: query.test ?? false,
  };
  check(request);
  return request;
}

function listed<Name extends string>(text: string, names: Name[]): Name[] {
  const asked = text.split(',');
  return [...new Set(asked)].flatMap((part) => names.find((name) => name === part) ?? []);
}

function sortOf(sort: string | undefined, metrics: readonly StatsMetric[]): StatsRequest['sort'] {
  if (sort === undefined) {
    const metric = metrics.find((name) => name !== 'revenue') ?? 'sessions';
    return { metric, descending: true };
  }
  const descending = sort.startsWith('-');
  const name = descending ? sort.slice(1) : sort;
  return { metric: statsMetricNames.find((known) => known === name) ?? 'sessions', descending };
}

function check(request: StatsRequest): void {
  const { metrics, sort, timeZone } = request;
  const isOfPages = usedDimensions(request).includes('page');
  const others = [...metrics, sort.metric].filter((name) => !metricsOfPages.includes(name));
  if (isOfPages && others.length > 0) {
    const message = `${others[0]} is not counted by page; counted are: ${metricsOfPages.join(', ')}. Take landing_page or exit_page for whole visits.`;
    throw invalidRequest([{ path: 'query.metrics', message }]);
  }
  if (timeZone !== undefined && !isTimeZone(timeZone)) throw unknownTimeZone();
}

function usedDimensions({ dimensions, filters, asked }: StatsRequest): StatsDimension[] {
  const filtered = filters.map(({ dimension }) => dimension);
  return [...dimensions, ...filtered, ...(asked ? dimensionsIn(asked) : [])];
}

export function unknownTimeZone() {
  const message = 'must be the name of a time zone, such as Europe/Berlin';
  return invalidRequest([{ path: 'query.time_zone', message }]);
}

/** @throws ApiError forbidden, with everything that is missing */
export function requireAccess(request: StatsRequest, { scopes, features }: Standing): void {
  const { metrics, sort } = request;
  const needs: Needs[] = [
    ...[...metrics, sort.metric].map((name) => statsMetrics[name]),
    ...usedDimensions(request).map((name) => statsDimensions[name]),
  ];
  const feature = needs.flatMap((need) => need.features ?? []).find((name) => !features.has(name));
  if (feature) {
    throw new ApiError('forbidden', `The workspace does not include the feature "${feature}".`, {
      reason: 'feature_not_included',
      feature,
    });
  }
  const needed = needs.flatMap((need) => need.scopes ?? []);
  const missing = [...new Set(needed)].filter((scope) => !scopes.has(scope));
  if (missing.length === 0) return;
  throw new ApiError('forbidden', `The key also needs the scope ${missing.join(' and ')}.`, {
    reason: 'missing_scope',
    scopes: missing,
  });
}

interface Needs {
  meaning: string;
  scopes?: readonly Scope[];
  features?: readonly Feature[];
}
