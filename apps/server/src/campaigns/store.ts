/** Campaigns in the database: made from the tags of visits or from spend, and read. */
import type { Campaign } from '@footfall/contract/campaigns';
import { timestamp } from '../common/timestamp.ts';
import { type Column, columnValues, nameList, selectList, unnestClause } from '../db/columns.ts';
import type { StatementPart } from '../db/combined-statement.ts';
import type { Tx } from '../db/connect.ts';
import { type CreatedRange, inCreatedRange } from '../resource-kit/created-range.ts';
import type { Page } from '../resource-kit/paging.ts';

export interface CampaignFilter extends CreatedRange {
  isTest: boolean;
  name?: string;
  source?: string;
  medium?: string;
}

/** A campaign that a visit carried the tags of, or that cost something. */
export interface SeenCampaign {
  id: string;
  isTest: boolean;
  name: string;
  source: string;
  medium: string;
  seenAt: string;
}

interface CampaignRow extends Omit<Campaign, 'created_at'> {
  is_test: boolean;
  created_at: Date;
}

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
  select $1::uuid, ${selectList(seenColumns)} from ${unnestClause(seenColumns, first)}
  on conflict (workspace_id, id) do update set created_at = excluded.created_at
  where excluded.created_at < c.created_at`;

/** In key order; created_at is the earliest visit or day of spend, whenever it arrives. */
export function upsertCampaigns(campaigns: SeenCampaign[]): StatementPart {
  return {
    name: 'upserted_campaigns',
    change: upsert,
    parameters: columnValues(seenColumns, campaigns),
  };
}

const columns = (tx: Tx) => tx`id, workspace_id, is_test, name, source, medium, created_at`;

const where = (tx: Tx, workspaceId: string, filter: CampaignFilter) => tx`
  workspace_id = ${workspaceId} and is_test = ${filter.isTest}
  ${filter.name === undefined ? tx`` : tx`and name = ${filter.name}`}
  ${filter.source === undefined ? tx`` : tx`and source = ${filter.source}`}
  ${filter.medium === undefined ? tx`` : tx`and medium = ${filter.medium}`}
  ${inCreatedRange(tx, filter)}`;

export async function selectCampaigns(
  tx: Tx,
  workspaceId: string,
  filter: CampaignFilter,
  page: Page,
): Promise<Campaign[]> {
  const rows = await tx<CampaignRow[]>`
    select ${columns(tx)} from campaigns where ${where(tx, workspaceId, filter)}
    order by created_at desc, id desc limit ${page.limit} offset ${page.offset}`;
  return rows.map(toCampaign);
}

export async function countCampaigns(tx: Tx, workspaceId: string, filter: CampaignFilter) {
  const [row] = await tx<{ total: number }[]>`
    select count(*)::integer as total from campaigns where ${where(tx, workspaceId, filter)}`;
  return row?.total ?? 0;
}

export async function selectCampaign(tx: Tx, workspaceId: string, id: string) {
  const [row] = await tx<CampaignRow[]>`
    select ${columns(tx)} from campaigns where workspace_id = ${workspaceId} and id = ${id}`;
  return row && toCampaign(row);
}

function toCampaign({ is_test: _, created_at, ...row }: CampaignRow): Campaign {
  return { ...row, created_at: timestamp(created_at) };
}
