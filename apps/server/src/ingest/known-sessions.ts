/**
 * Sessions that this process has stored lately. Only a hint: a session that is known is updated
 * narrowly, and a wrong hint makes the transaction fail and start again without it.
 */
import type { SessionDelta } from '../sessions/store.ts';

const remembered = 50_000;

export class KnownSessions {
  #recent = new Set<string>();
  #older = new Set<string>();

  /** Which of the sessions are known; `keys` names the others, to be remembered after COMMIT. */
  divide(workspaceId: string, sessions: SessionDelta[]) {
    const stored: SessionDelta[] = [];
    const others: SessionDelta[] = [];
    const keys: string[] = [];
    for (const session of sessions) {
      // The narrow update knows nothing of bots.
      if (session.visitorBot !== '') {
        others.push(session);
        continue;
      }
      const key = `${session.id}${session.visitorId}${session.isTest}${workspaceId}`;
      if (this.#recent.has(key)) {
        stored.push(session);
      } else if (this.#older.has(key)) {
        stored.push(session);
        this.#recent.add(key);
      } else {
        others.push(session);
        keys.push(key);
      }
    }
    return { stored, others, keys };
  }

  remember(keys: string[]): void {
    for (const key of keys) this.#recent.add(key);
    if (this.#recent.size < remembered) return;
    this.#older = this.#recent;
    this.#recent = new Set();
  }

  /** After a hint was wrong. */
  forgetAll(): void {
    this.#recent.clear();
    this.#older.clear();
  }
}
