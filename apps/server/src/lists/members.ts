/** Members of lists in the database. */
import type { ListMember } from '@footfall/contract/list-record';
import type { ListMembership } from '@footfall/contract/person-export';
import type { Static } from 'typebox';
import { recordChanges } from '../platform/changes/record.ts';
import { type Dated, timestamp, withTimestamps } from '../platform/common/timestamp.ts';
import type { Tx } from '../platform/db/connect.ts';
import { listPage, type OrderedPage } from '../platform/resource-kit/paging.ts';
import { type IdentityMerge, mergeRows } from '../records/person/merges.ts';
import { slicesOfWhom, type Whose } from '../records/person/ownership.ts';
import { currentIdOf } from '../records/person/survivors.ts';

interface MemberRow {
  type: 'visitor' | 'identity';
  shown_id: string;
  created_at: Date;
}

/** `total`: a known total, to skip counting. */
export function listMembers(
  tx: Tx,
  workspaceId: string,
  listId: string,
  page: OrderedPage,
  total: number | undefined,
) {
  return listPage<MemberRow & { id: string }, ListMember>(tx, page, {
    columns: tx`m.type, m.shown_id, m.created_at, m.member_id as id`,
    records: tx`
      visitor_list_members m
      where m.workspace_id = ${workspaceId} and m.list_id = ${listId} and m.shown_id is not null`,
    orders: {
      id: tx`m.member_id`,
      own: tx`m.type`,
      by: { created_at: { column: tx`m.created_at`, type: 'timestamptz' } },
    },
    toRecord: toMember,
    total: total ?? countListMembers(tx, workspaceId, listId),
  });
}

/** Exact; automatic lists store the number of their rows. */
async function countListMembers(tx: Tx, workspaceId: string, listId: string) {
  const [row] = await tx<{ total: number }[]>`
    select coalesce(
      (select member_count from list_upkeep where workspace_id = ${workspaceId} and list_id = ${listId}),
      (select count(*)::integer from visitor_list_members
       where workspace_id = ${workspaceId} and list_id = ${listId} and shown_id is not null)) as total`;
  return row?.total ?? 0;
}

/**
 * `ids`: existing ones only. Returns those newly added. A person represented by their survivor is also recorded, and
 * stays on the list if the merge is undone.
 */
export async function insertListMembers(
  tx: Tx,
  workspaceId: string,
  listId: string,
  type: MemberRow['type'],
  ids: string[],
): Promise<string[]> {
  const rows = await tx<{ shown_id: string | null }[]>`
    insert into visitor_list_members (workspace_id, list_id, type, member_id, shown_id)
    select ${workspaceId}, ${listId}, ${type}, id, case when not exists (
        select from visitor_list_members v
        where v.workspace_id = ${workspaceId} and v.list_id = ${listId} and v.type = ${type} and v.shown_id = id
      ) then id end
    from unnest(${ids}::uuid[]) id order by id
    on conflict do nothing
    returning shown_id`;
  return rows.flatMap(({ shown_id }) => shown_id ?? []).sort();
}

/** Removes members with these ids, and their merged people. Returns the visible members removed. */
export async function deleteListMembers(
  tx: Tx,
  workspaceId: string,
  listId: string,
  type: MemberRow['type'],
  ids: string[],
): Promise<string[]> {
  const rows = await tx<{ shown_id: string | null }[]>`
    delete from visitor_list_members v
    where v.workspace_id = ${workspaceId} and v.list_id = ${listId} and v.type = ${type}
      and (v.shown_id = any(${ids}::uuid[])
        or v.shown_id is null and ${currentIdOf(tx, workspaceId, tx`v.member_id`)} = any(${ids}::uuid[]))
    returning v.shown_id`;
  return rows.flatMap(({ shown_id }) => shown_id ?? []).sort();
}

