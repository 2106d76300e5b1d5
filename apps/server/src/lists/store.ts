/** Visitor lists and their members in the database. */
import type { ListMember, VisitorList } from '@footfall/contract/lists';
import { timestamp } from '../common/timestamp.ts';
import type { Tx } from '../db/connect.ts';
import { type IdentityMerge, mergedIds, mergeRows } from '../identities/merges.ts';
import type { Page } from '../resource-kit/paging.ts';

interface ListRow extends Omit<VisitorList, 'created_at'> {
  created_at: Date;
}

interface MemberRow {
  type: 'visitor' | 'identity';
  member_id: string;
  created_at: Date;
}

export type NewList = Omit<VisitorList, 'created_at'>;

const columns = (tx: Tx) => tx`id, name, description, color, created_at`;

export async function selectLists(tx: Tx, workspaceId: string, page: Page) {
  const rows = await tx<ListRow[]>`
    select ${columns(tx)} from visitor_lists where workspace_id = ${workspaceId}
    order by created_at desc, id desc limit ${page.limit} offset ${page.offset}`;
  return rows.map(toList);
}

export async function countLists(tx: Tx, workspaceId: string) {
  const [row] = await tx<{ total: number }[]>`
    select count(*)::integer as total from visitor_lists where workspace_id = ${workspaceId}`;
  return row?.total ?? 0;
}

export async function selectList(tx: Tx, workspaceId: string, id: string) {
  const [row] = await tx<ListRow[]>`
    select ${columns(tx)} from visitor_lists where workspace_id = ${workspaceId} and id = ${id}`;
  return row && toList(row);
}

export async function insertList(tx: Tx, workspaceId: string, list: NewList) {
  const [row] = await tx<ListRow[]>`
    insert into visitor_lists (workspace_id, id, name, description, color)
    values (${workspaceId}, ${list.id}, ${list.name}, ${list.description}, ${list.color})
    returning ${columns(tx)}`;
  if (!row) throw new Error('insert returned no row');
  return toList(row);
}

export async function selectListMembers(tx: Tx, workspaceId: string, listId: string, page: Page) {
  const rows = await tx<MemberRow[]>`
    select type, member_id, created_at from visitor_list_members
    where workspace_id = ${workspaceId} and list_id = ${listId}
    order by created_at desc, member_id desc, type
    limit ${page.limit} offset ${page.offset}`;
  return rows.map(toMember);
}

export async function countListMembers(tx: Tx, workspaceId: string, listId: string) {
  const [row] = await tx<{ total: number }[]>`
    select count(*)::integer as total from visitor_list_members
    where workspace_id = ${workspaceId} and list_id = ${listId}`;
  return row?.total ?? 0;
}

/** Returns how many were not on the list before. */
export async function insertListMembers(
  tx: Tx,
  workspaceId: string,
  listId: string,
  type: MemberRow['type'],
  ids: string[],
): Promise<number> {
  const rows = await tx`
    insert into visitor_list_members (workspace_id, list_id, type, member_id)
    select ${workspaceId}, ${listId}, ${type}, id from unnest(${ids}::uuid[]) id order by id
    on conflict do nothing
    returning member_id`;
  return rows.length;
}

/** Returns how many were on the list. */
export async function deleteListMembers(
  tx: Tx,
  workspaceId: string,
  listId: string,
  type: MemberRow['type'],
  ids: string[],
): Promise<number> {
  const rows = await tx`
    delete from visitor_list_members
    where workspace_id = ${workspaceId} and list_id = ${listId} and type = ${type}
      and member_id = any(${ids}::uuid[])
    returning member_id`;
  return rows.length;
}

/** Whether there is the list; it is not deleted until the transaction ends. */
export async function holdList(tx: Tx, workspaceId: string, id: string): Promise<boolean> {
  const rows = await tx`
    select from visitor_lists where workspace_id = ${workspaceId} and id = ${id} for key share`;
  return rows.length > 0;
}

/** The list, and nobody else changes it until the transaction ends. */
export async function lockList(tx: Tx, workspaceId: string, id: string) {
  const [row] = await tx<ListRow[]>`
    select ${columns(tx)} from visitor_lists where workspace_id = ${workspaceId} and id = ${id} for update`;
  return row && toList(row);
}

/** With its members. */
export async function deleteList(tx: Tx, workspaceId: string, id: string): Promise<void> {
  await tx`delete from visitor_list_members where workspace_id = ${workspaceId} and list_id = ${id}`;
  await tx`delete from visitor_lists where workspace_id = ${workspaceId} and id = ${id}`;
}

/** The survivor takes the places of the others on their lists. */
export async function mergeListMembers(
  tx: Tx,
  workspaceId: string,
  merges: IdentityMerge[],
): Promise<void> {
  await tx`
    insert into visitor_list_members (workspace_id, list_id, type, member_id, created_at)
    select v.workspace_id, v.list_id, v.type, m.survivor_id, min(v.created_at)
    from ${mergeRows(tx, merges)} join visitor_list_members v
      on v.workspace_id = ${workspaceId} and v.type = 'identity' and v.member_id = m.merged_id
    group by 1, 2, 3, 4 on conflict do nothing`;
  await tx`
    delete from visitor_list_members
    where workspace_id = ${workspaceId} and type = 'identity'
      and member_id = any(${mergedIds(merges)}::uuid[])`;
}

/** Which of the ids are of no visitor (or identity) of the workspace. */
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

/** The lists that a visitor is on, or a person of whom it is a device: anybody may name a person. */
export async function selectListsOfDevice(
  tx: Tx,
  workspaceId: string,
  visitorId: string,
  isTest: boolean,
) {
  const rows = await tx<{ list_id: string }[]>`
    select distinct list_id from visitor_list_members
    where workspace_id = ${workspaceId} and (
      (type = 'visitor' and member_id = ${visitorId}) or
      (type = 'identity' and member_id in
        (select identity_id from identity_links
         where workspace_id = ${workspaceId} and visitor_id = ${visitorId} and is_test = ${isTest}
           and weight > 1)))
    order by list_id`;
  return rows.map(({ list_id }) => list_id);
}

function toList({ created_at, ...row }: ListRow): VisitorList {
  return { ...row, created_at: timestamp(created_at) };
}

function toMember({ type, member_id, created_at }: MemberRow): ListMember {
  return {
    id: member_id,
    type,
    visitor_id: type === 'visitor' ? member_id : null,
    identity_id: type === 'identity' ? member_id : null,
    created_at: timestamp(created_at),
  };
}
