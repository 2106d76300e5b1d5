/** Reads current visits, with their dimension values as texts. Pure except for the reads. */

import { originFields } from '../enrichment/sources/channel-group.ts';
import { type Device, describeUserAgent } from '../enrichment/user-agents/describe-user-agent.ts';
import { agentName } from '../enrichment/user-agents/stored-mark.ts';
import type { Tx } from '../platform/db/connect.ts';
import { isBounce } from '../records/visit/bounce.ts';
import { type CountedSession, selectCountedSessions } from '../records/visit/counted.ts';
import { selectCountedConversions } from '../revenue/conversions/counted.ts';
import { selectCountedLeads } from '../revenue/leads/counted.ts';
import { countPageViews } from '../visits/events/page-views.ts';
import type { VisitDimension } from './dimensions.ts';
import type { VisitKey } from './facts.ts';

/** A quarter of an hour with something that counts. */
export interface CountedQuarter {
  quarter: number;
  day: number;
  leads: number;
  conversions: number;
  revenue: string | null;
}

/** The visit itself, if it is a person's. */
interface CountedVisit {
  quarter: number;
  day: number;
  page_views: number;
  bounces: number;
  engaged_ms: number;
  /** Views by page; undefined: not read. */
  pages: Map<string, number> | undefined;
  /** Prefix that makes a page a URL; '' if there are several, or none. */
  origin: string;
}

export interface Visit extends VisitKey {
  visit: CountedVisit | undefined;
  /** Undefined without a session, like the next field. */
  activeAt: string | undefined;
  /** The day it began, even for bots; days since 1970 in the workspace's time zone. */
  firstDay: number | undefined;
  outcomes: CountedQuarter[];
  texts: Record<VisitDimension, string>;
  /** The device's; no sums include it. */
  os: string;
}

/** Longer visits get their pages once they are over: rereading them for each message could take forever. */
const pagesReadUpTo = 1_000;
/** Pages beyond this are counted as one page without a name. */
const pagesOfVisit = 1_000;
const valueLength = 500;

/** In the order of their keys. `isOver`: no more messages are expected soon. */
export async function readVisits(
  tx: Tx,
  workspaceId: string,
  keys: VisitKey[],
  timeZone: string,
  isOver: (key: VisitKey) => boolean,
): Promise<Visit[]> {
  const [sessions, conversions, leads] = await Promise.all([
    selectCountedSessions(tx, workspaceId, keys, timeZone),
    selectCountedConversions(tx, workspaceId, keys, timeZone),
    selectCountedLeads(tx, workspaceId, keys, timeZone),
  ]);
  const visits = keys.map(
    (key): Visit => ({
      ...key,
      visit: undefined,
      activeAt: undefined,
      firstDay: undefined,
      outcomes: [],
      texts: unknown,
      os: '',
    }),
  );
  const converted = new Set(conversions.map(({ place }) => place));
  const toRead: { key: VisitKey; visit: CountedVisit }[] = [];
  for (const session of sessions) {
    const { place, last_activity_at: activeAt, event_count, page_view_count } = session;
    const [key, visit] = [keys[place], visits[place]];
    if (!key || !visit) continue;
    visit.activeAt = activeAt;
    visit.firstDay = session.day;
    const device = describeUserAgent(session.user_agent, session.screen);
    visit.texts = textsOf(session, device);
    visit.os = cut(device.os);
    if (session.bot !== '') continue;
    visit.visit = countedVisit(session, converted.has(place));
    if (page_view_count === 0) visit.visit.pages = new Map();
    else if (event_count <= pagesReadUpTo || isOver(key)) toRead.push({ key, visit: visit.visit });
  }
  for (const { place, ...outcome } of [...conversions, ...leads]) {
    if (outcome.leads === 0 && outcome.conversions === 0) continue;
    visits[place]?.outcomes.push({ revenue: null, ...outcome });
  }
  await readPages(tx, workspaceId, toRead);
  return visits;
}

async function readPages(
  tx: Tx,
  workspaceId: string,
  toRead: { key: VisitKey; visit: CountedVisit }[],
): Promise<void> {
  const seen = toRead.map(() => ({ pages: new Map<string, number>(), origin: '', urls: 0 }));
  const views = await countPageViews(
    tx,
    workspaceId,
    toRead.map(({ key }) => key),
  );
  for (const { place, url, views: count } of views) {
    const own = seen[place];
    if (!own) continue;
    const path = pathOf(url);
    own.pages.set(path, (own.pages.get(path) ?? 0) + count);
    if (url === '') continue;
    const origin = originOf(url, path);
    own.origin = own.urls === 0 || own.origin === origin ? origin : '';
    own.urls += 1;
  }
  toRead.forEach(({ visit }, place) => {
    const { pages = new Map<string, number>(), origin = '' } = seen[place] ?? {};
    const isWhole = pages.size <= pagesOfVisit;
    visit.pages = isWhole ? pages : limited(pages);
    visit.origin = isWhole ? origin : '';
  });
}

export function visitKeyText({ sessionId, visitorId, isTest }: VisitKey): string {
  return `${sessionId}${visitorId}${isTest}`;
}

/** Without its pages. */
function countedVisit(session: CountedSession, hasConversion: boolean): CountedVisit {
  const { quarter, day, page_view_count: pageViews, engaged_ms } = session;
  const bounces = isBounce(pageViews, engaged_ms, hasConversion) ? 1 : 0;
  const counted = { quarter, day, page_views: pageViews, bounces, engaged_ms };
  return { ...counted, pages: undefined, origin: '' };
}

function limited(pages: Map<string, number>): Map<string, number> {
  const sorted = [...pages].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const rest = sorted.slice(pagesOfVisit).reduce((sum, [, views]) => sum + views, 0);
  const kept = new Map(sorted.slice(0, pagesOfVisit));
  return kept.set('', (kept.get('') ?? 0) + rest);
}

const unknown: Record<VisitDimension, string> = {
  channel: '',
  source: '',
  campaign: '',
  country: '',
  device: '',
  browser: '',
  landing_page: '',
  exit_page: '',
  city: '',
  company: '',
  channel_group: '',
  agent: '',
};

function textsOf(
  session: CountedSession,
  { browser, device }: Device,
): Record<VisitDimension, string> {
  const { channel, channel_group, origin } = originFields({
    url: session.entry_url,
    referrer: session.referrer,
    campaign: session.campaign,
    clickIds: session.click_ids,
  });
  return {
    channel,
    source: cut(origin),
    campaign: session.campaign_id ?? '',
    country: cut(session.country),
    device,
    browser: cut(browser),
    landing_page: pathOf(session.entry_url),
    exit_page: pathOf(session.exit_url),
    city: cut(session.city),
    company: session.company_id ?? '',
    channel_group,
    agent: cut(agentName(session.found_bot)),
  };
}

/** A URL's path as sent, without query and fragment; '' without a URL. */
function pathOf(url: string): string {
  if (url === '') return '';
  const [, path = ''] = /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/[^/?#]*)?([^?#]*)/i.exec(url) ?? [];
  return cut(path === '' ? '/' : path);
}

/** The part before the path; '' if both together are not the URL without query and fragment. */
function originOf(url: string, path: string): string {
  const [address = ''] = url.split(/[?#]/, 1);
  const origin = address.slice(0, -path.length);
  return origin.length <= valueLength && origin + path === address ? origin : '';
}

function cut(text: string): string {
  return text.length <= valueLength ? text : text.slice(0, valueLength).toWellFormed();
}
