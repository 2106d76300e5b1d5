/** Combines pieces of statements. */
import type { Tx } from './connect.ts';

const empty = (tx: Tx) => tx``;
export type Sql = ReturnType<typeof empty>;

/** Concatenated. */
export function joined(tx: Tx, pieces: Sql[]): Sql {
  return pieces.reduce((text, piece) => tx`${text} ${piece}`, empty(tx));
}

/** Separated by commas; at least one. */
export function listed(tx: Tx, pieces: Sql[]): Sql {
  return pieces.reduce((text, piece) => tx`${text}, ${piece}`);
}
