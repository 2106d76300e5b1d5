/** Selects who is added to a list, or removed, at once: everybody who matches a filter now, stored by the thousand per row. */
import type { CheckedFilter } from '@footfall/contract/filter-check';
import { type ChangeSubject, changeSubjects } from '@footfall/contract/list-changes';
import type { Sql, Tx } from '../../platform/db/connect.ts';
import { matchesFilter, plannedAnew } from '../../records/filters/list-filter.ts';

export interface Wanted {
  of: ChangeSubject;
  isTest: boolean;
  isBot: boolean;
  filter: CheckedFilter | undefined;
}

/** As in the lists of these records. */
const matched: Record<ChangeSubject, (tx: Tx, workspaceId: string, wanted: Wanted) => Sql> = {
  visitors: (tx, workspaceId, { isTest, isBot }) => tx`
    select 'visitor' as type, v.id from visitors v
    where v.workspace_id = ${workspaceId} and v.is_test = ${isTest} and (v.bot <> '') = ${isBot}`,
  identities: (tx, workspaceId, { isTest }) => tx`
    select 'identity' as type, i.id from identities i where i.workspace_id = ${workspaceId} and i.is_test = ${isTest}`,
  // Related records need not exist.
  leads: (tx, workspaceId, { isTest }) => tx`
    select case when p.id is null then 'visitor' else 'identity' end as type, coalesce(p.id, w.id) as id
    from leads l
    left join identities p on p.workspace_id = ${workspaceId} and p.id = l.identity_id
    left join visitors w on w.workspace_id = ${workspaceId} and w.id = l.visitor_id and w.is_test = ${isTest}
    where l.workspace_id = ${workspaceId} and l.is_test = ${isTest} and not l.suspect
      and (p.id is not null or w.id is not null)`,
};

function members(tx: Tx, workspaceId: string, wanted: Wanted): Sql {
  const { of, isTest, isBot, filter } = wanted;
  const matching = matchesFilter(tx, workspaceId, changeSubjects[of], {
    isTest,
    isBot,
    filter: filter,
  });
  return tx`select distinct type, id from (${matched[of](tx, workspaceId, wanted)} ${matching}) m`;
}

export async function countMatched(tx: Tx, workspaceId: string, wanted: Wanted): Promise<number> {
  const [row] = await plannedAnew(tx<{ total: number }[]>`
    select count(*)::integer as total from (${members(tx, workspaceId, wanted)}) m`);
  return row?.total ?? 0;
}

/** Stores them as slices of the change; nothing if there are more than `most`. Returns their number. */
export async function storeMatched(
  tx: Tx,
  workspaceId: string,
  changeId: string,
  wanted: Wanted,
  { most, inSlice }: { most: number; inSlice: number },
): Promise<number> {
  const [row] = await plannedAnew(tx<{ total: number }[]>`
    with matched as materialized (${members(tx, workspaceId, wanted)}),
    counted as materialized (select count(*)::integer as total from matched),
    numbered as (
      select type, id, (row_number() over (partition by type order by id) - 1) / ${inSlice} as slice from matched),
    stored as (
      insert into list_change_slices (workspace_id, id, change_id, type, member_ids)
      select ${workspaceId}, gen_random_uuid(), ${changeId}, type, array_agg(id order by id)
      from numbered, counted where counted.total <= ${most} group by type, slice)
    select total from counted`);
  return row?.total ?? 0;
}
