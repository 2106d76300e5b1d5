import type { Tx } from '../db/connect.ts';

/** Two identities that turned out to be one person: from now on the surviving one. */
export interface IdentityMerge {
  mergedId: string;
  survivorId: string;
}

/** For a `from`: m (merged_id, survivor_id). */
export const mergeRows = (tx: Tx, merges: IdentityMerge[]) => tx`
  unnest(${mergedIds(merges)}::uuid[], ${merges.map(({ survivorId }) => survivorId)}::uuid[])
    as m (merged_id, survivor_id)`;

export function mergedIds(merges: IdentityMerge[]): string[] {
  return merges.map(({ mergedId }) => mergedId);
}
