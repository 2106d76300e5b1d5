/** Requests a minute in fixed windows, counted by this process for itself: a name's minute begins with its first request. */
import { type Usage, usageOf } from './usage.ts';

const windowMs = 60_000;
/** Names that are counted one by one; those beyond share one count. */
const mostNames = 100_000;
const others = '';

interface Minute {
  count: number;
  /** By the clock that nobody sets: a minute stays one when the machine's is put back. */
  endsAt: number;
}

export class MinuteCounts {
  readonly #minutes = new Map<string, Minute>();
  #sweptAt = performance.now();

  /** Counts one request of `who`. At once, without a promise: it is done for every request. */
  count(who: string, limit: number): Usage {
    const now = performance.now();
    this.#sweep(now);
    const minute = this.#minuteOf(who, now);
    minute.count += 1;
    return usageOf(limit, minute.count, minute.endsAt - now);
  }

  #minuteOf(who: string, now: number): Minute {
    const known = this.#minutes.get(who);
    if (known && now < known.endsAt) return known;
    const isBeyond = !known && who !== others && this.#minutes.size >= mostNames;
    if (isBeyond) return this.#minuteOf(others, now);
    const begun = { count: 0, endsAt: now + windowMs };
    this.#minutes.set(who, begun);
    return begun;
  }

  /** Those that are over are forgotten within two minutes. */
  #sweep(now: number): void {
    if (now - this.#sweptAt < windowMs) return;
    this.#sweptAt = now;
    for (const [who, { endsAt }] of this.#minutes) if (endsAt <= now) this.#minutes.delete(who);
  }
}
