/**
 * Limits how many visitors one public name can identify: the first ones count. Pure. Later visitors never
 * change who is among the first, so the rest never need another look.
 */
import type { Names } from './names.ts';

export class Overflows {
  readonly #limit: number;
  readonly #visitors = new Map<string, Set<string>>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether each name of a public claim counts; call in time order, for one environment. */
  admit({ emailKey, userId, visitorId }: Names & { visitorId: string }) {
    const email = emailKey === '' || this.#admitTo(`email:${emailKey}`, visitorId);
    const account = userId === null || this.#admitTo(`user:${userId}`, visitorId);
    return { email, person: userId === null ? email : account };
  }

  #admitTo(name: string, visitorId: string): boolean {
    const visitors = this.#visitors.get(name) ?? new Set();
    this.#visitors.set(name, visitors);
    if (visitors.size < this.#limit) visitors.add(visitorId);
    return visitors.has(visitorId);
  }
}
