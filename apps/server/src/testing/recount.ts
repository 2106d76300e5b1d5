/** Figures counted from what is stored, one visit at a time: what `GET /stats` has to answer. */

import { originFields } from '../enrichment/sources/channel-group.ts';
import { describeUserAgent } from '../enrichment/user-agents/describe-user-agent.ts';
import { agentName } from '../enrichment/user-agents/stored-mark.ts';
import type { Database } from '../platform/db/connect.ts';

export interface RecountedVisit {
  key: string;
  visitorId: string;
  at: number;
  isBot: boolean;
  pageViews: number;
  engagedMs: number;
  isBounce: boolean;
  values: Record<string, string>;
  /** Views by page. */
  pages: Map<string, number>;
}

/** A lead or conversion, with the dimensions of its visit. */
export interface RecountedOutcome {
  /** Of its visit. */
  key: string;
  kind: 'lead' | 'conversion';
  at: number;
  value: number | null;
  currency: string;
  values: Record<string, string>;
}

interface SessionRow {
  id: string;
  visitor_id: string;
  bot: string;
  found_bot: string;
  started_at: Date;
  page_view_count: number;
  engaged_ms: number;
  entry_url: string;
  exit_url: string;
  referrer: string;
  campaign: Record<string, unknown> | null;
  click_ids: Record<string, unknown> | null;
  campaign_id: string | null;
  company_id: string | null;
  country: string;
  city: string;
  user_agent: string;
  screen: string;
}

const pathOf = (url: string) => (url === '' ? '' : new URL(url).pathname);

export async function recountable(db: Database, workspaceId: string, isTest: boolean) {
  const [sessions, views, conversions, leads, members] = await db.system((tx) =>
    Promise.all([
      tx<
        SessionRow[]
      >`select * from sessions where workspace_id = ${workspaceId} and is_test = ${isTest}`,
      tx<{ key: string; url: string | null }[]>`
        select visitor_id::text || session_id as key, url from events
        where workspace_id = ${workspaceId} and is_test = ${isTest} and type = 'event' and name = 'page_view'`,
      tx<
        { key: string; created_at: Date; is_bot: boolean; value: string | null; currency: string }[]
      >`
        select visitor_id::text || session_id as key, created_at, is_bot, value, currency
        from conversions where workspace_id = ${workspaceId} and is_test = ${isTest}`,
      tx<{ key: string; created_at: Date }[]>`
        select visitor_id::text || coalesce(session_id::text, '') as key, created_at from leads
        where workspace_id = ${workspaceId} and is_test = ${isTest} and not suspect`,
      tx<{ list: string; visitor_id: string }[]>`
        select m.list_id as list, coalesce(k.visitor_id, m.member_id) as visitor_id
        from visitor_list_members m left join identity_links k
          on m.type = 'identity' and k.workspace_id = m.workspace_id and k.identity_id = m.member_id and k.is_test = ${isTest}
        where m.workspace_id = ${workspaceId}`,
    ]),
  );
  const converted = new Set(conversions.map(({ key }) => key));
  const visits = sessions.map((session): RecountedVisit => {
    const key = session.visitor_id + session.id;
    const pages = new Map<string, number>();
    for (const view of views.filter((one) => one.key === key)) {
      const path = pathOf(view.url ?? '');
      pages.set(path, (pages.get(path) ?? 0) + 1);
    }
    return {
      key,
      visitorId: session.visitor_id,
      at: session.started_at.getTime(),
      isBot: session.bot !== '',
      pageViews: session.page_view_count,
      engagedMs: session.engaged_ms,
      isBounce: session.page_view_count <= 1 && session.engaged_ms < 10_000 && !converted.has(key),
      values: valuesOf(session),
      pages,
    };
  });
  const valuesAt = new Map(visits.map(({ key, values }) => [key, values]));
  const outcome =
    (kind: 'lead' | 'conversion') =>
    (row: {
      key: string;
      created_at: Date;
      value?: string | null;
      currency?: string;
    }): RecountedOutcome => ({
      key: row.key,
      kind,
      at: row.created_at.getTime(),
      value: row.value == null ? null : Number(row.value),
      currency: row.currency ?? '',
      values: valuesAt.get(row.key) ?? {},
    });
  return {
    visits: visits.filter(({ isBot }) => !isBot),
    /** What of these happened counts, the visit itself does not. */
    ofBots: visits.filter(({ isBot }) => isBot),
    outcomes: [
      ...conversions.filter((row) => !row.is_bot).map(outcome('conversion')),
      ...leads.map(outcome('lead')),
    ],
    /** Who is on each list, as a visitor or by their person. */
    lists: [...members],
  };
}

export type Recountable = Awaited<ReturnType<typeof recountable>>;

