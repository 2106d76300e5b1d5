/** The filters created_after and created_before, in PostgreSQL's format. */
import { parseInstant } from '@footfall/contract/instant';
import type { Sql, Tx } from '../db/connect.ts';

export interface CreatedRange {
  /** Exclusive. */
  createdAfter?: string;
  /** Exclusive. */
  createdBefore?: string;
}

export function createdRange(query: {
  created_after?: string;
  created_before?: string;
}): CreatedRange {
  return {
    createdAfter: instant(query.created_after),
    createdBefore: instant(query.created_before),
  };
}

/** A list's condition, starting with `and`. */
export const inCreatedRange = (
  tx: Tx,
  { createdAfter, createdBefore }: CreatedRange,
  column = 'created_at',
) => tx`
  ${createdAfter === undefined ? tx`` : tx`and ${tx(column)} > ${createdAfter}::text::timestamptz`}
  ${createdBefore === undefined ? tx`` : tx`and ${tx(column)} < ${createdBefore}::text::timestamptz`}`;

/** The filter updated_after, in the same form. */
export const isUpdatedAfter = (tx: Tx, column: Sql, updatedAfter: string | undefined) =>
  updatedAfter === undefined ? tx`` : tx`and ${column} > ${updatedAfter}::text::timestamptz`;

export function instant(text: string | undefined): string | undefined {
  return text === undefined ? undefined : parseInstant(text)?.iso;
}
