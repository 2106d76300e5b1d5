import type { conversionOperations } from '@footfall/contract/conversions';
import type { HandlersOf } from '@footfall/contract/operation';
import { withReferences } from '../../people/identities/references.ts';
import { createdRange } from '../../platform/resource-kit/created-range.ts';
import { existing } from '../../platform/resource-kit/not-found.ts';
import type { OperationContext } from '../../platform/resource-kit/operation-context.ts';
import { orderedPageOf } from '../../platform/resource-kit/paging.ts';
import { listFilterOf } from '../../records/filters/list-filter.ts';
import { listConversions, selectConversion } from './read.ts';

export const conversionHandlers: HandlersOf<typeof conversionOperations, OperationContext> = {
  async listConversions(context, { query }) {
    const { tx, workspaceId } = context;
    const filter = {
      isTest: query.test ?? false,
      isBot: query.bots ?? false,
      name: query.name,
      visitorId: query.visitor_id,
      identityId: query.identity_id,
      ...createdRange(query),
      ...listFilterOf(query),
    };
    const page = orderedPageOf(query);
    const conversions = await listConversions(context, workspaceId, filter, page);
    return withReferences(tx, workspaceId, filter.isTest, conversions, query.expand);
  },

  async getConversion({ tx, workspaceId }, { params }) {
    return {
      data: existing(await selectConversion(tx, workspaceId, params.id), 'conversion'),
    };
  },
};
