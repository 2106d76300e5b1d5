/* API queries with equivalent SQL on stored data, and a comparison of both. */
import { createHash } from 'node:crypto';

/** SQL with the workspace as $1. */
export type Naive = string;

type Answer = { total: Record<string, number> };

/** Responses of figures and lists. */
export type Body = { data: Answer; pagination?: { total: number } };

/** p95 of one client in milliseconds: at 1 million events in 90 days, and at 10 million. */
type Limits = readonly [number, number];

export type Question = {
  title: string;
  limits: Limits;
  /** Below /api/v1. */
  path: string;
  /** JSON that is sent with POST. Absent: GET. */
  body?: string;
  naive?: Naive;
  /** What is wrong, or undefined. */
  check?: (body: Body, rows: Record<string, number | string>[]) => string | undefined;
};

export type Records = { leads: number; leadId: string; personId: string };

const dayMs = 86_400_000;
const overviewLimits: Limits = [100, 300];
const topListLimits: Limits = [150, 600];
const pageLimits: Limits = [50, 100];
const farPageLimits: Limits = [50, 1_000];
const recordLimits: Limits = [30, 50];
const previewLimits: Limits = [500, 3_000];

export function questions(days: number, records: Records): Question[] {
  return [
    ...questionsOfFigures(days),
    ...questionsOfPages(records),
    ...questionsOfRecords(records),
    preview,
  ];
}

function questionsOfPages({ leads }: Records): Question[] {
  const page = (
    title: string,
    path: string,
    query: Record<string, string>,
    from: string,
    limits = pageLimits,
  ): Question => ({
    title: `page of 50 ${title}, with the total`,
    limits,
    path: `${path}?${new URLSearchParams({ limit: '50', ...query })}`,
    naive: `select count(*)::float8 as total from ${from}`,
    check: ({ pagination }, rows) => differs({ ...pagination }, rows[0], ['total']),
  });
  const own = 'workspace_id = $1::uuid and not is_test';
  const ofLeads = `leads where ${own} and not suspect`;
  const far = Math.floor(leads * 0.9);
  return [
    page(`of ${leads} leads`, '/leads', {}, ofLeads),
    page(`leads, offset ${far}`, '/leads', { offset: String(far) }, ofLeads, farPageLimits),
    page(
      'leads with source = website',
      '/leads',
      { source: 'website' },
      `${ofLeads} and source = 'website'`,
    ),
    page('people', '/identities', {}, `identities where ${own}`),
    page('companies', '/companies', {}, `companies where ${own}`),
  ];
}

function questionsOfRecords({ leadId, personId }: Records): Question[] {
  return [
    ...['ann', 'company-12', 'pany-12'].map((text) => ({
      title: `search for ${text}`,
      path: `/search?q=${text}`,
    })),
    { title: 'one lead by id', path: `/leads/${leadId}` },
    { title: "a person's timeline", path: `/identities/${personId}/activity` },
  ].map((each) => ({ ...each, limits: recordLimits }));
}

const seenTwice = 'did("page_view", path = "/page-20*", at least 2, within 30d)';
const filter = `country = DE AND ${seenTwice} AND NOT did("purchase")`;

/** As scans of stored data; the country of the latest visit. */
const naiveWarm = `
  select count(*)::float8 as total from (
    select e.visitor_id from events e join visitors v
      on v.workspace_id = e.workspace_id and v.id = e.visitor_id and v.is_test = e.is_test and v.bot = ''
    where e.workspace_id = $1::uuid and not e.is_test and e.type = 'event' and e.name = 'page_view'
      and e.occurred_at >= now() - interval '30 days' and e.url like 'https://shop.example/page-20%'
    group by 1 having count(*) >= 2
  ) d where (select s.country from sessions s
      where s.workspace_id = $1::uuid and s.visitor_id = d.visitor_id and not s.is_test
      order by s.last_activity_at desc, s.id limit 1) = 'DE'
    and not exists (select from sessions s join events e on e.workspace_id = s.workspace_id and e.session_id = s.id
      where s.workspace_id = $1::uuid and s.visitor_id = d.visitor_id and e.visitor_id = d.visitor_id
        and e.name = 'purchase' and e.type in ('event', 'conversion'))`;

const preview: Question = {
  title: 'list preview: visitors who saw pages twice, in a country, did not buy',
  limits: previewLimits,
  path: '/lists/preview',
  body: JSON.stringify({ of: 'visitors', filter }),
  naive: naiveWarm,
  check: ({ data }, rows) => {
    const counted = Number(rows[0]?.total);
    const { total, total_error: error = 0 } = data as unknown as Preview;
    // One in 10,000 estimates is off by more than twice the stated error.
    return Math.abs(total - counted) <= 2 * error ? undefined : `${total} instead of ${counted}`;
  },
};

type Preview = { total: number; total_error?: number };

/** As in the filled companies. */
function companyId(number: number): string {
  const digits = createHash('md5').update(`company${number}`).digest('hex');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const statsPath = (query: Record<string, string>) => `/stats?${new URLSearchParams(query)}`;

function questionsOfFigures(days: number): Question[] {
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  const since = new Date(today - (days - 1) * dayMs).toISOString().slice(0, 10);
  const inRange = (also = '') =>
    `workspace_id = $1::uuid and not is_test and bot = '' and started_at >= '${since}' ${also}`;
  const metrics = 'visitors,sessions,page_views,bounce_rate,average_engaged_seconds';
  return [
    {
      title: `overview of ${days} days by day, with the period before`,
      limits: overviewLimits,
      path: statsPath({ metrics, from: since, interval: 'day', compare: 'previous_period' }),
      naive: `select count(distinct visitor_id)::float8 as visitors, count(*)::float8 as sessions,
                sum(page_view_count)::float8 as page_views from sessions where ${inRange()}`,
      check: ({ data }, rows) =>
        differs(data.total, rows[0], ['visitors', 'sessions', 'page_views']),
    },
    ...[
      ['landing_page', 'country', 'DE', "country = 'DE'"],
      ['source', 'landing_page', '/page-0', "entry_url = 'https://shop.example/page-0'"],
      ['city', 'device', 'mobile', undefined],
      ['exit_page', 'landing_page', '/page-1', "entry_url = 'https://shop.example/page-1'"],
      ['campaign', 'browser', 'Chrome', undefined],
      ['page', 'country', 'DE', undefined],
      ['page', 'company', companyId(0), undefined],
      ['landing_page', 'channel_group', 'Direct', undefined],
      ['page', 'city', 'City 0-0', "city = 'City 0-0'"],
      ['company', 'exit_page', '/page-0', "exit_url = 'https://shop.example/page-0'"],
    ].map(
      ([dimension = '', field = '', value = '', condition]): Question => ({
        title: `top ${dimension} with ${field} = ${value.slice(0, 10)}, ${days} days`,
        limits: topListLimits,
        path: statsPath({
          metrics: 'sessions,page_views',
          dimensions: dimension,
          [field]: value,
          from: since,
        }),
        ...(condition && {
          naive: `select count(*)::float8 as sessions from sessions where ${inRange(`and ${condition}`)}`,
          check: ({ data }, rows) => differs(data.total, rows[0], ['sessions']),
        }),
      }),
    ),
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
