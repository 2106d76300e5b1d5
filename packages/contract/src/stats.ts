import Type, { type Static } from 'typebox';
import type { Feature, Scope } from './access.ts';
import { operation } from './operation.ts';
import { fromOperator, fromVisitor } from './origins.ts';
import { patternOf } from './patterns.ts';
import {
  Closed,
  commaList,
  filterOf,
  Instant,
  listItem,
  Nullable,
  recordOf,
  Text,
  Timestamp,
  Uuid,
} from './schema.ts';

interface Needs {
  scopes: Scope[];
  features: Feature[];
}

/** Metrics, with scopes and features needed in addition to `visitors:read`. */
export const statsMetrics = {
  visitors: { meaning: 'unique visitors with a visit started in the range' },
  sessions: { meaning: 'visits started in the range' },
  page_views: { meaning: 'page views in these visits' },
  bounce_rate: {
    meaning:
      'share of these visits with at most one page view, less than 10 s of engagement time and no conversion',
  },
  engaged_seconds: { meaning: 'engagement time of these visits in seconds' },
  average_engaged_seconds: { meaning: 'average engagement time per visit in seconds' },
  leads: { meaning: 'leads opened in the range', scopes: ['leads:read'] },
  conversions: {
    meaning: 'conversions in the range',
    scopes: ['conversions:read'],
    features: ['conversions'],
  },
  revenue: {
    meaning: 'value of these conversions by currency',
    scopes: ['conversions:read'],
    features: ['conversions'],
  },
} as const satisfies Record<string, { meaning: string } & Partial<Needs>>;
export type StatsMetric = keyof typeof statsMetrics;
export const statsMetricNames = Object.keys(statsMetrics) as StatsMetric[];

/** Dimensions to group and filter by, with the scopes and features they need. */
export const statsDimensions = {
  channel: { meaning: 'channel of the visit: search, paid, email, …' },
  channel_group: { meaning: 'channel group as in Google Analytics 4: Paid Search, …' },
  source: { meaning: 'source of the visit: Google, newsletter, news.example.org, …' },
  campaign: {
    meaning: 'id of the campaign',
    scopes: ['campaigns:read'],
    features: ['campaigns'],
  },
  country: { meaning: 'English name of the country' },
  device: { meaning: 'device type: desktop, mobile, tablet, tv, console or wearable' },
  browser: { meaning: 'browser family' },
  agent: { meaning: 'AI agent that acted for a person' },
  landing_page: { meaning: 'path of the first page' },
  exit_page: { meaning: 'path of the last page' },
  city: { meaning: 'city' },
  company: {
    meaning: 'id of the company that owns the network',
    scopes: ['companies:read'],
    features: ['companies'],
  },
  page: { meaning: 'path of a viewed page' },
  list: {
    meaning: 'id of a list with the visitor or its person',
    features: ['lists'],
  },
} as const satisfies Record<string, { meaning: string } & Partial<Needs>>;
export type StatsDimension = keyof typeof statsDimensions;
export const statsDimensionNames = Object.keys(statsDimensions) as StatsDimension[];

export const statsIntervals = ['hour', 'day', 'week', 'month'] as const;
export type StatsInterval = (typeof statsIntervals)[number];

export const statsLimits = {
  /** Longest range. */
  days: 366,
  /** Time buckets in one response. */
  points: 800,
  /** Rows in one response: time buckets times groups. */
  rows: 10_000,
  breakdowns: 8,
};

/** Metrics to sort groups by. Not revenue, which has one sum per currency. */
export const sortedMetrics = statsMetricNames.filter((name) => name !== 'revenue');

const Amount = Closed({
  currency: fromVisitor(Type.String({ description: 'ISO 4217 code. Empty without a currency.' })),
  value: Type.Number({ description: 'Sum in the currency.' }),
});
const Count = (name: StatsMetric) =>
  Type.Optional(Type.Integer({ description: `Number of ${statsMetrics[name].meaning}.` }));

