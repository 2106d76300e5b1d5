/** What new messages add up to, for each session, and how visitors came. Pure. */
import type { SessionDelta } from '../sessions/store.ts';
import type { FirstTouch } from '../visitors/store.ts';
import type { Message } from './message.ts';

/** In key order: two transactions with the same sessions wait for rather than deadlock each other. */
export function sessionDeltas(messages: Message[]): SessionDelta[] {
  const sessions = new Map<string, SessionDelta>();
  for (const message of messages) {
    const key = `${message.isTest}${message.visitorId}${message.sessionId}`;
    const session = sessions.get(key);
    if (session) addToSession(session, message);
    else sessions.set(key, newSession(message));
  }
  return [...sessions.values()].sort(byKey);
}

function byKey(a: SessionDelta, b: SessionDelta): number {
  if (a.visitorId !== b.visitorId) return a.visitorId < b.visitorId ? -1 : 1;
  if (a.id !== b.id) return a.id < b.id ? -1 : 1;
  return Number(a.isTest) - Number(b.isTest);
}

/** A visitor came first with the earliest of its sessions. */
export function firstTouches(sessions: SessionDelta[]): FirstTouch[] {
  const visitors = new Map<string, SessionDelta>();
  for (const session of sessions) {
    const key = `${session.isTest}${session.visitorId}`;
    const known = visitors.get(key);
    if (!known || isBefore(session.startedAt, session.firstEventId, known)) {
      visitors.set(key, session);
    }
  }
  return [...visitors.values()].map((session) => ({
    id: session.visitorId,
    isTest: session.isTest,
    firstSeenAt: session.startedAt,
    firstEventId: session.firstEventId,
    source: session.source,
    entryUrl: session.entryUrl,
    referrer: session.referrer,
    campaign: session.campaign,
    clickIds: session.clickIds,
  }));
}

function newSession(message: Message): SessionDelta {
  return {
    id: message.sessionId,
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
  if (isBefore(message.occurredAt, message.eventId, session)) {
    Object.assign(session, startOfSession(message));
  }
  const last = { startedAt: session.lastActivityAt, firstEventId: session.lastEventId };
  if (!isBefore(message.occurredAt, message.eventId, last)) {
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
function isBefore(
  at: string,
  eventId: string,
  other: { startedAt: string; firstEventId: string },
): boolean {
  const [own, theirs] = [instantOf(at), instantOf(other.startedAt)];
  return own < theirs || (own === theirs && eventId < other.firstEventId);
}

/** Both spellings of a time, with milliseconds and with microseconds, in one that sorts. */
export function instantOf(at: string): string {
  return at.length === 27 ? at : `${at.slice(0, 23)}000Z`;
}

function laterOf(a: string | null, b: string): string {
  return a !== null && instantOf(a) > instantOf(b) ? a : b;
}
