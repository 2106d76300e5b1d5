/** Instants as sortable text: in UTC with PostgreSQL's microseconds, which Date would lose. */
import type { Sql, Tx } from './connect.ts';

const format = `'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`;

/** `2026-10-01T10:00:00.123456Z` from a timestamptz column or expression, for use in a statement. */
export function utcMicros(tx: Tx, column: string | Sql) {
  const instant = typeof column === 'string' ? tx`${tx(column)}` : column;
  return tx`to_char(${instant} at time zone 'UTC', ${tx.unsafe(format)})`;
}

/** The same for a column, for statements written as text. */
export function utcMicrosText(column: string): string {
  return `to_char(${column} at time zone 'UTC', ${format})`;
}
