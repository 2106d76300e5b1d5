/** Database time limits for requests. */
import type { PoolLimits } from './connection-pool.ts';

export interface Deadlines {
  requestDeadlineMs: number;
  connectionDeadlineMs: number;
}

/** Callers waiting for a connection, beyond those with one. */
const mostWaiting = 1_000;

/** All limits end before the request's: detecting a silent connection and probing take one and a half times the first. */
export function limitsOf({ requestDeadlineMs, connectionDeadlineMs }: Deadlines): PoolLimits {
  const doubtMs = Math.floor((requestDeadlineMs * 2) / 3);
  return {
    waiting: mostWaiting,
    waitMs: patienceOf({ requestDeadlineMs }),
    connectMs: doubtMs,
    doubtMs,
    silentMs: Math.max(doubtMs, connectionDeadlineMs - 500),
  };
}

/** How long to wait for an unavailable database. */
export function patienceOf({ requestDeadlineMs }: Pick<Deadlines, 'requestDeadlineMs'>): number {
  return Math.min(4_000, Math.floor((requestDeadlineMs * 8) / 9));
}
