/** Overrides as the REST API reads them. */
import type { Override, OverrideKind } from '@footfall/contract/overrides';
import { timestamp } from '../../platform/common/timestamp.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { isUpdatedAfter } from '../../platform/resource-kit/created-range.ts';
import {
  byCreationOrChange,
  listPage,
  type OrderedPage,
} from '../../platform/resource-kit/paging.ts';
import { countUnsettledVisitors } from '../../records/company/company-overrides.ts';
import { countUnsettledVisits } from './settle-bots.ts';

export interface OverrideFilter {
  isTest: boolean;
  visitorId?: string;
  companyId?: string;
  isUndone?: boolean;
  /** Exclusive, in PostgreSQL's format. */
  updatedAfter?: string;
}

interface OverrideRow {
  id: string;
  is_test: boolean;
  kind: OverrideKind;
  visitor_id: string | null;
  company_id: string | null;
  reason: string;
  actor_kind: Override['by']['kind'];
  actor_id: string | null;
  created_at: Date;
  undone_at: Date | null;
  undone_kind: Override['by']['kind'] | null;
  undone_id: string | null;
  /** A job is working on it. */
  is_pending: boolean;
}

const records = (tx: Tx, workspaceId: string) => tx`
  verdicts d left join verdicts u on u.workspace_id = ${workspaceId} and u.undoes = d.id
  where d.workspace_id = ${workspaceId} and d.undoes is null`;

const columns = (tx: Tx, workspaceId: string) => tx`
  d.id, d.is_test, d.kind, d.visitor_id, d.company_id, d.reason, d.actor_kind, d.actor_id, d.created_at,
  u.created_at as undone_at, u.actor_kind as undone_kind, u.actor_id as undone_id,
  exists (select from jobs j
    where j.workspace_id = ${workspaceId} and j.subject in (d.visitor_id, d.company_id) and j.is_test = d.is_test
      and j.run_at <= now() and j.given_up_at is null and j.kind in ('bots', 'company_links', 'people')) as is_pending`;

const where = (
  tx: Tx,
  { isTest, visitorId, companyId, isUndone, updatedAfter }: OverrideFilter,
) => tx`
  and d.is_test = ${isTest}
  ${visitorId === undefined ? tx`` : tx`and d.visitor_id = ${visitorId}`}
  ${companyId === undefined ? tx`` : tx`and d.company_id = ${companyId}`}
  ${isUndone === undefined ? tx`` : tx`and (u.id is not null) = ${isUndone}`}
  ${isUpdatedAfter(tx, updatedAt(tx), updatedAfter)}`;

/** The only change to an override is its undo. */
const updatedAt = (tx: Tx) => tx`coalesce(u.created_at, d.created_at)`;

export function listOverrideRecords(
  tx: Tx,
  workspaceId: string,
  filter: OverrideFilter,
  page: OrderedPage,
) {
  return listPage(tx, page, {
    columns: columns(tx, workspaceId),
    records: tx`${records(tx, workspaceId)} ${where(tx, filter)}`,
    orders: byCreationOrChange(tx`d.id`, tx`d.created_at`, updatedAt(tx)),
    toRecord: (row: OverrideRow) => toRecord(tx, workspaceId, row),
  });
}

export async function selectOverrideRecord(
  tx: Tx,
  workspaceId: string,
  id: string,
): Promise<Override | undefined> {
  const [row] = await tx<OverrideRow[]>`
    select ${columns(tx, workspaceId)} from ${records(tx, workspaceId)} and d.id = ${id}`;
  return row && toRecord(tx, workspaceId, row);
}

async function toRecord(tx: Tx, workspaceId: string, row: OverrideRow): Promise<Override> {
  return {
    id: row.id,
    kind: row.kind,
    visitor_id: row.visitor_id,
    company_id: row.company_id,
    reason: row.reason,
    by: { kind: row.actor_kind, id: row.actor_id },
    created_at: timestamp(row.created_at),
    undone_at: row.undone_at && timestamp(row.undone_at),
    undone_by: row.undone_kind && { kind: row.undone_kind, id: row.undone_id },
    // Counted only while work is pending.
    pending: row.is_pending ? Math.max(1, await countPending(tx, workspaceId, row)) : 0,
  };
}

function countPending(tx: Tx, workspaceId: string, row: OverrideRow): Promise<number> {
  const { visitor_id, company_id, is_test: isTest } = row;
  return company_id === null
    ? countUnsettledVisits(tx, workspaceId, { visitorId: visitor_id ?? '', isTest })
    : countUnsettledVisitors(tx, workspaceId, company_id);
}