const StatsFigures = Closed(
  {
    visitors: Count('visitors'),
    visitors_error: Type.Optional(
      Type.Integer({
        description:
          'Margin of error of `visitors` at 95% confidence. Only if `approximate` is true.',
      }),
    ),
    sessions: Count('sessions'),
    page_views: Count('page_views'),
    bounce_rate: Type.Optional(
      Nullable(
        Type.Number({
          description: `Bounce rate from 0 to 1: ${statsMetrics.bounce_rate.meaning}.`,
        }),
        'Null without visits.',
      ),
    ),
    engaged_seconds: Type.Optional(
      Type.Number({ description: 'Engagement time of these visits in seconds.' }),
    ),
    average_engaged_seconds: Type.Optional(
      Nullable(
        Type.Number({
          description: 'Average engagement time per visit in seconds, rounded to tenths.',
        }),
        'Null without visits.',
      ),
    ),
    leads: Count('leads'),
    conversions: Count('conversions'),
    revenue: Type.Optional(
      Type.Array(Amount, {
        description: 'Value of the conversions in the range. One row per currency.',
      }),
    ),
  },
  { description: 'The requested metrics.' },
);
export type StatsFigures = Static<typeof StatsFigures>;

const StatsRow = Closed(
  {
    time: Nullable(
      Timestamp('Start of the hour, day, week or month in the time zone.'),
      'Null without an interval.',
    ),
    dimensions: Type.Array(
      Closed({
        name: Type.String({ enum: statsDimensionNames, description: 'Dimension.' }),
        value: fromVisitor(
          Type.String({
            description: 'Value, as used in filters. Empty if the visit has none.',
          }),
        ),
        label: fromVisitor(
          Type.String({
            description: 'Display name, such as the name of a campaign, company or list.',
          }),
        ),
      }),
      { description: 'Dimensions of this row, in the requested order.' },
    ),
    figures: StatsFigures,
    previous: Type.Optional(StatsFigures),
  },
  { description: 'One row of the result.' },
);
export type StatsRow = Static<typeof StatsRow>;

const StatsBreakdown = Closed(
  {
    dimension: Type.String({
      enum: statsDimensionNames,
      description: 'Dimension of the breakdown.',
    }),
    groups: Type.Integer({
      description: 'Number of groups. `rows` shows the first `top`.',
    }),
    rows: Type.Array(StatsRow, { description: 'Largest groups first.' }),
  },
  { description: 'Largest groups of one dimension.' },
);
export type StatsBreakdown = Static<typeof StatsBreakdown>;

const Range = Closed(
  {
    from: Timestamp('Start (inclusive).'),
    to: Timestamp('End (exclusive).'),
  },
  { description: 'The previous period. Only with `compare`.' },
);

export const Stats = Closed(
  {
    from: Timestamp('Start of the range (inclusive).'),
    to: Timestamp('End of the range (exclusive).'),
    previous_range: Type.Optional(Range),
    time_zone: fromOperator(Type.String({ description: 'Time zone of hours and days.' })),
    as_of: Nullable(
      Timestamp('All messages received before this time are counted.'),
      'Null if all messages are counted.',
    ),
    approximate: Type.Boolean({
      description:
        'true: `visitors` is estimated from a sample, with `visitors_error`. All other metrics are exact.',
    }),
    total: StatsFigures,
    previous_total: Type.Optional(StatsFigures),
    groups: Type.Integer({
      description: 'Number of groups. `rows` shows the first `top`.',
    }),
    rows: Type.Array(StatsRow, { description: 'Rows in order of time or `sort`.' }),
    breakdowns: Type.Optional(
      Type.Array(StatsBreakdown, { description: 'Breakdowns in the requested order.' }),
    ),
  },
  {
    $id: 'Stats',
    description:
      'Metrics of a time range, without bots. A visit counts at its start, with all its page views and engagement time. Leads and conversions count when they happen, under the dimensions of their visit.',
    examples: [
      {
        from: '2026-03-01T00:00:00Z',
        to: '2026-04-01T00:00:00Z',
        previous_range: { from: '2026-02-01T00:00:00Z', to: '2026-03-01T00:00:00Z' },
        time_zone: 'UTC',
        as_of: null,
        approximate: false,
        total: { visitors: 1204, sessions: 1630 },
        previous_total: { visitors: 1010, sessions: 1391 },
        groups: 9,
        rows: [
          {
            time: null,
            dimensions: [{ name: 'source', value: 'Google', label: 'Google' }],
            figures: { visitors: 512, sessions: 640 },
            previous: { visitors: 430, sessions: 544 },
          },
        ],
      },
    ],
  },
);
export type Stats = Static<typeof Stats>;

const anyOf = (names: string[]) => `(?:${names.join('|')})`;
const breakdownPattern = patternOf(
  `^${anyOf(statsDimensionNames)}(?::${anyOf(sortedMetrics)})?$`,
  `a dimension, also with a metric as in page:page_views. Dimensions: ${statsDimensionNames.join(', ')}. Metrics: ${sortedMetrics.join(', ')}`,
);

