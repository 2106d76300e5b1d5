/** How long what is asked of the database may take, for those who are being waited for. */
import type { PoolLimits } from './connection-pool.ts';

export interface Deadlines {
  requestDeadlineMs: number;
  connectionDeadlineMs: number;
}

/** Of connections that may wait for one, beside those that have one. */
const mostWaiting = 1_000;

/** All of it ends before the request that waits for it does: a doubt, and the answer to it, take one and a half times the first. */
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

/** How long it is hoped that a database that is away comes back. */
export function patienceOf({ requestDeadlineMs }: Pick<Deadlines, 'requestDeadlineMs'>): number {
  return Math.min(4_000, Math.floor((requestDeadlineMs * 8) / 9));
}
