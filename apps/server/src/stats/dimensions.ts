/** What visits are counted by. Sums are kept of each dimension, of each two, and of each with the pages of a visit. */
import { countedValues, originValues, pageValues } from '../records/visit/counted.ts';

/** Of a visit; the number is part of what is stored. */
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
  // 11 are pages.
  channel_group: countedValues.channel_group,
  agent: 13,
} as const;
export type VisitDimension = keyof typeof visitDimensions;
export const visitDimensionNames = Object.keys(visitDimensions) as VisitDimension[];

/** A visit has several pages. */
const pageDimension = 11;

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

function numberOf(dimension: SummedDimension): number {
  return dimension === 'page' ? pageDimension : visitDimensions[dimension];
}

/** What sums are kept by. */
export type SummedDimension = VisitDimension | 'page';

/** As a pair has them: of fewer values there are fewer lists, which are longer. */
export const summedDimensions: SummedDimension[] = [
  ...(['channel', 'device', 'channel_group', 'agent', 'browser'] as const),
  ...(['campaign', 'source', 'country'] as const),
  ...(['landing_page', 'exit_page', 'page', 'city', 'company'] as const),
];

export const inCrossTabOrder = (names: SummedDimension[]) =>
  summedDimensions.filter((name) => names.includes(name));

/** Each two. */
export const dimensionCrossTabs = summedDimensions.flatMap((first, place) =>
  summedDimensions
    .slice(place + 1)
    .map((second): [SummedDimension, SummedDimension] => [first, second]),
);

/** Of one dimension or of a pair in its order, as `stats_days` and `stats_pairs` have it. */
export const dimensionsCode = (first: SummedDimension, second?: SummedDimension) =>
  16 * numberOf(first) + (second === undefined ? 0 : numberOf(second));

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
