/** Samples of visitors: an id assigns each to one of 64 shares, and results from some shares are extrapolated. */
import type { Sql, Tx } from '../../platform/db/connect.ts';

export const shareCount = 64;
/** Shares with an index that can answer who saw a page. */
export const indexedShares = 16;

export const shareOf = (id: string) => Number.parseInt(id.slice(-2), 16) % shareCount;

/** The same in SQL, for a uuid. */
export const shareIn = (tx: Tx, id: Sql) => tx`get_byte(uuid_send(${id}), 15) % ${shareCount}`;

/** The first `count` shares. */
export const firstShares = (count: number) => Array.from({ length: count }, (_, share) => share);

/**
 * Largest distance of the exact number from `estimate` in 95 of 100 cases, as each record is sampled at random. One is
 * added to the matches and to the whole, so that it also holds for few matches or none.
 */
export function errorOf(estimate: number, shares: number): number {
  if (shares >= shareCount) return 0;
  const part = shares / shareCount;
  return Math.ceil((1.96 * Math.sqrt((estimate * part + 1) * (1 - part)) + 1) / part);
}
