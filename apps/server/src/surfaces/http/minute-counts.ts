/** Requests in fixed windows, counted by this process for itself: a name's window begins with its first request. */
import { type Usage, usageOf } from './usage.ts';

const minuteMs = 60_000;
/** Names that are counted one by one; those beyond share a count with their like. */
const mostNames = 100_000;

interface Minute {
  count: number;
  /** By the clock that nobody sets: a minute stays one when the machine's is put back. */
  endsAt: number;
}

export class MinuteCounts {
  readonly #minutes = new Map<string, Minute>();
  readonly #groupOf: (who: string) => string;
  #sweptAt = performance.now();

  readonly #windowMs: number;

  /** `groupOf`: with whom a name shares its count when there are too many; of few groups. */
  constructor(groupOf: (who: string) => string = () => '', windowMs = minuteMs) {
    this.#groupOf = groupOf;
    this.#windowMs = windowMs;
  }

  /** Counts one request of `who`. At once, without a promise: it is done for every request. */
  count(who: string, limit: number): Usage {
    const now = performance.now();
    this.#sweep(now);
    const { name, minute } = this.#minuteOf(who, now);
    minute.count += 1;
    this.#minutes.set(name, minute);
    return usageOf(limit, minute.count, minute.endsAt - now);
  }

  /** What the next request will have used; it is not counted, and whoever is only asked about takes no room. */
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

  /** Those that are over are forgotten within a minute. */
  #sweep(now: number): void {
    if (now - this.#sweptAt < minuteMs) return;
    this.#sweptAt = now;
    for (const [who, { endsAt }] of this.#minutes) if (endsAt <= now) this.#minutes.delete(who);
  }
}
