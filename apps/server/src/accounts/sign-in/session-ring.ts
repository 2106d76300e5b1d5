/**
 * Finds a cookie's session. Cached for a moment; every transaction checks whether it is valid and what its person may
 * do (`selectMembership`).
 */

import { RecentEntries } from '../../platform/common/recent-entries.ts';
import type { Database } from '../../platform/db/connect.ts';
import { type SessionLifetime, usualLifetime } from '../../platform/session-lifetime.ts';
import { type CookieStyle, cookieIn, sessionCookieName, verified } from './session-cookie.ts';
import {
  byName,
  type FoundSession,
  findSession,
  type SessionFacts,
  touchSession,
} from './sessions.ts';

const freshForMs = 5_000;

interface Remembered {
  facts: SessionFacts;
  until: number;
}

export class SessionRing {
  readonly #db: Database;
  readonly #style: CookieStyle;
  readonly #secret: () => Promise<string>;
  readonly #lifetime: SessionLifetime;
  readonly #cache = new RecentEntries<Remembered>(10_000);
  #isTouching = false;

  constructor(
    db: Database,
    style: CookieStyle,
    secret: () => Promise<string>,
    lifetime: SessionLifetime = usualLifetime,
  ) {
    this.#db = db;
    this.#lifetime = lifetime;
    this.#style = style;
    this.#secret = secret;
  }

  /** `cookies`: the header's value. Undefined if nobody is signed in. */
  async find(cookies: string | undefined): Promise<SessionFacts | undefined> {
    const signed = cookieIn(cookies, sessionCookieName(this.#style));
    if (signed === undefined) return undefined;
    const token = verified(signed, await this.#secret());
    if (token === undefined) return undefined;
    const cached = this.#cache.get(token);
    if (cached && performance.now() < cached.until) return cached.facts;
    const session = await this.#ask(token);
    if (!session) {
      this.#cache.delete(token);
      return undefined;
    }
    const { isUnnoted, ...facts } = session;
    this.#cache.set(token, { facts, until: performance.now() + freshForMs });
    if (isUnnoted) this.#touch(facts.sessionId);
    return facts;
  }

  /** Includes the workspaces of all nodes that respond. */
  async #ask(token: string): Promise<FoundSession | undefined> {
    const faults: unknown[] = [];
    const answers = await this.#db.everywhere(
      (tx) => findSession(tx, token),
      (fault) => faults.push(fault),
    );
    const [first, ...others] = answers.filter((answer) => answer !== undefined);
    if (!first) return undefined;
    const workspaces = [first, ...others].flatMap((own) => own.workspaces);
    // Otherwise a member of unavailable workspaces would appear to have none.
    if (workspaces.length === 0 && faults.length > 0) throw faults[0];
    return { ...first, workspaces: others.length > 0 ? byName(workspaces) : workspaces };
  }

  /** In the background; after a failure a later request repeats it. One at a time: with an unavailable node each takes a while. */
  #touch(sessionId: string): void {
    if (this.#isTouching) return;
    this.#isTouching = true;
    void this.#db
      .system((tx) => touchSession(tx, sessionId, this.#lifetime))
      .catch(() => undefined)
      .finally(() => {
        this.#isTouching = false;
      });
  }

  /** Call after the session changed, or a transaction found it ended. */
  async forget(cookies: string | undefined): Promise<void> {
    const signed = cookieIn(cookies, sessionCookieName(this.#style));
    const token = signed === undefined ? undefined : verified(signed, await this.#secret());
    if (token !== undefined) this.#cache.delete(token);
  }
}
