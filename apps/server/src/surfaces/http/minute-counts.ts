/** Counts requests per process in fixed windows: a name's window begins with its first request. */
import { type Usage, usageOf } from './usage.ts';

const minuteMs = 60_000;
/** Names counted separately; further ones share their group's count. */
const mostNames = 100_000;

interface Minute {
  count: number;
  /** By the monotonic clock, unaffected by clock changes. */
  endsAt: number;
}

export class MinuteCounts {
  readonly #minutes = new Map<string, Minute>();
  readonly #groupOf: (who: string) => string;
  #sweptAt = performance.now();

  readonly #windowMs: number;

  /** `groupOf`: shared count for a name if there are too many; few groups. */
  constructor(groupOf: (who: string) => string = () => '', windowMs = minuteMs) {
    this.#groupOf = groupOf;
    this.#windowMs = windowMs;
  }

  /** Counts one request of `who`. Synchronous, since it runs for every request. */
  count(who: string, limit: number): Usage {
    const now = performance.now();
    this.#sweep(now);
    const { name, minute } = this.#minuteOf(who, now);
    minute.count += 1;
    this.#minutes.set(name, minute);
    return usageOf(limit, minute.count, minute.endsAt - now);
  }

  /** Use after the next request, without counting it; takes no memory. */
  next(who: string, limit: number): Usage {
    const now = performance.now();
    const { minute } = this.#minuteOf(who, now);
    return usageOf(limit, minute.count + 1, minute.endsAt - now);
  }

  #minuteOf(who: string, now: number): { name: string; minute: Minute } {
    const isBeyond = this.#minutes.size >= mostNames && !this.#minutes.has(who);
    const name = isBeyond ? this.#groupOf(who) : who;
    const minute = this.#minutes.get(name);
    const isOpen = minute !== undefined && now < minute.endsAt;
    return { name, minute: isOpen ? minute : { count: 0, endsAt: now + this.#windowMs } };
  }

  /** Removes ended windows within a minute. */
  #sweep(now: number): void {
    if (now - this.#sweptAt < minuteMs) return;
    this.#sweptAt = now;
    for (const [who, { endsAt }] of this.#minutes) if (endsAt <= now) this.#minutes.delete(who);
  }
}
