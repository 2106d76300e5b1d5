import Type, { type Static } from 'typebox';
import type { Feature, Scope } from './access.ts';
import { operation } from './operation.ts';
import { fromOperator, fromVisitor } from './origins.ts';
import { Closed, filterOf, Instant, Nullable, recordOf, Text, Timestamp, Uuid } from './schema.ts';

interface Needs {
  scopes: Scope[];
  features: Feature[];
}

/** What can be counted, with what is needed for it beside `visitors:read`. */
export const statsMetrics = {
  visitors: { meaning: 'different visitors with a visit that began in the range' },
  sessions: { meaning: 'visits that began in the range' },
  page_views: { meaning: 'pages that were viewed in these visits' },
  bounce_rate: {
    meaning:
      'share of these visits with one page at most, below 10 s of attention and no conversion',
  },
  engaged_seconds: { meaning: 'seconds for which these visits held attention' },
  average_engaged_seconds: { meaning: 'the same for one visit' },
  leads: { meaning: 'leads that opened in the range', scopes: ['leads:read'] },
  conversions: {
    meaning: 'conversions that happened in the range',
    scopes: ['conversions:read'],
    features: ['conversions'],
  },
  revenue: {
    meaning: 'what they are worth, by currency',
    scopes: ['conversions:read'],
    features: ['conversions'],
  },
} as const satisfies Record<string, { meaning: string } & Partial<Needs>>;
export type StatsMetric = keyof typeof statsMetrics;
export const statsMetricNames = Object.keys(statsMetrics) as StatsMetric[];

/** What can be counted by and filtered by, with what is needed for it. */
export const statsDimensions = {
  channel: { meaning: 'channel of the visit: search, paid, email, …' },
  channel_group: { meaning: 'the same by the names of Google Analytics 4: Paid Search, …' },
  source: { meaning: 'source of the visit: Google, newsletter, news.example.org, …' },
  campaign: {
    meaning: 'id of its campaign',
    scopes: ['campaigns:read'],
    features: ['campaigns'],
  },
  country: { meaning: 'country by its English name' },
  device: { meaning: 'desktop, mobile, tablet, tv, console or wearable' },
  browser: { meaning: 'family of the browser' },
  agent: { meaning: 'name of the agent that acted for a person' },
  landing_page: { meaning: 'path of the first page of the visit' },
  exit_page: { meaning: 'path of its last page' },
  city: { meaning: 'city' },
  company: {
    meaning: 'id of the company in whose network the visitor was',
    scopes: ['companies:read'],
    features: ['companies'],
  },
  page: { meaning: 'path of a page that was viewed' },
  list: {
    meaning: 'id of a list that the visitor, or a person the visitor was named as, is on',
    features: ['lists'],
  },
} as const satisfies Record<string, { meaning: string } & Partial<Needs>>;
export type StatsDimension = keyof typeof statsDimensions;
export const statsDimensionNames = Object.keys(statsDimensions) as StatsDimension[];

export const statsIntervals = ['hour', 'day', 'week', 'month'] as const;
export type StatsInterval = (typeof statsIntervals)[number];

export const statsLimits = {
  /** The longest range. */
  days: 366,
  /** Points of time in one answer. */
  points: 800,
  /** Rows in one answer: points of time times groups. */
  rows: 10_000,
  breakdowns: 8,
};

/** What groups can be sorted by; of revenue there are several sums. */
export const sortedMetrics = statsMetricNames.filter((name) => name !== 'revenue');

const Amount = Closed({
  currency: fromVisitor(Type.String({ description: 'ISO 4217 code; empty when not given.' })),
  value: Type.Number({ description: 'The sum.' }),
});
const Count = (name: StatsMetric) =>
  Type.Optional(Type.Integer({ description: `Number of ${statsMetrics[name].meaning}.` }));

