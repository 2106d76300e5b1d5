/**
 * Groups that have an event or a visitor in common are written one after the other, whichever writers have them: a
 * retry may wait beside its first try, under another visitor's name too, and each would hold rows that the other waits
 * for. PostgreSQL finds such a deadlock after a second only.
 */
import type { Message } from './message.ts';

/** Requests, as they are written together. */
type Group = readonly { workspaceId: string; messages: readonly Message[] }[];

export class ApartGroups {
  /** Those that are written, or wait for others here, in the order in which they came: nobody is overtaken for ever. */
  readonly #groups = new Set<{ group: Entered; done: Promise<void> }>();

  /** Does the work when no earlier group has anything in common with this one. Rejects as the work does. */
  async run(group: Group, work: () => Promise<void>): Promise<void> {
    const entered = new Entered(group);
    const before = [...this.#groups]
      .filter((other) => entered.meets(other.group))
      .map(({ done }) => done);
    let end: () => void = () => undefined;
    const done = new Promise<void>((resolve) => {
      end = resolve;
    });
    const place = { group: entered, done };
    this.#groups.add(place);
    try {
      if (before.length > 0) await Promise.all(before);
      await work();
    } finally {
      this.#groups.delete(place);
      end();
    }
  }
}

class Entered {
  readonly #group: Group;
  #keys: Set<string> | undefined;

  constructor(group: Group) {
    this.#group = group;
  }

  meets(other: Entered): boolean {
    return this.#sharesWorkspace(other) && other.#hasAnyOf(this.#group);
  }

  #sharesWorkspace(other: Entered): boolean {
    const own = new Set(this.#group.map(({ workspaceId }) => workspaceId));
    return other.#group.some(({ workspaceId }) => own.has(workspaceId));
  }

  #hasAnyOf(group: Group): boolean {
    this.#keys ??= keysOf(this.#group);
    for (const { messages } of group) {
      for (const { eventId, visitorId } of messages) {
        if (this.#keys.has(eventId) || this.#keys.has(visitorId)) return true;
      }
    }
    return false;
  }
}

/** Of all workspaces alike: the same id in two of them is rare, and only waits. */
function keysOf(group: Group): Set<string> {
  const keys = new Set<string>();
  for (const { messages } of group) {
    for (const { eventId, visitorId } of messages) keys.add(eventId).add(visitorId);
  }
  return keys;
}
