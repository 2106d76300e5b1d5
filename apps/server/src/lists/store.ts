/** Lists in the database. */
import type { FilterTree } from '@footfall/contract/filter';
import { filterText } from '@footfall/contract/filter-text';
import type {
  ListSubject,
  ListUpkeep,
  UpkeepError,
  VisitorList,
} from '@footfall/contract/list-record';
import { timestamp } from '../platform/common/timestamp.ts';
import type { Sql, Tx } from '../platform/db/connect.ts';
import { byCreationOrChange, listPage, type OrderedPage } from '../platform/resource-kit/paging.ts';
import { type ListFilter, matchesFilter, unprepared } from '../records/filters/list-filter.ts';
import { firstUnfollowed, followedUntil } from './upkeep/changed-subjects.ts';

interface ListRow extends Pick<VisitorList, 'id' | 'name' | 'description' | 'color'> {
  created_at: Date;
  of: ListSubject | null;
  filter: FilterTree | null;
  upkeep: UpkeepRow | null;
}

interface UpkeepRow {
  members: number;
  as_of: string | null;
  is_filling: boolean;
  error: UpkeepError | null;
  retry_at: string;
}

export interface NewList extends Pick<ListRow, 'id' | 'name' | 'description' | 'color'> {
  of: ListSubject | null;
  filter: FilterTree | null;
}

const columns = (tx: Tx, workspaceId: string) => tx`
  vl.id, vl.name, vl.description, vl.color, vl.created_at, vl.of, vl.filter,
  ${upkeepOf(tx, workspaceId)} as upkeep`;

/** Members are as of the last full evaluation if time changes them, and as of the first change not yet followed. */
const upkeepOf = (tx: Tx, workspaceId: string) => tx`(
  select jsonb_build_object(
    'members', u.member_count, 'is_filling', u.is_filling, 'error', u.error, 'retry_at', ${utcText(tx, tx`u.retry_at`)},
    'as_of', case when u.evaluated_at is not null then ${utcText(
      tx,
      tx`least(case when u.is_timed then u.evaluated_at else now() end, ${firstUnfollowed(tx)})`,
    )} end)
  from list_upkeep u cross join lateral ${followedUntil(tx)} s
  where u.workspace_id = ${workspaceId} and u.list_id = vl.id)`;

const utcText = (tx: Tx, instant: Sql) =>
  tx`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

export function listLists(tx: Tx, workspaceId: string, filter: ListFilter, page: OrderedPage) {
  return listPage<ListRow, VisitorList>(tx, page, {
    columns: columns(tx, workspaceId),
    records: tx`
      visitor_lists vl where vl.workspace_id = ${workspaceId}
        ${matchesFilter(tx, workspaceId, 'list', { ...filter, isTest: false })}`,
    orders: byCreationOrChange(tx`vl.id`, tx`vl.created_at`, tx`vl.updated_at`),
    toRecord: toList,
    prepared: (query) => unprepared(query, filter),
  });
}

export async function selectList(tx: Tx, workspaceId: string, id: string) {
  const [row] = await tx<ListRow[]>`
    select ${columns(tx, workspaceId)} from visitor_lists vl where vl.workspace_id = ${workspaceId} and vl.id = ${id}`;
  return row && toList(row);
}

export async function insertList(tx: Tx, workspaceId: string, list: NewList): Promise<void> {
  const filter = list.filter && JSON.stringify(list.filter);
  await tx`
    insert into visitor_lists (workspace_id, id, name, description, color, of, filter)
    values (${workspaceId}, ${list.id}, ${list.name}, ${list.description}, ${list.color}, ${list.of},
            ${filter}::text::jsonb)`;
}

/** Undefined fields stay unchanged; moves updated_at at least into the second after created_at. */
export type ListUpdate = Partial<Pick<NewList, 'name' | 'description' | 'color' | 'filter'>>;

export async function updateList(
  tx: Tx,
  workspaceId: string,
  id: string,
  { name, description, color, filter }: ListUpdate,
): Promise<void> {
  await tx`
    update visitor_lists set
      name = coalesce(${name ?? null}, name), description = coalesce(${description ?? null}, description),
      color = coalesce(${color ?? null}, color),
      filter = coalesce(${filter ? JSON.stringify(filter) : null}::text::jsonb, filter),
      updated_at = greatest(now(), date_trunc('second', created_at) + interval '1 second')
    where workspace_id = ${workspaceId} and id = ${id}`;
}

/** Reads the list and protects it from deletion until the transaction ends. */
export async function holdList(tx: Tx, workspaceId: string, id: string) {
  const [row] = await tx<ListRow[]>`
    select ${columns(tx, workspaceId)} from visitor_lists vl
    where vl.workspace_id = ${workspaceId} and vl.id = ${id} for key share of vl`;
  return row && toList(row);
}

/** Reads the list and locks it until the transaction ends. */
export async function lockList(tx: Tx, workspaceId: string, id: string) {
  const [row] = await tx<ListRow[]>`
    select ${columns(tx, workspaceId)} from visitor_lists vl
    where vl.workspace_id = ${workspaceId} and vl.id = ${id} for update of vl`;
  return row && toList(row);
}

/** With its members. */
export async function deleteList(tx: Tx, workspaceId: string, id: string): Promise<void> {
  // First, so that the keeper stops adding members.
  await tx`delete from list_upkeep where workspace_id = ${workspaceId} and list_id = ${id}`;
  await tx`delete from visitor_list_members where workspace_id = ${workspaceId} and list_id = ${id}`;
  await tx`delete from visitor_lists where workspace_id = ${workspaceId} and id = ${id}`;
}

function toList({ created_at, of, filter, upkeep, ...row }: ListRow): VisitorList {
  return {
    ...row,
    created_at: timestamp(created_at),
    ...(of && { of }),
    ...(filter && { filter: filterText(filter), filter_tree: { ...filter } }),
    ...(upkeep && { upkeep: toUpkeep(upkeep) }),
  };
}

function toUpkeep({ members, as_of, is_filling, error, retry_at }: UpkeepRow): ListUpkeep {
  const state = is_filling ? 'filling' : 'kept';
  return {
    state: error ? 'failing' : state,
    members,
    as_of,
    error,
    retry_at: error && retry_at,
  };
}
