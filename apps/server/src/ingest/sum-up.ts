/** What new messages add up to, for each visitor and each session. Pure. */
import type { SessionDelta } from '../sessions/store.ts';
import type { VisitorDelta } from '../visitors/store.ts';
import type { Message } from './message.ts';

export interface Sums {
  visitors: VisitorDelta[];
  sessions: SessionDelta[];
}

export function sumUp(messages: Message[]): Sums {
  const visitors = new Map<string, VisitorDelta>();
  const sessions = new Map<string, SessionDelta>();
  for (const message of messages) {
    const visitorKey = `${message.isTest}${message.visitorId}`;
    const visitor = visitors.get(visitorKey);
    if (visitor) addToVisitor(visitor, message);
    else visitors.set(visitorKey, newVisitor(message));

    const sessionKey = visitorKey + message.sessionId;
    const session = sessions.get(sessionKey);
    if (session) addToSession(session, message);
    else sessions.set(sessionKey, newSession(message));
  }
  return { visitors: [...visitors.values()], sessions: [...sessions.values()] };
}

function newVisitor(message: Message): VisitorDelta {
  return {
    id: message.visitorId,
    isTest: message.isTest,
    lastSeenAt: message.occurredAt,
    eventCount: 1,
    pageViewCount: pageViews(message),
    ...firstTouch(message),
  };
}

function addToVisitor(visitor: VisitorDelta, message: Message): void {
  visitor.eventCount += 1;
  visitor.pageViewCount += pageViews(message);
  if (isBefore(message, visitor.firstSeenAt, visitor.firstEventId)) {
    Object.assign(visitor, firstTouch(message));
  }
  if (instantOf(message.occurredAt) > instantOf(visitor.lastSeenAt)) {
    visitor.lastSeenAt = message.occurredAt;
  }
}

function firstTouch(message: Message) {
  return {
    firstSeenAt: message.occurredAt,
    firstEventId: message.eventId,
    source: message.visit.source,
    entryUrl: message.url,
    referrer: message.referrer,
    campaign: message.visit.campaign,
    clickIds: message.visit.clickIds,
  };
}

function newSession(message: Message): SessionDelta {
  return {
    id: message.sessionId ?? '',
    visitorId: message.visitorId,
    isTest: message.isTest,
    lastActivityAt: message.occurredAt,
    lastEventId: message.eventId,
    exitUrl: message.url,
    endedAt: message.session?.ends ? message.occurredAt : null,
    engagedMs: message.session?.engagedMs ?? 0,
    eventCount: 1,
    pageViewCount: pageViews(message),
    ...startOfSession(message),
  };
}

function addToSession(session: SessionDelta, message: Message): void {
  session.eventCount += 1;
  session.pageViewCount += pageViews(message);
  session.engagedMs = Math.max(session.engagedMs, message.session?.engagedMs ?? 0);
  if (isBefore(message, session.startedAt, session.firstEventId)) {
    Object.assign(session, startOfSession(message));
  }
  if (!isBefore(message, session.lastActivityAt, session.lastEventId)) {
    session.lastActivityAt = message.occurredAt;
    session.lastEventId = message.eventId;
    if (message.url) session.exitUrl = message.url;
  }
  if (message.session?.ends) session.endedAt = laterOf(session.endedAt, message.occurredAt);
}

function startOfSession(message: Message) {
  const { visit } = message;
  return {
    startedAt: message.occurredAt,
    firstEventId: message.eventId,
    entryUrl: message.url,
    referrer: message.referrer,
    source: visit.source,
    campaign: visit.campaign,
    clickIds: visit.clickIds,
    ip: visit.ip,
    city: visit.city,
    country: visit.country,
    userAgent: visit.userAgent,
    locale: visit.locale,
    timezone: visit.timezone,
    screen: visit.screen,
    library: visit.library,
  };
}

const pageViews = ({ type, name }: Message) => (type === 'event' && name === 'page_view' ? 1 : 0);

/** As SQL compares the pair (time, event id). */
function isBefore(message: Message, at: string, eventId: string): boolean {
  const [own, other] = [instantOf(message.occurredAt), instantOf(at)];
  return own < other || (own === other && message.eventId < eventId);
}

/** Both spellings of a time, with milliseconds and with microseconds, in one that sorts. */
function instantOf(at: string): string {
  return at.length === 27 ? at : `${at.slice(0, 23)}000Z`;
}

function laterOf(a: string | null, b: string): string {
  return a !== null && instantOf(a) > instantOf(b) ? a : b;
}
