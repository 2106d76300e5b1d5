/** Instants as text that sorts as they do: in UTC with PostgreSQL's microseconds, which a Date would lose. */
import type { Tx } from './connect.ts';

/** `2026-10-01T10:00:00.123456Z`, of a timestamptz column; for the text of a statement. */
export function utcMicros(tx: Tx, column: string) {
  return tx`to_char(${tx(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}
