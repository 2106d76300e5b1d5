import type { Tags } from './campaign.ts';
import type { Store } from './store.ts';
import { uuid } from './uuid.ts';

export interface Session {
  id: string;
  /** Milliseconds since 1970. */
  start: number;
  last: number;
  engaged: number;
  tags: Tags;
}

const idleMs = 30 * 60_000;
const longestMs = 24 * 3_600_000;

/** The session in the store, which all tabs share; undefined when there is none to read. */
export function readSession(store: Store): Session | undefined {
  try {
    const session = JSON.parse(store.get('session') ?? '');
    return typeof session.id === 'string' ? session : undefined;
  } catch {
    return undefined;
  }
}

/** Neither 30 minutes without a message nor 24 hours are over. */
export function goesOn(session: Session | undefined, now: number): session is Session {
  return !!session && now - session.last <= idleMs && now - session.start <= longestMs;
}

/**
 * The session of something that happens now, opened where the last one is over: after 30 minutes
 * without a message, after 24 hours, or when the visitor arrived through another campaign.
 */
export function touchSession(
  store: Store,
  now: number,
  arrival: Tags | undefined,
  engagedMs: number,
): { session: Session; ended: Session | undefined; opened: boolean } {
  const known = readSession(store);
  const tags = JSON.stringify(arrival ?? {});
  const continues = goesOn(known, now) && (tags === '{}' || tags === JSON.stringify(known.tags));
  const session = continues
    ? { ...known, last: now, engaged: known.engaged + engagedMs }
    : { id: uuid(now), start: now, last: now, engaged: 0, tags: arrival ?? {} };
  store.set('session', JSON.stringify(session));
  return { session, ended: continues ? undefined : known, opened: !continues };
}
