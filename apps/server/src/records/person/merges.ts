import type { Tx } from '../../platform/db/connect.ts';

/** A current or former id and its current person: the same, the survivor, or nobody. */
export interface IdentityMerge {
  mergedId: string;
  survivorId: string | null;
}

/** For a `from`: m (merged_id, survivor_id). */
export const mergeRows = (tx: Tx, merges: IdentityMerge[]) => tx`
  unnest(${merges.map(({ mergedId }) => mergedId)}::uuid[],
         ${merges.map(({ survivorId }) => survivorId)}::uuid[]) as m (merged_id, survivor_id)`;

/** Ids that no person has now. */
export function mergedIds(merges: IdentityMerge[]): string[] {
  return merges
    .filter(({ mergedId, survivorId }) => survivorId !== mergedId)
    .map(({ mergedId }) => mergedId);
}
