/* What is asked, the same as a query on what is stored, and whether both say the same. */

import { createHash } from 'node:crypto';
import { questionsOfSegments, untilRefused } from './segments.ts';

/** SQL with the workspace as $1. */
export type Naive = string;

export type Answer = {
  approximate: boolean;
  total: Record<string, number>;
  previous_total?: Record<string, number>;
};

/** What figures are answered as, and lists. */
export type Body = { data: Answer; pagination?: { total: number } };

export type Question = {
  title: string;
  /** Milliseconds: p95 with one client, and with eight where there is a limit. */
  limits: [number, number?];
  /** With eight clients, at least. */
  perSecond?: number;
  /** Below /api/v1. */
  path: string;
  naive?: Naive;
  /** What is wrong, or undefined. */
  check?: (body: Body, rows: Record<string, number | string>[]) => string | undefined;
};

const dayMs = 86_400_000;

/** How many leads the workspace has, and what one is called. */
export type Leads = { count: number; code: string };

export function questions(days: number, leads: Leads, keptListId: string): Question[] {
  return [
    ...questionsOfNow(),
    ...questionsOfLeads(leads, days),
    ...questionsOfSearch(),
    ...questionsOfSegments(keptListId),
    ...questionsOfFigures(days),
  ];
}

/** Asked first: who is here now is not here for long. */
function questionsOfNow(): Question[] {
  const week = new Date(Date.now() - 7 * dayMs).toISOString();
  return [
    {
      title: 'live, 30 minutes',
      limits: [30, 120],
      path: '/live',
      naive: `select count(distinct visitor_id)::float8 as visitors from sessions where workspace_id = $1::uuid
                and not is_test and bot = '' and last_activity_at > now() - interval '30 minutes'`,
    },
    {
      title: 'companies of 7 days by visits, with what they read',
      limits: untilRefused,
      path: `/companies?${new URLSearchParams({ active_since: week, expand: 'activity', sort: '-visits' })}`,
      naive: `select count(distinct e.company_id)::float8 as total from sessions s join company_evidence e
                using (workspace_id, visitor_id, is_test)
              where workspace_id = $1::uuid and not is_test and s.bot = '' and s.started_at >= '${week}'`,
      check: ({ pagination }, rows) => differs({ ...pagination }, rows[0], ['total']),
    },
  ];
}

/** What a page of leads is to be answered in, and how often. */
const ofLeads: Pick<Question, 'limits' | 'perSecond'> = { limits: [30], perSecond: 350 };

function questionsOfLeads({ count, code }: Leads, days: number): Question[] {
  const totalOf = (condition: string) =>
    `select count(*)::float8 as total from leads where workspace_id = $1::uuid and not is_test and not suspect ${condition}`;
  const total: Question['check'] = ({ pagination }, rows) =>
    differs({ ...pagination }, rows[0], ['total']);
  const page = (title: string, query: Record<string, string>, condition: string): Question => ({
    title: `page of 50 leads ${title}`,
    ...ofLeads,
    path: `/leads?${new URLSearchParams({ limit: '50', ...query })}`,
    naive: totalOf(condition),
    check: total,
  });
  const yesterday = new Date(Date.now() - dayMs).toISOString();
  const weekAgo = new Date(Date.now() - 7 * dayMs).toISOString();
  const farInRange = Math.floor(count * ((days - 7) / days) * 0.9);
  return [
    ...[0, 0.2, 0.9].map((part): Question => {
      const offset = Math.floor(count * part);
      return {
        ...page(`of ${count}, offset ${offset}`, { offset: String(offset) }, ''),
        naive: `${totalOf('')} union all
                (select null from leads where workspace_id = $1::uuid and not is_test and not suspect
                 order by created_at desc, id desc limit 50 offset ${offset})`,
      };
    }),
    page('with source = website', { source: 'website' }, "and source = 'website'"),
    page(`with code = ${code}`, { code }, `and code = '${code}'`),
    page(
      `before a week ago, offset ${farInRange}`,
      { created_before: weekAgo, offset: String(farInRange) },
      `and created_at < '${weekAgo}'`,
    ),
    page(
      'that changed since yesterday',
      { updated_after: yesterday, sort: '-updated_at' },
      `and updated_at > '${yesterday}'`,
    ),
  ];
}

