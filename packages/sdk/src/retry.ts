export const longestWaitMs = 3_600_000;
const longestBackoffMs = 300_000;
const mostTries = 10;

/** Whether to retry a batch after this status (0: no response). */
export const isTriedAgain = (status: number, tries: number): boolean =>
  // Outages end; a persistent error is the batch's own and must not block others.
  [0, 408, 429, 503].includes(status) || (status >= 500 && tries < mostTries);

/** Retry-After in seconds or as a date; otherwise doubling from one second, with jitter. */
export const waitMs = (tries: number, retryAfter: string | null | undefined): number => {
  const pauseMs = (retryAfter as never) * 1000 || Date.parse(retryAfter as string) - Date.now();
  const share = Math.random();
  return pauseMs >= 0
    ? Math.min(pauseMs + 1000 * share, longestWaitMs)
    : (Math.min(longestBackoffMs, 500 * 2 ** tries) * (1 + share)) / 2;
};
