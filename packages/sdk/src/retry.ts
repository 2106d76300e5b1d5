/** What becomes of a batch after the answer (0: no answer at all). Numbers, since their names need not be sent. */
export const outcomes = { done: 0, split: 1, retry: 2, drop: 3 } as const;
export type Outcome = (typeof outcomes)[keyof typeof outcomes];

export const longestWaitMs = 3_600_000;
const longestBackoffMs = 300_000;
const mostTries = 10;

export function outcomeOf(status: number, messages: number, tries: number): Outcome {
  if (status === 413 && messages > 1) return outcomes.split;
  // An outage ends; an error that stays the same is the batch's own and must not block the rest.
  if ([0, 408, 429, 503].includes(status) || (status >= 500 && tries < mostTries))
    return outcomes.retry;
  return status < 300 ? outcomes.done : outcomes.drop;
}

/** Retry-After as seconds or as a date; otherwise doubling from one second, with jitter. */
export function waitMs(tries: number, retryAfter: string | null | undefined): number {
  const askedMs = Number(retryAfter) * 1000 || Date.parse(retryAfter as string) - Date.now();
  return askedMs >= 0
    ? Math.min(askedMs + Math.random() * 1000, longestWaitMs)
    : Math.min(longestBackoffMs, 1000 * 2 ** (tries - 1)) * (0.5 + Math.random() / 2);
}
