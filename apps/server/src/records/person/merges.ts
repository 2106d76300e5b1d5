import type { Tx } from '../../platform/db/connect.ts';

/** An id by which somebody is or was known, and who that is now: themselves, the survivor, or nobody. */
export interface IdentityMerge {
  mergedId: string;
  survivorId: string | null;
}

/** For a `from`: m (merged_id, survivor_id). */
export const mergeRows = (tx: Tx, merges: IdentityMerge[]) => tx`
  unnest(${merges.map(({ mergedId }) => mergedId)}::uuid[],
         ${merges.map(({ survivorId }) => survivorId)}::uuid[]) as m (merged_id, survivor_id)`;

/** Ids that are nobody's own by now. */
export function mergedIds(merges: IdentityMerge[]): string[] {
  return merges
    .filter(({ mergedId, survivorId }) => survivorId !== mergedId)
    .map(({ mergedId }) => mergedId);
}
