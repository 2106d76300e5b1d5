import type { conversionOperations } from '@footfall/contract/conversions';
import type { HandlersOf } from '@footfall/contract/operation';
import { askedOf } from '../filters/asked.ts';
import { createdRange } from '../resource-kit/created-range.ts';
import { existing } from '../resource-kit/not-found.ts';
import type { OperationContext } from '../resource-kit/operation-context.ts';
import { orderedAnswer, orderedPageOf } from '../resource-kit/paging.ts';
import { countConversions, selectConversion, selectConversions } from './read.ts';

export const conversionHandlers: HandlersOf<typeof conversionOperations, OperationContext> = {
  async listConversions({ tx, workspaceId, last }, { query }) {
    const filter = {
      isTest: query.test ?? false,
      isBot: query.bots ?? false,
      name: query.name,
      visitorId: query.visitor_id,
      identityId: query.identity_id,
      ...createdRange(query),
      ...askedOf(query),
    };
    const page = orderedPageOf(query);
    const [conversions, total] = await last(
      Promise.all([
        selectConversions(tx, workspaceId, filter, page),
        countConversions(tx, workspaceId, filter),
      ]),
    );
    return orderedAnswer(conversions, page, total);
  },

  async getConversion({ tx, workspaceId, last }, { params }) {
    return {
      data: existing(await last(selectConversion(tx, workspaceId, params.id)), 'conversion'),
    };
  },
};
