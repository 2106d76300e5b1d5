/** Campaigns in the database: created from visits' tags or from spend. */
import type { Campaign } from '@footfall/contract/campaigns';
import { type Dated, withTimestamps } from '../../platform/common/timestamp.ts';
import { type Column, nameList, selectList } from '../../platform/db/columns.ts';
import type { StatementPart } from '../../platform/db/combined-statement.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { sharedRows } from '../../platform/db/shared-values.ts';
import { type CreatedRange, inCreatedRange } from '../../platform/resource-kit/created-range.ts';
import { byCreation, listPage, type OrderedPage } from '../../platform/resource-kit/paging.ts';
import { type ListFilter, matchesFilter, unprepared } from '../../records/filters/list-filter.ts';

export interface CampaignFilter extends CreatedRange, ListFilter {
  isTest: boolean;
  name?: string;
  source?: string;
  medium?: string;
}

/** A campaign seen in a visit's tags or in spend. */
export interface SeenCampaign {
  id: string;
  isTest: boolean;
  name: string;
  source: string;
  medium: string;
  seenAt: string;
}

type CampaignRow = Dated<Campaign> & { is_test: boolean };

const seenColumns: Column<SeenCampaign>[] = [
  { name: 'id', type: 'uuid', value: (campaign) => campaign.id },
  { name: 'is_test', type: 'boolean', value: (campaign) => campaign.isTest },
  { name: 'name', type: 'text', value: (campaign) => campaign.name },
  { name: 'source', type: 'text', value: (campaign) => campaign.source },
  { name: 'medium', type: 'text', value: (campaign) => campaign.medium },
  { name: 'created_at', type: 'timestamptz', value: (campaign) => campaign.seenAt },
];

const upsert = (first: number) => `
  insert into campaigns as c (workspace_id, ${nameList(seenColumns)})
  select $1::uuid, ${selectList(seenColumns)} from ${sharedRows(seenColumns, first)}
  on conflict (workspace_id, id) do update set created_at = excluded.created_at
  where excluded.created_at < c.created_at
  returning 1`;

/** In key order; created_at is the earliest visit or spend day, in any order of arrival. */
export function upsertCampaigns(campaigns: SeenCampaign[]): StatementPart {
  return {
    name: 'upserted_campaigns',
    change: upsert,
    waits: 'in order',
    parameters: (shared) => shared.columnValues(seenColumns, campaigns),
  };
}

const columns = (tx: Tx) => tx`
  g.id, g.workspace_id, g.is_test, g.name, g.source, g.medium, g.created_at`;

const where = (tx: Tx, workspaceId: string, filter: CampaignFilter) => tx`
  g.workspace_id = ${workspaceId} and g.is_test = ${filter.isTest}
  ${filter.name === undefined ? tx`` : tx`and g.name = ${filter.name}`}
  ${filter.source === undefined ? tx`` : tx`and g.source = ${filter.source}`}
  ${filter.medium === undefined ? tx`` : tx`and g.medium = ${filter.medium}`}
  ${inCreatedRange(tx, filter, 'g.created_at')} ${matchesFilter(tx, workspaceId, 'campaign', filter)}`;

/** `total`: a known total, to skip counting. */
export function listCampaigns(
  tx: Tx,
  workspaceId: string,
  filter: CampaignFilter,
  page: OrderedPage,
  total?: number,
) {
  return listPage<CampaignRow, Campaign>(tx, page, {
    columns: columns(tx),
    records: tx`campaigns g where ${where(tx, workspaceId, filter)}`,
    orders: byCreation(tx, tx`g.id`, tx`g.created_at`),
    toRecord: toCampaign,
    total,
    prepared: (query) => unprepared(query, filter),
  });
}

export async function selectCampaign(tx: Tx, workspaceId: string, id: string) {
  const [row] = await tx<CampaignRow[]>`
    select ${columns(tx)} from campaigns g where g.workspace_id = ${workspaceId} and g.id = ${id}`;
  return row && toCampaign(row);
}

const toCampaign = ({ is_test: _, ...row }: CampaignRow) => withTimestamps<Campaign>(row);
