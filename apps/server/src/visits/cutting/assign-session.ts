/**
 * Sessions of messages without a session id: 30 minutes of inactivity end a session, 24 hours cap it, other
 * campaign tags begin a new one. A pure sweep over a visitor's messages in time order, so order of arrival
 * does not matter.
 */
import { namedId } from '../../platform/common/ids.ts';
import { opensThoughLater } from '../../records/visit/opening-and-exit.ts';

export const sessionIdleMs = 30 * 60_000;
export const sessionCapMs = 24 * 60 * 60_000;

/** A visitor's message, with or without a session id. */
export interface SweptMessage {
  visitorId: string;
  isTest: boolean;
  eventId: string;
  occurredMs: number;
  /** Undefined: without a session id. */
  sessionId: string | undefined;
  url: string;
  /** Comparable campaign and click ids; empty if none. */
  tags: string;
}

/** A known session. */
export interface SessionState {
  id: string;
  startedMs: number;
  lastActivityMs: number;
  /** From the opening message. */
  opening: { named: boolean; entryUrl: string; tags: string };
}

export interface Swept {
  /** A session id per message. */
  ids: string[];
  /** Known sessions that turned out to be the start of one with an id in a message. */
  joined: string[];
}

/** `messages`: of one visitor, in time order and later than all messages in `states`. */
export function sweep(messages: SweptMessage[], states: SessionState[]): Swept {
  const sessions = new Map(states.map((session) => [session.id, { ...session }]));
  let current = latest([...sessions.values()]);
  const renamed = new Map<string, string>();
  const ids = messages.map((message) => {
    const { sessionId: name } = message;
    const continues = current !== undefined && continued(current, message);
    if (name === undefined) {
      current = current && continues ? grown(current, message) : opened(message, sessions);
    } else if (sessions.has(name)) {
      current = grown(sessions.get(name) ?? opened(message, sessions), message);
    } else if (current && continues && !current.opening.named) {
      // Earlier messages move into the session that the browser sends a moment later.
      renamed.set(current.id, name);
      sessions.delete(current.id);
      current = grown({ ...current, id: name }, message);
      sessions.set(name, current);
    } else {
      current = opened(message, sessions);
    }
    return current.id;
  });
  return {
    ids: ids.map((id) => renamed.get(id) ?? id),
    joined: states.map(({ id }) => id).filter((id) => renamed.has(id)),
  };
}

function latest(sessions: SessionState[]): SessionState | undefined {
  return sessions.reduce<SessionState | undefined>(
    (best, session) => (best && best.lastActivityMs >= session.lastActivityMs ? best : session),
    undefined,
  );
}

function continued(session: SessionState, { occurredMs, tags }: SweptMessage): boolean {
  const isIdle = occurredMs - session.lastActivityMs > sessionIdleMs;
  const isTooLong = occurredMs - session.startedMs > sessionCapMs;
  return !isIdle && !isTooLong && (tags === '' || tags === session.opening.tags);
}

function opened(message: SweptMessage, sessions: Map<string, SessionState>): SessionState {
  const { visitorId, isTest, eventId, occurredMs, sessionId: name } = message;
  const id = name ?? namedId(`session:${visitorId}${isTest ? ':test' : ''}:${eventId}`);
  const session = {
    id,
    startedMs: occurredMs,
    lastActivityMs: occurredMs,
    opening: openingOf(message),
  };
  sessions.set(id, session);
  return session;
}

function grown(session: SessionState, message: SweptMessage): SessionState {
  session.lastActivityMs = Math.max(session.lastActivityMs, message.occurredMs);
  const opening = openingOf(message);
  if (opensThoughLater(opening, session.opening)) session.opening = opening;
  return session;
}

function openingOf({ sessionId, url, tags }: SweptMessage) {
  return { named: sessionId !== undefined, entryUrl: url, tags };
}

/** Comparable text of campaign tags and click ids, independent of key order. */
export function tagsKey(
  campaign: Record<string, unknown> | null,
  clickIds: Record<string, unknown> | null,
): string {
  if (campaign === null && clickIds === null) return '';
  const sorted = (values: Record<string, unknown> | null) =>
    Object.entries(values ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([sorted(campaign), sorted(clickIds)]);
}

/** For a late message, until its visitor's sessions are recomputed: the nearest one. */
export function nearestSession(sessions: SessionState[], at: number): SessionState | undefined {
  let best: SessionState | undefined;
  let bestGap = Number.POSITIVE_INFINITY;
  for (const session of sessions) {
    const gap = Math.max(session.startedMs - at, at - session.lastActivityMs, 0);
    const length = Math.max(session.lastActivityMs, at) - Math.min(session.startedMs, at);
    if (gap <= sessionIdleMs && length <= sessionCapMs && gap < bestGap) {
      best = session;
      bestGap = gap;
    }
  }
  return best;
}
