/**
 * Sessions that this process has stored lately. Only a hint: a session that is known is updated
 * narrowly, and a wrong hint makes the transaction fail and start again without it.
 */
import type { SessionDelta } from '../sessions/store.ts';

const remembered = 20_000;

/** Whose session it is. */
interface Known {
  visitorId: string;
  isTest: boolean;
  workspaceId: string;
}

export interface StoredSession extends Known {
  id: string;
}

export class KnownSessions {
  #recent = new Map<string, Known>();
  #older = new Map<string, Known>();

  /** Which of the sessions are known; `fresh` are those to be remembered after COMMIT. */
  divide(workspaceId: string, sessions: SessionDelta[]) {
    const stored: SessionDelta[] = [];
    const others: SessionDelta[] = [];
    const fresh: StoredSession[] = [];
    for (const session of sessions) {
      const { id, visitorId, isTest, visitorBot } = session;
      // The narrow update knows nothing of bots.
      if (visitorBot !== '') {
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

  /** A session id that several visitors send is remembered for the latest. */
  #has(id: string, visitorId: string, isTest: boolean, workspaceId: string): boolean {
    let known = this.#recent.get(id);
    if (known === undefined) {
      known = this.#older.get(id);
      if (known === undefined) return false;
      this.#recent.set(id, known);
    }
    return (
      known.visitorId === visitorId && known.isTest === isTest && known.workspaceId === workspaceId
    );
  }

  remember(sessions: StoredSession[]): void {
    for (const { id, ...known } of sessions) this.#recent.set(id, known);
    if (this.#recent.size < remembered) return;
    this.#older = this.#recent;
    this.#recent = new Map();
  }

  /** After a hint was wrong. */
  forgetAll(): void {
    this.#recent.clear();
    this.#older.clear();
  }
}