const StatsFigures = Closed(
  {
    visitors: Count('visitors'),
    visitors_error: Type.Optional(
      Type.Integer({
        description:
          'Only where `approximate` is true: the exact number lies this far from `visitors` at most, in 95 of 100 cases.',
      }),
    ),
    sessions: Count('sessions'),
    page_views: Count('page_views'),
    bounce_rate: Type.Optional(
      Nullable(
        Type.Number({ description: `From 0 to 1: ${statsMetrics.bounce_rate.meaning}.` }),
        'Null without a visit.',
      ),
    ),
    engaged_seconds: Type.Optional(
      Type.Number({ description: `Number of ${statsMetrics.engaged_seconds.meaning}.` }),
    ),
    average_engaged_seconds: Type.Optional(
      Nullable(
        Type.Number({ description: 'The same for one visit, to a tenth.' }),
        'Null without a visit.',
      ),
    ),
    leads: Count('leads'),
    conversions: Count('conversions'),
    revenue: Type.Optional(
      Type.Array(Amount, {
        description:
          'Worth of the conversions of the range that have one; a row for each currency.',
      }),
    ),
  },
  { description: 'The figures that were asked for, and no others.' },
);
export type StatsFigures = Static<typeof StatsFigures>;

const StatsRow = Closed(
  {
    time: Nullable(
      Timestamp('When the hour, day, week or month begins in the time zone.'),
      'Null without an interval.',
    ),
    dimensions: Type.Array(
      Closed({
        name: Type.String({ enum: statsDimensionNames, description: 'The dimension.' }),
        value: fromVisitor(
          Type.String({
            description: 'Its value, as a filter takes it; empty where the visit has none.',
          }),
        ),
        label: fromVisitor(
          Type.String({
            description: 'The same for people: the name of a campaign, company or list.',
          }),
        ),
      }),
      { description: 'What is counted in this row, in the order in which it was asked for.' },
    ),
    figures: StatsFigures,
    previous: Type.Optional(StatsFigures),
  },
  { description: 'A row of the answer.' },
);
export type StatsRow = Static<typeof StatsRow>;

const StatsBreakdown = Closed(
  {
    dimension: Type.String({ enum: statsDimensionNames, description: 'By what it is counted.' }),
    groups: Type.Integer({
      description: 'How many groups there are, of which the first `top` are shown.',
    }),
    rows: Type.Array(StatsRow, { description: 'By their figure, the largest first.' }),
  },
  { description: 'The largest groups by one dimension.' },
);
export type StatsBreakdown = Static<typeof StatsBreakdown>;

const Range = Closed(
  {
    since: Timestamp('Where it begins (inclusive).'),
    until: Timestamp('Where it ends (exclusive).'),
  },
  { description: 'The period before, where a comparison was asked for.' },
);

