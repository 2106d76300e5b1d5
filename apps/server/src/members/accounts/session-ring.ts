/**
 * Finds whose session a cookie is. It is remembered for a moment; whether the session goes on, and what its person may
 * do, every transaction asks anew (`selectMembership`).
 */
import { RecentEntries } from '../../common/recent-entries.ts';
import type { Database } from '../../db/connect.ts';
import { type CookieStyle, cookieIn, sessionCookieName, verified } from './session-cookie.ts';
import { findSession, type SessionFacts, touchSession } from './sessions.ts';

const freshForMs = 5_000;

interface Remembered {
  facts: SessionFacts;
  until: number;
}

export class SessionRing {
  readonly #db: Database;
  readonly #style: CookieStyle;
  readonly #secret: () => Promise<string>;
  readonly #known = new RecentEntries<Remembered>(10_000);

  constructor(db: Database, style: CookieStyle, secret: () => Promise<string>) {
    this.#db = db;
    this.#style = style;
    this.#secret = secret;
  }

  /** `cookies`: as the header has them. Undefined when nobody is signed in. */
  async find(cookies: string | undefined): Promise<SessionFacts | undefined> {
    const signed = cookieIn(cookies, sessionCookieName(this.#style));
    if (signed === undefined) return undefined;
    const token = verified(signed, await this.#secret());
    if (token === undefined) return undefined;
    const known = this.#known.get(token);
    if (known && performance.now() < known.until) return known.facts;
    const facts = await this.#db.system(async (tx) => {
      const found = await findSession(tx, token);
      if (found) await touchSession(tx, found.sessionId);
      return found;
    });
    if (facts) this.#known.set(token, { facts, until: performance.now() + freshForMs });
    else this.#known.delete(token);
    return facts;
  }

  /** After something of it changed, or a transaction found that it is over. */
  async forget(cookies: string | undefined): Promise<void> {
    const signed = cookieIn(cookies, sessionCookieName(this.#style));
    const token = signed === undefined ? undefined : verified(signed, await this.#secret());
    if (token !== undefined) this.#known.delete(token);
  }
}
