/**
 * Caches recently stored sessions. Only a hint: a known session gets a narrow update, and a wrong hint makes
 * the transaction fail and restart without it.
 */
import { RecentEntries } from '../../platform/common/recent-entries.ts';
import type { SessionDelta } from '../../visits/sessions/store.ts';

const remembered = 20_000;

/** The session's visitor. */
interface CachedSession {
  visitorId: string;
  isTest: boolean;
  workspaceId: string;
}

export interface StoredSession extends CachedSession {
  id: string;
}

export class KnownSessions {
  readonly #cache = new RecentEntries<CachedSession>(remembered);

  /** Splits sessions by whether they are known; `fresh` are those to remember after COMMIT. */
  divide(workspaceId: string, sessions: SessionDelta[]) {
    const stored: SessionDelta[] = [];
    const others: SessionDelta[] = [];
    const fresh: StoredSession[] = [];
    for (const session of sessions) {
      const { id, visitorId, isTest, visitorBot, visitorFoundBot } = session;
      // The narrow update does not handle bots.
      if (visitorBot !== '' || visitorFoundBot !== '') {
        others.push(session);
      } else if (this.#has(id, visitorId, isTest, workspaceId)) {
        stored.push(session);
      } else {
        others.push(session);
        fresh.push({ id, visitorId, isTest, workspaceId });
      }
    }
    return { stored, others, fresh };
  }

  /** A session id that several visitors send is cached for the latest. */
  #has(id: string, visitorId: string, isTest: boolean, workspaceId: string): boolean {
    const session = this.#cache.get(id);
    return (
      session !== undefined &&
      session.visitorId === visitorId &&
      session.isTest === isTest &&
      session.workspaceId === workspaceId
    );
  }

  remember(sessions: StoredSession[]): void {
    for (const { id, ...session } of sessions) this.#cache.set(id, session);
  }

  /** Call after a wrong hint. */
  forgetAll(): void {
    this.#cache.clear();
  }
}
