import type { campaignOperations } from '@footfall/contract/campaigns';
import type { HandlersOf } from '@footfall/contract/operation';
import { createdRange, instant } from '../created-range.ts';
import { timestamp } from '../format.ts';
import { existing } from '../not-found.ts';
import type { OperationContext } from '../operation-context.ts';
import { listAnswer, pageOf } from '../paging.ts';
import { countCampaigns, measureCampaign, selectCampaign, selectCampaigns } from './store.ts';

export const campaignHandlers: HandlersOf<typeof campaignOperations, OperationContext> = {
  async listCampaigns({ tx, workspaceId, last }, { query }) {
    const filter = {
      isTest: query.test ?? false,
      name: query.name,
      source: query.source,
      medium: query.medium,
      ...createdRange(query),
    };
    const page = pageOf(query);
    const [campaigns, total] = await last(
      Promise.all([
        selectCampaigns(tx, workspaceId, filter, page),
        countCampaigns(tx, workspaceId, filter),
      ]),
    );
    return listAnswer(campaigns, page, total);
  },

  async getCampaign({ tx, workspaceId, last }, { params }) {
    return { data: existing(await last(selectCampaign(tx, workspaceId, params.id)), 'campaign') };
  },

  async getCampaignPerformance({ tx, workspaceId }, { params, query }) {
    existing(await selectCampaign(tx, workspaceId, params.id), 'campaign');
    const from = instant(query.from);
    const to = instant(query.to);
    const counts = await measureCampaign(tx, workspaceId, params.id, from, to);
    return {
      data: {
        campaign_id: params.id.toLowerCase(),
        from: from === undefined ? null : timestamp(new Date(from)),
        to: to === undefined ? null : timestamp(new Date(to)),
        ...counts,
      },
    };
  },
};
