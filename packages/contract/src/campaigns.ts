import Type, { type Static } from 'typebox';
import { operation } from './operation.ts';
import { fromVisitor } from './origins.ts';
import {
  askAnything,
  Closed,
  createdRange,
  Instant,
  idParams,
  listOf,
  listQuery,
  Nullable,
  recordOf,
  selectable,
  selectedOf,
  Text,
  Timestamp,
  Uuid,
} from './schema.ts';

export const Campaign = Closed(
  {
    id: Uuid('Assigned by the service.'),
    workspace_id: Uuid("Always the caller's workspace."),
    name: fromVisitor(Type.String({ description: 'utm_campaign. Empty if the visits had none.' })),
    source: fromVisitor(Type.String({ description: 'utm_source. Empty if the visits had none.' })),
    medium: fromVisitor(Type.String({ description: 'utm_medium. Empty if the visits had none.' })),
    created_at: Timestamp('First visit or first day of ad spend.'),
  },
  {
    $id: 'Campaign',
    description:
      'A campaign. The service creates it from campaign tags, click ids or imported ad spend.',
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

/** Attribution models for conversions and leads, the default first. */
export const attributionModels = {
  last_non_direct:
    'the last visit with campaign tags, a click id or a referrer; without one, the last visit',
  last_touch: 'the last visit up to the conversion',
  first_touch: 'the first visit of the person',
  linear: 'all visits equally',
  position:
    '40% to the first visit, 40% to the last, 20% split between the rest; two visits get 50% each',
  time_decay: 'all visits; the share halves for every seven days of age',
} as const;
export type AttributionModel = keyof typeof attributionModels;
export const attributionModelNames = Object.keys(attributionModels) as AttributionModel[];
export const usualModel: AttributionModel = 'last_non_direct';

const modelText = `Attribution model for conversions and leads. ${Object.entries(attributionModels)
  .map(([name, meaning]) => `\`${name}\`: ${meaning}`)
  .join('. ')}. With more than 20 visits, the first and the last 19 share the credit.`;

const Currency = fromVisitor(
  Type.String({ description: 'ISO 4217 code. Empty without a currency.' }),
);
const Amounts = (description: string) =>
  Type.Array(
    Closed({ currency: Currency, value: Type.Number({ description: 'Sum in the currency.' }) }),
    {
      description: `${description} One row per currency.`,
    },
  );
const ratio = (missing: string) => ({
  currency: Currency,
  value: Nullable(Type.Number({ description: 'Ratio.' }), missing),
});

/** Reasons for a missing return on spend. */
export const returnReasons = ['no_spend', 'other_currency'] as const;
export type ReturnReason = (typeof returnReasons)[number];

export const CampaignPerformance = Closed(
  {
    campaign_id: Uuid('The campaign.'),
    name: fromVisitor(Type.String({ description: 'Name of the campaign.' })),
    source: fromVisitor(Type.String({ description: 'Source of the campaign.' })),
    medium: fromVisitor(Type.String({ description: 'Medium of the campaign.' })),
    from: Nullable(Timestamp('Start of the period (inclusive).'), 'Null: from the beginning.'),
    to: Nullable(Timestamp('End of the period (exclusive).'), 'Null: until now.'),
    model: Type.String({ enum: attributionModelNames, description: modelText }),
    visitors: Type.Integer({
      description: 'Visitors with a visit from the campaign in the period, without bots.',
    }),
    sessions: Type.Integer({
      description: 'Their visits from the campaign in the period.',
    }),
    leads: Type.Number({
      description:
        'Leads in the period credited to the campaign. Fractional if visits share a lead.',
    }),
    conversions: Type.Number({
      description:
        'Conversions in the period credited to the campaign. Fractional if visits share a conversion.',
    }),
    revenue: Amounts('Value of these conversions, rounded to hundredths.'),
    spend: Amounts('Ad spend of the campaign on the days of the period.'),
    cost_per_lead: Type.Array(Closed(ratio('Null without leads.')), {
      description:
        'Spend divided by leads, rounded to hundredths. One row per currency of the spend.',
    }),
    return: Type.Array(
      Closed({
        ...ratio('Null if `reason_code` is set.'),
        reason_code: Type.Unsafe<ReturnReason | null>({
          type: ['string', 'null'],
          enum: [...returnReasons, null],
          description:
            'Reason for a missing ratio. `no_spend`: there was no spend. `other_currency`: spend and revenue are in different currencies. Null with a ratio.',
        }),
      }),
      {
        description:
          'Revenue divided by spend, rounded to four decimals. 2.5 means that each 1.00 spent returned 2.50. One row per currency.',
      },
    ),
  },
  {
    $id: 'CampaignPerformance',
    description: 'Spend and results of a campaign in a period.',
    examples: [
      {
        campaign_id: '5b1c9a52-6f0e-8c77-a7d3-0d4f6a1b2c3d',
        name: 'spring',
        source: 'google',
        medium: 'cpc',
        from: '2026-05-01T00:00:00Z',
        to: null,
        model: usualModel,
        visitors: 120,
        sessions: 154,
        leads: 5,
        conversions: 6,
        revenue: [{ currency: 'EUR', value: 297 }],
        spend: [{ currency: 'EUR', value: 118.8 }],
        cost_per_lead: [{ currency: 'EUR', value: 23.76 }],
        return: [{ currency: 'EUR', value: 2.5, reason_code: null }],
      },
    ],
  },
);
export type CampaignPerformance = Static<typeof CampaignPerformance>;

const period = {
  from: Instant(
    'Start of the period (inclusive), for visits, leads, conversions and spend. A date means midnight UTC.',
  ),
  to: Instant(
    'End of the period (exclusive), for visits, leads, conversions and spend. A date means midnight UTC.',
  ),
  model: Type.Unsafe<AttributionModel>({
    type: 'string',
    enum: attributionModelNames,
    default: usualModel,
    description: modelText,
  }),
};

const tagFilters = {
  name: Text(200, 'Only campaigns with exactly this name.'),
  source: Text(200, 'Only campaigns with exactly this source.'),
  medium: Text(200, 'Only campaigns with exactly this medium.'),
};

export const campaignOperations = {
  listCampaigns: operation({
    id: 'listCampaigns',
    method: 'GET',
    path: '/campaigns',
    tag: 'Campaigns',
    summary: 'List campaigns',
    description: 'Returns the newest first. Records must match all filters.',
    scopes: ['campaigns:read'],
    feature: 'campaigns',
    agent: [
      { tool: 'list', kind: 'campaign', fields: ['id', 'name', 'source', 'medium', 'created_at'] },
    ],
    query: listQuery({
      ...tagFilters,
      ...createdRange,
      ...askAnything('campaign', ['created_at']),
      ...selectable(Campaign),
    }),
    status: 200,
    ok: listOf(Campaign),
  }),
  // Listed before getCampaign: the path of getCampaign also matches this one.
  listCampaignPerformance: operation({
    id: 'listCampaignPerformance',
    method: 'GET',
    path: '/campaigns/performance',
    tag: 'Campaigns',
    summary: 'List the performance of campaigns',
    description:
      'Performance of each campaign, newest campaign first. Records must match all filters.',
    scopes: ['campaigns:read'],
    feature: 'campaigns',
    agent: [
      {
        tool: 'list',
        kind: 'campaign_performance',
        fields: [
          'campaign_id',
          'name',
          'visitors',
          'sessions',
          'leads',
          'conversions',
          'revenue',
          'spend',
          'return',
        ],
      },
    ],
    query: listQuery({
      ...tagFilters,
      ...period,
      ...askAnything('campaign', ['created_at']),
      ...selectable(CampaignPerformance),
    }),
    status: 200,
    ok: listOf(CampaignPerformance),
  }),
  getCampaign: operation({
    id: 'getCampaign',
    method: 'GET',
    path: '/campaigns/{id}',
    tag: 'Campaigns',
    summary: 'Get one campaign',
    scopes: ['campaigns:read'],
    feature: 'campaigns',
    agent: [{ tool: 'get', kind: 'campaign' }],
    params: idParams,
    query: selectedOf(Campaign, {}),
    status: 200,
    ok: recordOf(Campaign),
  }),
  getCampaignPerformance: operation({
    id: 'getCampaignPerformance',
    method: 'GET',
    path: '/campaigns/{id}/performance',
    tag: 'Campaigns',
    summary: 'Get the performance of a campaign',
    description:
      'Counts the visits of the campaign, and the leads and conversions credited to it by the attribution model. Credit is computed within a minute. Later visits never change it.',
    scopes: ['campaigns:read'],
    feature: 'campaigns',
    agent: [{ tool: 'get', kind: 'campaign', include: 'performance' }],
    params: idParams,
    query: Closed({ ...Type.Partial(Type.Object(period)).properties }),
    status: 200,
    ok: recordOf(CampaignPerformance),
  }),
};
