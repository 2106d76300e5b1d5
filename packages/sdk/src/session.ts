import type { Tags } from './campaign.ts';
import type { Store } from './store.ts';
import { isId, uuid } from './uuid.ts';

export interface Session {
  id: string;
  /** Milliseconds since 1970. */
  start: number;
  last: number;
  engaged: number;
  tags: Tags;
  timezone: string;
}

/** Not in every browser, nor in TypeScript's types. */
interface Clocks {
  Temporal?: { Now: { timeZoneId(): string } };
}

const idleMs = 30 * 60_000;
const longestMs = 24 * 3_600_000;
/** Allowed age of stored data: cookies are slow, and visits end after a hundred times that. */
const settledMs = 10_000;

const parsed = (text: string | undefined): Session | undefined => {
  try {
    // A number for missing text, which is cheaper than an error.
    const session = JSON.parse((text ?? 0) as never);
    return isId(session.id) && session;
  } catch {
    // Missing or foreign.
  }
  return undefined;
};

/** The later of the site's shared session and this host's, which all its tabs share. */
export const readSession = (store: Store): Session | undefined => {
  const [shared, own] = store.shared('session').map(parsed);
  return (own as Session)?.last > (shared as Session)?.last ? own : shared || own;
};

/** Less than 30 minutes since the last message, and 24 hours since the start. */
export const goesOn = (session: Session | undefined, now: number): session is Session =>
  now - (session as Session)?.last <= idleMs && now - (session as Session).start <= longestMs;

/**
 * The session of an event now: the current one, or a new one after 30 minutes without a message, after 24
 * hours, or on arrival through another campaign.
 */
export const touchSession = (
  store: Store,
  previous: Session | undefined,
  now: number,
  arrival: Tags,
  engagedMs: number,
): Session => {
  const tags = JSON.stringify(arrival);
  const continues =
    goesOn(previous, now) && (tags === '{}' || tags === JSON.stringify(previous.tags));
  const session = continues
    ? { ...previous, last: now, engaged: previous.engaged + engagedMs }
    : {
        id: uuid(now),
        start: now,
        last: now,
        engaged: 0,
        tags: arrival,
        // The older API is slower than the rest of a page view: once per visit.
        timezone:
          (self as never as Clocks).Temporal?.Now.timeZoneId() ??
          Intl.DateTimeFormat().resolvedOptions().timeZone,
      };
  if (!continues || engagedMs || now - previous.last >= settledMs) {
    store.share('session', JSON.stringify(session));
  }
  return session;
};
