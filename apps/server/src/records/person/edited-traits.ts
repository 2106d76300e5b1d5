/**
 * What somebody set of a person's traits over the API, by trait: the whole value, or null for one that was taken
 * away. It is kept beside what messages tell and outranks it, but for what is proved later; a history that is made anew
 * leaves it (past-edits.ts).
 */
import { invalidRequest } from '@footfall/contract/errors';
import { editedTraitLimits } from '@footfall/contract/identities';
import type { VerificationLevel } from '@footfall/contract/verification-levels';
import { mergePatch } from '../../platform/common/merge-patch.ts';
import type { Sql, Tx } from '../../platform/db/connect.ts';

export type EditedTraits = Record<string, unknown>;

/** By trait, when it was said: in milliseconds since 1970. */
export type TraitTimes = Record<string, number>;

/** What was set of the traits that nobody proved since. Of what an older process set no time is known: it holds. */
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
 * The same in SQL: the traits of `i` as they are shown, but for null where one was taken away. Of most people nothing was
 * set: what they were told as is taken as it is, since merging objects is most of the work.
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

/** The traits as they are shown. `edited`: what is in force. */
export function withEdited(
  unedited: Record<string, unknown>,
  edited: EditedTraits,
): Record<string, unknown> {
  const traits = Object.entries({ ...unedited, ...edited });
  return Object.fromEntries(traits.filter(([name]) => edited[name] !== null));
}

/** By what right the traits are believed that are shown. `edited`: what is in force. */
export function rightsWithEdited(
  unedited: Record<string, VerificationLevel>,
  edited: EditedTraits,
): Record<string, VerificationLevel> {
  const set = Object.keys(edited).map((trait) => [trait, 'api'] as const);
  const rights = [...Object.entries(unedited), ...set];
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

/**
 * `traits`: all that was set, and which of them now. Whom somebody says to be no favourite is none because of those
 * either whom they were joined with.
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
