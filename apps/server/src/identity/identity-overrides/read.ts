/** Identity overrides as the REST API reads them. */
import type { IdentityOverride } from '@footfall/contract/identity-overrides';
import { timestamp } from '../../platform/common/timestamp.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { isUpdatedAfter } from '../../platform/resource-kit/created-range.ts';
import {
  byCreationOrChange,
  listPage,
  type OrderedPage,
} from '../../platform/resource-kit/paging.ts';
import { currentId } from '../../records/person/survivors.ts';
import type { Selection } from './identity-override.ts';

export interface IdentityOverrideFilter {
  isTest: boolean;
  identityId?: string;
  isUndone?: boolean;
  /** Exclusive, in PostgreSQL's format. */
  updatedAfter?: string;
}

interface IdentityOverrideRow {
  id: string;
  kind: IdentityOverride['kind'];
  identity_id: string;
  other_identity_id: string | null;
  event_id: string;
  selection: Partial<Selection>;
  actor_kind: IdentityOverride['by']['kind'];
  actor_id: string | null;
  created_at: Date;
  undone_at: Date | null;
  undone_kind: IdentityOverride['by']['kind'] | null;
  undone_id: string | null;
}

const records = (tx: Tx, workspaceId: string) => tx`
  corrections c
  left join corrections u on u.workspace_id = ${workspaceId} and u.undoes = c.id
  where c.workspace_id = ${workspaceId} and c.undoes is null`;

const columns = (tx: Tx) => tx`
  c.id, c.kind, c.identity_id, c.other_identity_id, c.event_id, c.selection, c.actor_kind, c.actor_id, c.created_at,
  u.created_at as undone_at, u.actor_kind as undone_kind, u.actor_id as undone_id`;

/** Also matches ids that a corrected person has now. */
const isAbout = (tx: Tx, workspaceId: string, identityId: string) => tx`
  and (c.identity_id = ${identityId} or c.other_identity_id = ${identityId} or exists (
    select from identity_links l
    where l.workspace_id = ${workspaceId} and l.event_id in (c.event_id, c.other_event_id)
      and l.identity_id = ${currentId(tx, workspaceId, identityId)}))`;

const where = (tx: Tx, workspaceId: string, filter: IdentityOverrideFilter) => tx`
  and c.is_test = ${filter.isTest}
  ${filter.identityId === undefined ? tx`` : isAbout(tx, workspaceId, filter.identityId)}
  ${filter.isUndone === undefined ? tx`` : tx`and (u.id is not null) = ${filter.isUndone}`}
  ${isUpdatedAfter(tx, updatedAt(tx), filter.updatedAfter)}`;

/** The only change to an identity override is its undo. */
const updatedAt = (tx: Tx) => tx`coalesce(u.created_at, c.created_at)`;

export function listIdentityOverrideRecords(
  tx: Tx,
  workspaceId: string,
  filter: IdentityOverrideFilter,
  page: OrderedPage,
) {
  return listPage<IdentityOverrideRow, IdentityOverride>(tx, page, {
    columns: columns(tx),
    records: tx`${records(tx, workspaceId)} ${where(tx, workspaceId, filter)}`,
    orders: byCreationOrChange(tx`c.id`, tx`c.created_at`, updatedAt(tx)),
    toRecord,
  });
}

export async function selectIdentityOverrideRecord(tx: Tx, workspaceId: string, id: string) {
  const [row] = await tx<IdentityOverrideRow[]>`
    select ${columns(tx)} from ${records(tx, workspaceId)} and c.id = ${id}`;
  return row && toRecord(row);
}

function toRecord(row: IdentityOverrideRow): IdentityOverride {
  const { visitorIds = [], emails = [], userIds = [] } = row.selection;
  return {
    id: row.id,
    kind: row.kind,
    identity_id: row.identity_id,
    other_identity_id: row.other_identity_id,
    link_id: row.kind === 'detach' ? row.event_id : null,
    visitor_ids: visitorIds,
    emails,
    user_ids: userIds,
    by: { kind: row.actor_kind, id: row.actor_id },
    created_at: timestamp(row.created_at),
    undone_at: row.undone_at && timestamp(row.undone_at),
    undone_by: row.undone_kind && { kind: row.undone_kind, id: row.undone_id },
  };
}
