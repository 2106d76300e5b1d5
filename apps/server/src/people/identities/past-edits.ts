/**
 * Manual edits (favorite mark and traits) under ids that nobody has now. The current person inherits them, below their own
 * edits; if the id is in use again, its edits return to it.
 */
import type { Tx } from '../../platform/db/connect.ts';
import { type IdentityMerge, mergeRows } from '../../records/person/merges.ts';

/** For people about to be deleted. */
export async function keepEdits(tx: Tx, workspaceId: string, ids: string[]): Promise<void> {
  await tx`
    insert into past_edits as p (workspace_id, identity_id, is_test, is_favorite, inherits_favorite, traits, times)
    select workspace_id, id, is_test, is_favorite, inherits_favorite, edited_traits, edited_times from identities
    where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])
      and (is_favorite or not inherits_favorite or edited_traits <> '{}')
    on conflict (workspace_id, identity_id) do update set
      is_favorite = p.is_favorite or excluded.is_favorite,
      inherits_favorite = p.inherits_favorite and excluded.inherits_favorite,
      traits = p.traits || excluded.traits,
      times = p.times || excluded.times`;
}

/** Edits under earlier ids of a person. */
export async function selectEarlierEdits(tx: Tx, workspaceId: string, identityId: string) {
  return tx<{ identity_id: string; is_favorite: boolean; traits: Record<string, unknown> }[]>`
    select p.identity_id, p.is_favorite, p.traits from past_edits p
    where p.workspace_id = ${workspaceId} and p.identity_id in (
      select l.named_id from identity_links l
      where l.workspace_id = ${workspaceId} and l.identity_id = ${identityId} and l.named_id is not null)
    order by p.identity_id`;
}

/** For ids in use again. */
export async function restoreEdits(
  tx: Tx,
  workspaceId: string,
  merges: IdentityMerge[],
): Promise<void> {
  const ids = merges.flatMap(({ survivorId }) => survivorId ?? []);
  await tx`
    with back as (
      delete from past_edits
      where workspace_id = ${workspaceId} and identity_id = any(${ids}::uuid[])
      returning identity_id, is_favorite, inherits_favorite, traits, times
    )
    update identities i set
      is_favorite = i.is_favorite or back.is_favorite,
      inherits_favorite = i.inherits_favorite and back.inherits_favorite,
      edited_traits = back.traits || i.edited_traits,
      edited_times = back.times || i.edited_times
    from back where i.workspace_id = ${workspaceId} and i.id = back.identity_id`;
}

/** If several ids have edits of one trait, the earliest id counts. */
export async function inheritEdits(
  tx: Tx,
  workspaceId: string,
  merges: IdentityMerge[],
): Promise<void> {
  await tx`
    update identities i set
      inherited_favorite = i.inherits_favorite and t.is_favorite, inherited_traits = t.traits, inherited_times = t.times
    from (
      select m.survivor_id as id, coalesce(bool_or(p.is_favorite), false) as is_favorite,
             coalesce(jsonb_object_agg(e.key, e.value order by n.first desc nulls first, p.identity_id desc)
                      filter (where e.key is not null), '{}') as traits,
             coalesce(jsonb_object_agg(e.key, p.times -> e.key order by n.first desc nulls first, p.identity_id desc)
                      filter (where p.times ? e.key), '{}') as times
      from ${mergeRows(tx, merges)}
      left join past_edits p on p.workspace_id = ${workspaceId} and p.identity_id = m.merged_id
      left join lateral (
        select min(l.linked_at) as first from identity_links l
        where l.workspace_id = ${workspaceId} and l.named_id = p.identity_id) n on true
      left join lateral jsonb_each(p.traits) e on true
      group by m.survivor_id
    ) t
    where i.workspace_id = ${workspaceId} and i.id = t.id
      and (i.inherited_favorite <> (i.inherits_favorite and t.is_favorite) or i.inherited_traits <> t.traits or i.inherited_times <> t.times)`;
}
