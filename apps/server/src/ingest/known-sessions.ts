/**
 * Sessions that this process has stored lately. Only a hint: a session that is known is updated
 * narrowly, and a wrong hint makes the transaction fail and start again without it.
 */
import type { SessionDelta } from '../sessions/store.ts';

const remembered = 50_000;

export class KnownSessions {
  #recent = new Set<string>();
  #older = new Set<string>();

  divide(workspaceId: string, sessions: SessionDelta[]) {
    const stored: SessionDelta[] = [];
    const others: SessionDelta[] = [];
    for (const session of sessions) {
      const key = keyOf(workspaceId, session);
      const isKnown = this.#recent.has(key) || this.#older.has(key);
      (isKnown ? stored : others).push(session);
    }
    return { stored, others };
  }

  /** After COMMIT. */
  remember(workspaceId: string, sessions: Iterable<Named>): void {
    for (const session of sessions) this.#recent.add(keyOf(workspaceId, session));
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

interface Named {
  id: string;
  visitorId: string;
  isTest: boolean;
}

function keyOf(workspaceId: string, { id, visitorId, isTest }: Named): string {
  return `${workspaceId}${visitorId}${id}${isTest}`;
}
