/**
 * What somebody set of a person's traits over the API, by trait: the whole value, or null for one that was taken
 * away. It is kept beside what messages tell and outranks it; a history that is made anew leaves it.
 */
import { invalidRequest } from '@footfall/contract/errors';
import { editedTraitLimits } from '@footfall/contract/identities';
import { mergePatch } from '../common/merge-patch.ts';
import type { Tx } from '../db/connect.ts';
import { type IdentityMerge, mergeRows } from './merges.ts';

export type EditedTraits = Record<string, unknown>;

/** The traits as they are shown. */
export function withEdited(
  told: Record<string, unknown>,
  edited: EditedTraits,
): Record<string, unknown> {
  const traits = Object.entries({ ...told, ...edited });
  return Object.fromEntries(traits.filter(([name]) => edited[name] !== null));
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

/** Undefined when there is no such identity; nobody else changes it until the transaction ends. */
export async function lockEditedTraits(
  tx: Tx,
  workspaceId: string,
  id: string,
): Promise<EditedTraits | undefined> {
  const [row] = await tx<{ edited_traits: EditedTraits }[]>`
    select edited_traits from identities where workspace_id = ${workspaceId} and id = ${id}
    for no key update`;
  return row?.edited_traits;
}

export async function storeEdited(
  tx: Tx,
  workspaceId: string,
  id: string,
  { isFavorite, traits }: { isFavorite?: boolean; traits?: EditedTraits },
): Promise<void> {
  await tx`
    update identities set
      is_favorite = coalesce(${isFavorite ?? null}::boolean, is_favorite),
      edited_traits = coalesce(${traits ? JSON.stringify(traits) : null}::text::jsonb, edited_traits)
    where workspace_id = ${workspaceId} and id = ${id}`;
}

/** What was set of the survivor counts, then that of the others, the earliest of them first. */
export async function mergeEditedTraits(
  tx: Tx,
  workspaceId: string,
  merges: IdentityMerge[],
): Promise<void> {
  await tx`
    update identities i set edited_traits = of_others.traits || i.edited_traits
    from (
      select m.survivor_id, jsonb_object_agg(t.key, t.value order by g.created_at desc, g.id desc) as traits
      from ${mergeRows(tx, merges)}
      join identities g on g.workspace_id = ${workspaceId} and g.id = m.merged_id
      cross join lateral jsonb_each(g.edited_traits) t
      group by m.survivor_id
    ) of_others
    where i.workspace_id = ${workspaceId} and i.id = of_others.survivor_id`;
}
