/** Share links in the database. */
import { createHash } from 'node:crypto';
import type { Feature } from '@footfall/contract/access';
import type { Share, ShareQuery, ShareReveal } from '@footfall/contract/shares';
import { type Dated, withTimestamps } from '../../../platform/common/timestamp.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import {
  byCreation,
  countOf,
  listPage,
  type OrderedPage,
} from '../../../platform/resource-kit/paging.ts';
import { makerOf } from '../../members/makers.ts';
import type { SharedView } from './table.ts';

/** Immutable facts of a link; a link to a view ends when the view changes. */
export interface ShareFacts {
  workspaceId: string;
  id: string;
  page: Share['page'];
  name: string;
  query: ShareQuery;
  reveals: ShareReveal[];
  /** What it shows; null for the overview. */
  view: SharedView | null;
  passwordHash: string | null;
  expiresAt: Date | null;
}

export interface NewShare extends Omit<ShareFacts, 'view'> {
  viewId: string | null;
  token: string;
  createdBy: string | null;
}

const hashOf = (token: string) => createHash('sha256').update(token).digest();

const columns = (tx: Tx) => tx`
  s.id, s.page, s.view_id, s.name, s.query, s.reveals, s.password_hash is not null as has_password,
  ${makerOf(tx, tx`s.created_by`)} as created_by, s.created_at, s.expires_at, s.views, s.last_viewed_at`;

/** Excludes links that expired or lost their view. */
const isLive = (tx: Tx) => tx`
  (s.expires_at is null or s.expires_at > now()) and (s.view_id is null or exists (
    select from saved_views v where v.workspace_id = s.workspace_id and v.id = s.view_id))`;

export async function insertShare(tx: Tx, share: NewShare): Promise<void> {
  await tx`
    insert into shares (workspace_id, id, token_hash, page, view_id, name, query, reveals,
                        password_hash, created_by, expires_at)
    values (${share.workspaceId}, ${share.id}, ${hashOf(share.token)}, ${share.page},
            ${share.viewId}, ${share.name},
            ${JSON.stringify(share.query)}::text::jsonb, ${share.reveals}, ${share.passwordHash},
            ${share.createdBy}, ${share.expiresAt})`;
}

const sharesOf = (tx: Tx, workspaceId: string) =>
  tx`shares s where s.workspace_id = ${workspaceId}`;

export function listShares(tx: Tx, workspaceId: string, page: OrderedPage) {
  return listPage<Dated<Share>, Share>(tx, page, {
    columns: columns(tx),
    records: sharesOf(tx, workspaceId),
    orders: byCreation(tx, tx`s.id`, tx`s.created_at`),
    toRecord: withTimestamps,
  });
}

export const countShares = (tx: Tx, workspaceId: string) => countOf(tx, sharesOf(tx, workspaceId));

export async function selectShare(tx: Tx, workspaceId: string, id: string) {
  const [row] = await tx<Dated<Share>[]>`
    select ${columns(tx)} from ${sharesOf(tx, workspaceId)} and s.id = ${id}`;
  return row && withTimestamps<Share>(row);
}

/** Returns whether it existed. */
export async function deleteShare(tx: Tx, workspaceId: string, id: string): Promise<boolean> {
  const deleted = await tx`
    delete from shares where workspace_id = ${workspaceId} and id = ${id}`;
  return deleted.count > 0;
}

/** Ends links to the view; returns their number. */
export async function deleteSharesOfView(
  tx: Tx,
  workspaceId: string,
  viewId: string,
): Promise<number> {
  const deleted = await tx`
    delete from shares where workspace_id = ${workspaceId} and view_id = ${viewId}`;
  return deleted.count;
}

/** In any workspace, for the owner. Undefined if expired, removed or unknown. */
export async function findShareByToken(tx: Tx, token: string): Promise<ShareFacts | undefined> {
  const [row] = await tx<ShareFacts[]>`
    select s.workspace_id as "workspaceId", s.id, s.page, s.name, s.query, s.reveals,
           s.password_hash as "passwordHash", s.expires_at as "expiresAt",
           (select jsonb_build_object('filter', v.filter, 'sort', v.sort, 'columns', v.columns, 'test', v.test)
            from saved_views v where v.workspace_id = s.workspace_id and v.id = s.view_id) as view
    from shares s where s.token_hash = ${hashOf(token)} and ${isLive(tx)}`;
  return row;
}

/** The features of its workspace; undefined if the link is expired or removed. */
export async function selectShareFeatures(
  tx: Tx,
  { workspaceId, id }: ShareFacts,
): Promise<ReadonlySet<Feature> | undefined> {
  const [row] = await tx<{ features: Feature[] }[]>`
    select w.features from shares s join workspaces w using (workspace_id)
    where s.workspace_id = ${workspaceId} and s.id = ${id} and ${isLive(tx)}`;
  return row && new Set(row.features);
}

/** Returns whether it still exists. */
export async function countView(tx: Tx, { workspaceId, id }: ShareFacts): Promise<boolean> {
  const counted = await tx`
    update shares s set views = views + 1, last_viewed_at = now()
    where s.workspace_id = ${workspaceId} and s.id = ${id} and ${isLive(tx)}`;
  return counted.count > 0;
}