const meanings = (of: Record<string, { meaning: string }>) =>
  Object.entries(of)
    .map(([name, { meaning }]) => `\`${name}\`: ${meaning}`)
    .join('; ');

/** Paths can have 500 characters. */
const filters = Type.Partial(
  Type.Object(
    Object.fromEntries(
      statsDimensionNames.map((name) => {
        const what = `Only visits with exactly this ${name.replace('_', ' ')}`;
        return [
          name,
          name === 'list'
            ? Uuid(`${what}.`)
            : Text(500, `${what}. Empty: only visits without one.`),
        ];
      }),
    ) as Record<StatsDimension, ReturnType<typeof Text>>,
  ),
).properties;

export const statsOperations = {
  getStats: operation({
    id: 'getStats',
    method: 'GET',
    path: '/stats',
    tag: 'Stats',
    summary: 'Count visitors, sessions, leads and revenue',
    description:
      'Returns totals, trends and groups by one or two dimensions, with filters and a comparison to the previous period. Some metrics and dimensions need another scope: leads need `leads:read`, conversions and revenue `conversions:read`, campaigns `campaigns:read`, companies `companies:read`. docs/guides/stats.md defines each metric.',
    scopes: ['visitors:read'],
    feature: 'api',
    agent: [{ tool: 'stats' }],
    query: Closed({
      metrics: Type.Optional(
        commaList(listItem(statsMetricNames), {
          maxItems: statsMetricNames.length,
          default: ['visitors', 'sessions', 'page_views'],
          description: `Metrics, separated by commas. ${meanings(statsMetrics)}.`,
          examples: [['visitors', 'sessions']],
        }),
      ),
      dimensions: Type.Optional(
        commaList(listItem(statsDimensionNames), {
          maxItems: 2,
          default: [],
          description: `At most two dimensions, separated by a comma. ${meanings(statsDimensions)}.`,
          examples: [['country']],
        }),
      ),
      breakdowns: Type.Optional(
        commaList(Type.String({ ...breakdownPattern, examples: ['page:page_views'] }), {
          maxItems: statsLimits.breakdowns,
          description: `Adds the largest groups of each of these dimensions; at most ${statsLimits.breakdowns}, separated by commas. Set the metric after a colon, as in \`page:page_views\`. Default: \`sessions\`.`,
          examples: [['source', 'page:page_views']],
        }),
      ),
      interval: Type.Optional(
        Type.Unsafe<StatsInterval>({
          type: 'string',
          enum: statsIntervals,
          description: `Returns one row per interval, including empty ones; at most ${statsLimits.points}.`,
        }),
      ),
      from: Type.Optional(
        Instant(
          'Start of the range (inclusive). Default: 30 days ago. A date means midnight in the time zone. Times are rounded down to 15 minutes.',
        ),
      ),
      to: Type.Optional(
        Instant(
          `End of the range (exclusive), at most ${statsLimits.days} days after \`from\`. Default: end of today. A date means midnight in the time zone. Times are rounded up to 15 minutes.`,
        ),
      ),
      time_zone: Type.Optional(
        Type.String({
          maxLength: 64,
          ...patternOf(
            '^[A-Za-z][A-Za-z0-9_+-]*(?:/[A-Za-z0-9_+-]+)*$',
            'a time zone, such as Europe/Berlin',
          ),
          description:
            'Time zone for hours, days, weeks and months, such as Europe/Berlin. Default: the time zone of the workspace. Weeks start on Monday.',
        }),
      ),
      compare: Type.Optional(
        Type.Unsafe<'previous_period'>({
          type: 'string',
          enum: ['previous_period'],
          description:
            'Adds the metrics of the previous period: as many months before a range of whole months, otherwise as many days.',
        }),
      ),
      sort: Type.Optional(
        Type.String({
          enum: sortedMetrics.flatMap((name) => [name, `-${name}`]),
          description:
            'Metric to sort groups by. A leading minus puts the largest first. Default: the first metric, largest first.',
          examples: ['-visitors'],
        }),
      ),
      top: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 100,
          default: 10,
          description: 'Most groups in `rows` and in each breakdown.',
        }),
      ),
      test: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'true: return test data from development keys instead of live data.',
        }),
      ),
      ...filters,
      filter: Type.Optional(filterOf('visit')),
    }),
    status: 200,
    ok: recordOf(Stats),
    // Combinations without rollups read every visit of the range.
    limit: {
      seconds: 10,
      path: 'query.from',
      advice: 'request a shorter range, or fewer dimensions and filters',
    },
  }),
};
