/** Who changed since a list's members were last updated. */
import type { ListSubject } from '@footfall/contract/list-record';
import {
  cutOfNew,
  isNewChange,
  knownSnapshot,
  snapshotBefore,
} from '../../platform/changes/collected.ts';
import type { Sql, Tx } from '../../platform/db/connect.ts';

/** For an automatic list `u`: the snapshot of changes already applied, as `collected`. */
export const followedUntil = (tx: Tx): Sql =>
  tx`(select ${knownSnapshot(tx, tx`u.collected`)} as collected)`;

const mayMatter = (tx: Tx) => tx`c.kind <> 'list' and not c.is_test`;

/** Time of the first change not yet applied, of any kind; used with `s` of `followedUntil`. */
export const firstUnfollowed = (tx: Tx): Sql => tx`(
  select c.created_at from changes c
  where c.workspace_id = u.workspace_id and ${isNewChange(tx)} order by c.xact, c.id limit 1)`;

/** Some later changes were deleted. */
export const isForgotten = (tx: Tx): Sql => tx`exists (
  select from change_floors f where f.workspace_id = u.workspace_id
    and not pg_visible_in_snapshot(f.xact::text::xid8, s.collected))`;

export interface ChangedSubjects {
  ids: string[];
  /** All changes up to this snapshot are covered. */
  collected: string;
  isMore: boolean;
}

/** Starts with the oldest, if there are very many. */
export async function selectChangedSubjects(
  tx: Tx,
  workspaceId: string,
  listId: string,
  of: ListSubject,
  atOnce: number,
): Promise<ChangedSubjects> {
  const [row] = await tx<ChangedSubjects[]>`
    with state as materialized (
      select s.collected, pg_current_snapshot() as taken
      from list_upkeep u cross join lateral ${followedUntil(tx)} s
      where u.workspace_id = ${workspaceId} and u.list_id = ${listId}
    ),
    cut as materialized (select ${cutOfNew(tx, workspaceId, tx`state`, atOnce)} as xact),
    changed as materialized (
      select c.kind, c.ids, c.visitor_ids from state s, cut, changes c
      where c.workspace_id = ${workspaceId} and ${mayMatter(tx)} and ${isNewChange(tx)} and c.xact < cut.xact
    )
    select array(${of === 'visitors' ? visitorsOf(tx, workspaceId) : peopleOf(tx, workspaceId)}) as ids,
      ${snapshotBefore(tx, tx`taken`, tx`cut.xact`)}::text as collected,
      cut.xact < pg_snapshot_xmax(taken)::text::bigint as "isMore"
    from state, cut`;
  return row ?? { ids: [], collected: '1:1:', isMore: false };
}

const idsOf = (tx: Tx, kind: string) => tx`select unnest(ids) from changed where kind = ${kind}`;

/** When a record is deleted, its people are recorded as changed. */
function visitorsOf(tx: Tx, workspaceId: string): Sql {
  return tx`
    select unnest(visitor_ids) from changed where kind = 'session'
    union
    select l.visitor_id from leads l where l.workspace_id = ${workspaceId} and l.id in (${idsOf(tx, 'lead')})
    union
    select n.visitor_id from conversions n
    where n.workspace_id = ${workspaceId} and n.id in (${idsOf(tx, 'conversion')})
    union
    select k.visitor_id from identity_links k
    where k.workspace_id = ${workspaceId} and k.identity_id in (${idsOf(tx, 'identity')})`;
}

function peopleOf(tx: Tx, workspaceId: string): Sql {
  return tx`
    ${idsOf(tx, 'identity')}
    union
    select k.identity_id from identity_links k
    where k.workspace_id = ${workspaceId} and k.identity_id is not null
      and k.visitor_id in (${visitorsOf(tx, workspaceId)})
    union
    select l.identity_id from leads l
    where l.workspace_id = ${workspaceId} and l.identity_id is not null and l.id in (${idsOf(tx, 'lead')})
    union
    select n.identity_id from conversions n
    where n.workspace_id = ${workspaceId} and n.identity_id is not null and n.id in (${idsOf(tx, 'conversion')})`;
}