function valuesOf(session: SessionRow): Record<string, string> {
  const { channel, channel_group, origin } = originFields({
    url: session.entry_url,
    referrer: session.referrer,
    campaign: session.campaign,
    clickIds: session.click_ids,
  });
  const { browser, os, device } = describeUserAgent(session.user_agent, session.screen);
  return {
    channel,
    channel_group,
    source: origin,
    campaign: session.campaign_id ?? '',
    country: session.country,
    city: session.city,
    device,
    browser,
    os,
    agent: agentName(session.found_bot),
    landing_page: pathOf(session.entry_url),
    exit_page: pathOf(session.exit_url),
    company: session.company_id ?? '',
  };
}

/** Of what `isWanted` takes, in [from, until). */
export function recount(
  { visits, outcomes }: Pick<Recountable, 'visits' | 'outcomes'>,
  [from, until]: [number, number],
  isWanted: (values: Record<string, string>, key: string) => boolean = () => true,
) {
  const within = ({ at }: { at: number }) => at >= from && at < until;
  const own = visits.filter((visit) => within(visit) && isWanted(visit.values, visit.key));
  const happened = outcomes.filter((one) => within(one) && isWanted(one.values, one.key));
  const sum = (numbers: number[]) => numbers.reduce((all, number) => all + number, 0);
  const currencies = [
    ...new Set(happened.filter(({ value }) => value !== null).map(({ currency }) => currency)),
  ];
  const engagedMs = sum(own.map((visit) => visit.engagedMs));
  return {
    visitors: new Set(own.map(({ visitorId }) => visitorId)).size,
    sessions: own.length,
    page_views: sum(own.map(({ pageViews }) => pageViews)),
    bounce_rate:
      own.length === 0
        ? null
        : Number((own.filter(({ isBounce }) => isBounce).length / own.length).toFixed(4)),
    engaged_seconds: Math.round(engagedMs / 1000),
    average_engaged_seconds:
      own.length === 0 ? null : Number((engagedMs / 1000 / own.length).toFixed(1)),
    leads: happened.filter(({ kind }) => kind === 'lead').length,
    conversions: happened.filter(({ kind }) => kind === 'conversion').length,
    revenue: currencies.sort().map((currency) => ({
      currency,
      value: sum(
        happened.filter((one) => one.currency === currency).map(({ value }) => value ?? 0),
      ),
    })),
  };
}

/** What values have to be. */
export type Filter = Record<string, string>;

/**
 * By the values of the dimensions, with `|` between: everything that has them and that passes the filter; without a dimension
 * all of it, by ''. A visit is in a group for each of its pages and lists; by pages it is counted what is of them.
 */
export function recountGroups(
  { visits, outcomes, lists }: Pick<Recountable, 'visits' | 'outcomes' | 'lists'>,
  [from, until]: [number, number],
  dimensions: string[],
  filter: Filter = {},
): Record<string, object> {
  const ofPages = [...dimensions, ...Object.keys(filter)].includes('page');
  const listsOf = (key: string) => [
    ...new Set(lists.flatMap(({ list, visitor_id }) => (key.startsWith(visitor_id) ? [list] : []))),
  ];
  const valuesOf = (name: string, one: RecountedVisit | RecountedOutcome): string[] => {
    if (name === 'list') return listsOf(one.key);
    if (name === 'page') return 'pages' in one ? [...one.pages.keys()] : [];
    return [one.values[name] ?? ''];
  };
  const groupsOf = (one: RecountedVisit | RecountedOutcome): string[] => {
    const isMatch = Object.entries(filter).every(([name, value]) =>
      valuesOf(name, one).includes(value),
    );
    if (!isMatch || one.at < from || one.at >= until) return [];
    const values = dimensions.map((name) =>
      valuesOf(name, one).filter((value) => value === (filter[name] ?? value)),
    );
    const [first = [''], ...others] = values;
    return others.reduce(
      (heads, tails) => heads.flatMap((head) => tails.map((tail) => `${head}|${tail}`)),
      first,
    );
  };
  const groups = new Map<string, Pick<Recountable, 'visits' | 'outcomes'>>();
  const membersOf = (group: string) => {
    const members = groups.get(group) ?? { visits: [], outcomes: [] };
    groups.set(group, members);
    return members;
  };
  if (dimensions.length === 0) membersOf('');
  for (const visit of visits) {
    for (const group of new Set(groupsOf(visit))) membersOf(group).visits.push(visit);
  }
  for (const outcome of ofPages ? [] : outcomes) {
    for (const group of new Set(groupsOf(outcome))) membersOf(group).outcomes.push(outcome);
  }
  return Object.fromEntries(
    [...groups].map(([group, own]) => {
      const page = filter.page ?? group.split('|')[dimensions.indexOf('page')] ?? '';
      const figures = recount(own, [from, until]);
      return [group, ofPages ? figuresOfPage(own.visits, page, figures) : figures];
    }),
  );
}

function figuresOfPage(
  visits: RecountedVisit[],
  page: string,
  { visitors, sessions }: ReturnType<typeof recount>,
) {
  const page_views = visits.reduce((sum, { pages }) => sum + (pages.get(page) ?? 0), 0);
  return { visitors, sessions, page_views };
}
