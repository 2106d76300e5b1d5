/**
 * Traits edited over the API: the whole value by trait, or null if removed. Kept apart from messages and stronger than
 * them, except later proved values; recomputing a history keeps them (past-edits.ts).
 */
import { invalidRequest } from '@footfall/contract/errors';
import { editedTraitLimits } from '@footfall/contract/identities';
import type { VerificationLevel } from '@footfall/contract/verification-levels';
import { mergePatch } from '../../platform/common/merge-patch.ts';
import type { Sql, Tx } from '../../platform/db/connect.ts';

export type EditedTraits = Record<string, unknown>;

/** By trait, its time in milliseconds since 1970. */
export type TraitTimes = Record<string, number>;

/** Edits of traits not proved since. Older processes stored no time; those edits hold. */
export function editsInForce(
  edited: EditedTraits,
  editedTimes: TraitTimes,
  provedTimes: TraitTimes,
): EditedTraits {
  const isInForce = (trait: string) =>
    !((provedTimes[trait] ?? 0) > (editedTimes[trait] ?? Number.POSITIVE_INFINITY));
  return Object.fromEntries(Object.entries(edited).filter(([trait]) => isInForce(trait)));
}

/**
 * SQL: the traits of `i` as shown, with null for removed ones. Most people have no edits, so their stored traits are used
 * unchanged: merging objects is most of the work.
 */
export function shownTraits(tx: Tx): Sql {
  const merged = tx`i.traits || i.inherited_traits || i.edited_traits`;
  return tx`(case
    when i.edited_traits = '{}' and i.inherited_traits = '{}' then i.traits
    when i.trait_times = '{}' then ${merged}
    else ${merged} || coalesce((
      select jsonb_object_agg(proved.key, i.traits -> proved.key) from jsonb_each(i.trait_times) proved
      where proved.value > (i.inherited_times || i.edited_times) -> proved.key), '{}') end)`;
}

/** The traits as shown. `edited`: those in force. */
export function withEdited(
  unedited: Record<string, unknown>,
  edited: EditedTraits,
): Record<string, unknown> {
  const traits = Object.entries({ ...unedited, ...edited });
  return Object.fromEntries(traits.filter(([name]) => edited[name] !== null));
}

/** Verification levels of the traits shown. `edited`: those in force. */
export function levelsWithEdited(
  unedited: Record<string, VerificationLevel>,
  edited: EditedTraits,
): Record<string, VerificationLevel> {
  const set = Object.keys(edited).map((trait) => [trait, 'api'] as const);
  const verificationLevels = [...Object.entries(unedited), ...set];
  return Object.fromEntries(verificationLevels.filter(([trait]) => edited[trait] !== null));
}

/**
 * Earlier edits plus this merge patch of the shown traits.
 * @throws ApiError invalid_request if the limits are exceeded
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
    const message = `must not set more than ${traits} traits or ${bytes} bytes of traits for one person`;
    throw invalidRequest([{ path: 'body.traits', message }]);
  }
  return edited;
}

interface LockedTraits {
  id: string;
  isTest: boolean;
  edited: EditedTraits;
}

/** Undefined if the identity does not exist; locks it until the transaction ends. */
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

/**
 * `traits`: all edits, and which of them are new. Removing the favorite mark also overrides the marks of merged
 * people.
 */
export async function storeEdited(
  tx: Tx,
  workspaceId: string,
  id: string,
  {
    isFavorite = null,
    traits,
  }: { isFavorite?: boolean | null; traits?: { all: EditedTraits; names: string[] } },
): Promise<void> {
  const isNone = isFavorite === false;
  await tx`
    update identities set
      is_favorite = coalesce(${isFavorite}::boolean, is_favorite),
      inherits_favorite = inherits_favorite and not (${isNone} and inherited_favorite),
      inherited_favorite = inherited_favorite and not ${isNone},
      edited_traits = coalesce(${traits ? JSON.stringify(traits.all) : null}::text::jsonb, edited_traits),
      edited_times = edited_times || (
        select coalesce(jsonb_object_agg(name, floor(extract(epoch from clock_timestamp()) * 1000)), '{}')
        from unnest(${traits?.names ?? []}::text[]) name)
    where workspace_id = ${workspaceId} and id = ${id}`;
}
