import Type, { type Static } from 'typebox';
import { operation } from './operation.ts';
import {
  Closed,
  createdRange,
  Instant,
  idParams,
  listOf,
  listQuery,
  Nullable,
  recordOf,
  Text,
  Timestamp,
  Uuid,
} from './schema.ts';

export const Campaign = Closed(
  {
    id: Uuid('Assigned by the service.'),
    workspace_id: Uuid("Always the caller's workspace."),
    name: Type.String({ description: 'utm_campaign; empty when the visits had none.' }),
    source: Type.String({ description: 'utm_source; empty when the visits had none.' }),
    medium: Type.String({ description: 'utm_medium; empty when the visits had none.' }),
    created_at: Timestamp('When its first visit came.'),
  },
  {
    $id: 'Campaign',
    description: 'An ad campaign; appears by itself from the tags of visits.',
    examples: [
      {
        id: '5b1c9a52-6f0e-8c77-a7d3-0d4f6a1b2c3d',
        workspace_id: '01a1f840-11aa-7c3e-9d52-3b1f60a7c001',
        name: 'spring',
        source: 'google',
        medium: 'cpc',
        created_at: '2026-05-04T09:30:00Z',
      },
    ],
  },
);
export type Campaign = Static<typeof Campaign>;

export const CampaignPerformance = Closed(
  {
    campaign_id: Uuid('The campaign.'),
    from: Nullable(Timestamp('Start of the period (inclusive).'), 'Null: from the beginning.'),
    to: Nullable(Timestamp('End of the period (exclusive).'), 'Null: until now.'),
    visitors: Type.Integer({ description: 'Visitors with a visit of the campaign.' }),
    sessions: Type.Integer({ description: 'Visits of the campaign.' }),
    conversions: Type.Integer({ description: 'Conversions in those visits.' }),
    leads: Type.Integer({ description: 'Leads that opened in those visits.' }),
    revenue: Type.Array(
      Closed({
        currency: Type.String({ description: 'ISO 4217 code; empty when not given.' }),
        value: Type.Number({ description: 'Sum of the values of the conversions.' }),
      }),
      { description: 'Worth of those conversions, a row for each currency.' },
    ),
  },
  {
    $id: 'CampaignPerformance',
    description: 'What came of a campaign in a period.',
    examples: [
      {
        campaign_id: '5b1c9a52-6f0e-8c77-a7d3-0d4f6a1b2c3d',
        from: '2026-05-01T00:00:00Z',
        to: null,
        visitors: 120,
        sessions: 154,
        conversions: 6,
        leads: 5,
        revenue: [{ currency: 'EUR', value: 297 }],
      },
    ],
  },
);
export type CampaignPerformance = Static<typeof CampaignPerformance>;

export const campaignOperations = {
  listCampaigns: operation({
    id: 'listCampaigns',
    method: 'GET',
    path: '/campaigns',
    tag: 'Campaigns',
    summary: 'List campaigns',
    description: 'Newest first. Filters combine.',
    scopes: ['campaigns:read'],
    feature: 'campaigns',
    query: listQuery({
      name: Text(200, 'Only campaigns with exactly this name.'),
      source: Text(200, 'Only campaigns with exactly this source.'),
      medium: Text(200, 'Only campaigns with exactly this medium.'),
      ...createdRange,
    }),
    status: 200,
    ok: listOf(Campaign),
  }),
  getCampaign: operation({
    id: 'getCampaign',
    method: 'GET',
    path: '/campaigns/{id}',
    tag: 'Campaigns',
    summary: 'Get one campaign',
    scopes: ['campaigns:read'],
    feature: 'campaigns',
    params: idParams,
    status: 200,
    ok: recordOf(Campaign),
  }),
  getCampaignPerformance: operation({
    id: 'getCampaignPerformance',
    method: 'GET',
    path: '/campaigns/{id}/performance',
    tag: 'Campaigns',
    summary: 'Get the performance of a campaign',
    description: 'Counts the visits that carried the tags of the campaign and what came of them.',
    scopes: ['campaigns:read'],
    feature: 'campaigns',
    params: idParams,
    query: Closed({
      from: Type.Optional(Instant('Only visits from this instant on.')),
      to: Type.Optional(Instant('Only visits before this instant.')),
    }),
    status: 200,
    ok: recordOf(CampaignPerformance),
  }),
};
