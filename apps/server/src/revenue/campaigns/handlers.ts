import { type campaignOperations, usualModel } from '@footfall/contract/campaigns';
import type { HandlersOf } from '@footfall/contract/operation';
import { createdRange, instant } from '../../platform/resource-kit/created-range.ts';
import { existing } from '../../platform/resource-kit/not-found.ts';
import type { OperationContext } from '../../platform/resource-kit/operation-context.ts';
import { orderedPageOf } from '../../platform/resource-kit/paging.ts';
import { listFilterOf } from '../../records/filters/list-filter.ts';
import { measureCampaigns } from './performance.ts';
import { listCampaigns, selectCampaign } from './store.ts';

export const campaignHandlers: HandlersOf<typeof campaignOperations, OperationContext> = {
  async listCampaigns({ tx, workspaceId, needsTotal }, { query }) {
    const filter = {
      isTest: query.test ?? false,
      name: query.name,
      source: query.source,
      medium: query.medium,
      ...createdRange(query),
      ...listFilterOf(query),
    };
    const total = needsTotal ? undefined : 0;
    return listCampaigns(tx, workspaceId, filter, orderedPageOf(query), total);
  },

  async getCampaign({ tx, workspaceId }, { params }) {
    return { data: existing(await selectCampaign(tx, workspaceId, params.id), 'campaign') };
  },

  async getCampaignPerformance({ tx, workspaceId }, { params, query }) {
    const campaign = existing(await selectCampaign(tx, workspaceId, params.id), 'campaign');
    const { model = usualModel } = query;
    const [performance] = await measureCampaigns(
      tx,
      workspaceId,
      [campaign],
      periodOf(query),
      model,
    );
    return { data: existing(performance, 'campaign') };
  },

  async listCampaignPerformance({ tx, workspaceId }, { query }) {
    const { test = false, name, source, medium, model = usualModel } = query;
    const filter = { isTest: test, name, source, medium, ...listFilterOf(query) };
    const campaigns = await listCampaigns(tx, workspaceId, filter, orderedPageOf(query));
    const data = await measureCampaigns(tx, workspaceId, campaigns.data, periodOf(query), model);
    return { ...campaigns, data };
  },
};

function periodOf({ from, to }: { from?: string; to?: string }) {
  return { from: instant(from), to: instant(to) };
}
