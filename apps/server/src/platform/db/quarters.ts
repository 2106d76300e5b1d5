/** Time units of figures: quarters of an hour, which make up days in every time zone, and days. */
import type { Tx } from './connect.ts';

/** `quarter` and `day` of a timestamptz column, both since 1970; the day in the time zone. */
export function quarterAndDay(tx: Tx, column: string, timeZone: string) {
  return tx`
    floor(extract(epoch from ${tx(column)}) / 900)::integer as quarter,
    (${tx(column)} at time zone ${timeZone}::text)::date - date '1970-01-01' as day`;
}

/** Whether the database knows the time zone: its list may be older or newer than Node.js's. */
export async function knowsTimeZone(tx: Tx, name: string): Promise<boolean> {
  const rows = await tx`select from pg_timezone_names where name = ${name}`;
  return rows.length > 0;
}
