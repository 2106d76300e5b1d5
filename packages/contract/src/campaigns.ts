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
    name: fromVisitor(
      Type.String({ description: 'utm_campaign; empty when the visits had none.' }),
    ),
    source: fromVisitor(
      Type.String({ description: 'utm_source; empty when the visits had none.' }),
    ),
    medium: fromVisitor(
      Type.String({ description: 'utm_medium; empty when the visits had none.' }),
    ),
    created_at: Timestamp('When its first visit came, or the first day that it cost something.'),
  },
  {
    $id: 'Campaign',
    description:
      'A campaign. It appears by itself from the tags or click ids of visits, or from its spend.',
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

/** How a conversion or lead is credited to visits, the usual way first. */
export const attributionModels = {
  last_non_direct:
    'the last visit that tags, a click id or another site brought; where there is none, the last visit',
  last_touch: 'the last visit before it happened, the one in which it happened included',
  first_touch: 'the first visit of the person',
  linear: 'all visits in equal parts',
  position:
    '40 % the first visit, 40 % the last, the rest those between in equal parts; two visits a half each',
  time_decay: 'all visits, one that is seven days older by half as much',
} as const;
export type AttributionModel = keyof typeof attributionModels;
export const attributionModelNames = Object.keys(attributionModels) as AttributionModel[];
export const usualModel: AttributionModel = 'last_non_direct';

const modelText = `What a conversion or lead is credited to: ${Object.entries(attributionModels)
  .map(([name, meaning]) => `\`${name}\` ${meaning}`)
  .join('; ')}. Of more than 20 visits the first and the last 19 share.`;

const Currency = fromVisitor(Type.String({ description: 'ISO 4217 code; empty when not given.' }));
const Amounts = (description: string) =>
  Type.Array(Closed({ currency: Currency, value: Type.Number({ description: 'The sum.' }) }), {
    description: `${description} A row for each currency.`,
  });
const ratio = (missing: string) => ({
  currency: Currency,
  value: Nullable(Type.Number({ description: 'The ratio.' }), missing),
});

/** Why revenue is not divided by spend. */
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
      description: 'Visitors whose visits of the campaign began in the period, without bots.',
    }),
    sessions: Type.Integer({
      description: 'Their visits of the campaign in the period.',
    }),
    leads: Type.Number({
      description:
        'Leads of the period that are credited to the campaign; with parts where several visits share one.',
    }),
    conversions: Type.Number({
      description: 'Conversions of the period that are credited to the campaign; with parts, too.',
    }),
    revenue: Amounts('Worth of those conversions, of a part its part to the hundredth.'),
    spend: Amounts('What the campaign cost on the days of the period.'),
    cost_per_lead: Type.Array(Closed(ratio('Null without a lead.')), {
      description: 'Spend by leads, rounded to hundredths; a row for each currency of the spend.',
    }),
    return: Type.Array(
      Closed({
        ...ratio('Null where the reason says why.'),
        reason_code: Type.Unsafe<ReturnReason | null>({
          type: ['string', 'null'],
          enum: [...returnReasons, null],
          description:
            'Why there is no ratio: `no_spend`, nothing was spent; `other_currency`, what was spent and what came of it are in different currencies, which are not converted. Null with a ratio.',
        }),
      }),
      {
        description:
          'Revenue by spend, rounded to four digits: 2.5 means that 1 brought in 2.50. A row for each currency of either.',
      },
    ),
  },
  {
    $id: 'CampaignPerformance',
    description: 'What a campaign cost in a period, and what came of it.',
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
  from: Instant('Only visits, leads, conversions and days of spend from this instant on.'),
  to: Instant('Only visits, leads, conversions and days of spend before this instant.'),
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
    description: 'Newest first. Filters combine.',
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
  // Before the operation on one campaign, whose path would match this one's too.
  listCampaignPerformance: operation({
    id: 'listCampaignPerformance',
    method: 'GET',
    path: '/campaigns/performance',
    tag: 'Campaigns',
    summary: 'List the performance of campaigns',
    description: 'The same figures for each campaign, the newest campaign first. Filters combine.',
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
      'Counts the visits of the campaign, and the leads and conversions that the model credits to it. What a lead or conversion is credited to is worked out within a minute of it, and later visits never change it.',
    scopes: ['campaigns:read'],
    feature: 'campaigns',
    agent: [{ tool: 'get', kind: 'campaign', include: 'performance' }],
    params: idParams,
    query: Closed({ ...Type.Partial(Type.Object(period)).properties }),
    status: 200,
    ok: recordOf(CampaignPerformance),
  }),
};