function questionsOfSearch(): Question[] {
  const path = (text: string) => `/search?q=${text}`;
  return [
    ...['ann', 'mar', 'company-12'].map(
      (text): Question => ({
        title: `search for ${text}`,
        limits: [10, 50],
        perSecond: 1_500,
        path: path(text),
      }),
    ),
    { title: 'search inside words, for pany-12', limits: [50, 250], path: path('pany-12') },
  ];
}

/** As the filled companies have them. */
function companyId(number: number): string {
  const digits = createHash('md5').update(`company${number}`).digest('hex');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const statsPath = (query: Record<string, string>) => `/stats?${new URLSearchParams(query)}`;

function questionsOfFigures(days: number): Question[] {
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
      path: statsPath({ metrics: overview, since, interval: 'day', compare: 'previous_period' }),
      naive: `select count(distinct visitor_id)::float8 as visitors, count(*)::float8 as sessions,
                sum(page_view_count)::float8 as page_views from sessions where ${inRange(since)}`,
      check: ({ data }, rows) =>
        differs(data.total, rows[0], ['visitors', 'sessions', 'page_views']),
    },
    {
      title: 'overview of 366 days by day, with the period before',
      limits: [120, 300],
      path: statsPath({
        metrics: overview,
        since: before(365),
        interval: 'day',
        compare: 'previous_period',
      }),
    },
    {
      title: 'visitors of a range of 37 days',
      limits: [120, 300],
      path: statsPath({ metrics: 'visitors', since: before(60), until: before(23) }),
      naive: `select count(distinct visitor_id)::float8 as visitors from sessions
              where ${inRange(before(60), `and started_at < '${before(23)}'`)}`,
      check: ({ data }, rows) => differs(data.total, rows[0], ['visitors']),
    },
    {
      title: 'overview of 90 days by day with country = DE',
      limits: [250, 500],
      path: statsPath({ metrics: 'sessions,page_views', since, interval: 'day', country: 'DE' }),
      naive: `select count(*)::float8 as sessions from sessions where ${inRange(since, "and country = 'DE'")}`,
      check: ({ data }, rows) => differs(data.total, rows[0], ['sessions']),
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
        ['page', 'company', companyId(0), undefined],
        ['landing_page', 'channel_group', 'Direct', undefined],
        ['city', 'landing_page', '/page-0', "entry_url = 'https://shop.example/page-0'"],
        ['page', 'city', 'City 0-0', "city = 'City 0-0'"],
        ['company', 'exit_page', '/page-0', "exit_url = 'https://shop.example/page-0'"],
      ].map(
        ([dimension = '', filter = '', value = '', condition]): Question => ({
          title: `top ${dimension} with ${filter} = ${value.slice(0, 10)}, ${name}`,
          limits: limits as [number, number],
          path: statsPath({
            metrics: 'sessions,page_views',
            dimensions: dimension,
            [filter]: value,
            since: String(from),
          }),
          ...(condition && {
            naive: `select count(*)::float8 as sessions from sessions where ${inRange(String(from), `and ${condition}`)}`,
            check: ({ data }, rows) => differs(data.total, rows[0], ['sessions']),
          }),
        }),
      ),
      {
        title: `visitors by source with country = DE, ${name}`,
        limits: limits as [number, number],
        path: statsPath({
          metrics: 'visitors',
          dimensions: 'source',
          country: 'DE',
          since: String(from),
        }),
        naive: `select count(distinct visitor_id)::float8 as visitors from sessions where ${inRange(String(from), "and country = 'DE'")}`,
        check: ({ data }, rows) =>
          isNear(data.total, rows[0]) ? undefined : differs(data.total, rows[0], ['visitors']),
      },
    ]),
    {
      title: 'leads, conversions and revenue by channel, 30 days, with the period before',
      limits: [250, 500],
      path: statsPath({
        metrics: 'leads,conversions,revenue',
        dimensions: 'channel',
        since: month,
        compare: 'previous_period',
      }),
      naive: `select (select count(*) from leads where workspace_id = $1::uuid and created_at >= '${month}')::float8 as leads,
                (select count(*) from conversions where workspace_id = $1::uuid and created_at >= '${month}')::float8 as conversions`,
      check: ({ data }, rows) => differs(data.total, rows[0], ['leads', 'conversions']),
    },
    {
      title: 'city by company, 7 days',
      limits: [250, 500],
      path: statsPath({ metrics: 'sessions', dimensions: 'city,company', since: week }),
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
