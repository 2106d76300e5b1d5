/** Use of a limit in the current window. */
export interface Usage {
  limit: number;
  remaining: number;
  /** End of the window in Unix seconds. */
  resetAt: number;
  /** Until the window ends. */
  secondsLeft: number;
  isOver: boolean;
  /** The first request over the limit in its window. */
  isFirstOver: boolean;
}

/** `leftMs`: until the window ends. */
export function usageOf(limit: number, count: number, leftMs: number): Usage {
  return {
    limit,
    remaining: Math.max(0, limit - count),
    resetAt: Math.ceil((Date.now() + leftMs) / 1000),
    secondsLeft: Math.max(1, Math.ceil(leftMs / 1000)),
    isOver: count > limit,
    isFirstOver: count === limit + 1,
  };
}
