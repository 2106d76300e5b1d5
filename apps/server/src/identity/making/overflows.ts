/**
 * How many visitors are believed to be whom they name by public right: those who gave the name first. Pure. Who
 * is among them is not changed by who comes later, so that those who are not need never be looked at again.
 */
import type { Names } from './names.ts';

export class Overflows {
  readonly #limit: number;
  readonly #visitors = new Map<string, Set<string>>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Which names of a public naming count; to be asked in time order, of one environment. */
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
