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

/**
 * The session of something that happens now, opened where the last one is over: after 30 minutes
 * without a message, after 24 hours, or when the visitor arrived through another campaign.
 */
export function touchSession(
  store: Store,
  moment: { now: number; arrival: Tags | undefined; engagedMs: number },
): { session: Session; ended: Session | undefined; opened: boolean } {
  const { now, arrival, engagedMs } = moment;
  const known = readSession(store);
  const tags = JSON.stringify(arrival ?? {});
  const over =
    !known ||
    now - known.last > idleMs ||
    now - known.start > longestMs ||
    (tags !== '{}' && tags !== JSON.stringify(known.tags));
  const session = over
    ? { id: uuid(now), start: now, last: now, engaged: 0, tags: arrival ?? {} }
    : { ...known, last: now, engaged: known.engaged + engagedMs };
  store.set('session', JSON.stringify(session));
  return { session, ended: over ? known : undefined, opened: over };
}
