/** What visits are counted by. Sums exist for each dimension, for each two, and for each with the pages of a visit. */
import { countedValues, originValues, pageValues } from '../records/visit/counted.ts';

/** Dimensions of a visit; the numbers are stored. */
const visitDimensions = {
  channel: countedValues.channel,
  source: countedValues.source,
  campaign: 3,
  country: countedValues.country,
  device: countedValues.device,
  browser: countedValues.browser,
  landing_page: pageValues,
  exit_page: 8,
  city: countedValues.city,
  company: 10,
  // 11 is taken by pages.
  channel_group: countedValues.channel_group,
  agent: 13,
} as const;
export type VisitDimension = keyof typeof visitDimensions;
export const visitDimensionNames = Object.keys(visitDimensions) as VisitDimension[];

/** A visit has several pages. */
const pageDimension = 11;

/** Each visit has exactly one of its few values, so its sums give the total of all visits in a few rows per day. */
export const fewestValues: VisitDimension = 'device';

/** The kind of value numbers of each dimension: all pages share one. */
export const valueKinds: Record<VisitDimension | 'page' | 'origin' | 'os', number> = {
  ...visitDimensions,
  exit_page: visitDimensions.landing_page,
  page: visitDimensions.landing_page,
  origin: originValues,
  os: countedValues.os,
};

function numberOf(dimension: SummedDimension): number {
  return dimension === 'page' ? pageDimension : visitDimensions[dimension];
}

/** Dimensions with sums. */
export type SummedDimension = VisitDimension | 'page';

/** Their order in pairs: fewest values first, for fewer and longer lists. */
export const summedDimensions: SummedDimension[] = [
  ...(['channel', 'device', 'channel_group', 'agent', 'browser'] as const),
  ...(['campaign', 'source', 'country'] as const),
  ...(['landing_page', 'exit_page', 'page', 'city', 'company'] as const),
];

export const inCrossTabOrder = (names: SummedDimension[]) =>
  summedDimensions.filter((name) => names.includes(name));

/** All pairs. */
export const dimensionCrossTabs = summedDimensions.flatMap((first, place) =>
  summedDimensions
    .slice(place + 1)
    .map((second): [SummedDimension, SummedDimension] => [first, second]),
);

/** Code of one dimension or of an ordered pair, as in `stats_days` and `stats_pairs`. */
export const dimensionsCode = (first: SummedDimension, second?: SummedDimension) =>
  16 * numberOf(first) + (second === undefined ? 0 : numberOf(second));

/** Column names. */
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
