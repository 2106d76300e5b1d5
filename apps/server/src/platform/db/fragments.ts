/** Pieces of statements, to be put into others. */
import type { Tx } from './connect.ts';

const empty = (tx: Tx) => tx``;
export type Sql = ReturnType<typeof empty>;

/** One behind another. */
export function joined(tx: Tx, pieces: Sql[]): Sql {
  return pieces.reduce((text, piece) => tx`${text} ${piece}`, empty(tx));
}

/** With commas between; one at least. */
export function listed(tx: Tx, pieces: Sql[]): Sql {
  return pieces.reduce((text, piece) => tx`${text}, ${piece}`);
}