/** Shows each person once, whichever of their ids was added. Automatic lists follow these people's changes as usual. */
export async function mergeListMembers(
  tx: Tx,
  workspaceId: string,
  merges: IdentityMerge[],
): Promise<void> {
  const rows = await tx<{ id: string }[]>`
    update visitor_list_members v set shown_id = t.shown_id
    from (
      select o.list_id, o.member_id, case when row_number() over (
               partition by o.list_id, m.survivor_id
               order by o.created_at, o.member_id) = 1
             then m.survivor_id end as shown_id
      from ${mergeRows(tx, merges)} join visitor_list_members o
        on o.workspace_id = ${workspaceId} and o.type = 'identity' and o.member_id = m.merged_id
      where not exists (
        select from list_upkeep u where u.workspace_id = ${workspaceId} and u.list_id = o.list_id)
    ) t
    where v.workspace_id = ${workspaceId} and v.type = 'identity' and v.list_id = t.list_id
      and v.member_id = t.member_id and v.shown_id is distinct from t.shown_id
    returning v.list_id as id`;
  await recordChanges(
    tx,
    workspaceId,
    rows.map(({ id }) => ({ kind: 'list', id, isTest: false })),
  );
}

type Membership = Static<typeof ListMembership>;

/** The lists that a person or visitor is on, by themselves or by their devices. */
export function listMemberships(tx: Tx, workspaceId: string, whose: Whose, page: OrderedPage) {
  const isPerson =
    'identityId' in whose ? tx`m.type = 'identity' and m.shown_id = ${whose.identityId} or` : tx``;
  return listPage<Dated<Membership> & { id: string }, Membership>(tx, page, {
    columns: tx`
      m.list_id as id, m.list_id, l.name as list_name, m.type, m.shown_id as member_id, m.created_at as added_at`,
    records: tx`
      visitor_list_members m join visitor_lists l on l.workspace_id = ${workspaceId} and l.id = m.list_id
      where m.workspace_id = ${workspaceId} and (${isPerson} m.type = 'visitor' and m.shown_id in (
        with ${slicesOfWhom(tx, workspaceId, whose)} select s.visitor_id from slices s))`,
    orders: {
      id: tx`m.list_id`,
      own: tx`m.shown_id::text`,
      by: { added_at: { column: tx`m.created_at`, type: 'timestamptz' } },
    },
    toRecord: ({ id: _, ...row }) => withTimestamps<Membership>(row),
    total: 0,
  });
}

/** Which ids belong to no visitor (or identity) in the workspace. */
export async function selectUnknownMembers(
  tx: Tx,
  workspaceId: string,
  type: MemberRow['type'],
  ids: string[],
): Promise<string[]> {
  const table = type === 'visitor' ? tx`visitors` : tx`identities`;
  const rows = await tx<{ id: string }[]>`
    select wanted.id from unnest(${ids}::uuid[]) wanted (id)
    where not exists (select from ${table} m where m.workspace_id = ${workspaceId} and m.id = wanted.id)
    order by wanted.id`;
  return rows.map(({ id }) => id);
}

/** Lists of a visitor, or of a person whose verified device it is: anybody can claim to be a person. */
export async function selectListsOfDevice(
  tx: Tx,
  workspaceId: string,
  visitorId: string,
  isTest: boolean,
) {
  const rows = await tx<{ list_id: string }[]>`
    select distinct list_id from visitor_list_members
    where workspace_id = ${workspaceId} and (
      (type = 'visitor' and shown_id = ${visitorId}) or
      (type = 'identity' and shown_id in
        (select identity_id from identity_links
         where workspace_id = ${workspaceId} and visitor_id = ${visitorId} and is_test = ${isTest}
           and weight > 1 and identity_id is not null)))
    order by list_id`;
  return rows.map(({ list_id }) => list_id);
}

function toMember({ type, shown_id: id, created_at }: MemberRow): ListMember {
  return {
    id,
    type,
    visitor_id: type === 'visitor' ? id : null,
    identity_id: type === 'identity' ? id : null,
    created_at: timestamp(created_at),
  };
}