export const Stats = Closed(
  {
    since: Timestamp('Where the range begins (inclusive).'),
    until: Timestamp('Where it ends (exclusive).'),
    previous_range: Type.Optional(Range),
    time_zone: fromOperator(Type.String({ description: 'Whose hours and days these are.' })),
    as_of: Nullable(
      Timestamp('Everything that was answered before then is counted.'),
      'Null when nothing waits to be counted: everything is.',
    ),
    approximate: Type.Boolean({
      description:
        'true: `visitors` of the rows or of the total are estimated from a sample of visitors, with `visitors_error`. All other figures are exact, always.',
    }),
    total: StatsFigures,
    previous_total: Type.Optional(StatsFigures),
    groups: Type.Integer({
      description: 'How many groups there are, of which the first `top` are shown.',
    }),
    rows: Type.Array(StatsRow, { description: 'By time, or by the figure of `sort`.' }),
    breakdowns: Type.Optional(
      Type.Array(StatsBreakdown, { description: 'In the order in which they were asked for.' }),
    ),
  },
  {
    $id: 'Stats',
    description:
      'Figures of a range of time. Bots are never counted; test data only where it is asked for. A visit counts whole where it began: its page views and its attention belong to the hour of its beginning. Leads and conversions count when they happened, under the dimensions of the visit in which they did.',
    examples: [
      {
        since: '2026-03-01T00:00:00Z',
        until: '2026-04-01T00:00:00Z',
        previous_range: { since: '2026-02-01T00:00:00Z', until: '2026-03-01T00:00:00Z' },
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
const listPattern = (names: string[], most: number) => partsPattern(anyOf(names), most);
const partsPattern = (part: string, most: number) => `^(?:${part}(?:,${part}){0,${most - 1}})?$`;

const meanings = (of: Record<string, { meaning: string }>) =>
  Object.entries(of)
    .map(([name, { meaning }]) => `\`${name}\` ${meaning}`)
    .join('; ');

/** A path may hold 500 characters. */
const filters = Type.Partial(
  Type.Object(
    Object.fromEntries(
      statsDimensionNames.map((name) => {
        const what = `Only where this is exactly the ${name.replace('_', ' ')}`;
        return [
          name,
          name === 'list' ? Uuid(`${what}.`) : Text(500, `${what}; empty: where there is none.`),
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
      'Figures of a range of time: in all, over time, and by one or two dimensions, filtered, and compared with the period before. Some metrics and dimensions need a scope more than `visitors:read`: leads `leads:read`, conversions and revenue `conversions:read`, campaigns `campaigns:read`, companies `companies:read`; a 403 names those that are missing. docs/guides/stats.md says what each figure counts.',
    scopes: ['visitors:read'],
    feature: 'api',
    agent: [{ tool: 'stats' }],
    query: Closed({
      metrics: Type.Optional(
        Type.String({
          pattern: listPattern(statsMetricNames, 9),
          maxLength: 200,
          default: 'visitors,sessions,page_views',
          description: `What is counted, with commas between: ${meanings(statsMetrics)}.`,
          examples: ['visitors,sessions'],
        }),
      ),
      dimensions: Type.Optional(
        Type.String({
          pattern: listPattern(statsDimensionNames, 2),
          maxLength: 100,
          default: '',
          description: `By what, at most two with a comma between: ${meanings(statsDimensions)}.`,
          examples: ['country'],
        }),
      ),
      breakdowns: Type.Optional(
        Type.String({
          pattern: partsPattern(
            `${anyOf(statsDimensionNames)}(?::${anyOf(sortedMetrics)})?`,
            statsLimits.breakdowns,
          ),
          maxLength: 300,
          description: `Beside the rows, the largest groups by each of these dimensions, as a question for each of them would tell; at most ${statsLimits.breakdowns} with commas between. What is counted follows a colon, as in \`page:page_views\`; by default it is \`sessions\`.`,
          examples: ['source,page:page_views'],
        }),
      ),
      interval: Type.Optional(
        Type.Unsafe<StatsInterval>({
          type: 'string',
          enum: statsIntervals,
          description: `A row for each of these, also for those without a visit; ${statsLimits.points} at most.`,
        }),
      ),
      since: Type.Optional(
        Instant(
          'Where the range begins (inclusive), by default 30 days ago. A date is its midnight in the time zone; an instant is taken to the quarter of an hour in which it lies.',
        ),
      ),
      until: Type.Optional(
        Instant(
          `Where it ends (exclusive), by default after today; ${statsLimits.days} days later at most. An instant is taken to the end of its quarter of an hour.`,
        ),
      ),
      time_zone: Type.Optional(
        Type.String({
          maxLength: 64,
          pattern: '^[A-Za-z][A-Za-z0-9_+-]*(?:/[A-Za-z0-9_+-]+)*$',
          description:
            'Whose hours, days, weeks and months they are, as Europe/Berlin; by default the time zone of the workspace. Weeks begin on Monday.',
        }),
      ),
      compare: Type.Optional(
        Type.Unsafe<'previous_period'>({
          type: 'string',
          enum: ['previous_period'],
          description:
            'The same figures of the period before, beside each: of as many months before a range of whole months, else of as many days.',
        }),
      ),
      sort: Type.Optional(
        Type.String({
          enum: sortedMetrics.flatMap((name) => [name, `-${name}`]),
          description:
            'By which of the metrics groups are sorted; with a minus sign before it the largest come first. By default the first of the metrics, the largest first.',
          examples: ['-visitors'],
        }),
      ),
      top: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 100,
          default: 10,
          description: 'How many groups are shown, of the rows and of each breakdown.',
        }),
      ),
      test: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'true: the test data of development keys instead of the live data.',
        }),
      ),
      ...filters,
      filter: Type.Optional(filterOf('visit')),
    }),
    status: 200,
    ok: recordOf(Stats),
    // What no sums are kept for reads the facts of every visit of the range.
    limit: {
      seconds: 10,
      path: 'query.since',
      advice: 'ask for a shorter range, or for fewer dimensions and filters at once',
    },
  }),
};
