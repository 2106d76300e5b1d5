/* What is asked, the same as a query on what is stored, and whether both say the same. */

/** SQL with the workspace as $1. */
export type Naive = string;

export type Answer = {
  approximate: boolean;
  total: Record<string, number>;
  previous_total?: Record<string, number>;
  rows: {
    time: string | null;
    dimensions: { value: string }[];
    figures: Record<string, number>;
  }[];
};

export type Question = {
  title: string;
  /** Milliseconds: p95 with one client, and with eight. */
  limits: [number, number];
  query: Record<string, string>;
  naive?: Naive;
  /** What is wrong, or undefined. */
  check?: (answer: Answer, rows: Record<string, number | string>[]) => string | undefined;
};

const dayMs = 86_400_000;

export function questions(days: number): Question[] {
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  const before = (count: number) => new Date(today - count * dayMs).toISOString().slice(0, 10);
  const since = before(days - 1);
  const month = before(29);
  const week = before(6);
  const inRange = (from: string, also = '') =>
    `workspace_id = $1::uuid and not is_test and bot = '' and started_at >= '${from}' ${also}`;
  const overview = 'visitors,sessions,page_views,bounce_rate,average_engaged_seconds';
  return [
    {
      title: 'overview of 90 days by day, with the period before',
      limits: [100, 300],
      query: { metrics: overview, since, interval: 'day', compare: 'previous_period' },
      naive: `select count(distinct visitor_id)::float8 as visitors, count(*)::float8 as sessions,
                sum(page_view_count)::float8 as page_views from sessions where ${inRange(since)}`,
      check: (answer, rows) =>
        differs(answer.total, rows[0], ['visitors', 'sessions', 'page_views']),
    },
    {
      title: 'overview of 366 days by day, with the period before',
      limits: [120, 300],
      query: { metrics: overview, since: before(365), interval: 'day', compare: 'previous_period' },
    },
    {
      title: 'visitors of a range of 37 days',
      limits: [120, 300],
      query: { metrics: 'visitors', since: before(60), until: before(23) },
      naive: `select count(distinct visitor_id)::float8 as visitors from sessions
              where ${inRange(before(60), `and started_at < '${before(23)}'`)}`,
      check: (answer, rows) => differs(answer.total, rows[0], ['visitors']),
    },
    {
      title: 'overview of 90 days by day with country = DE',
      limits: [250, 500],
      query: { metrics: 'sessions,page_views', since, interval: 'day', country: 'DE' },
      naive: `select count(*)::float8 as sessions from sessions where ${inRange(since, "and country = 'DE'")}`,
      check: (answer, rows) => differs(answer.total, rows[0], ['sessions']),
    },
    ...[
      ['90 days', since, [250, 500]],
      ['7 days', week, [50, 500]],
    ].flatMap(([name, from, limits]): Question[] => [
      ...[
        ['landing_page', 'country', 'DE', "country = 'DE'"],
        ['source', 'landing_page', '/page-0', "entry_url = 'https://shop.example/page-0'"],
        ['city', 'device', 'mobile', undefined],
        ['exit_page', 'landing_page', '/page-1', "entry_url = 'https://shop.example/page-1'"],
        ['campaign', 'browser', 'Chrome', undefined],
        ['page', 'country', 'DE', undefined],
      ].map(
        ([dimension = '', filter = '', value = '', condition]): Question => ({
          title: `top ${dimension} with ${filter} = ${value}, ${name}`,
          limits: limits as [number, number],
          query: {
            metrics: 'sessions,page_views',
            dimensions: dimension,
            [filter]: value,
            since: String(from),
          },
          ...(condition && {
            naive: `select count(*)::float8 as sessions from sessions where ${inRange(String(from), `and ${condition}`)}`,
            check: (answer, rows) => differs(answer.total, rows[0], ['sessions']),
          }),
        }),
      ),
      {
        title: `visitors by source with country = DE, ${name}`,
        limits: limits as [number, number],
        query: { metrics: 'visitors', dimensions: 'source', country: 'DE', since: String(from) },
        naive: `select count(distinct visitor_id)::float8 as visitors from sessions where ${inRange(String(from), "and country = 'DE'")}`,
        check: (answer, rows) =>
          isNear(answer.total, rows[0]) ? undefined : differs(answer.total, rows[0], ['visitors']),
      },
    ]),
    {
      title: 'leads, conversions and revenue by channel, 30 days, with the period before',
      limits: [250, 500],
      query: {
        metrics: 'leads,conversions,revenue',
        dimensions: 'channel',
        since: month,
        compare: 'previous_period',
      },
      naive: `select (select count(*) from leads where workspace_id = $1::uuid and created_at >= '${month}')::float8 as leads,
                (select count(*) from conversions where workspace_id = $1::uuid and created_at >= '${month}')::float8 as conversions`,
      check: (answer, rows) => differs(answer.total, rows[0], ['leads', 'conversions']),
    },
    {
      title: 'city by company (a pair without sums), 7 days',
      limits: [250, 500],
      query: { metrics: 'sessions', dimensions: 'city,company', since: week },
    },
  ];
}

function differs(
  total: Record<string, number>,
  row: Record<string, number | string> | undefined,
  names: string[],
): string | undefined {
  const wrong = names.filter((name) => total[name] !== row?.[name]);
  return wrong.length === 0
    ? undefined
    : wrong.map((name) => `${name} is ${total[name]}, not ${row?.[name]}`).join(', ');
}

/** Within three times half of the stated error, which one of 300,000 estimates exceeds. */
function isNear(total: Record<string, number>, row: Record<string, number | string> | undefined) {
  const { visitors = 0, visitors_error: error = 0 } = total;
  return Math.abs(visitors - Number(row?.visitors)) <= 2.5 * error;
}
