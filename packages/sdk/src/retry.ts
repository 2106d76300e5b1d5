/** What becomes of a batch after the answer (0: no answer at all). */
export type Outcome = 'done' | 'split' | 'retry' | 'drop';

export const longestWaitMs = 3_600_000;
const longestBackoffMs = 300_000;
const mostTries = 10;

export function outcomeOf(status: number, messages: number, tries: number): Outcome {
  if (status >= 200 && status < 300) return 'done';
  if (status === 413 && messages > 1) return 'split';
  // An outage ends; an error that stays the same is the batch's own and must not block the rest.
  if ([0, 408, 429, 503].includes(status)) return 'retry';
  return status >= 500 && tries < mostTries ? 'retry' : 'drop';
}

/** Retry-After as seconds or as a date; otherwise doubling from one second, with jitter. */
export function waitMs(tries: number, retryAfter: string | null | undefined, now: number): number {
  if (retryAfter) {
    const asked = Number(retryAfter) * 1000 || Date.parse(retryAfter) - now;
    if (asked >= 0) return Math.min(asked + Math.random() * 1000, longestWaitMs);
  }
  return Math.min(longestBackoffMs, 1000 * 2 ** (tries - 1)) * (0.5 + Math.random() / 2);
}
