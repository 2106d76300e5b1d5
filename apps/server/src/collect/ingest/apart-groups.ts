/**
 * Serializes groups that share an event or visitor, across writers: a retry may run next to its first attempt, even
 * under another visitor's name, and each could hold rows the other needs. PostgreSQL detects such a deadlock only
 * after a second.
 */
import type { Message } from './message.ts';

/** Requests written together. */
type Group = readonly { workspaceId: string; messages: readonly Message[] }[];

export class ApartGroups {
  /** Groups being written or waiting, in order of arrival, so that none starves. */
  readonly #groups = new Set<{ group: Entered; done: Promise<void> }>();

  /** Runs the work once no earlier group overlaps. Rejects as the work does. */
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

/** Across workspaces: the same id in two is rare, and only causes a wait. */
function keysOf(group: Group): Set<string> {
  const keys = new Set<string>();
  for (const { messages } of group) {
    for (const { eventId, visitorId } of messages) keys.add(eventId).add(visitorId);
  }
  return keys;
}
