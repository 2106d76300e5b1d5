/** Saved views in the database. */
import type { View, ViewPage } from '@footfall/contract/views';
import { type Dated, withTimestamps } from '../../../platform/common/timestamp.ts';
import type { Sql, Tx } from '../../../platform/db/connect.ts';
import { lockClasses } from '../../../platform/db/lock-classes.ts';
import { byCreation, listPage, type OrderedPage } from '../../../platform/resource-kit/paging.ts';
import { makerOf } from '../../members/makers.ts';

/** The parts that can change. */
export type ViewContent = Pick<
  View,
  'name' | 'filter' | 'sort' | 'columns' | 'range' | 'test' | 'shared'
>;

/** Owner of private views to include with shared ones; null is the command line. */
type Asker = string | null;

const columns = (tx: Tx) => tx`
  v.id, v.page, v.name, v.filter, v.sort, v.columns, v.range, v.test, v.shared, v.created_at, v.updated_at,
  ${makerOf(tx, tx`v.owner_id`)} as owner`;

const isSeen = (tx: Tx, workspaceId: string, asker: Asker, page?: ViewPage): Sql => tx`
  v.workspace_id = ${workspaceId} and (v.shared or v.owner_id is not distinct from ${asker}::uuid)
  ${page === undefined ? tx`` : tx`and v.page = ${page}`}`;

export function listViews(
  tx: Tx,
  workspaceId: string,
  asker: Asker,
  of: ViewPage | undefined,
  page: OrderedPage,
) {
  return listPage<Dated<View>, View>(tx, page, {
    columns: columns(tx),
    records: tx`saved_views v where ${isSeen(tx, workspaceId, asker, of)}`,
    orders: byCreation(tx, tx`v.id`, tx`v.created_at`),
    toRecord: withTimestamps,
  });
}

/** A view visible to the asker, locked until the transaction ends. */
export async function lockView(tx: Tx, workspaceId: string, asker: Asker, id: string) {
  const [row] = await tx<Dated<View>[]>`
    select ${columns(tx)} from saved_views v where ${isSeen(tx, workspaceId, asker)} and v.id = ${id} for update of v`;
  return row && withTimestamps<View>(row);
}

export async function insertView(
  tx: Tx,
  workspaceId: string,
  view: ViewContent & { id: string; page: ViewPage; ownerId: Asker },
): Promise<void> {
  await tx`
    insert into saved_views (workspace_id, id, owner_id, page, name, filter, sort, columns, range, test, shared)
    values (${workspaceId}, ${view.id}, ${view.ownerId}, ${view.page}, ${view.name}, ${view.filter}, ${view.sort},
            ${view.columns}, ${view.range}, ${view.test}, ${view.shared})`;
}

export async function updateView(
  tx: Tx,
  workspaceId: string,
  id: string,
  view: ViewContent,
): Promise<void> {
  await tx`
    update saved_views set name = ${view.name}, filter = ${view.filter}, sort = ${view.sort},
      columns = ${view.columns}, range = ${view.range}, test = ${view.test}, shared = ${view.shared},
      updated_at = now()
    where workspace_id = ${workspaceId} and id = ${id}`;
}

export async function deleteView(tx: Tx, workspaceId: string, id: string): Promise<void> {
  await tx`delete from saved_views where workspace_id = ${workspaceId} and id = ${id}`;
}

/** Number of views; locks saving until the transaction ends. */
export async function countForRoom(tx: Tx, workspaceId: string, ownerId: Asker) {
  await tx`select pg_advisory_xact_lock(${lockClasses.viewRoom}, hashtext(${workspaceId}))`;
  const [row] = await tx<{ own: number; shared: number }[]>`
    select count(*) filter (where owner_id is not distinct from ${ownerId}::uuid)::integer as own,
           count(*) filter (where shared)::integer as shared
    from saved_views where workspace_id = ${workspaceId}`;
  return row ?? { own: 0, shared: 0 };
}
