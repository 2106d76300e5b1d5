/** The filters created_after and created_before, as PostgreSQL reads timestamps. */
import { parseInstant } from '@footfall/contract/instant';

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

export function instant(text: string | undefined): string | undefined {
  return text === undefined ? undefined : parseInstant(text)?.iso;
}
