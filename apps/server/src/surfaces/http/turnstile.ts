/** Limits concurrency, with turns by workspace or network, so that a flood of one kind of request leaves capacity for others. */
import { ApiError } from '@footfall/contract/errors';

export interface TurnstileOptions {
  /** Concurrent. */
  places: number;
  /** Most waiting. */
  waiting: number;
  /** Most waiting per name. */
  waitingOfOne: number;
  /** Longest wait before rejection. */
  deadlineMs?: number;
  /** Pause before a place is reused, which limits requests per second. */
  restMs?: number;
}

export class Turnstile {
  readonly #options: TurnstileOptions;
  /** By name, next turn first. */
  readonly #queues = new Map<string, Set<() => void>>();
  #waiting = 0;
  #inside = 0;

  constructor(options: TurnstileOptions) {
    this.#options = options;
  }

  /** @throws ApiError unavailable if too many wait, and errors of `work` */
  async run<T>(who: string, work: () => Promise<T>): Promise<T> {
    if (this.#inside >= this.#options.places) await this.#wait(who);
    else this.#inside += 1;
    try {
      return await work();
    } finally {
      const { restMs = 0 } = this.#options;
      if (restMs > 0) setTimeout(() => this.#leave(), restMs);
      else this.#leave();
    }
  }

  #wait(who: string): Promise<void> {
    const queue = this.#queues.get(who) ?? new Set();
    const { waiting, waitingOfOne, deadlineMs = 5_000 } = this.#options;
    if (this.#waiting >= waiting || queue.size >= waitingOfOne) throw tooMany();
    this.#queues.set(who, queue);
    this.#waiting += 1;
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(late);
        resolve();
      };
      const late = setTimeout(() => {
        queue.delete(enter);
        this.#waiting -= 1;
        if (queue.size === 0) this.#queues.delete(who);
        reject(tooMany());
      }, deadlineMs);
      queue.add(enter);
    });
  }

  /** Passes the place to the next one. */
  #leave(): void {
    const [first] = this.#queues;
    const [next] = first?.[1] ?? [];
    if (!first || !next) {
      this.#inside -= 1;
      return;
    }
    const [who, queue] = first;
    queue.delete(next);
    this.#waiting -= 1;
    this.#queues.delete(who);
    if (queue.size > 0) this.#queues.set(who, queue);
    next();
  }
}

function tooMany(): ApiError {
  return new ApiError(
    'unavailable',
    'Too many similar requests are waiting. Try again in a few seconds.',
  );
}
