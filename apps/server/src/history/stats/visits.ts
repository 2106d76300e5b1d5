/** Visits as they are now, with what they are counted by as texts. Pure but for the reading. */

import { selectCountedConversions } from '../../conversions/counted.ts';
import type { Tx } from '../../db/connect.ts';
import { toldOrigin } from '../../enrichment/sources/channel-group.ts';
import { describeUserAgent } from '../../enrichment/user-agents/describe-user-agent.ts';
import { agentName } from '../../enrichment/user-agents/stored-mark.ts';
import { countPageViews } from '../../events/page-views.ts';
import { selectCountedLeads } from '../../leads/counted.ts';
import { isBounce } from '../../sessions/bounce.ts';
import { type CountedSession, selectCountedSessions } from '../../sessions/counted.ts';
import type { VisitDimension } from './dimensions.ts';
import type { VisitKey } from './facts.ts';

/** A quarter of an hour in which something of the visit counts. */
export interface CountedQuarter {
  quarter: number;
  day: number;
  leads: number;
  conversions: number;
}

/** The visit itself, where it is one of a person. */
interface CountedVisit {
  quarter: number;
  day: number;
  page_views: number;
  bounces: number;
  engaged_ms: number;
  /** Views by page; undefined: not read. */
  pages: Map<string, number> | undefined;
  /** With each of these it makes the address of the page; '' where they have several, or none does. */
  origin: string;
}

export interface Visit extends VisitKey {
  visit: CountedVisit | undefined;
  /** Undefined: it has no session. */
  activeAt: string | undefined;
  outcomes: CountedQuarter[];
  texts: Record<VisitDimension, string>;
}

/** The pages of longer visits are read once they are over: reading them for each message could take for ever. */
const pagesReadUpTo = 1_000;
/** What a visit saw beyond is counted as one page without a name. */
const pagesOfVisit = 1_000;
const valueLength = 500;

/** `isOver`: no more is expected of them just now. */
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
  const sessionOf = new Map(sessions.map((session) => [visitKeyText(session), session]));
  const readable = sessions.filter(
    (session) =>
      session.bot === '' &&
      session.page_view_count > 0 &&
      (session.event_count <= pagesReadUpTo || isOver(session)),
  );
  const isReadable = new Set(readable);
  const pages = new Map<string, Map<string, number>>();
  const origins = new Map<string, string>();
  for (const view of await countPageViews(tx, workspaceId, readable)) {
    const own = pages.get(visitKeyText(view)) ?? new Map<string, number>();
    pages.set(visitKeyText(view), own);
    const path = pathOf(view.url);
    own.set(path, (own.get(path) ?? 0) + view.views);
    if (view.url === '') continue;
    const origin = originOf(view.url, path);
    const known = origins.get(visitKeyText(view)) ?? origin;
    origins.set(visitKeyText(view), known === origin ? origin : '');
  }
  const converted = new Set(conversions.map(visitKeyText));
  const outcomes = new Map<string, CountedQuarter[]>();
  for (const { sessionId, visitorId, isTest, ...counted } of [...conversions, ...leads]) {
    if (counted.leads === 0 && counted.conversions === 0) continue;
    const key = visitKeyText({ sessionId, visitorId, isTest });
    const known = outcomes.get(key) ?? [];
    outcomes.set(key, known);
    known.push(counted);
  }
  return keys.map((key) => {
    const text = visitKeyText(key);
    const session = sessionOf.get(text);
    const isRead =
      session !== undefined && (isReadable.has(session) || session.page_view_count === 0);
    return {
      ...key,
      visit:
        session?.bot === ''
          ? countedVisit(
              session,
              converted.has(text),
              isRead ? (pages.get(text) ?? new Map()) : undefined,
              origins.get(text) ?? '',
            )
          : undefined,
      activeAt: session?.last_activity_at,
      outcomes: outcomes.get(text) ?? [],
      texts: session ? textsOf(session) : unknown,
    };
  });
}

export function visitKeyText({ sessionId, visitorId, isTest }: VisitKey): string {
  return `${sessionId}${visitorId}${isTest}`;
}

function countedVisit(
  session: CountedSession,
  hasConversion: boolean,
  pages: Map<string, number> | undefined,
  origin: string,
): CountedVisit {
  const { quarter, day, page_view_count: pageViews, engaged_ms } = session;
  const bounces = isBounce(pageViews, engaged_ms, hasConversion) ? 1 : 0;
  const counted = { quarter, day, page_views: pageViews, bounces, engaged_ms };
  const isWhole = pages === undefined || pages.size <= pagesOfVisit;
  return { ...counted, pages: isWhole ? pages : limited(pages), origin: isWhole ? origin : '' };
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

function textsOf(session: CountedSession): Record<VisitDimension, string> {
  const { channel, channel_group, origin } = toldOrigin({
    url: session.entry_url,
    referrer: session.referrer,
    campaign: session.campaign,
    clickIds: session.click_ids,
  });
  const { browser, device } = describeUserAgent(session.user_agent, session.screen);
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

/** The path of an address as it was sent, without what follows it; '' without an address. */
function pathOf(url: string): string {
  if (url === '') return '';
  const [, path = ''] = /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/[^/?#]*)?([^?#]*)/i.exec(url) ?? [];
  return cut(path === '' ? '/' : path);
}

/** What stands before the path; '' where both are not the whole address without query and fragment. */
function originOf(url: string, path: string): string {
  const [address = ''] = url.split(/[?#]/, 1);
  const origin = address.slice(0, -path.length);
  return origin.length <= valueLength && origin + path === address ? origin : '';
}

function cut(text: string): string {
  return text.length <= valueLength ? text : text.slice(0, valueLength).toWellFormed();
}
