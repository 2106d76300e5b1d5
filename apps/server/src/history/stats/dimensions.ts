/** What visits are counted by, and which sums are kept of it. */
import { countedValues, originValues, pageValues } from '../../sessions/counted.ts';

/** Of a visit; the number is part of what is stored. Those up to `browser` have few values. */
export const visitDimensions = {
  channel: countedValues.channel,
  source: countedValues.source,
  campaign: 3,
  country: 4,
  device: countedValues.device,
  browser: countedValues.browser,
  landing_page: pageValues,
  exit_page: 8,
  city: 9,
  company: 10,
  // 11 are pages.
  channel_group: countedValues.channel_group,
  agent: 13,
} as const;
export type VisitDimension = keyof typeof visitDimensions;
export const visitDimensionNames = Object.keys(visitDimensions) as VisitDimension[];

/** A visit has several pages. */
export const pageDimension = 11;
const lastOfFewValues = visitDimensions.browser;

/** Each visit has one value of it, so that the sums of its values are those of all visits: a few rows for each day. */
export const fewestValues: VisitDimension = 'device';

/** Which numbers the values of a dimension have: all pages are of one kind. */
export const valueKinds: Record<VisitDimension | 'page' | 'origin' | 'os', number> = {
  ...visitDimensions,
  exit_page: visitDimensions.landing_page,
  page: visitDimensions.landing_page,
  origin: originValues,
  os: countedValues.os,
};

export function numberOf(dimension: VisitDimension | 'page'): number {
  return dimension === 'page' ? pageDimension : visitDimensions[dimension];
}

/** As `stats_days` has them; `second` is 0 where there is one. */
export const dimensionsCode = (first: number, second = 0) => 16 * first + second;

/**
 * Whether sums are kept for pairs of values: where one of both has few, and for how visits began and
 * ended. Others would be about as many as the visits. The first is the smaller number.
 */
export function isKeptPair(first: number, second: number): boolean {
  if (first <= lastOfFewValues) return second !== first;
  return first === visitDimensions.landing_page && second === visitDimensions.exit_page;
}

/** Without pages. */
export const keptPairs: [VisitDimension, VisitDimension][] = visitDimensionNames.flatMap((first) =>
  visitDimensionNames
    .filter(
      (second) =>
        visitDimensions[first] < visitDimensions[second] &&
        isKeptPair(visitDimensions[first], visitDimensions[second]),
    )
    .map((second): [VisitDimension, VisitDimension] => [first, second]),
);

export const pairedWithPages = visitDimensionNames.filter(
  (name) => visitDimensions[name] <= lastOfFewValues,
);

/** As the columns are called. */
export const measures = [
  'sessions',
  'page_views',
  'bounces',
  'engaged_ms',
  'leads',
  'conversions',
] as const;
export type Measure = (typeof measures)[number];
export type Measures = Record<Measure, number>;
