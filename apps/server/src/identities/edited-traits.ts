/**
 * What somebody set of a person's traits over the API, by trait: the whole value, or null for one that was taken
 * away. It is kept beside what messages tell and outranks it; a history that is made anew leaves it (past-edits.ts).
 */
import { invalidRequest } from '@footfall/contract/errors';
import { editedTraitLimits } from '@footfall/contract/identities';
import type { Right } from '@footfall/contract/rights';
import { mergePatch } from '../common/merge-patch.ts';
import type { Tx } from '../db/connect.ts';

export type EditedTraits = Record<string, unknown>;

/** The traits as they are shown. */
export function withEdited(
  told: Record<string, unknown>,
  edited: EditedTraits,
): Record<string, unknown> {
  const traits = Object.entries({ ...told, ...edited });
  return Object.fromEntries(traits.filter(([name]) => edited[name] !== null));
}

/** By what right the traits are believed that are shown. */
export function rightsWithEdited(
  told: Record<string, Right>,
  edited: EditedTraits,
): Record<string, Right> {
  const set = Object.keys(edited).map((trait) => [trait, 'api'] as const);
  const rights = [...Object.entries(told), ...set];
  return Object.fromEntries(rights.filter(([trait]) => edited[trait] !== null));
}

/**
 * What was set before, and by this merge patch of the traits that are shown.
 * @throws ApiError invalid_request when it is more than is kept
 */
export function editedBy(
  shown: Record<string, unknown>,
  before: EditedTraits,
  patch: Record<string, unknown>,
): EditedTraits {
  const after = new Map(Object.entries(mergePatch(shown, patch)));
  const set = Object.keys(patch).map((name) => [name, after.get(name) ?? null] as const);
  const edited = Object.fromEntries([...Object.entries(before), ...set]);
  const { traits, bytes } = editedTraitLimits;
  const isLarge = Object.keys(edited).length > traits;
  if (isLarge || Buffer.byteLength(JSON.stringify(edited)) > bytes) {
    const message = `more than ${traits} traits, or ${bytes} bytes, would have been set of this identity`;
    throw invalidRequest([{ path: 'body.traits', message }]);
  }
  return edited;
}

interface LockedTraits {
  id: string;
  isTest: boolean;
  edited: EditedTraits;
}

/** Undefined when there is no such identity; nobody else changes it until the transaction ends. */
export async function lockEditedTraits(
  tx: Tx,
  workspaceId: string,
  id: string,
): Promise<LockedTraits | undefined> {
  const [row] = await tx<LockedTraits[]>`
    select id, is_test as "isTest", edited_traits as edited from identities where workspace_id = ${workspaceId} and id = ${id}
    for no key update`;
  return row;
}

/** Whom somebody says to be no favourite is none because of those either whom they were joined with. */
export async function storeEdited(
  tx: Tx,
  workspaceId: string,
  id: string,
  { isFavorite = null, traits }: { isFavorite?: boolean | null; traits?: EditedTraits },
): Promise<void> {
  const isNone = isFavorite === false;
  await tx`
    update identities set
      is_favorite = coalesce(${isFavorite}::boolean, is_favorite),
      inherits_favorite = inherits_favorite and not (${isNone} and inherited_favorite),
      inherited_favorite = inherited_favorite and not ${isNone},
      edited_traits = coalesce(${traits ? JSON.stringify(traits) : null}::text::jsonb, edited_traits)
    where workspace_id = ${workspaceId} and id = ${id}`;
}
