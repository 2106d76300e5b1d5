/** Samples of the visitors: each belongs to one of 64 shares by its id, and what some of them have is estimated of all. */
import type { Sql, Tx } from '../../platform/db/connect.ts';

export const shareCount = 64;
/** Those of which an index has what is needed to tell who saw a page. */
export const indexedShares = 16;

export const shareOf = (id: string) => Number.parseInt(id.slice(-2), 16) % shareCount;

/** The same in SQL, of a uuid. */
export const shareIn = (tx: Tx, id: Sql) => tx`get_byte(uuid_send(${id}), 15) % ${shareCount}`;

/** The first `count` of them. */
export const firstShares = (count: number) => Array.from({ length: count }, (_, share) => share);

/**
 * How far the exact number lies from `estimate` at most, in 95 of 100 cases: each record is in the sample by chance. One
 * is added to what was found, and one to the whole, so that it holds also where a handful was found or none.
 */
export function errorOf(estimate: number, shares: number): number {
  if (shares >= shareCount) return 0;
  const part = shares / shareCount;
  return Math.ceil((1.96 * Math.sqrt((estimate * part + 1) * (1 - part)) + 1) / part);
}
