/** Sums up new messages by session, and derives visitors' first touches. Pure. */

import { networkCompanyOf } from '../../enrichment/companies/network-company.ts';
import { campaignIdOf } from '../../enrichment/sources/campaign-id.ts';
import { sourceKind } from '../../enrichment/sources/visit-origin.ts';
import { earlierOf, laterOf } from '../../platform/common/instant.ts';
import { greaterBot } from '../../records/visit/bot-of.ts';
import { leavesAfter, never, opensBefore } from '../../records/visit/opening-and-exit.ts';
import type { OpenedSession, SessionDelta, SessionOpening } from '../sessions/store.ts';
import type { SessionMessage } from './session-message.ts';
import type { FirstTouch } from './visitors.ts';

/** In key order, so that two transactions with the same sessions wait instead of deadlocking. */
export function sessionDeltas(messages: SessionMessage[]): SessionDelta[] {
  // By id alone, usually unique: a combined key would cost more than all the rest here.
  const byId = new Map<string, SessionDelta[]>();
  const sessions: SessionDelta[] = [];
  for (const message of messages) {
    const delta = byId.get(message.sessionId);
    const session = delta?.find((one) => isOf(message, one));
    if (session) {
      addToSession(session, message);
      continue;
    }
    const made = newSession(message);
    sessions.push(made);
    if (delta) delta.push(made);
    else byId.set(message.sessionId, [made]);
  }
  return sessions.sort(byKey);
}

function isOf({ visitorId, isTest }: SessionMessage, session: SessionDelta): boolean {
  return session.visitorId === visitorId && session.isTest === isTest;
}

function byKey(a: SessionDelta, b: SessionDelta): number {
  if (a.visitorId !== b.visitorId) return a.visitorId < b.visitorId ? -1 : 1;
  if (a.id !== b.id) return a.id < b.id ? -1 : 1;
  return Number(a.isTest) - Number(b.isTest);
}

/** Adds each session's opening. Spreading so many fields into a new object would take ten times as long. */
export function withOpenings(sessions: SessionDelta[]): OpenedSession[] {
  return sessions.map((session) => Object.assign(session, { opened: session.opening() }));
}

/** Visitors' first touches: the earliest opening of their sessions. */
export function firstTouches(sessions: OpenedSession[]): FirstTouch[] {
  const visitors = new Map<string, FirstTouch>();
  for (const session of sessions) {
    const key = `${session.isTest}${session.visitorId}`;
    const existing = visitors.get(key);
    const touch = firstTouchOf(session);
    if (!existing) {
      visitors.set(key, touch);
      continue;
    }
    const opening = opensBefore(touch, existing) ? touch : existing;
    visitors.set(key, {
      ...opening,
      named: touch.named || existing.named,
      firstSeenAt: earlierOf(touch.firstSeenAt, existing.firstSeenAt),
      bot: greaterBot(touch.bot, existing.bot),
      foundBot: greaterBot(touch.foundBot, existing.foundBot),
    });
  }
  return [...visitors.values()];
}

function firstTouchOf(session: OpenedSession): FirstTouch {
  return {
    id: session.visitorId,
    isTest: session.isTest,
    firstSeenAt: session.startedAt,
    openingAt: session.openingAt,
    firstEventId: session.firstEventId,
    named: session.named,
    source: session.opened.source,
    entryUrl: session.entryUrl,
    referrer: session.opened.referrer,
    campaign: session.opened.campaign,
    clickIds: session.opened.clickIds,
    bot: session.visitorBot,
    foundBot: session.visitorFoundBot,
  };
}

function newSession(message: SessionMessage): SessionDelta {
  const { occurredAt, eventId, url, session, visit } = message;
  return {
    id: message.sessionId,
    visitorId: message.visitorId,
    isTest: message.isTest,
    startedAt: occurredAt,
    lastActivityAt: occurredAt,
    endedAt: session?.ends ? occurredAt : null,
    named: message.namesSession,
    visitorAssigned: message.visitorAssigned,
    openingAt: occurredAt,
    firstEventId: eventId,
    entryUrl: url,
    exitAt: url ? occurredAt : never,
    exitEventId: eventId,
    exitUrl: url,
    eventCount: 1,
    activityCount: activity(message),
    pageViewCount: pageViews(message),
    engagedMs: session?.engagedMs ?? 0,
    bot: visit.bot,
    foundBot: visit.foundBot,
    visitorBot: visit.bot,
    visitorFoundBot: visit.foundBot,
    opening: () => openingOf(message),
  };
}

function addToSession(session: SessionDelta, message: SessionMessage): void {
  const { occurredAt, eventId } = message;
  session.eventCount += 1;
  session.activityCount += activity(message);
  session.pageViewCount += pageViews(message);
  session.engagedMs = Math.max(session.engagedMs, message.session?.engagedMs ?? 0);
  session.startedAt = earlierOf(session.startedAt, occurredAt);
  session.lastActivityAt = laterOf(session.lastActivityAt, occurredAt);
  session.visitorAssigned ||= message.visitorAssigned;
  const { bot, foundBot } = message.visit;
  session.visitorBot = greaterBot(session.visitorBot, bot);
  session.visitorFoundBot = greaterBot(session.visitorFoundBot, foundBot);
  // As for the opening, messages with a session id decide, if there are any.
  if (message.namesSession === session.named) {
    session.bot = greaterBot(session.bot, bot);
    session.foundBot = greaterBot(session.foundBot, foundBot);
  } else if (message.namesSession) {
    session.bot = bot;
    session.foundBot = foundBot;
  }
  const opening = {
    named: message.namesSession,
    entryUrl: message.url,
    openingAt: occurredAt,
    firstEventId: eventId,
  };
  if (opensBefore(opening, session)) {
    Object.assign(session, opening);
    session.opening = () => openingOf(message);
  }
  const exit = { exitAt: occurredAt, exitEventId: eventId, exitUrl: message.url };
  if (leavesAfter(exit, session)) Object.assign(session, exit);
  if (message.session?.ends) session.endedAt = laterOf(session.endedAt, occurredAt);
}

function openingOf(message: SessionMessage): SessionOpening {
  const { visit, workspaceId, isTest } = message;
  const { address } = visit;
  return {
    referrer: message.referrer,
    source: sourceKind(
      visit.campaign !== null || visit.clickIds !== null,
      message.url,
      message.referrer,
    ),
    campaign: visit.campaign,
    clickIds: visit.clickIds,
    campaignId: visit.tags ? campaignIdOf(workspaceId, isTest, visit.tags) : null,
    ip: visit.ip,
    city: address.city,
    country: address.country,
    asn: address.asn,
    networkOwner: address.networkOwner,
    connection: address.connection,
    companyId:
      visit.bot === '' ? (networkCompanyOf(workspaceId, isTest, address)?.id ?? null) : null,
    userAgent: visit.userAgent,
    locale: visit.locale,
    timezone: visit.timezone,
    screen: visit.screen,
    library: visit.library,
  };
}

const activity = ({ type }: SessionMessage) => (type === 'session' ? 0 : 1);

const pageViews = ({ type, name }: SessionMessage) =>
  type === 'event' && name === 'page_view' ? 1 : 0;
