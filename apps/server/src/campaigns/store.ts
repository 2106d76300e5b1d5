/** Campaigns in the database: made from the tags of visits, read, measured. */
import type { Campaign, CampaignPerformance } from '@footfall/contract/campaigns';
import type { CreatedRange } from '../created-range.ts';
import { type Column, columnValues, nameList, selectList, unnestClause } from '../db/columns.ts';
import type { Tx } from '../db/connect.ts';
import type { Part } from '../db/together.ts';
import { timestamp } from '../format.ts';
import type { Page } from '../paging.ts';

export interface CampaignFilter extends CreatedRange {
  isTest: boolean;
  name?: string;
  source?: string;
  medium?: string;
}

/** A campaign that a visit carried the tags of. */
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

/** In key order; created_at is the earliest visit, whenever its message arrives. */
export function upsertCampaigns(campaigns: SeenCampaign[]): Part {
  return {
    name: 'campaigns_met',
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
  ${filter.createdAfter === undefined ? tx`` : tx`and created_at > ${filter.createdAfter}::text::timestamptz`}
  ${filter.createdBefore === undefined ? tx`` : tx`and created_at < ${filter.createdBefore}::text::timestamptz`}`;

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

/** Counts the sessions with the campaign's tags that began in the period [from, to). */
export async function measureCampaign(
  tx: Tx,
  workspaceId: string,
  id: string,
  from: string | undefined,
  to: string | undefined,
): Promise<Omit<CampaignPerformance, 'campaign_id' | 'from' | 'to'>> {
  const visits = tx`
    visits as materialized (
      select s.id, s.visitor_id, s.is_test
      from campaigns c join sessions s on s.workspace_id = c.workspace_id and s.is_test = c.is_test
       and s.campaign is not null
       and coalesce(s.campaign->>'source', '') = c.source
       and coalesce(s.campaign->>'medium', '') = c.medium
       and coalesce(s.campaign->>'name', '') = c.name
      where c.workspace_id = ${workspaceId} and c.id = ${id}
        ${from === undefined ? tx`` : tx`and s.started_at >= ${from}::text::timestamptz`}
        ${to === undefined ? tx`` : tx`and s.started_at < ${to}::text::timestamptz`}
    )`;
  const [counts, revenue] = await Promise.all([
    tx<{ visitors: number; sessions: number; conversions: number; leads: number }[]>`
      with ${visits}
      select count(distinct visitor_id)::integer as visitors, count(*)::integer as sessions,
        (select count(*)::integer from conversions x join visits v
           on x.session_id = v.id and x.visitor_id = v.visitor_id and x.is_test = v.is_test
         where x.workspace_id = ${workspaceId}) as conversions,
        (select count(*)::integer from leads l join visits v
           on l.session_id = v.id and l.visitor_id = v.visitor_id and l.is_test = v.is_test
         where l.workspace_id = ${workspaceId}) as leads
      from visits`,
    tx<{ currency: string; value: string }[]>`
      with ${visits}
      select x.currency, sum(x.value) as value from conversions x join visits v
        on x.session_id = v.id and x.visitor_id = v.visitor_id and x.is_test = v.is_test
      where x.workspace_id = ${workspaceId} and x.value is not null
      group by x.currency order by x.currency`,
  ]);
  const [{ visitors = 0, sessions = 0, conversions = 0, leads = 0 } = {}] = counts;
  return {
    visitors,
    sessions,
    conversions,
    leads,
    revenue: revenue.map(({ currency, value }) => ({ currency, value: Number(value) })),
  };
}

function toCampaign({ is_test: _, created_at, ...row }: CampaignRow): Campaign {
  return { ...row, created_at: timestamp(created_at) };
}
