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

/** Not in every browser, nor in TypeScript's own types. */
interface Clocks {
  Temporal?: { Now: { timeZoneId(): string } };
}

const idleMs = 30 * 60_000;
const longestMs = 24 * 3_600_000;
/** What is stored may be so old: cookies are slow, and visits end after a hundred times that. */
const settledMs = 10_000;

const parsed = (text: string | undefined): Session | undefined => {
  try {
    // Without a text a number, which costs less than an error.
    const session = JSON.parse((text ?? 0) as never);
    return isId(session.id) && session;
  } catch {
    // None, or none of ours.
  }
  return undefined;
};

/** The later of the one that the hosts of the site share and the one of this host, which all of its tabs do. */
export const readSession = (store: Store): Session | undefined => {
  const [shared, own] = store.shared('session').map(parsed);
  return (own as Session)?.last > (shared as Session)?.last ? own : shared || own;
};

/** Neither 30 minutes without a message nor 24 hours are over. */
export const goesOn = (session: Session | undefined, now: number): session is Session =>
  now - (session as Session)?.last <= idleMs && now - (session as Session).start <= longestMs;

/**
 * The session of something that happens now: the known one, or another where that is over: after 30 minutes
 * without a message, after 24 hours, or when the visitor arrived through another campaign.
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
        // The older way takes longer than all the rest of a page: once a visit.
        timezone:
          (self as never as Clocks).Temporal?.Now.timeZoneId() ??
          Intl.DateTimeFormat().resolvedOptions().timeZone,
      };
  if (!continues || engagedMs || now - previous.last >= settledMs) {
    store.share('session', JSON.stringify(session));
  }
  return session;
};
